"""Who lives how long: copies, pickles, threads, Ctrl-C, memory; and what notebooks show."""
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import xml.dom.minidom

import pytest

import linkbound as lb

NETS = [
    "cube:3", "4x4x2 speeds 2,2,1", "mesh:3x3", "circulant:9:1,2", "machine:dgx-1-v100",
    "twisted:2x4", "4x4 cut-through", "4x4*complete:4", "hyperx:4x4", "folded:4",
]  # fmt: skip


def ways(thing):
    return pickle.loads(pickle.dumps(thing)), copy.copy(thing), copy.deepcopy(thing)


@pytest.mark.parametrize("name", NETS)
def test_nets_are_pickled(name):
    for again in ways(lb.Net(name)):
        assert again == lb.Net(name) and again.name == lb.Net(name).name


def test_faults_and_graphs_are_pickled():
    graph = lb.Net.graph(4, [(0, 1, 2), (1, 2), (2, 3), (3, 0), (0, 2)], both=True, name="mine")
    for net in (lb.Net("4x4").without("0-1, 4>5", nodes=[9]), graph, graph.without("0-2")):
        for again in ways(net):
            assert again == net and again.dead() == net.dead() and again.name == net.name
            assert list(again.links()) == list(net.links())


def test_all_else_is_pickled():
    task = lb.Task("permute", "2x2", permutation=[1, 2, 3, 0])
    plan = lb.plan(task)
    schedule = lb.Schedule(task, [(1, 0, 1, (0, 1))])
    compared = lb.compare("broadcast", "2x2", sizes=[1, 2], tau=1, beta=1)
    for thing in (task, plan.check(), plan.bound, compared, lb.check(schedule)):
        assert all(again == thing for again in ways(thing))
    for again in ways(plan):
        assert again.task == task and again.algorithm == plan.algorithm and again.check().optimal
        assert list(again.moves) == list(plan.moves)
    for again in ways(schedule):
        assert again.task == task and again.moves == schedule.moves
    ways(plan.bound)[0].verify()


def test_copies_outlive():
    """A shallow copy that only had the same pointer would show what is gone."""
    net = lb.Net("cube:5")
    again = copy.copy(net)
    del net
    gc.collect()
    others = [lb.Net("3x3") for _ in range(50)]
    assert again.name == "2x2x2x2x2" and len(others) == 50
    plan = lb.plan("alltoall", again)
    moves, task, drawn = plan.moves, plan.task, plan.draw("matrix")
    of_task = task.net
    del plan, task, again
    gc.collect()
    assert of_task.nodes == 32 and len(moves) == 32 * 5 * 16 and drawn.text


def test_threads():
    wrong = []

    def work(number):
        try:
            for turn in range(10):
                plan = lb.plan("alltoall", f"{2 + number % 3}x{3 + turn % 3}")
                assert plan.check() and plan.draw().text and len(plan.moves)
                plan.bound.verify()
                with pytest.raises(lb.Error, match=f"radix|'{number}z'"):
                    lb.Net(f"{number}z")
        except BaseException as error:
            wrong.append(error)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


def run(code, sources):
    env = {**os.environ, "PYTHONPATH": str(sources / "python")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interrupted(sources):
    """Ctrl-C ends the waiting for a plan that takes long, and the process can end meanwhile."""
    code = """
import os, signal, threading
import linkbound as lb
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    lb.plan("scan", "3x3x3x3", packets=9, ports=2, effort=9)
except KeyboardInterrupt:
    print("stopped", lb.plan("alltoall", "cube:3").steps, flush=True)
"""
    assert run(code, sources) == "stopped 4\n"


def test_memory_stays(sources):
    """A thousand plans, and all that is asked of them, take no more than a hundred."""
    code = """
import gc
import linkbound as lb
def used():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4
def some(count):
    for _ in range(count):
        plan = lb.plan("alltoall", "3x3")
        plan.moves, plan.check(), plan.draw(), plan.bound, plan.attempts, plan.task.net.name
        plan.simulate(bytes=8, tau=1, beta=1)
        try:
            lb.plan("alltoall", "3x3", algorithm="x")
        except lb.Error:
            pass
    return used()
begun = some(200)
print(some(1000) - begun)
"""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("there is no /proc")
    assert int(run(code, sources)) < 4096  # KiB


@pytest.mark.parametrize("name", ["2x2", "4x4x4", "graph", "cube:10", "1"])
def test_notebooks_show_something(name):
    ring = [(0, 1), (1, 2), (2, 0)]
    net = lb.Net.graph(3, ring, name="<b>&") if name == "graph" else lb.Net(name)
    plan = lb.plan("broadcast", net)
    svg, page = plan._repr_svg_(), plan._repr_html_()
    assert svg is None or xml.dom.minidom.parseString(svg).documentElement.tagName == "svg"
    assert page is None or page.startswith("<iframe") and "<b>" not in page
    assert "\n" not in repr(plan) and "\n" not in repr(plan.check())
    assert "\n" not in repr(net) and "\n" not in repr(plan.task)


def test_a_comparison_in_a_notebook():
    found = lb.compare("broadcast", "2x2", sizes=[1], tau=1, beta=1)
    xml.dom.minidom.parseString(found._repr_html_())
