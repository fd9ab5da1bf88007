"""Long work in C that tells how far it is, and can be stopped: Ctrl-C works there too."""
from __future__ import annotations

import ctypes as c
from typing import Any, Callable, Optional

from ._lib import call, value_of
from ._types import PROGRESS, struct

Progress = Optional[Callable[[float], Any]]


class Watch:
    """The options of a check or simulation, and what a callback raised while it went on."""

    def __init__(self, progress: Progress, replay: str, memory: int, checked: bool = False) -> None:
        self._progress = progress
        self._raised: BaseException | None = None
        self._callback = PROGRESS(self._told)
        self.options = struct(
            "lb_check_options",
            memory=memory,
            checked=checked,
            progress=self._callback,
            replay=value_of("lb_replay", replay, "LB_REPLAY_"),
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
