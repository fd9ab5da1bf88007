"""C types by the words that the headers have for them: `lb_why*` points to the structure lb_why."""
from __future__ import annotations

import ctypes as c
from typing import Any

from ._api import ENUMS, STRUCTS
from ._args import whole

PROGRESS = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_double)

# What the headers name and ctypes has. Handles of MPI are added when an MPI is known (mpi.py).
_WORDS: dict[str, Any] = {
    "void": None,
    "bool": c.c_bool,
    "char": c.c_char,
    "int": c.c_int,
    "unsigned": c.c_uint,
    "double": c.c_double,
    "size_t": c.c_size_t,
    "int64_t": c.c_int64,
    "uint8_t": c.c_uint8,
    "uint16_t": c.c_uint16,
    "uint32_t": c.c_uint32,
    "uint64_t": c.c_uint64,
    "lb_progress": PROGRESS,
    **{name: c.c_int for name in ENUMS},
}


def ctype(words: str, more: dict[str, Any] | None = None) -> Any:
    """The ctypes type for a type of the headers. What they do not define is a handle: a pointer."""
    words = words.replace("const ", "").replace(" ", "")
    if words.endswith("]"):
        base, _, size = words[:-1].partition("[")
        return ctype(base, more) * int(size)
    base, stars = words.rstrip("*"), words.count("*")
    if more and base in more:
        kind = more[base]
    elif base in _WORDS:
        kind = _WORDS[base]
    else:  # opaque, so always behind a pointer
        kind, stars = c.c_void_p, stars - 1
    if stars and (kind is None or kind is c.c_char):
        kind, stars = (c.c_void_p if kind is None else c.c_char_p), stars - 1
    for _ in range(stars):
        kind = c.POINTER(kind)
    return kind


def _plain(fields: tuple[tuple[str, Any], ...]) -> list[tuple[str, Any]]:
    return [
        (name, _union(kind) if isinstance(kind, tuple) else ctype(kind, None))
        for name, kind in fields
    ]


def _union(fields: tuple[tuple[str, Any], ...]) -> Any:
    return type("union", (c.Union,), {"_fields_": _plain(fields)})


def _struct(name: str, fields: tuple[tuple[str, Any], ...]) -> Any:
    names = [field for field, _ in fields]
    body: dict[str, Any] = {"_anonymous_": ("union",)} if "union" in names else {}
    return type(name, (c.Structure,), {**body, "_fields_": _plain(fields)})


def define(structs: dict[str, tuple[tuple[str, Any], ...]]) -> dict[str, Any]:
    """Makes the structures of a header, which may use those before them."""
    for name, fields in structs.items():
        _WORDS[name] = _struct(name, fields)
    return {name: _WORDS[name] for name in structs}


define(STRUCTS)


_UNSIGNED = (c.c_uint8, c.c_uint16, c.c_uint32, c.c_uint64)
_NUMBERS = {kind: (0, 2 ** (8 * c.sizeof(kind)) - 1) for kind in _UNSIGNED}
_NUMBERS[c.c_int] = (-(2**31), 2**31 - 1)


def struct(name: str, **values: Any) -> Any:
    """A structure of the headers, with these members set."""
    kinds = dict(_WORDS[name]._fields_)
    for word, value in values.items():
        if kinds[word] in _NUMBERS:
            least, most = _NUMBERS[kinds[word]]
            values[word] = whole(word, value, most, least)
    return _WORDS[name](**values)


def struct_type(name: str) -> Any:
    """The class of a structure of the headers."""
    return _WORDS[name]
