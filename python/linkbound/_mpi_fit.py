"""Whether arrays, counts and displacements fit each other: else MPI would reach past the ends."""
from __future__ import annotations

import ctypes as c
from typing import Any, NamedTuple, Sequence

from mpi4py import MPI

from ._args import LARGE, wholes
from ._mpi_lib import Buffer
from .errors import BadValue


class Blocks(NamedTuple):
    """Counts and displacements, as functions with large counts take them; None: not looked at."""

    counts: Any
    displacements: Any


def is_array(buffer: Buffer) -> bool:
    """Neither nothing nor MPI.IN_PLACE."""
    return buffer.kept is not None and buffer.kept is not MPI.IN_PLACE


def same_bytes(send: Buffer, scount: int, recv: Buffer, rcount: int) -> None:
    """Of a block that is sent and one that is received."""
    there, here = scount * send.datatype.Get_size(), rcount * recv.datatype.Get_size()
    if is_array(send) and is_array(recv) and there != here:
        raise BadValue(f"a block that is sent has {there} bytes, one that is received {here}")


def alike(send: Buffer, recv: Buffer, parts: int = 1) -> None:
    """Of a reduction: the same type, and as many elements, in so many parts."""
    if not is_array(send) or not is_array(recv):
        return
    if send.datatype != recv.datatype:
        raise BadValue("what is reduced and the result have different types")
    if send.length != parts * recv.length:
        raise BadValue(
            f"{send.length} elements are reduced to {recv.length}: {parts * recv.length}, please"
        )


def blocks(
    buffer: Buffer, counts: Sequence[int] | None, displs: Sequence[int] | None, size: int
) -> Blocks:
    """Blocks of different lengths in an array, side by side where no displacements are given."""
    if counts is None:
        return Blocks(None, None)
    lengths = several_counts(counts, size)
    if displs is None:
        begins = [sum(lengths[:i]) for i in range(size)]
    else:
        begins = several_counts(displs, size, "displs")
    ends = [begin + length for begin, length in zip(begins, lengths) if length]
    if is_array(buffer) and max(ends, default=0) > buffer.length:
        raise BadValue(f"blocks end at {max(ends)}, and the array has {buffer.length} elements")
    return Blocks((c.c_int64 * size)(*lengths), (c.c_ssize_t * size)(*begins))


def several_counts(values: Any, size: int, word: str = "counts") -> list[int]:
    """One for each process."""
    found = wholes(word, values, "count", LARGE >> 1)
    if len(found) != size:
        raise BadValue(f"{word}: {len(found)} of them for {size} processes")
    return found
