"""Bounds: what no plan can do better than, and why."""
from __future__ import annotations

import ctypes as c
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ._args import LARGE, whole
from ._lib import call, lib, text_of
from ._types import struct
from ._watch import apart
from .exact import Number, cost_of, fraction
from .net import NetLike
from .task import Task, TaskLike, task

__all__ = ["Bound", "TimeBound", "bound", "bound_time"]


@dataclass(frozen=True)
class Bound:
    """The fewest steps and transmissions of a task, in unit packets, with what forces them."""

    task: Task
    ports: int
    packets: int
    steps: int
    steps_reason: str
    transmissions: int
    transmissions_reason: str
    mean_delay: float  # 0 where none is known
    _bound: Any = field(repr=False, compare=False)

    def verify(self) -> None:
        """Recounts everything from the task alone, with no code that made it; raises Error."""
        call(lib.lb_bound_verify, self.task, self.ports, self.packets, c.byref(self._bound))

    def __reduce__(self) -> tuple[Any, ...]:
        return _bound_again, (self.task, self.ports, self.packets)

    def __str__(self) -> str:
        return f"{self.steps} steps: {self.steps_reason}"


def bound(
    what: TaskLike,
    network: NetLike | None = None,
    *,
    ports: int = 0,
    packets: int = 1,
    **params: Any,
) -> Bound:
    """The best lower bounds where a node drives at most `ports` links at a time (0: all) and a
    block is `packets` unit packets: `bound("alltoall", "cube:3").steps`."""
    asked = task(what, network, **params)
    ports, packets = whole("ports", ports), whole("packets", packets, LARGE)
    found = struct("lb_bound")
    apart(lambda: call(lib.lb_bound_unit, asked, ports, packets, c.byref(found)))
    return Bound(
        asked,
        ports,
        packets,
        found.steps,
        text_of(lib.lb_witness_text, asked, c.byref(found.steps_witness)),
        found.transmissions,
        text_of(lib.lb_witness_text, asked, c.byref(found.transmissions_witness)),
        found.mean_delay,
        found,
    )


def _bound_again(of: Task, ports: int, packets: int) -> Bound:
    """From a pickle: it is found once more."""
    return bound(of, ports=ports, packets=packets)


@dataclass(frozen=True)
class TimeBound:
    """The least time of a task on the linear clock, with what forces it."""

    time: Fraction
    reason: str

    def __float__(self) -> float:
        return float(self.time)


def bound_time(
    what: TaskLike,
    network: NetLike | None = None,
    *,
    bytes: int | str,
    tau: Number | None = None,
    beta: Number | None = None,
    link: str | None = None,
    latency: Number | None = None,
    hop: Number = 0,
    ports: int = 0,
    **params: Any,
) -> TimeBound:
    """The least time where a packet of s bytes takes tau*s + beta on a link; in nanoseconds, if
    that is said in units: `bytes="1MiB"`, `link="100Gbit"`, `latency="1us"`."""
    asked = task(what, network, **params)
    time, witness = struct("lb_ratio"), struct("lb_witness")
    cost = cost_of(bytes, tau, beta, hop, False, link, latency)
    ports = whole("ports", ports)
    found = (c.byref(cost), c.byref(time), c.byref(witness))
    apart(lambda: call(lib.lb_bound_linear, asked, ports, *found))
    return TimeBound(fraction(time), text_of(lib.lb_witness_time_text, asked, c.byref(witness)))
