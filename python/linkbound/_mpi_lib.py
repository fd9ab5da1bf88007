"""The MPI engine for the MPI that mpi4py has: the library, handles, buffers."""
from __future__ import annotations

import ctypes as c
from typing import Any, NamedTuple

import numpy
from mpi4py import MPI

from ._api_mpi import FUNCTIONS, STRUCTS
from ._args import shown
from ._lib import Library
from ._types import define
from .errors import BadType, BadValue, Error

# Handles of MPI are pointers (Open MPI) or numbers (MPICH and its kin).
_HANDLE: Any = c.c_int if MPI._sizeof(MPI.Comm) == c.sizeof(c.c_int) else c.c_void_p
_WORDS = {name: _HANDLE for name in ("MPI_Comm", "MPI_Datatype", "MPI_Op", "MPI_Request")}
_WORDS.update(MPI_Count=c.c_int64, MPI_Aint=c.c_ssize_t)


# What numpy calls a type, by kind and size.
_TYPES = {
    "b1": MPI.C_BOOL,
    **{f"i{n}": getattr(MPI, f"INT{8 * n}_T") for n in (1, 2, 4, 8)},
    **{f"u{n}": getattr(MPI, f"UINT{8 * n}_T") for n in (1, 2, 4, 8)},
    "f4": MPI.FLOAT,
    f"f{numpy.dtype(numpy.longdouble).itemsize}": MPI.LONG_DOUBLE,
    "f8": MPI.DOUBLE,
    "c8": MPI.C_FLOAT_COMPLEX,
    "c16": MPI.C_DOUBLE_COMPLEX,
}


def _type_of(kind: Any) -> Any:
    name = f"{kind.kind}{kind.itemsize}"
    if name not in _TYPES or not kind.isnative:
        raise BadValue(f"MPI has no type for {kind}: give a pair, (array, datatype)")
    return _TYPES[name]


def _flavour() -> str:
    return "openmpi" if MPI.get_vendor()[0] == "Open MPI" else "mpich"


define(STRUCTS)
lib = Library(f"linkbound-mpi-{_flavour()}", FUNCTIONS, _WORDS)


def call(function: Any, *arguments: Any) -> None:
    """Calls what returns an error code of MPI's."""
    code = int(function(*arguments))
    if code != MPI.SUCCESS:
        raise Error(code, MPI.Get_error_string(code))


def handle(thing: Any, kind: Any = MPI.Datatype) -> Any:
    """The C handle of a communicator, datatype or operator of mpi4py."""
    if not isinstance(thing, kind):
        raise BadType(f"{shown(thing)} is not an MPI.{kind.__name__} of mpi4py's")
    return _HANDLE.from_address(MPI._addressof(thing))


class Buffer(NamedTuple):
    """Where data is: its address, how many elements, of which type; and what must live as long."""

    address: Any
    length: int
    datatype: Any
    kept: Any


def buffer(data: Any, other: Any = None) -> Buffer:
    """An array of numpy, or another thing with a buffer, or (array, datatype). None, and
    MPI.IN_PLACE, have the type of the other buffer."""
    datatype = None
    if isinstance(data, (tuple, list)):
        if len(data) != 2 or not isinstance(data[1], MPI.Datatype):
            raise BadType(f"{shown(data)}: an array, or a pair (array, datatype), please")
        data, datatype = data
    if data is None or data is MPI.IN_PLACE:
        kind = MPI.BYTE if other is None or other is MPI.IN_PLACE else buffer(other).datatype
        return Buffer(None if data is None else c.c_void_p(int(data)), 0, kind, data)
    array = data if isinstance(data, numpy.ndarray) else numpy.asarray(_memory(data))
    if not array.flags.c_contiguous:
        raise BadValue("an array must lie in one piece: see numpy.ascontiguousarray")
    if datatype is None:
        return Buffer(array.ctypes.data, array.size, _type_of(array.dtype), array)
    if array.dtype.hasobject:
        raise BadValue("an array of Python objects is not data that MPI could send")
    count, rest = divmod(array.nbytes, max(1, datatype.Get_extent()[1]))
    if rest:
        raise BadValue(f"{array.nbytes} bytes are no whole number of elements of the datatype")
    return Buffer(array.ctypes.data, count, datatype, array)


def _memory(data: Any) -> memoryview:
    try:
        return memoryview(data)
    except TypeError:
        raise BadType(f"{shown(data)}: an array of numpy, please") from None


def share(whole: Buffer, parts: int) -> int:
    """Elements of one of so many blocks of a buffer."""
    count, rest = divmod(whole.length, parts)
    if rest:
        raise BadValue(f"{whole.length} elements are not {parts} blocks of equal size")
    return count


def writable(target: Buffer) -> Buffer:
    """For what receives: numpy knows which arrays must not be written to."""
    if isinstance(target.kept, numpy.ndarray) and not target.kept.flags.writeable:
        raise BadValue("an array that receives is read-only")
    return target
