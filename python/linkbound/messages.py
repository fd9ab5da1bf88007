"""Messages between ranks, by a file that does not say what the data is: in order, and timed."""
from __future__ import annotations

import ctypes as c
import os
import weakref
from typing import Any

from ._args import path_of, text
from ._lib import call, lib
from ._types import struct
from ._watch import apart
from .errors import Code, Error
from .exact import Number, cost_of
from .net import Net, NetLike, net
from .simulate import Timing, timing_of

__all__ = ["Messages"]


class Messages:
    """What GOAL of other tools and Chakra tell (docs/schedules.md). Reading it checks that every
    send has its receive, of as many bytes, that nothing waits for ever, and that the links are
    there, on this `network` or one of the links that it uses; else an Error says what is wrong.
    Whether it does what it is for, nobody can tell."""

    def __init__(
        self, path: str | os.PathLike[str], *, network: NetLike | None = None, memory: int = 0
    ) -> None:
        name, on = text("file", path_of(path)), None if network is None else net(network)
        options = struct(
            "lb_import_options",
            net=None if on is None else on._as_parameter_.value,
            memory=memory,
            unnamed=True,
        )
        found = struct("lb_imported")
        apart(lambda: call(lib.lb_import, name, c.byref(options), c.byref(found)))
        weakref.finalize(self, lib.lb_imported_free, c.byref(found)).atexit = False
        if not found.messages:
            sentence = "it names its data: see linkbound.check and Plan.read"
            raise Error(Code.UNSUPPORTED, f"{os.fsdecode(name)}: {sentence}")
        self.format = str(lib.lb_import_format_name(found.format).decode())
        self._found = found
        self._facts: Any = lib.lb_messages_about(found.messages)

    @property
    def ranks(self) -> int:
        return int(self._facts.ranks)

    @property
    def messages(self) -> int:
        """How many cross links."""
        return int(self._facts.messages)

    @property
    def bytes(self) -> int:
        """How many of them cross links."""
        return int(self._facts.bytes)

    @property
    def unbuffered(self) -> bool:
        """Whether it comes to its end even if every send waits until it is received."""
        return bool(self._facts.unbuffered)

    @property
    def net(self) -> Net | None:
        """The network; None where the links make none that is supported."""
        return Net._of(self._facts.net, self) if self._facts.net else None

    def simulate(
        self,
        *,
        tau: Number | None = None,
        beta: Number | None = None,
        link: str | None = None,
        latency: Number | None = None,
        hop: Number = 0,
    ) -> Timing:
        """How long they take where s bytes cost tau*s + beta on a link, which has one message at a
        time; local work has its own times. `step` of a hop is the message's tag."""
        cost, timing = cost_of(1, tau, beta, hop, False, link, latency), struct("lb_timing")
        call(lib.lb_messages_time, self._found.messages, c.byref(cost), c.byref(timing))
        return timing_of(timing)

    def __repr__(self) -> str:
        where = "links of its own" if self.net is None else self.net.title
        return (
            f"<Messages of {self.format}: {self.ranks} ranks on {where}, "
            f"{self.messages} messages of {self.bytes} bytes>"
        )
