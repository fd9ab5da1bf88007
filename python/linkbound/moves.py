"""The moves of a plan as arrays: of numpy where it is there, else as lists of tuples."""
from __future__ import annotations

import ctypes as c
import struct as packing
from typing import Any, NamedTuple

from ._lib import call, lib
from ._types import struct_type
from .errors import Code, Error

try:
    import numpy
except ImportError:  # then lists
    numpy = None  # type: ignore[assignment]

__all__ = ["Item", "Move", "moves_and_items"]


class Move(NamedTuple):
    """One packet over one link in one step. Its blocks are `nitems` items, from `first` on."""

    step: int
    from_: int
    to: int
    nitems: int
    first: int
    port: int
    op: int


class Item(NamedTuple):
    """A block in a packet, or the piece [lo,hi) of it; NONE where a name has no such part."""

    origin: int
    dest: int
    copy: int
    lo: int
    hi: int


def _room(kind: str, count: int) -> tuple[Any, Any]:
    """Memory for so many structures: what Python sees, and what C is given."""
    made = struct_type(kind)
    try:
        if numpy is not None:
            array = numpy.empty(count, dtype=numpy.dtype(made))
            return array, array.ctypes.data_as(c.POINTER(made))
        array = (made * count)()
        return array, array
    except (MemoryError, OverflowError, ValueError):  # by how far it is too much
        size = c.sizeof(made) * count / 2**30
        what = {"lb_row": "moves", "lb_item": "blocks in its moves"}[kind]
        sentence = f"the plan has {count} {what}: {size:.3g} GiB, more than there is memory for"
        raise Error(Code.MEMORY, sentence) from None


# The same members in the same order, padding left out: how lists are read.
_FORMS = {
    "lb_row": (packing.Struct("=4IQBB6x"), Move),
    "lb_item": (packing.Struct("=3I4x2Q"), Item),
}


def _seen(kind: str, array: Any) -> Any:
    if numpy is not None:
        array.flags.writeable = False
        return array
    form, made = _FORMS[kind]
    return [made(*values) for values in form.iter_unpack(memoryview(array).cast("B"))]


def moves_and_items(plan: Any) -> tuple[Any, Any]:
    """Both arrays of a plan, read in one go."""
    # Memory first: to count the items is to read all moves.
    rows, rows_at = _room("lb_row", lib.lb_plan_moves(plan))
    count = c.c_uint64()
    call(lib.lb_plan_rows, plan, None, None, c.byref(count))
    items, items_at = _room("lb_item", count.value)
    call(lib.lb_plan_rows, plan, rows_at, items_at, c.byref(count))
    return _seen("lb_row", rows), _seen("lb_item", items)


def dataframe(plan: Any) -> Any:
    """A pandas.DataFrame with a row for every block or piece in every move."""
    import numpy as np
    import pandas

    moves, items = plan.moves, plan.items
    move = np.repeat(np.arange(len(moves)), moves["nitems"])
    table = {"move": move}
    table.update({name: moves[name][move] for name in ("step", "from", "to", "port", "op")})
    table.update({name: items[name] for name in items.dtype.names})
    return pandas.DataFrame(table)
