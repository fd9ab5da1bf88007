"""The library: where it is, and how it is called.

It is looked for, in this order: where LINKBOUND_LIBRARY says; in the build tree of the sources that
this package is in; in the lib folder of the prefix that it is installed in; where the system looks.
"""
from __future__ import annotations

import ctypes as c
import os
import weakref
from pathlib import Path
from typing import Any, Iterator, Sequence

from ._api import ENUMS, FUNCTIONS, VERSION
from ._args import one_of, shown
from ._types import ctype, struct
from .errors import BadType, Error

ABI = VERSION.rpartition(".")[0]  # before 1.0 a minor version may change the interface
NONE = 0xFFFFFFFF  # LB_NONE
_HERE = Path(__file__).resolve().parent


def candidates(name: str) -> Iterator[str]:
    """Where the library of this name may be, the best first."""
    given = os.environ.get("LINKBOUND_LIBRARY")
    if given:
        path = Path(given)
        if name == "linkbound" and not path.is_dir():
            yield given
            return
        # The MPI engine lies beside the library.
        yield str((path if path.is_dir() else path.parent) / f"lib{name}.so.{ABI}")
        return
    root = _HERE.parent.parent
    if (root / "include" / "linkbound.h").exists():
        yield str(root / "build" / f"lib{name}.so.{ABI}")
    for up in _HERE.parents:
        if up.name in ("lib", "lib64"):
            for folder in (up, up.parent / "lib64"):
                yield str(folder / f"lib{name}.so.{ABI}")
                yield from sorted(str(path) for path in folder.glob(f"*/lib{name}.so.{ABI}"))
            break
    yield f"lib{name}.so.{ABI}"


def load(name: str) -> c.CDLL:
    """Loads the first that is there; ImportError tells where it was looked for."""
    tried = []
    for path in candidates(name):
        if "/" in path and not os.path.exists(path):
            tried.append(path)
            continue
        try:
            return c.CDLL(path)
        except OSError as error:
            tried.append(f"{path} ({error})")
    raise ImportError(
        f"lib{name} was not found: build it (make), install it (make install), or let "
        f"LINKBOUND_LIBRARY name it; looked for {', '.join(tried)}"
    )


class Library:
    """The functions of the headers, each given its types when it is first used."""

    def __init__(
        self, name: str, functions: dict[str, tuple[str, ...]], more: dict[str, Any] | None = None
    ) -> None:
        self._dll = load(name)
        self._functions = functions
        self._more = more

    def __getattr__(self, name: str) -> Any:
        if name not in self._functions:
            raise AttributeError(name)
        function = getattr(self._dll, name)
        result, *arguments = self._functions[name]
        function.restype = ctype(result, self._more)
        function.argtypes = [ctype(argument, self._more) for argument in arguments]
        setattr(self, name, function)
        return function


lib = Library("linkbound", FUNCTIONS)


def _fits() -> None:
    found = lib.lb_version().decode()
    # Before 1.0 a minor version may change the interface.
    if found.split(".")[:2] != VERSION.split(".")[:2]:
        raise ImportError(f"this package is for liblinkbound {VERSION}, and found is {found}")


_fits()


def call(function: Any, *arguments: Any, allow: tuple[int, ...] = ()) -> int:
    """Calls what returns an lb_error and takes an lb_why last; raises all but codes in `allow`."""
    why = struct("lb_why")
    code = int(function(*arguments, c.byref(why)))
    if code < 0 and code not in allow:
        raise Error(code, why.text.decode(errors="replace") or lib.lb_strerror(code).decode())
    return code


class Handle:
    """A handle of the library, freed with its own function when nobody has it any more."""

    _free: str = ""

    def __init__(self, handle: Any, owner: object | None = None) -> None:
        self._as_parameter_ = c.c_void_p(handle.value if isinstance(handle, c.c_void_p) else handle)
        self._owner = owner  # whose handle it is, if not ours
        if owner is None:
            last = weakref.finalize(self, getattr(lib, self._free), self._as_parameter_)
            last.atexit = False  # a thread may still be at work with it, and all is freed then


def the_plan(value: Any) -> Any:
    """A Plan, and nothing else: C would take anything for one."""
    if not isinstance(value, Handle) or value._free != "lb_plan_free":
        raise BadType(f"{shown(value)} is not a Plan: linkbound.plan makes them")
    return value


def made(function: Any, *arguments: Any) -> c.c_void_p:
    """Calls what makes a handle: the argument before the lb_why."""
    handle = c.c_void_p()
    call(function, *arguments, c.byref(handle))
    return handle


def text_of(function: Any, *arguments: Any) -> str:
    """What a function that works as snprintf does has to say."""
    size = int(function(*arguments, None, 0)) + 1
    buffer = c.create_string_buffer(size)
    function(*arguments, buffer, size)
    return buffer.value.decode()


def word(enum: str, value: int, prefix: str) -> str:
    """`LB_RULE_LINK_BUSY` of lb_rule as link-busy."""
    for name, number in ENUMS[enum].items():
        if number == value:
            return name[len(prefix) :].lower().replace("_", "-")
    return str(value)


def value_of(enum: str, name: str, prefix: str, kind: str) -> int:
    """The other way round; what it is called in a sentence if there is none of this name."""
    members = {
        key[len(prefix) :].lower().replace("_", "-"): number for key, number in ENUMS[enum].items()
    }
    return members[one_of(kind, name, list(members))]


def unknown(kind: str, name: str, names: Sequence[str]) -> str:
    """That there is none of this name, with the one that is near, or all."""
    near = lib.lb_nearest(
        name.encode(errors="replace"),
        (c.c_char_p * len(names))(*(known.encode() for known in names)),
        len(names),
    )
    hint = f"did you mean {near.decode()}?" if near else f"there are: {', '.join(names)}"
    return f"unknown {kind} {shown(name)}; {hint}"
