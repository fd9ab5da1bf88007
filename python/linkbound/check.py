"""The checker: replays a schedule against every rule of the model, and believes nothing."""
from __future__ import annotations

import ctypes as c
import os
import re
import stat
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Union

from ._args import path_of, shown, text
from ._lib import NONE, call, lib, word
from ._types import struct
from ._watch import Progress, Watch
from .bound import Bound, bound
from .errors import BadType, Code, Error
from .net import NetLike
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
    `step`, `sender`, `receiver` and `line` (of a file; of a Schedule move `line - 2`) say where,
    None where no one of them is to blame."""

    ok: bool
    text: str
    rule: str | None
    step: int | None
    sender: int | None
    receiver: int | None
    line: int | None
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
    ends: dict[str, Any] = {"sender": getattr(found, "from"), "receiver": found.to}
    for name, node in ends.items():
        ends[name] = None if found.rule == 0 or node == NONE else node
    lib.lb_report_free(c.byref(found))
    rule = None if found.rule == 0 else str(lib.lb_rule_name(found.rule).decode())
    return Report(
        ok=rule is None,
        text=text,
        rule=rule,
        step=found.step or None,
        line=found.line or None,
        busy=busy,
        replay=word("lb_replay", found.replay, "LB_REPLAY_"),
        **ends,
        **figures,
        **more,
    )


def _of_plan(plan: Plan, watch: Watch) -> Report:
    found = struct("lb_report")
    watch.call(lib.lb_check_plan, plan, watch.byref(), c.byref(found), allow=(Code.CHECK,))
    return _report(found, task=plan.task, ports=plan.ports, clock=plan.clock, packets=plan.packets)


def _is_own(path: str) -> bool:
    """Whether it is a schedule file, and not another tool's; a pipe may be either."""
    form = c.c_int()
    if os.path.exists(path) and stat.S_ISFIFO(os.stat(path).st_mode):
        return False
    call(lib.lb_import_format_of, text("file", path), c.byref(form))
    return form.value == 0


def _of_file(path: str, watch: Watch) -> Report:
    found, header = struct("lb_report"), struct("lb_header")
    watch.call(
        lib.lb_check_file,
        text("file", path),
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


def _file_name(what: Any) -> str:
    """What is to be checked, if that is a file."""
    if isinstance(what, (str, bytes, os.PathLike)):
        return path_of(what)
    hint = ""
    if isinstance(what, (list, tuple)) or hasattr(what, "dtype"):
        hint = "; moves of your own with their task: check(Schedule(task, moves))"
    raise BadType(f"{shown(what)} cannot be checked: a Plan, a Schedule or a file, please{hint}")


def check(
    what: Union[Plan, Schedule, str, os.PathLike[str]],
    *,
    replay: str = "auto",
    memory: int = 0,
    progress: Progress = None,
    network: NetLike | None = None,
    root: int | None = None,
) -> Report:
    """Judges a plan, a Schedule, or the schedule file of this name.

    A schedule that breaks a rule gets a Report that says so; what cannot be read raises Error, and
    so does another tool's file (docs/schedules.md) that is wrong, with the code CHECK.
    Such a file is judged on this `network`, or the one whose links it uses, with this `root`; one
    that does not name its data (GOAL of other tools, Chakra) is for `Messages`.
    `replay` is `auto`, `full` or `relative`, `memory` the bytes that it may take (0: 4 GiB),
    `progress` is called now and then with the fraction done.
    """
    watch = Watch(progress, replay, memory)
    foreign = not isinstance(what, (Plan, Schedule)) and not _is_own(_file_name(what))
    if not foreign and (network is not None or root is not None):
        raise BadType("network and root are for files of other tools: ours say them themselves")
    if isinstance(what, Plan):
        return _of_plan(what, watch)
    if not isinstance(what, Schedule):
        name = path_of(what)
        if not foreign:
            return _of_file(name, watch)
        return _of_plan(Plan.read(name, network=network, root=root, memory=memory), watch)
    with what._file() as path:
        try:
            return _of_file(path, watch)
        except Error as error:  # which file it was is nobody's business
            sentence = re.sub(r"^.*?/schedule:(\d+): ", r"line \1: ", str(error))
            raise Error(error.code, sentence) from None
