"""Plans: all moves that carry out a task."""
from __future__ import annotations

import ctypes as c
import os
import tempfile
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ._args import maybe_text, path_of, shown, text, whole
from ._lib import Handle, call, lib, made, the_plan, value_of, word
from ._types import struct
from ._watch import apart
from .bound import Bound, bound
from .errors import BadType, Code, Error
from .exact import Number, cost_of, fraction
from .moves import dataframe, moves_and_items
from .net import Net, NetLike, net
from .schedule import Schedule
from .task import Task, TaskLike, task

if TYPE_CHECKING:
    from .check import Report
    from .draw import Drawing
    from .simulate import Timing

__all__ = ["Attempt", "Plan", "plan"]


@dataclass(frozen=True)
class Attempt:
    """What was tried before a plan was chosen. `steps` 0: there was no plan."""

    name: str
    outcome: str
    steps: int
    moves: int
    time: Fraction


class Plan(Handle):
    """A plan: made by `plan`, read from a schedule file, or a Schedule that holds together.

    In a notebook it shows itself: an animation of its steps where the network can be drawn.
    """

    _free = "lb_plan_free"

    def __init__(self, *_: Any) -> None:
        raise BadType("plans are made by linkbound.plan, and by Plan.read and Plan.of")

    @classmethod
    def _of(cls, handle: Any) -> Plan:
        plan = cls.__new__(cls)
        Handle.__init__(plan, handle)
        return plan

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        network: NetLike | None = None,
        root: int | None = None,
        memory: int = 0,
    ) -> Plan:
        """From a schedule file, or a file of another tool's (docs/schedules.md), which is judged
        as it is read: on this `network`, or the one whose links it uses, with this `root`, in so
        many bytes of `memory` (0: 4 GiB)."""
        on = None if network is None else net(network)
        handle = None if on is None else on._as_parameter_.value
        options = struct(
            "lb_import_options",
            net=handle,
            rooted=root is not None,
            root=0 if root is None else root,
            memory=memory,
        )
        name, found = text("file", path_of(path)), struct("lb_imported")

        def read() -> Plan:
            call(lib.lb_import, name, c.byref(options), c.byref(found))
            return cls._of(found.plan)

        return apart(read)

    @classmethod
    def of(cls, schedule: Schedule) -> Plan:
        """A schedule as a plan, to be drawn, simulated and transformed. `check` it first."""
        if not isinstance(schedule, Schedule):
            raise BadType(f"{shown(schedule)} is not a Schedule")
        with schedule._file() as path:
            return cls.read(path)

    def write(self, path: str | os.PathLike[str]) -> None:
        """As a schedule file, which is there whole or not at all."""
        call(lib.lb_plan_write, self, text("file", path_of(path)), None)

    @property
    def task(self) -> Task:
        """What it carries out."""
        return Task._of(lib.lb_plan_task(self), self)

    @property
    def net(self) -> Net:
        """The network it is for; of flights that whose ports they are."""
        return Net._of(lib.lb_plan_net(self), self)

    @property
    def algorithm(self) -> str:
        """Who made it."""
        return str(lib.lb_plan_algorithm(self).decode())

    @property
    def steps(self) -> int:
        """The step of the last move."""
        return int(lib.lb_plan_steps(self))

    @property
    def transmissions(self) -> int:
        """How many moves it has, of all nodes."""
        return int(lib.lb_plan_moves(self))

    @property
    def ports(self) -> int:
        """How many links a node may drive at a time."""
        return int(lib.lb_plan_ports(self))

    @property
    def clock(self) -> str:
        """`unit` or `linear`."""
        return word("lb_clock", lib.lb_plan_clock(self), "LB_")

    @property
    def orbit(self) -> str:
        """How it is kept: `rooted`, `symmetric` or `explicit`."""
        return word("lb_orbit", lib.lb_plan_orbit(self), "LB_")

    @property
    def denominator(self) -> int:
        """Into how many units a block is cut."""
        return int(lib.lb_plan_denominator(self))

    @property
    def packets(self) -> int:
        """How many unit packets a block is; 1 on the linear clock."""
        if self.clock != "unit":
            return 1
        return max(1, self.denominator // max(1, int(lib.lb_plan_packet(self))))

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        return moves_and_items(self)

    @property
    def moves(self) -> Any:
        """All moves in step order: a numpy array with the fields step, from, to, nitems, first,
        port and op (0 copy, 1 sum), or without numpy a list of Move. Those of its blocks are
        `items[first:first + nitems]`."""
        return self._arrays[0]

    @property
    def items(self) -> Any:
        """What is in the packets: an array with the fields origin, dest, copy, lo and hi, or
        without numpy a list of Item. NONE (2^32-1) stands where a name has no such part."""
        return self._arrays[1]

    def to_dataframe(self) -> Any:
        """A pandas.DataFrame with a row for every block or piece in every move."""
        return dataframe(self)

    @cached_property
    def bound(self) -> Bound:
        """What no plan on the unit clock can do better than."""
        return bound(self.task, ports=self.ports, packets=self.packets)

    @property
    def optimal(self) -> bool:
        """Whether it has as few steps as any plan can have (unit clock)."""
        return self.clock == "unit" and self.steps == self.bound.steps

    @property
    def attempts(self) -> list[Attempt]:
        """What was tried before it was chosen; nothing where an algorithm was named."""
        found = []
        for index in range(lib.lb_plan_attempts(self)):
            a = lib.lb_plan_attempt(self, index).contents
            found.append(
                Attempt(a.name.decode(), a.outcome.decode(), a.steps, a.moves, fraction(a.time))
            )
        return found

    def check(self, **options: Any) -> Report:
        """The checker's verdict: see linkbound.check."""
        from .check import check

        return check(self, **options)

    def simulate(self, **cost: Any) -> Timing:
        """How long it takes: see linkbound.simulate."""
        from .simulate import simulate

        return simulate(self, **cost)

    def draw(self, what: str = "network", **options: Any) -> Drawing:
        """A picture: see linkbound.draw."""
        from .draw import draw

        return draw(self, what, **options)

    def export(self, form: str, *, bytes: int | str = 0) -> str:
        """In another tool's format, see linkbound.export."""
        from .draw import export

        return export(self, form, bytes=bytes)

    def reverse(self) -> Plan:
        """Time and links run backwards: a broadcast becomes a reduce, a scatter a gather."""
        return Plan._of(made(lib.lb_plan_reverse, self))

    def translate(self, by: int) -> Plan:
        """The same plan seen from another place."""
        return Plan._of(made(lib.lb_plan_translate, self, whole("by", by)))

    def symmetrize(self) -> Plan:
        """One copy for every rotation of the dimensions, each with a share of every block."""
        return Plan._of(made(lib.lb_plan_symmetrize, self))

    def pipeline(self, groups: int, stagger: int = 0) -> Plan:
        """So many copies, each with a share of all blocks, `stagger` steps apart (0: the least)."""
        copies, steps = whole("groups", groups), whole("stagger", stagger)
        return Plan._of(made(lib.lb_plan_pipeline, self, copies, steps))

    def interleave(self, groups: int) -> Plan:
        """So many copies, each with a share of all blocks, that do every step in turn."""
        return Plan._of(made(lib.lb_plan_interleave, self, whole("groups", groups)))

    def complete(self) -> Plan:
        """All nodes do the rooted plan at once: a broadcast becomes an allgather."""
        return Plan._of(made(lib.lb_plan_complete, self))

    def then(self, second: Plan) -> Plan:
        """First this, then that: reduce-scatter then allgather is allreduce."""
        return Plan._of(made(lib.lb_plan_then, self, the_plan(second)))

    def __reduce__(self) -> tuple[Any, ...]:
        """As a schedule file has it: what was tried before it was chosen is forgotten."""
        with tempfile.TemporaryDirectory(prefix="linkbound-") as folder:
            path = Path(folder) / "plan"
            self.write(path)
            return _plan_again, (path.read_bytes(),)

    def __repr__(self) -> str:
        return (
            f"<Plan {self.task.kind} on {self.task.net.title} by {self.algorithm}: "
            f"{self.steps} steps, {self.transmissions} moves>"
        )

    def _repr_svg_(self) -> str | None:
        from .draw import picture_of

        return picture_of(self)

    def _repr_html_(self) -> str | None:
        from .animate import animation

        return animation(self)


PlanLike = Union[Plan, Schedule, str, "os.PathLike[str]"]


def as_plan(what: PlanLike) -> Plan:
    """A plan as it is; a Schedule, or a schedule file, as a plan if it breaks no rule."""
    from .check import check

    if isinstance(what, Plan):
        return what
    if not isinstance(what, (Schedule, str, os.PathLike)):
        raise BadType(f"{shown(what)} is not a Plan, a Schedule, or the name of a schedule file")
    report = check(what)
    if not report:
        raise Error(Code.CHECK, f"{report.rule}: {report.text}")
    return Plan.of(what) if isinstance(what, Schedule) else Plan.read(what)


def _plan_again(data: bytes) -> Plan:
    """From a pickle."""
    with tempfile.TemporaryDirectory(prefix="linkbound-") as folder:
        path = Path(folder) / "plan"
        path.write_bytes(data)
        return Plan.read(path)


def plan(
    what: TaskLike,
    network: NetLike | None = None,
    *,
    algorithm: str | None = None,
    ports: int = 0,
    clock: str | None = None,
    packets: int = 1,
    bytes: int | str | None = None,
    tau: Number | None = None,
    beta: Number | None = None,
    link: str | None = None,
    latency: Number | None = None,
    hop: Number = 0,
    groups: int = 0,
    tree: str | None = None,
    order: str | None = None,
    rule: str | None = None,
    seed: int = 0,
    effort: int = 0,
    **params: Any,
) -> Plan:
    """Makes a plan: `plan("alltoall", "cube:3")`, `plan("broadcast", net, root=3, ports=1)`.

    Without an algorithm the best of all that can be tried within the `effort` (1 to 9; 0: 3).
    `ports`: links a node may drive at a time, 0 for all; `packets`: unit packets of a block. With
    `bytes`, `tau` and `beta` the plan is for the linear clock, and chosen for these; in units that
    is `bytes="1MiB"`, `link="100Gbit"`, `latency="1us"`. The rest of the arguments are the task's.
    """
    asked = task(what, network, **params)
    timed = [
        bytes is not None,
        tau is not None or link is not None,
        beta is not None or latency is not None,
    ]
    if any(timed) and not all(timed):
        raise BadType(
            "the linear clock needs bytes, tau and beta, all three, or bytes, link and latency"
        )
    if hop != 0 and not any(timed):
        raise BadType("hop is for the linear clock, which needs bytes, tau and beta")
    cost = None
    if bytes is not None:
        cost = c.pointer(cost_of(bytes, tau, beta, hop, False, link, latency))
    clock = clock or ("linear" if cost else "unit")
    options = struct(
        "lb_plan_options",
        algorithm=maybe_text("algorithm", algorithm),
        ports=ports,
        cost=cost,
        clock=value_of("lb_clock", clock, "LB_", "clock"),
        packets=packets,
        seed=seed,
        rule=maybe_text("rule", rule),
        groups=groups,
        tree=maybe_text("tree", tree),
        order=maybe_text("order", order),
        effort=effort,
    )
    return apart(lambda: Plan._of(made(lib.lb_plan_create, asked, c.byref(options))))
