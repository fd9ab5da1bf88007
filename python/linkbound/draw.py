"""Pictures of plans (SVG, or characters), and plans in the formats of other tools."""
from __future__ import annotations

import contextlib
import ctypes as c
import os
from typing import TYPE_CHECKING, Any, Callable

from ._api import ENUMS
from ._args import maybe_text, one_of, path_of, whole
from ._lib import NONE, call, lib
from ._types import struct
from ._units import size, time
from .errors import Error
from .exact import Number, cost_of

if TYPE_CHECKING:
    from .plan import Plan, PlanLike

__all__ = ["Drawing", "draw", "export"]

_DRAWINGS = [lib.lb_drawing_name(i).decode() for i in range(ENUMS["lb_drawing"]["LB_DRAWINGS"])]
_FORMATS = [lib.lb_format_name(i).decode() for i in range(ENUMS["lb_format"]["LB_FORMATS"])]

_libc = c.CDLL(None)
_libc.open_memstream.restype = c.c_void_p
_libc.open_memstream.argtypes = [c.POINTER(c.c_void_p), c.POINTER(c.c_size_t)]
_libc.fclose.argtypes = [c.c_void_p]
_libc.free.argtypes = [c.c_void_p]


def _written(write: Callable[[int], Any]) -> str:
    """What a function writes to the FILE that it is given."""
    data, size = c.c_void_p(), c.c_size_t()
    file = _libc.open_memstream(c.byref(data), c.byref(size))
    if not file:
        raise MemoryError
    try:
        try:
            write(file)
        finally:
            _libc.fclose(file)
        return c.string_at(data.value or 0, size.value).decode()
    finally:
        _libc.free(data)


class Drawing:
    """A picture: an SVG document that needs nothing else, or lines of characters."""

    def __init__(self, text: str, svg: bool) -> None:
        self.text = text
        self.is_svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Into a file."""
        with open(path_of(path), "w", encoding="utf-8") as file:
            file.write(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return "<Drawing>" if self.is_svg else self.text

    def _repr_svg_(self) -> str | None:
        return self.text if self.is_svg else None


def draw(
    plan: PlanLike,
    what: str = "network",
    *,
    step: int = 0,
    node: int | None = None,
    title: str | None = None,
    tree: str | None = None,
    bytes: int | str | None = None,
    tau: Number | None = None,
    beta: Number | None = None,
    link: str | None = None,
    latency: Number | None = None,
    text: bool = False,
    utf8: bool = True,
) -> Drawing:
    """Draws a plan, a Schedule, or the schedule file of this name: its `network`, `tree`,
    `timeline` or `matrix`.

    `step`: network, only the moves of this step; matrix, what has arrived after it. `node`:
    timeline, only this node's links; tree, whose data. `tree`: the tree of this name. With `bytes`,
    `tau` and `beta`, or `bytes`, `link` and `latency`, a timeline shows when packets really start
    and end. `text`: in characters.
    """
    from .plan import as_plan

    drawn = as_plan(plan)
    kind = _DRAWINGS.index(one_of("drawing", what, _DRAWINGS))
    tau = 0 if tau is None and link is None else tau
    beta = 0 if beta is None and latency is None else beta
    in_units = link is not None or any(time("cost", t) is not None for t in (tau, beta, latency))
    cost = None
    if bytes is not None:
        cost = c.pointer(cost_of(bytes, tau, beta, link=link, latency=latency))
    options = struct(
        "lb_draw_options",
        title=maybe_text("title", title),
        step=step,
        tree=maybe_text("tree", tree),
        node=NONE if node is None else whole("node", node, NONE - 1),
        cost=cost,
        text=bool(text),
        utf8=bool(utf8),
        nanoseconds=in_units,
    )
    return Drawing(
        _written(lambda file: call(lib.lb_draw, file, drawn, kind, c.byref(options))), not text
    )


def picture_of(plan: Plan) -> str | None:
    """The first picture that can be drawn of a plan, as SVG."""
    for what in ("network", "timeline", "matrix"):
        with contextlib.suppress(Error):
            return draw(plan, what).text
    return None


def export(plan: PlanLike, form: str, *, bytes: int | str = 0) -> str:
    """A plan, a Schedule or a schedule file in the format of another tool (docs/exports.md): `dot`,
    `csv`, `msccl`, `mscclpp`, `goal` or `trace`.

    bytes: how long a block is, for goal."""
    from .plan import as_plan

    written = as_plan(plan)
    kind = _FORMATS.index(one_of("format", form, [f for f in _FORMATS if f != "chakra"]))
    options = struct("lb_export_options", bytes=size("bytes", bytes))
    return _written(lambda file: call(lib.lb_export, file, written, kind, c.byref(options)))
