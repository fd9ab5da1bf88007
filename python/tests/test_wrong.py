"""What is wrong is an Error with one sentence, whatever was given: no raw one, and no crash."""
import inspect
import pickle

import pytest

import linkbound as lb

T = lb.Task("broadcast", "2x2")
N = lb.Net("4x4")
P = lb.plan("broadcast", "2x2")


def plan(**options):
    return lb.plan("alltoall", "cube:3", **options)


def compare(**options):
    return lb.compare("broadcast", "2x2", **{"tau": 1, "beta": 1, **options})


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        (lambda: lb.check([(1, 0, 1, 0)]), r"cannot be checked: .*Schedule\(task, moves\)"),
        (lambda: lb.check(None), "None cannot be checked"),
        (lambda: lb.check(T), "cannot be checked"),
        (lambda: lb.check("a\0b"), "without zero bytes"),
        (lambda: lb.plan("alltoall", "cube:20").moves, "10995116277760 moves: 3.2.e.05 GiB, more"),
        (lambda: lb.Net(None), "None is not a network"),
        (lambda: lb.Net(b"cube:3"), "is not a network"),
        (lambda: lb.Net("a\0b"), "without zero bytes"),
        (lambda: lb.Net("\ud800"), "UTF-8"),
        (lambda: lb.Net("cubes:3"), "did you mean cube:3?"),
        (lambda: lb.Net("machine:dgx-1-v10"), "did you mean machine:dgx-1-v100?"),
        (lambda: lb.Schedule("broadcast", []), "'broadcast' is not a Task: Schedule"),
        (lambda: lb.Schedule(T, None), "moves None: a list of moves"),
        (lambda: lb.Schedule(T, [(1, 0, 1, 0), (1, 0, 1)]), r"move 1, .*: \(step, from, to, data"),
        (lambda: lb.Schedule(T, [(1.0, 0, 1, 0)]), "move 0, .*step 1.0: a whole number"),
        (lambda: lb.Schedule(T, [(1, -1, 1, 0)]), "from -1: a whole number from 0"),
        (lambda: lb.Schedule(T, [(1, 0, 1, None)]), "data None: a whole number"),
        (lambda: lb.Schedule(T, [(1, 0, 1, 0, "smu")]), "unknown op 'smu'"),
        (lambda: lb.Schedule(T, [5]), "move 0, 5: a tuple or a dict"),
        (lambda: lb.Schedule(T, [], ports="a"), "ports 'a': a whole number"),
        (lambda: lb.check(lb.Schedule(T, [(1, 2**32 - 1, 1, 0)])), "line 2: .*from.* is larger"),
        (lambda: lb.check(lb.Schedule(T, [{"step": object()}])), "a whole number"),
        (lambda: N.without("0:1"), "'3-7' is both ways, '3>7' one way"),
        (lambda: N.without((0, 1)), r"link 0: \(from, to\)"),
        (lambda: N.without([(0, 2**33 + 1)]), "a whole number from 0"),
        (lambda: N.without(nodes=3), "nodes 3: a list of nodes"),
        (lambda: compare(sizes=[]), "at least one"),
        (lambda: compare(sizes=5), "sizes 5: a list of sizes"),
        (lambda: compare(sizes=["1Q"]), "size '1Q': not a size"),
        (lambda: compare(sizes=[1], tau=float("nan")), "nan is not a number"),
        (lambda: compare(sizes=[1]).best(7), "7 is none of the sizes"),
        (lambda: compare(sizes=[1]).time(1, "broadcast-11"), "did you mean broadcast-1?"),
        (lambda: lb.compare(P, "2x2", sizes=[1], tau=1, beta=1), "has its task already"),
        (lambda: lb.Task("permute", N, permutation="transpos"), "did you mean transpose?"),
        (lambda: lb.Task("permute", "4x3", permutation="transpose"), "radices do not allow it"),
        (lambda: lb.Task("permute", N, permutation="swap:1"), "write swap:3-5"),
        (lambda: lb.Task("permute", N, permutation="random:x"), "a whole number below"),
        (lambda: lb.Task("permute", N, permutation="rotation:2"), "nothing may follow"),
        (lambda: lb.Task("permute", N, permutation=[0.0] * 16), "node 0.0: a whole number"),
        (lambda: lb.Task("neighbors", N, near=-1), "near -1"),
        (lambda: lb.Task("brodcast", N), "unknown task 'brodcast'; did you mean broadcast?"),
        (lambda: lb.Task("broadcast", 4), "4 is not a network"),
        (lambda: lb.plan(3, 4), "3 is not a task"),
        (lambda: plan(rot=1), "unknown parameter 'rot'; did you mean root?"),
        (lambda: plan(algorithm="total-exchang"), "did you mean total-exchange?"),
        (lambda: plan(effort=2**40), "effort .*: a whole number from"),
        (lambda: plan(clock="units"), "did you mean unit?"),
        (lambda: plan(hop=1), "hop is for the linear clock"),
        (lambda: plan(bytes=1, tau="1\0", beta=1), "not a time"),
        (lambda: lb.bound("alltoall", "4", ports=2**32 + 1), "ports 4294967297: a whole number"),
        (lambda: lb.simulate(T, bytes=1, tau=1, beta=1), "is not a Plan"),
        (lambda: lb.draw(T), "is not a Plan"),
        (lambda: lb.export(T, "csv"), "is not a Plan"),
        (lambda: lb.page(None), "is not a Plan"),
        (lambda: P.then(T), "is not a Plan"),
        (lambda: lb.draw(P, "netwrok"), "did you mean network?"),
        (lambda: lb.draw(P, "timeline", node=2**32 - 1), "node 4294967295"),
        (lambda: lb.export(P, "mscl"), "did you mean msccl?"),
        (lambda: P.check(progress=5), "progress 5: a function"),
        (lambda: lb.Plan(5), "plans are made by linkbound.plan"),
        (lambda: lb.Plan.of([]), "is not a Schedule"),
        (lambda: P.write(None), "the name of a file"),
        (lambda: P.translate(2**32 + 1), "by 4294967297"),
        (lambda: N.neighbor(0.5, 0), "node 0.5: a whole number"),
        (lambda: lb.Net.graph(3, [(0, 1, 0)]), "speed 0"),
        (lambda: lb.Net.graph(3, [(0, 2**32 + 1)]), "a whole number from 0"),
        (lambda: lb.Net.graph(3, ["01"]), "from, to"),
        (lambda: lb.Net.from_networkx(5), "is not a graph of networkx"),
        (lambda: lb.algorithms("brodcast"), "did you mean broadcast?"),
    ],
)
def test_sentences(wrong, sentence):
    with pytest.raises(lb.Error, match=sentence) as caught:
        wrong()
    assert "\n" not in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.__class__ is caught.value.__class__ and str(again) == str(caught.value)
    assert again.code is caught.value.code


