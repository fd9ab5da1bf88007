"""Schedules from anywhere: lists of moves become a schedule file, which the checker reads."""
from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import Any, Iterable, Iterator, Mapping, Sequence, Union

from .net import Net
from .task import Task

__all__ = ["MoveLike", "Schedule"]

# (step, from, to, data) or (step, from, to, data, op), or the object that a schedule file has.
MoveLike = Union[Sequence[Any], Mapping[str, Any]]


def _blocks(data: Any) -> list[list[int]]:
    """One block by its name, `3` or `(0, 7)`, or a list of blocks."""
    if not isinstance(data, (list, tuple)) and not hasattr(data, "tolist"):
        return [[int(data)]]
    listed = data.tolist() if hasattr(data, "tolist") else data
    if listed and not isinstance(listed[0], (list, tuple)):
        if isinstance(data, tuple):  # a tuple of numbers is one block, a list of them several
            return [[int(n) for n in listed]]
        return [[int(n)] for n in listed]
    return [[int(n) for n in block] for block in listed]


def _line(move: MoveLike) -> dict[str, Any]:
    if isinstance(move, Mapping):
        return dict(move)
    step, sender, receiver, data, *op = move
    line: dict[str, Any] = {"step": int(step), "from": int(sender), "to": int(receiver)}
    if op and op[0] is not None:
        line["op"] = op[0]
    line["data"] = _blocks(data)
    return line


def _network(net: Net) -> dict[str, Any]:
    """The network as a header has it: graphs with their links, and what is dead."""
    header: dict[str, Any] = {"network": net.name.partition(" without")[0]}
    if net.is_graph:
        speeds: dict[tuple[int, int], int] = {}
        for a, _, b in net.links():
            speeds[a, b] = speeds.get((a, b), 0) + 1
        header["links"] = [[a, b, speed] for (a, b), speed in speeds.items()]
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
        self.task = task
        self.moves = [_line(move) for move in moves]
        self.header: dict[str, Any] = {
            "linkbound": 1,
            **_network(task.net),
            "task": task.kind,
            **task.params,
            "clock": clock,
            "algorithm": name,
            "denominator": denominator,
        }
        if ports:
            self.header["ports"] = ports
        if packet is not None:
            self.header["packet"] = packet

    def write(self, path: str | os.PathLike[str]) -> None:
        """As a schedule file."""
        with open(path, "w", encoding="utf-8") as file:
            for line in (self.header, *self.moves):
                file.write(json.dumps(line, separators=(",", ":"), default=int) + "\n")

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
