"""Tasks and their parameters."""
import json
import os
import subprocess

import pytest

import linkbound as lb


def test_kinds():
    assert "alltoall" in lb.kinds() and len(lb.kinds()) == 15
    for kind in lb.kinds():
        more = {
            "send": {"to": 3},
            "permute": {"permutation": [1, 2, 3, 0]},
            "isotropic": {"offsets": [1, 1, 3]},
            "multibroadcast": {"sources": [0, 2]},
        }.get(kind, {})
        task = lb.Task(kind, "cube:2", **more)
        assert task.kind == kind and task.net.name == "2x2"
        assert lb.Task(kind, "cube:2", **task.params) == task
        for name, value in more.items():
            assert task.params[name] == value
        assert kind in repr(task) and task.blocks > 0


def test_names_people_type():
    for word, kind in (
        ("bcast", "broadcast"),
        ("all_reduce", "allreduce"),
        ("All-to-all", "alltoall"),
        ("reduce_scatter", "reduce-scatter"),
    ):
        assert lb.Task(word, "cube:2").kind == kind


def test_what_is_wrong_is_said():
    with pytest.raises(lb.Error, match="unknown task .*; there are: broadcast") as caught:
        lb.Task("alltosome", "cube:2")
    assert caught.value.code is lb.Code.ARG
    with pytest.raises(lb.Error, match="no parameter root"):
        lb.Task("alltoall", "cube:2", root=1)
    with pytest.raises(lb.Error, match="to whom"):
        lb.Task("send", "cube:2")
    with pytest.raises(lb.Error):
        lb.Task("broadcast", "cube:2", root=4)
    with pytest.raises(TypeError, match="which network"):
        lb.plan("alltoall")
    with pytest.raises(TypeError):
        lb.plan(lb.Task("alltoall", "cube:2"), "cube:2")


def test_classes_and_lifetime():
    assert [lb.Task(k, "4").cls for k in ("broadcast", "alltoall", "reduce", "scan")] == [
        "copy",
        "carry",
        "sum",
        "span",
    ]
    net = lb.plan("alltoall", "cube:3").task.net  # outlives the plan it is part of
    assert net.nodes == 8 and lb.Task("alltoall", net).is_symmetric


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    assert lb.Task("broadcast", "cube:2", root=numpy.int64(3)).params == {"root": 3}
    turned = numpy.arange(4)[::-1]
    assert lb.Task("permute", "cube:2", permutation=turned).params["permutation"] == [3, 2, 1, 0]
    assert lb.Net.graph(3, numpy.array([[0, 1], [1, 2], [2, 0]])).diameter == 2


NETWORKS = ["cube:4", "4x4", "3x2", "mesh:4x4", "circulant:13:1,5", "1x4"]


@pytest.mark.parametrize("network", NETWORKS)
def test_permutations_by_name(network, build):
    """What the tool makes of a name, Python makes of it too; what one refuses, both do."""
    program = os.environ.get("LINKBOUND", str(build / "linkbound"))
    names = "antipode bit-reversal complement half-turn half-turn-gray inversion quarter-turn"
    names += " quarter-turn-gray random random:9 reflection reverse rotation shuffle swap:1-2"
    names += " transpose"
    for name in names.split():
        words = [program, "plan", "permute", network, "--permutation", name, "-o", "-", "-q"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            with pytest.raises(lb.Error, match=f"permutation {name}: "):
                lb.Task("permute", network, permutation=name)
        else:
            header = json.loads(done.stdout.splitlines()[0])
            found = lb.Task("permute", network, permutation=name).params["permutation"]
            assert found == header["permutation"], name
