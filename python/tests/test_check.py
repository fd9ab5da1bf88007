"""Schedules of one's own, judged; times; comparisons."""
import os
import subprocess
from fractions import Fraction

import pytest

import linkbound as lb

SQUARE = lb.Task("broadcast", "2x2")
GOOD = [(1, 0, 1, 0), (2, 0, 2, 0), (2, 1, 3, 0)]


def test_a_good_one():
    report = lb.check(lb.Schedule(SQUARE, GOOD))
    assert report and report.ok and report.optimal and report.rule is None
    assert (report.steps, report.moves, report.busy) == (2, 3, (1, 2))
    assert report.task == SQUARE and str(report) == "every rule holds: 2 steps, optimal"
    assert report.bound.steps_reason == "from node 0 the farthest node is 2 hops away"


@pytest.mark.parametrize(
    "moves, rule, line",
    [
        ([(1, 0, 3, 0)], "link", 2),
        ([(1, 1, 3, 0)], "held", 2),
        ([(1, 0, 1, 0), (1, 0, 1, 0)], "link-busy", 3),
        (GOOD[:2], "delivered", 0),
        ([(1, 0, 1, 1)], "block", 2),
        ([GOOD[1], GOOD[0]], "step-order", 3),
    ],
)
def test_broken_ones(moves, rule, line):
    report = lb.check(lb.Schedule(SQUARE, moves))
    assert not report and report.rule == rule, report
    assert not line or report.line == line
    assert not report.optimal and str(report) == report.text


def test_what_cannot_be_read_is_an_error():
    with pytest.raises(lb.Error, match="^line 2: .*steps are counted from 1") as caught:
        lb.check(lb.Schedule(SQUARE, [(0, 0, 1, 0)]))
    assert caught.value.code is lb.Code.FORMAT
    with pytest.raises(lb.Error):
        lb.check(lb.Schedule(SQUARE, [{"step": 1, "form": 0, "to": 1, "data": [[0]]}]))


def test_forms_of_data():
    numpy = pytest.importorskip("numpy")
    task = lb.Task("alltoall", "ring:3")
    pairs = [(v, (v + d) % 3) for v in range(3) for d in (1, 2)]
    assert lb.check(lb.Schedule(task, [(1, a, b, (a, b)) for a, b in pairs])).optimal
    assert lb.check(lb.Schedule(task, [(1, a, b, [(a, b)]) for a, b in pairs]))
    assert lb.check(lb.Schedule(task, [(1, a, b, numpy.array([[a, b]])) for a, b in pairs]))
    assert lb.check(
        lb.Schedule(task, [{"step": 1, "from": a, "to": b, "data": [[a, b]]} for a, b in pairs])
    )
    halves = lb.Schedule(
        lb.Task("send", "2x2", to=3),
        denominator=2,
        packet=1,
        moves=[
            (1, 0, 1, (0, 3, 0, 1)),
            (1, 0, 2, (0, 3, 1, 2)),
            (2, 1, 3, (0, 3, 0, 1)),
            (2, 2, 3, (0, 3, 1, 2)),
        ],
    )
    assert lb.check(halves).optimal and lb.check(halves).packets == 2
    sums = lb.Schedule(
        lb.Task("allreduce", "2"),
        [(1, 0, 1, 1), (1, 1, 0, 0), (2, 0, 1, 0, "copy"), (2, 1, 0, 1, "copy")],
    )
    assert lb.check(sums)
    batch = lb.Schedule(
        lb.Task("scatter", "2x2"),
        clock="linear",
        moves=[(1, 0, 1, [(0, 1), (0, 3)]), (2, 0, 2, (0, 2)), (2, 1, 3, (0, 3))],
    )
    assert lb.check(batch) and lb.check(batch).bound is None


@pytest.mark.parametrize(
    "net",
    [
        lb.Net("4x4").without([(0, 1)], nodes=[7]),
        lb.Net("mesh:3x3"),
        lb.Net("4x4 speeds 2,1"),
        lb.Net.graph(3, [(0, 1, 2), (1, 2), (2, 0)]),
    ],
)
def test_plans_as_lists(net):
    """A plan taken apart and put together again from its arrays, on every kind of network."""
    pytest.importorskip("numpy")
    plan = lb.plan("alltoall", net)
    moves = [
        (
            int(m["step"]),
            int(m["from"]),
            int(m["to"]),
            (int(plan.items[m["first"]]["origin"]), int(plan.items[m["first"]]["dest"])),
        )
        for m in plan.moves
    ]
    again = lb.Schedule(plan.task, moves, name="again", denominator=plan.denominator)
    assert len(again) == plan.transmissions and (plan.denominator > 1 or lb.check(again).ok)
    if plan.denominator == 1:
        assert lb.Plan.of(again).algorithm == "again" and lb.check(again).task == plan.task


