"""What goes wrong: one exception, with the library's code and its sentence."""
from __future__ import annotations

import enum

from ._api import ENUMS

__all__ = ["BadIndex", "BadType", "BadValue", "Code", "Error"]


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


class _Bad(Error):
    """An argument that never comes to the library."""

    def __init__(self, sentence: str) -> None:
        super().__init__(Code.ARG, sentence)

    def __reduce__(self) -> tuple[type[Error], tuple[str]]:  # type: ignore[override]
        return type(self), (str(self),)


class BadType(_Bad, TypeError):
    """An argument of a type that makes no sense there: a TypeError too."""


class BadValue(_Bad, ValueError):
    """An argument of a value that makes no sense there: a ValueError too."""


class BadIndex(_Bad, IndexError):
    """A node, or a port, that there is not: an IndexError too."""
