"""Every algorithm's time over a range of sizes, and the best."""
from __future__ import annotations

import ctypes as c
import html
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Sequence

from ._args import one_of, several, shown
from ._lib import lib
from ._types import struct
from ._units import size as size_of
from .algorithms import algorithms
from .bound import bound_time
from .errors import BadType, BadValue, Error
from .exact import Number, cost_of, fraction, in_numbers
from .net import NetLike
from .plan import Plan, as_plan, plan
from .schedule import Schedule
from .task import Task, TaskLike, task

__all__ = ["Comparison", "compare"]

PACKETS = 2_000_000  # of all simulations of one algorithm


@dataclass(frozen=True)
class Comparison:
    """Times by algorithm and size, exact; those of `at_most` are upper bounds."""

    task: Task
    sizes: tuple[int, ...]
    times: dict[str, tuple[Fraction, ...]] = field(repr=False)
    bounds: tuple[Fraction, ...] = field(repr=False)
    at_most: frozenset[str] = frozenset()
    left_out: dict[str, str] = field(default_factory=dict, repr=False)

    def best(self, size: int) -> str:
        """Which algorithm is best at one of the sizes."""
        index = self._at(size)
        return min(self.times, key=lambda name: self.times[name][index])

    def _at(self, size: int) -> int:
        if size not in self.sizes:
            raise BadValue(f"{shown(size)} is none of the sizes that were compared")
        return self.sizes.index(size)

    def time(self, size: int, algorithm: str | None = None) -> Fraction:
        """How long it takes; without an algorithm, the best."""
        if algorithm is None:
            algorithm = self.best(size)
        return self.times[one_of("algorithm", algorithm, list(self.times))][self._at(size)]

    def winners(self) -> list[tuple[int, str, Fraction, float]]:
        """For every size: the best algorithm, its time, and how many times the bound that is."""
        rows = []
        for size, least in zip(self.sizes, self.bounds):
            time = self.time(size)
            rows.append((size, self.best(size), time, float(time / least) if least else 1.0))
        return rows

    def to_dataframe(self) -> Any:
        """A pandas.DataFrame: sizes down, algorithms and the bound across, times as floats."""
        import pandas

        table = {name: [float(t) for t in row] for name, row in self.times.items()}
        table["bound"] = [float(t) for t in self.bounds]
        return pandas.DataFrame(table, index=pandas.Index(self.sizes, name="bytes"))

    def __str__(self) -> str:
        return "\n".join(
            f"{size:>12}  {name:<24} {float(time):<12g} {ratio:.3f} of the bound"
            for size, name, time, ratio in self.winners()
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{size}</td><td>{html.escape(name)}</td><td>{float(time):g}</td>"
            f"<td>{ratio:.3f}</td></tr>"
            for size, name, time, ratio in self.winners()
        )
        head = "<tr><th>bytes</th><th>best</th><th>time</th><th>of the bound</th></tr>"
        return f"<table>{head}{rows}</table>"


def _by_formula(asked: Task, name: str, ports: int, cost: Any) -> tuple[Fraction, bool] | None:
    """What the formula of an algorithm says, and whether it is exact; None: there is none."""
    options = struct(
        "lb_plan_options", algorithm=name.encode(), ports=ports, clock=1, cost=c.pointer(cost)
    )
    formula, time = struct("lb_formula"), struct("lb_ratio")
    if lib.lb_formula_of(asked, c.byref(options), c.byref(formula), None) != 0:
        return None
    if lib.lb_formula_time(c.byref(formula), c.byref(cost), c.byref(time)) != 0:
        return None
    return fraction(time), bool(formula.exact)


def _obstacle(asked: Task, name: str, ports: int, cost: Any) -> str | None:
    options = struct("lb_plan_options", ports=ports, clock=1, cost=c.pointer(cost))
    for index in range(lib.lb_algorithms()):
        if lib.lb_algorithm_at(index).contents.name.decode() == name:
            found = lib.lb_algorithm_obstacle(index, asked, c.byref(options))
            return found.decode() if found else None
    return "there is no such algorithm"


class _Contest:
    """What goes on in a comparison: the question, and who takes part with which times."""

    def __init__(
        self, asked: Task, sizes: tuple[int, ...], ports: int, cost: dict[str, Any]
    ) -> None:
        self.asked, self.sizes, self.ports, self.cost = asked, sizes, ports, cost
        self.times: dict[str, tuple[Fraction, ...]] = {}
        self.left_out: dict[str, str] = {}
        self.at_most: set[str] = set()

    def enter(self, name: str) -> None:
        """An algorithm: by its formula, or its plan where that is small enough."""
        costs = [cost_of(size, **self.cost) for size in self.sizes]
        obstacle = _obstacle(self.asked, name, self.ports, costs[0])
        if obstacle:
            self.left_out[name] = obstacle
            return
        points = [_by_formula(self.asked, name, self.ports, cost) for cost in costs]
        known = [point for point in points if point is not None]
        if len(known) == len(points):
            self.times[name] = tuple(time for time, _ in known)
            if not all(exact for _, exact in known):
                self.at_most.add(name)
            return
        try:
            self.enter_plan(
                name,
                plan(
                    self.asked, algorithm=name, ports=self.ports, bytes=self.sizes[0], **self.cost
                ),
            )
        except Error as error:
            self.left_out[name] = str(error)

    def enter_plan(self, name: str, made: Plan) -> None:
        """A plan, simulated at every size."""
        if made.transmissions * len(self.sizes) > PACKETS:
            self.left_out[name] = "it has no formula, and its plan is too large to be simulated"
            return
        self.times[name] = tuple(
            made.simulate(bytes=size, **self.cost).makespan for size in self.sizes
        )


def compare(
    what: TaskLike | Plan | Schedule,
    network: NetLike | None = None,
    *,
    sizes: Sequence[int | str],
    tau: Number | None = None,
    beta: Number | None = None,
    link: str | None = None,
    latency: Number | None = None,
    hop: Number = 0,
    ports: int = 0,
    **params: Any,
) -> Comparison:
    """All algorithms for a task at these sizes, where a packet of s bytes takes tau*s + beta.

    In units the same is `sizes=["1K", "1MiB"]`, `link="100Gbit"`, `latency="1us"`; times are then
    nanoseconds. They are exact: by each algorithm's formula, or of its plan, simulated. A plan or
    Schedule of your own in place of a task takes part, and its task is the one that is compared.
    """
    own = as_plan(what) if isinstance(what, (Plan, Schedule)) else None
    if own and (network is not None or params):
        raise BadType("a Plan has its task already")
    lengths = tuple(size_of("size", size) for size in several("sizes", sizes, "size"))
    if not lengths:
        raise BadValue("sizes: at least one, please")
    asked = own.task if own else task(what, network, **params)  # type: ignore[arg-type]
    tau, beta, hop = in_numbers(tau, beta, hop, link, latency)
    cost: dict[str, Any] = {"tau": tau, "beta": beta, "hop": hop}
    contest = _Contest(asked, lengths, ports, cost)
    if own is not None:
        contest.enter_plan(own.algorithm, own)
    for algorithm in algorithms(asked.kind):
        if algorithm.name not in contest.times:
            contest.enter(algorithm.name)
    bounds = tuple(bound_time(asked, bytes=size, ports=ports, **cost).time for size in lengths)
    return Comparison(
        asked, lengths, contest.times, bounds, frozenset(contest.at_most), contest.left_out
    )