def test_they_are_what_python_has_too():
    for kind, wrong in (
        (TypeError, lambda: lb.Net(3)),
        (ValueError, lambda: plan(ports=-1)),
        (IndexError, lambda: N.neighbors(16)),
    ):
        with pytest.raises(kind) as caught:
            wrong()
        assert caught.value.code is lb.Code.ARG


class Odd:
    """Nothing can be done with it, not even shown."""

    def __repr__(self):
        raise RuntimeError("no")


STRANGE = [
    None, True, -1, 0, 3, 2**31, 2**32 - 1, 2**32, 2**64, 2**200, -(2**200), 1.5,
    float("nan"), float("inf"), "", "x",
    "a\0b", "\ud800", "x" * 10000, b"", b"\xff", [], [None], [[]], (), {},
    {"a": 1}, set(), range(3), object(), Odd(), T, N, P, lb, 1j, [0] * 5, ["a"], iter([1]),
    10**5000,
]  # fmt: skip


def calls():
    """Every function and method of the package."""
    for name in lb.__all__:
        thing = getattr(lb, name)
        if inspect.isclass(thing) and thing in (lb.Net, lb.Task, lb.Schedule):
            yield name, thing
        elif inspect.isfunction(thing):
            yield name, thing
    schedule = lb.Schedule(T, [(1, 0, 1, 0)])
    timing = P.simulate(bytes=1, tau=1, beta=1)
    made = (schedule, P.check(), P.bound, compare(sizes=[1]), P.draw(), timing)
    for one in (T, N, P, *made):
        for name, method in inspect.getmembers(one, callable):
            if not name.startswith("_") and name not in ("write", "save", "cls"):
                yield f"{type(one).__name__}.{name}", method


@pytest.mark.parametrize("name, function", [pytest.param(n, f, id=n) for n, f in calls()])
def test_strange_arguments(name, function):
    """In every place: an answer, or an Error, or Python's own word about arguments."""
    signature = inspect.signature(function)
    usual = {
        "kind": "broadcast", "what": "broadcast", "network": "2x2", "plan": P, "form": "csv",
        "sizes": [1], "bytes": 1, "tau": 1, "beta": 1, "nodes": 2, "links": [(0, 1), (1, 0)],
        "task": T, "moves": [], "size": 1, "node": 0, "port": 0, "a": 0, "b": 1, "graph": None,
        "path": "/none", "schedule": None, "by": 1, "groups": 2, "second": P,
    }  # fmt: skip
    if name in ("check", "Plan.check"):
        usual["what"] = P
    for place in signature.parameters.values():
        if place.kind is place.VAR_KEYWORD:
            continue
        for value in STRANGE:
            given = {
                p.name: usual.get(p.name)
                for p in signature.parameters.values()
                if p.default is p.empty and p.kind is not p.VAR_KEYWORD
            }
            given[place.name] = value
            try:
                function(**given)
            except lb.Error as error:
                assert str(error) and "\n" not in str(error) and len(str(error)) < 500
            except ImportError:
                pass
