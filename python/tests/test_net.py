"""Networks, and graphs of networkx."""
import pytest

import linkbound as lb


def test_cube():
    net = lb.Net("cube:3")
    assert (net.name, len(net), net.ports, net.radices, net.diameter) == (
        "2x2x2",
        8,
        3,
        (2, 2, 2),
        3,
    )
    assert net.is_cube and net.is_torus and net.is_lattice and not net.is_mesh and not net.is_graph
    assert net.neighbors(5) == [4, 7, 1]
    assert net.distance(0, 7) == 3 and net.digits(6) == (0, 1, 1)
    assert net == lb.Net("2x2x2") and hash(net) == hash(lb.Net("2x2x2")) and net != lb.Net("4x2")
    assert "8 nodes" in repr(net)


def test_graph():
    net = lb.Net.graph(3, [(0, 1, 2), (1, 0), (1, 2), (2, 0)])
    assert net.is_graph and net.nodes == 3
    assert sorted((a, b) for a, _, b in net.links()) == [(0, 1), (0, 1), (1, 0), (1, 2), (2, 0)]
    assert lb.plan("alltoall", net).check()


def test_faults():
    net = lb.Net("4x4").without([(0, 1)], nodes=[7])
    assert net.has_faults and net.dead() == ([(0, 1), (1, 0)], [7]) and not net.alive(7)
    assert 1 not in net.neighbors(0)
    one_way = lb.Net("4x4").without([(0, 1)], both=False)
    assert one_way.dead()[0] == [(0, 1)]
    for words in ("0>1", ["0>1"], [" 0 > 1 "]):
        assert lb.Net("4x4").without(words) == one_way
    assert sorted(lb.Net("4x4").without("0-1, 1>2").dead()[0]) == [(0, 1), (1, 0), (1, 2)]
    assert "dead: 2 links, 1 nodes" in repr(net)


def test_errors():
    with pytest.raises(lb.Error, match="2\\^26 nodes") as caught:
        lb.Net("cube:99")
    assert caught.value.code is lb.Code.SIZE
    with pytest.raises(lb.Error) as caught:
        lb.Net.graph(2, [(0, 5)])
    assert caught.value.code == lb.Code.ARG
    with pytest.raises(IndexError):
        lb.Net("cube:2").neighbor(4, 0)
    with pytest.raises(IndexError):
        lb.Net("cube:2").neighbor(0, 2)
    with pytest.raises(IndexError):
        lb.Net("cube:2").distance(-1, 0)


@pytest.mark.parametrize(
    "name", ["cube:3", "4x3", "mesh:4x2", "circulant:9:1,2", "4x4x2 speeds 2,2,1"]
)
def test_networkx_and_back(name):
    networkx = pytest.importorskip("networkx")
    net = lb.Net(name)
    graph = net.to_networkx()
    assert len(graph) == net.nodes and networkx.is_strongly_connected(graph)
    for a in graph:
        ours = dict(networkx.single_source_shortest_path_length(graph, a))
        assert ours == {b: net.distance(a, b) for b in range(net.nodes)}
    back = lb.Net.from_networkx(graph)
    assert sorted((a, b) for a, _, b in back.links()) == sorted((a, b) for a, _, b in net.links())


def test_undirected_networkx():
    networkx = pytest.importorskip("networkx")
    net = lb.Net.from_networkx(networkx.petersen_graph(), name="petersen")
    assert net.nodes == 10 and net.ports >= 3 and net.diameter == 2
    assert len(list(net.links())) == 30
    assert lb.plan("allgather", net, effort=1).check()
    named = networkx.Graph([("a", "b"), ("b", "c")])
    assert lb.Net.from_networkx(named).nodes == 3


def test_titles():
    """A network is called as people call it, and taken by that name."""
    for name, title in {
        "2x2x2": "cube:3",
        "cube:1": "ring:2",
        "8": "ring:8",
        "1": "cube:0",
        "4x4": "4x4",
        "8 cut-through": "ring:8 cut-through",
        "2x2x2 dimension-order": "cube:3 dimension-order",
        "4x4 cut-through": "4x4 cut-through",
        "2x1": "2x1",
        "1x1": "1x1",
        "line:4": "line:4",
        "mesh:3x2": "mesh:3x2",
    }.items():
        assert lb.Net(name).title == title
        assert lb.Net(title) == lb.Net(name)
    assert repr(lb.Net("ring:2")) == "<Net ring:2: 2 nodes, 1 port>"
    assert "cube:3" in repr(lb.plan("alltoall", "cube:3"))


def test_radices():
    """A torus by its radices, wherever a network is expected."""
    assert lb.Net((4, 4)) == lb.Net("4x4") and lb.Net([2, 2, 2]) == lb.Net("cube:3")
    assert lb.Net((8,)).title == "ring:8" and lb.net((3, 5)).nodes == 15
    assert lb.plan("allgather", (4, 4)).steps == 4
    assert lb.bound("alltoall", [2, 2, 2]).steps == 4
    numpy = pytest.importorskip("numpy")
    assert lb.Net(numpy.array([3, 4])) == lb.Net("3x4")
    for bad in ((), (0, 4), (4, "4"), (2.5,), (-1,), (1 << 20, 1 << 20)):
        with pytest.raises(lb.Error):
            lb.Net(bad)
    for bad in (4, 4.0, {4: 4}, numpy.ones((2, 2), int)):
        with pytest.raises(TypeError, match="is not a network"):
            lb.net(bad)


def test_catalogue():
    """Every kind and every machine: as the tool lists them, and each is a network."""
    known = lb.networks()
    assert len({entry.name for entry in known}) == len(known) > 20
    kinds = [entry for entry in known if entry.kind != "machine"]
    assert {"torus", "cube", "mesh", "HyperX", "cut-through"} <= {entry.kind for entry in kinds}
    for entry in known:
        assert entry.net.nodes > 1 and entry.about
        assert (entry.source is None) == (entry in kinds)
        assert entry.source is None or entry.source.startswith("http")
    (dgx,) = [entry for entry in known if entry.name == "machine:dgx-1-v100"]
    assert dgx.kind == "machine" and dgx.net.nodes == 8
