"""Plans: against the tool, as arrays, through files and transforms."""
import csv
import io
import os
import subprocess
import time

import pytest

import linkbound as lb

CASES = [
    (("alltoall", "cube:3"), {}),
    (("broadcast", "4x4"), {"root": 5}),
    (("allreduce", "3x3"), {}),
    (("scatter", "cube:4"), {"ports": 1}),
    (("allgather", "mesh:4x3"), {"packets": 3}),
    (("send", "cube:3"), {"to": 7, "packets": 6}),
]


@pytest.mark.parametrize("words, options", CASES)
def test_as_the_tool_has_it(tool, words, options):
    plan = lb.plan(*words, **options)
    asked = [part for name, value in options.items() for part in (f"--{name}", str(value))]
    said = tool("plan", *words, *asked)
    assert (plan.algorithm, plan.steps, plan.transmissions) == (
        said["algorithm"],
        said["steps"],
        said["transmissions"],
    )
    assert (plan.bound.steps, plan.bound.transmissions) == (
        said["steps_bound"],
        said["transmissions_bound"],
    )
    assert plan.optimal == said["optimal"]
    report = plan.check()
    assert report and report.bound.steps == plan.bound.steps and report.steps == plan.steps
    plan.bound.verify()


@pytest.mark.parametrize("words, options", CASES)
def test_moves_are_those_of_the_csv(words, options):
    numpy = pytest.importorskip("numpy")
    plan = lb.plan(*words, **options)
    moves, items = plan.moves, plan.items
    assert len(moves) == plan.transmissions and moves["step"].max() == plan.steps
    rows = list(csv.DictReader(io.StringIO(plan.export("csv"))))
    assert len(rows) == len(items)
    spread = moves[numpy.repeat(numpy.arange(len(moves)), moves["nitems"])]
    for name in ("step", "from", "to"):
        assert spread[name].tolist() == [int(row[name]) for row in rows]
    with pytest.raises(ValueError):
        moves["step"][0] = 7  # they are the plan's


def test_dataframe():
    pytest.importorskip("pandas")
    frame = lb.plan("alltoall", "cube:3").to_dataframe()
    assert len(frame) == 96 and frame["step"].max() == 4
    assert (frame.groupby(["step", "from", "to"]).size() == 1).all()


def test_without_numpy(without_numpy):
    numpy = pytest.importorskip("numpy")
    said = without_numpy(
        "import linkbound as lb\np = lb.plan('scatter', 'cube:3', bytes=9, tau=1, beta=9)\n"
        "print(p.moves); print(p.items); print(p.moves[0].from_, bool(p.check()))"
    )
    plan = lb.plan("scatter", "cube:3", bytes=9, tau=1, beta=9)
    moves, items, last = said.splitlines()
    assert moves == str([lb.Move(*m.tolist()) for m in plan.moves])
    assert items == str([lb.Item(*i.tolist()) for i in plan.items])
    assert last == "0 True" and isinstance(plan.moves, numpy.ndarray)


def test_a_million_moves():
    pytest.importorskip("numpy")
    plan = lb.plan("alltoall", "cube:9")
    start = time.process_time()
    moves = plan.moves
    print(f"{len(moves)} moves in {time.process_time() - start:.3f} s")  # pytest -s shows it
    assert len(moves) == 1179648
    assert int((moves["from"] ^ moves["to"]).max()) == 256


def test_files(tmp_path):
    plan = lb.plan("allreduce", "cube:3")
    plan.write(tmp_path / "a.jsonl")
    again = lb.Plan.read(tmp_path / "a.jsonl")
    assert again.task == plan.task and again.steps == plan.steps and again.orbit == "explicit"
    assert (again.moves["to"] == plan.moves["to"]).all()
    assert lb.check(tmp_path / "a.jsonl").optimal == plan.optimal
    with pytest.raises(lb.Error) as caught:
        lb.Plan.read(tmp_path / "none")
    assert caught.value.code is lb.Code.IO


@pytest.mark.parametrize("form", ["msccl", "csv", "goal", "own"])
def test_pipes(tmp_path, form):
    plan, path = lb.plan("allgather", "ring:4"), tmp_path / "pipe"
    plan.write(tmp_path / "a")
    if form != "own":
        (tmp_path / "a").write_text(plan.export(form))
    os.mkfifo(path)
    for read in (lambda: lb.Plan.read(path), lambda: lb.check(path)):
        with subprocess.Popen(f"cat '{tmp_path / 'a'}' >'{path}'", shell=True):
            assert read().steps == plan.steps


def test_files_of_other_tools(tmp_path):
    plan = lb.plan("allgather", "cube:2")
    path = tmp_path / "a.xml"
    path.write_text(plan.export("msccl"))
    again = lb.Plan.read(path)
    assert again.task.kind == "allgather" and again.check() and lb.check(path)
    assert lb.Plan.read(path, network="cube:2").net.name == "2x2"
    path.write_text(plan.export("msccl").replace("<step", "<stop", 1))
    with pytest.raises(lb.Error):
        lb.check(path)


def test_transforms():
    broadcast = lb.plan("broadcast", "cube:3", algorithm="broadcast-1")
    gather = lb.plan("allgather", "cube:3")
    for made, kind in (
        (broadcast.reverse(), "reduce"),
        (broadcast.complete(), "allgather"),
        (broadcast.translate(5), "broadcast"),
        (broadcast.symmetrize(), "broadcast"),
        (broadcast.pipeline(2), "broadcast"),
        (broadcast.interleave(2), "broadcast"),
        (gather.reverse().then(gather), "allreduce"),
    ):
        assert made.task.kind == kind and made.check(), made
    assert broadcast.translate(5).task.params == {"root": 5}
    with pytest.raises(lb.Error) as caught:
        lb.plan("scan", "cube:2").reverse()
    assert caught.value.code is lb.Code.UNSUPPORTED


def test_options():
    plan = lb.plan("broadcast", "cube:4", bytes=1 << 20, tau="1/1000", beta=20)
    assert plan.clock == "linear" and plan.attempts and plan.attempts[0].name
    with pytest.raises(TypeError, match="all three"):
        lb.plan("broadcast", "cube:4", bytes=5)
    with pytest.raises(lb.Error, match="zigzag"):
        lb.plan("broadcast", "cube:4", algorithm="zigzag")
    with pytest.raises(ValueError, match="unit, linear"):
        lb.plan("broadcast", "cube:4", clock="cuckoo")
    names = {a.name for a in lb.algorithms("broadcast")}
    assert {"broadcast-1", "broadcast-4"} <= names <= {a.name for a in lb.algorithms()}


@pytest.mark.parametrize(
    "options",
    [{"root": -1}, {"root": 2**32 + 1}, {"root": 1.5}, {"packets": -1}, {"ports": "one"}],
)
def test_numbers_that_do_not_fit(options):
    word, value = next(iter(options.items()))
    with pytest.raises(lb.Error, match=f"{word} .*: a whole number") as caught:
        lb.plan("broadcast", "cube:3", **options)
    assert repr(value) in str(caught.value)
