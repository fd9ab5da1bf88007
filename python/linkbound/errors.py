"""What goes wrong: one exception, with the library's code and its sentence."""
from __future__ import annotations

import enum

from ._api import ENUMS

__all__ = ["Code", "Error"]


class Code(enum.IntEnum):
    """The codes of the C interface (`lb_error`), without their prefix."""

    MEMORY = ENUMS["lb_error"]["LB_ERR_MEMORY"]
    ARG = ENUMS["lb_error"]["LB_ERR_ARG"]
    SIZE = ENUMS["lb_error"]["LB_ERR_SIZE"]
    UNSUPPORTED = ENUMS["lb_error"]["LB_ERR_UNSUPPORTED"]
    FORMAT = ENUMS["lb_error"]["LB_ERR_FORMAT"]
    IO = ENUMS["lb_error"]["LB_ERR_IO"]
    CHECK = ENUMS["lb_error"]["LB_ERR_CHECK"]
    CANCELLED = ENUMS["lb_error"]["LB_ERR_CANCELLED"]


class Error(Exception):
    """A sentence that says what was wrong, and its `code`: a `Code`, or an error code of MPI's."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code: int = Code(code) if code in Code.__members__.values() else code

    def __reduce__(self) -> tuple[type[Error], tuple[int, str]]:
        return Error, (int(self.code), str(self))
