"""The checker: replays a schedule against every rule of the model, and believes nothing."""
from __future__ import annotations

import ctypes as c
import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Union

from ._lib import encoded, lib, word
from ._types import struct
from ._watch import Progress, Watch
from .bound import Bound, bound
from .errors import Code, Error
from .plan import Plan
from .schedule import Schedule
from .task import Task

__all__ = ["Report", "check"]

_FIGURES = (
    "steps",
    "moves",
    "items",
    "crossings",
    "units",
    "utilisation",
    "mean_delay",
    "total_delay",
    "peak_stored",
    "most_sends",
    "peak_bytes",
)


@dataclass(frozen=True)
class Report:
    """The verdict. It is true where every rule holds; else `rule` is the first that is broken, and
    `step`, `sender`, `receiver` and `line` (of a file; of a Schedule move `line - 2`) say where."""

    ok: bool
    text: str
    rule: str | None
    step: int
    sender: int
    receiver: int
    line: int
    steps: int
    moves: int
    items: int
    crossings: int
    units: int
    utilisation: float
    mean_delay: float
    total_delay: float
    peak_stored: float
    most_sends: int
    peak_bytes: int
    busy: tuple[int, ...] = field(repr=False)
    replay: str
    task: Task
    ports: int
    clock: str
    packets: int

    def __bool__(self) -> bool:
        return self.ok

    @cached_property
    def bound(self) -> Bound | None:
        """What no schedule can do better than; None on the linear clock (see bound_time)."""
        if self.clock != "unit":
            return None
        return bound(self.task, ports=self.ports, packets=self.packets)

    @property
    def optimal(self) -> bool:
        """Whether it is valid and has no more steps than every schedule must have."""
        return self.ok and self.bound is not None and self.steps == self.bound.steps

    def __str__(self) -> str:
        if not self.ok or self.bound is None:
            return self.text
        verdict = "optimal" if self.optimal else f"the bound is {self.bound.steps}"
        return f"{self.text}: {self.steps} steps, {verdict}"


def _report(found: Any, **more: Any) -> Report:
    busy = tuple(found.busy[: found.busy_steps]) if found.busy else ()
    figures = {name: getattr(found, name) for name in _FIGURES}
    text = found.text.decode(errors="replace")
    where = {"step": found.step, "sender": getattr(found, "from"), "receiver": found.to}
    lib.lb_report_free(c.byref(found))
    rule = None if found.rule == 0 else str(lib.lb_rule_name(found.rule).decode())
    return Report(
        ok=rule is None,
        text=text,
        rule=rule,
        line=found.line,
        busy=busy,
        replay=word("lb_replay", found.replay, "LB_REPLAY_"),
        **where,
        **figures,
        **more,
    )


def _of_plan(plan: Plan, watch: Watch) -> Report:
    found = struct("lb_report")
    watch.call(lib.lb_check_plan, plan, watch.byref(), c.byref(found), allow=(Code.CHECK,))
    return _report(found, task=plan.task, ports=plan.ports, clock=plan.clock, packets=plan.packets)


def _is_own(path: str) -> bool:
    """Whether it is a schedule file, and not another tool's; what cannot be read is."""
    form = c.c_int()
    return lib.lb_import_format_of(encoded(path), c.byref(form), None) != 0 or form.value == 0


def _of_file(path: str, watch: Watch) -> Report:
    if not _is_own(path):
        return _of_plan(Plan.read(path), watch)
    found, header = struct("lb_report"), struct("lb_header")
    watch.call(
        lib.lb_check_file,
        encoded(path),
        watch.byref(),
        c.byref(header),
        c.byref(found),
        allow=(Code.CHECK,),
    )
    return _report(
        found,
        task=Task._of(header.task),
        ports=header.ports,
        clock=word("lb_clock", header.clock, "LB_"),
        packets=max(1, header.denominator // max(1, header.packet)),
    )


def check(
    what: Union[Plan, Schedule, str, os.PathLike[str]],
    *,
    replay: str = "auto",
    memory: int = 0,
    progress: Progress = None,
) -> Report:
    """Judges a plan, a Schedule, or the schedule file of this name.

    A schedule that breaks a rule gets a Report that says so; what cannot be read raises Error, and
    so does another tool's file (docs/schedules.md) that is wrong, with the code CHECK.
    `replay` is `auto`, `full` or `relative`, `memory` the bytes that it may take (0: 4 GiB),
    `progress` is called now and then with the fraction done.
    """
    watch = Watch(progress, replay, memory)
    if isinstance(what, Plan):
        return _of_plan(what, watch)
    if not isinstance(what, Schedule):
        return _of_file(os.fspath(what), watch)
    with what._file() as path:
        try:
            return _of_file(path, watch)
        except Error as error:  # which file it was is nobody's business
            sentence = re.sub(r"^.*?/schedule:(\d+): ", r"line \1: ", str(error))
            raise Error(error.code, sentence) from None
