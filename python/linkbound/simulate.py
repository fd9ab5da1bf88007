"""The linear clock: how long a plan takes when s bytes cost tau*s + beta. Exact."""
from __future__ import annotations

import ctypes as c
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ._lib import lib
from ._types import struct
from ._watch import Progress, Watch
from .exact import Number, cost_of, fraction

if TYPE_CHECKING:
    from .plan import PlanLike

__all__ = ["Hop", "Timing", "simulate"]


@dataclass(frozen=True)
class Hop:
    """One packet, and when it is on its link."""

    step: int
    sender: int
    receiver: int
    units: int
    bytes: int
    start: Fraction
    finish: Fraction


@dataclass(frozen=True)
class Timing:
    """How long it takes; `critical` is a chain of packets that lasts the whole time, or all."""

    makespan: Fraction
    busiest_link: Fraction
    utilisation: float
    packets: int
    critical: tuple[Hop, ...] = field(repr=False)

    def __float__(self) -> float:
        return float(self.makespan)


def simulate(
    plan: PlanLike,
    *,
    bytes: int | str,
    tau: Number | None = None,
    beta: Number | None = None,
    link: str | None = None,
    latency: Number | None = None,
    hop: Number = 0,
    whole_bytes: bool = False,
    every_packet: bool = False,
    checked: bool = False,
    progress: Progress = None,
) -> Timing:
    """When everything has arrived of a plan, a Schedule, or the schedule file of this name.

    `bytes` is one block, or for allreduce the whole vector; a packet of s bytes takes tau*s + beta,
    or what `link="100Gbit"` and `latency="1us"` say, and times are then nanoseconds;
    `every_packet`: `critical` has all packets, in the order of `plan.moves`; `checked`: the plan
    has been checked, and need not be once more."""
    from .plan import as_plan

    timed = as_plan(plan)
    watch = Watch(progress, "auto", 0, checked)
    cost, found = cost_of(bytes, tau, beta, hop, whole_bytes, link, latency), struct("lb_timing")
    function = lib.lb_simulate_hops if every_packet else lib.lb_simulate
    watch.call(function, timed, c.byref(cost), watch.byref(), c.byref(found))
    return timing_of(found)


def timing_of(found: Any) -> Timing:
    """A Timing of an lb_timing, which is freed."""
    hops = tuple(
        Hop(
            h.step,
            getattr(h, "from"),
            h.to,
            h.units,
            h.bytes,
            fraction(h.start),
            fraction(h.finish),
        )
        for h in found.critical[: found.critical_count]
    )
    timing = Timing(
        fraction(found.makespan),
        fraction(found.busiest_link),
        found.utilisation,
        found.packets,
        hops,
    )
    lib.lb_timing_free(c.byref(found))
    return timing
