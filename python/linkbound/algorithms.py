"""The algorithms that there are."""
from __future__ import annotations

from dataclasses import dataclass

from ._lib import lib
from .task import kind_of, kinds

__all__ = ["Algorithm", "algorithms"]


@dataclass(frozen=True)
class Algorithm:
    """What one is called, can do, and promises."""

    name: str
    source: str
    tasks: tuple[str, ...]
    promise: str
    cubes_only: bool
    lattices: bool
    graphs: bool
    unit: bool
    linear: bool
    faults: bool


def _text(value: bytes | None) -> str:
    return value.decode() if value else ""


def algorithms(task: str | None = None) -> list[Algorithm]:
    """All of them, or those that do a task."""
    names = kinds()
    wanted = None if task is None else names[kind_of(task)]
    found = []
    for index in range(lib.lb_algorithms()):
        info = lib.lb_algorithm_at(index).contents
        tasks = tuple(name for bit, name in enumerate(names) if info.tasks >> bit & 1)
        if wanted is None or wanted in tasks:
            found.append(
                Algorithm(
                    _text(info.name),
                    _text(info.source),
                    tasks,
                    _text(info.promise),
                    info.cubes_only,
                    info.lattices,
                    info.graphs,
                    info.unit,
                    info.linear,
                    info.faults,
                )
            )
    return found
