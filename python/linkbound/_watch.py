"""Long work in C that tells how far it is, and can be stopped: Ctrl-C works there too."""
from __future__ import annotations

import ctypes as c
import threading
from typing import Any, Callable, Optional, TypeVar

from ._args import shown
from ._lib import call, value_of
from ._types import PROGRESS, struct
from .errors import BadType

Progress = Optional[Callable[[float], Any]]


T = TypeVar("T")


def apart(work: Callable[[], T]) -> T:
    """Work in C that cannot be stopped, done by another thread: Ctrl-C ends the waiting, and what
    is made nevertheless is freed. Python tells only its main thread of Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    done: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            raised.append(error)

    worker = threading.Thread(target=run, name="linkbound", daemon=True)
    worker.start()
    worker.join()
    if raised:
        raise raised[0] from None
    return done[0]


class Watch:
    """The options of a check or simulation, and what a callback raised while it went on."""

    def __init__(self, progress: Progress, replay: str, memory: int, checked: bool = False) -> None:
        if progress is not None and not callable(progress):
            raise BadType(f"progress {shown(progress)}: a function of the fraction done, please")
        self._progress = progress
        self._raised: BaseException | None = None
        self._callback = PROGRESS(self._told)
        self.options = struct(
            "lb_check_options",
            memory=memory,
            checked=bool(checked),
            progress=self._callback,
            replay=value_of("lb_replay", replay, "LB_REPLAY_", "replay"),
        )

    def _told(self, _user: Any, done: float) -> int:
        try:  # signals are looked after whenever Python runs: here
            if self._progress is not None:
                self._progress(done)
            return 0
        except BaseException as raised:
            self._raised = raised
            return 1

    def call(self, function: Any, *arguments: Any, allow: tuple[int, ...] = ()) -> int:
        """Calls it, and raises what the callback raised."""
        try:
            return call(function, *arguments, allow=allow)
        finally:
            if self._raised is not None:
                raise self._raised from None

    def byref(self) -> Any:
        return c.byref(self.options)