def test_progress_and_stopping():
    plan = lb.plan("alltoall", "cube:8")
    seen = []
    assert lb.check(plan, replay="full", progress=seen.append)
    assert seen and all(0 <= done <= 1 for done in seen)

    def stop(_done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lb.check(plan, replay="full", progress=stop)


def test_simulate(tool):
    plan = lb.plan("broadcast", "cube:4", algorithm="broadcast-1", clock="linear")
    timing = plan.simulate(bytes=1000, tau="1/1000", beta=20)
    said = tool(
        "simulate",
        "broadcast",
        "cube:4",
        "-a",
        "broadcast-1",
        "--bytes",
        "1000",
        "--tau",
        "1/1000",
        "--beta",
        "20",
    )
    assert timing.makespan == Fraction(84) == Fraction(said["time_exact"])
    assert len(timing.critical) == 4 and timing.critical[-1].finish == timing.makespan
    every = plan.simulate(bytes=1000, tau=0.001, beta=20.0, every_packet=True)
    assert (
        len(every.critical) == plan.transmissions and every.makespan == 84 and float(every) == 84.0
    )
    with pytest.raises(lb.Error, match="not a number"):
        plan.simulate(bytes=1, tau="much", beta=1)


def test_compare(tool):
    sizes = [64, 4096, 1 << 18]
    found = lb.compare("broadcast", "cube:4", sizes=sizes, tau="1/1000", beta=20)
    for size in sizes:
        said = tool(
            "compare",
            "broadcast",
            "cube:4",
            "--tau",
            "1/1000",
            "--beta",
            "20",
            "--bytes",
            str(size),
        )
        assert found.time(size) == found.time(size, said["sizes"][0]["best"])
        assert found.time(size) >= found.bounds[sizes.index(size)]
    assert len(str(found).splitlines()) == 3 and found._repr_html_().count("<tr>") == 4
    own = lb.plan("broadcast", "cube:4", algorithm="broadcast-1", clock="linear")
    assert lb.compare(own, sizes=[64], tau=1, beta=1).times["broadcast-1"] == (Fraction(260),)
    least = lb.bound_time("broadcast", "cube:4", bytes=64, tau="1/1000", beta=20)
    assert least.time == found.bounds[0] and "beta" in least.reason


@pytest.mark.parametrize("form, end", [("msccl", "xml"), ("csv", "csv"), ("mscclpp", "json")])
def test_files_of_other_tools(form, end, tmp_path):
    """They are judged where they are said to be, and from which root."""
    plan = lb.plan("broadcast", "ring:4", root=1)
    path = tmp_path / f"broadcast.{end}"
    path.write_text(plan.export(form))
    for report in (lb.check(path), lb.check(path, network="ring:4", root=1)):
        assert report and report.task.kind == "broadcast" and report.task.params == {"root": 1}
    assert lb.check(path, network=plan.net).task.net == plan.net
    with pytest.raises(lb.Error, match="link|network|nodes"):
        lb.check(path, network="mesh:2x2")
    with pytest.raises(lb.Error, match="root"):
        lb.check(path, root=2)
    with pytest.raises(lb.Error):
        lb.check(path, network=3)


def test_our_own_say_it_themselves(tmp_path):
    plan = lb.plan("broadcast", "2x2")
    plan.write(tmp_path / "s")
    for what in (plan, lb.Schedule(SQUARE, GOOD), tmp_path / "s"):
        with pytest.raises(TypeError, match="files of other tools"):
            lb.check(what, root=0)
        assert lb.check(what, network=None)


def test_who_is_to_blame():
    report = lb.check(lb.Schedule(SQUARE, GOOD))
    assert (report.step, report.sender, report.receiver, report.line) == (None,) * 4
    report = lb.check(lb.Schedule(SQUARE, [(1, 0, 3, 0)]))
    assert (report.step, report.sender, report.receiver, report.line) == (1, 0, 3, 2)
    report = lb.check(lb.Schedule(SQUARE, GOOD[:2]))
    assert report.rule == "delivered" and report.sender is None and report.line is None


def test_messages(sources, build, tmp_path):
    """Files that do not name their data: what the tool says of them, and how long they take."""
    told = lb.Messages(sources / "tests" / "fuzz" / "corpus-import" / "pair.goal")
    assert (told.format, told.ranks, told.messages, told.bytes) == ("GOAL", 2, 3, 1536)
    assert told.unbuffered and told.net == lb.Net("2") and "3 messages of 1536" in repr(told)
    assert told.simulate(tau=1, beta=1).makespan == 1639
    net = told.net
    del told
    assert net.nodes == 2  # outlives what it is of
    name = tmp_path / "trace"
    words = ["export", "chakra", "allgather", "ring:4", "--bytes", "1000", "-o", str(name)]
    subprocess.run([os.environ.get("LINKBOUND", build / "linkbound"), *words], check=True)
    chakra = lb.Messages(f"{name}.0.et", network="ring:4")
    assert chakra.ranks == 4 and chakra.net == lb.Net("ring:4")
    with pytest.raises(lb.Error, match="does not name its data"):
        lb.check(f"{name}.0.et")
    with pytest.raises(lb.Error, match="link"):
        lb.Messages(f"{name}.0.et", network="line:4")
    lb.plan("broadcast", "2x2").write(tmp_path / "named")
    with pytest.raises(lb.Error, match="names its data"):
        lb.Messages(tmp_path / "named")
    for wrong in (None, 5, "a\0b", tmp_path / "none"):
        with pytest.raises(lb.Error):
            lb.Messages(wrong)


def test_what_is_no_schedule_is_called_by_its_name(tmp_path):
    path = tmp_path / "drawn.dot"
    path.write_text(lb.plan("broadcast", "2x2").export("dot"))
    with pytest.raises(lb.Error, match="Graphviz"):
        lb.check(path)
