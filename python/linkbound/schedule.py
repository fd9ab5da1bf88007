"""Schedules from anywhere: lists of moves become a schedule file, which the checker reads."""
from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

from ._args import LARGE, one_of, path_of, several, shown, text, whole
from .errors import BadType, Error
from .net import Net
from .task import Task

__all__ = ["MoveLike", "Schedule"]

# (step, from, to, data) or (step, from, to, data, op), or the object that a schedule file has.
MoveLike = Union[Sequence[Any], Mapping[str, Any]]


def _blocks(data: Any) -> list[list[int]]:
    """One block by its name, `3` or `(0, 7)`, or a list of blocks."""
    listed = data.tolist() if hasattr(data, "tolist") else data
    if not isinstance(listed, (list, tuple)):
        return [_block((listed,))]
    if listed and not any(isinstance(block, (list, tuple)) for block in listed):
        if isinstance(data, tuple):  # a tuple of numbers is one block, a list of them several
            return [_block(listed)]
        return [_block((number,)) for number in listed]
    return [_block(block) for block in listed]


def _block(names: Any) -> list[int]:
    if not isinstance(names, (list, tuple)):
        names = (names,)
    return [whole("data", number, LARGE) for number in names]


def _line(move: MoveLike) -> dict[str, Any]:
    if isinstance(move, Mapping):
        return dict(move)
    words = None if isinstance(move, (str, bytes)) else list(move)
    if words is None or not 4 <= len(words) <= 5:
        raise BadType("(step, from, to, data) or (step, from, to, data, op), please")
    line: dict[str, Any] = {
        word: whole(word, value) for word, value in zip(("step", "from", "to"), words)
    }
    if words[4:] and words[4] is not None:
        line["op"] = one_of("op", words[4], ("sum", "copy"))
    line["data"] = _blocks(words[3])
    return line


def _lines(moves: Iterable[MoveLike]) -> Iterator[dict[str, Any]]:
    """The lines of a file; a move that makes none is named by its number."""
    for number, move in enumerate(several("moves", moves, "move")):
        try:
            yield _line(move)
        except Error as error:
            raise type(error)(f"move {number}, {shown(move)}: {error}") from None  # type: ignore
        except TypeError:
            raise BadType(f"move {number}, {shown(move)}: a tuple or a dict, please") from None


def _plain(value: Any) -> Any:
    """What json does not know: numbers and arrays of numpy."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return whole("move", value, LARGE)


def _network(net: Net) -> dict[str, Any]:
    """The network as a header has it: graphs with their links, and what is dead."""
    header: dict[str, Any] = {"network": net._whole_name()}
    if net.is_graph:
        header["links"] = net._speeds()
        header["network"] = f"graph:{net.nodes}"
    elif net.has_faults:
        links, nodes = net.dead()
        header.update({"without": links} if links else {})
        header.update({"without_nodes": nodes} if nodes else {})
    return header


class Schedule:
    """A schedule of your own: moves, in step order, that claim to carry out a task.

    A move is `(step, from, to, data)` or `(step, from, to, data, op)`, or a dict as a line of a
    schedule file has it (docs/schedule-file.md). `data` says which blocks are in the packet: a
    number or a tuple is one block, `5` or `(0, 7)` or `(0, 7, lo, hi)`; a list is several.
    """

    def __init__(
        self,
        task: Task,
        moves: Iterable[MoveLike],
        *,
        name: str = "unnamed",
        ports: int | None = None,
        clock: str = "unit",
        denominator: int = 1,
        packet: int | None = None,
    ) -> None:
        if not isinstance(task, Task):
            raise BadType(
                f"{shown(task)} is not a Task: Schedule(Task('broadcast', 'cube:3'), moves), please"
            )
        self.task = task
        self.moves = list(_lines(moves))
        self.header: dict[str, Any] = {
            "linkbound": 1,
            **_network(task.net),
            "task": task.kind,
            **task.params,
            "clock": one_of("clock", clock, ("unit", "linear")),
            "algorithm": text("name", name).decode(errors="replace"),
            "denominator": whole("denominator", denominator, LARGE, 1),
        }
        if ports:
            self.header["ports"] = whole("ports", ports)
        if packet is not None:
            self.header["packet"] = whole("packet", packet, LARGE, 1)

    def write(self, path: str | os.PathLike[str]) -> None:
        """As a schedule file."""
        with open(path_of(path), "w", encoding="utf-8") as file:
            for line in (self.header, *self.moves):
                file.write(json.dumps(line, separators=(",", ":"), default=_plain) + "\n")

    @contextlib.contextmanager
    def _file(self) -> Iterator[str]:
        """As a file that is gone afterwards."""
        with tempfile.TemporaryDirectory(prefix="linkbound-") as folder:
            path = os.path.join(folder, "schedule")
            self.write(path)
            yield path

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Schedule of {len(self)} moves for {self.task!r}>"
