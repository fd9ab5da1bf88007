"""Tasks: what must be communicated."""
from __future__ import annotations

import ctypes as c
from typing import Any, Sequence, Union

from ._args import shown, text, whole, wholes
from ._lib import Handle, call, lib, made, unknown, word
from ._permutations import named
from ._types import struct
from .errors import BadType, BadValue
from .net import Net, NetLike, net

__all__ = ["Task", "TaskLike", "task"]

# What the lists of the tasks that have one are called, as in schedule files.
_LISTS = {"permute": "permutation", "isotropic": "offsets", "multibroadcast": "sources"}
_TAKES = {
    "broadcast": {"root"},
    "scatter": {"root"},
    "gather": {"root"},
    "reduce": {"root"},
    "send": {"root", "to"},
    "neighbors": {"near", "far"},
    **{kind: {name} for kind, name in _LISTS.items()},
}

PARAMETERS = ("root", "to", "permutation", "offsets", "sources", "near", "far")


def kind_of(name: str) -> int:
    """The number of a task, by any name that people have for it."""
    if not isinstance(name, str):
        raise BadType(f"{shown(name)} is not a task: a Task, or a name like 'alltoall'")
    found = c.c_int()
    call(lib.lb_task_kind_find, text("task", name), c.byref(found))
    return found.value


def kinds() -> list[str]:
    """The names of all tasks."""
    from ._api import ENUMS

    return [
        lib.lb_task_kind_name(i).decode() for i in range(ENUMS["lb_task_kind"]["LB_TASK_KINDS"])
    ]


class Task(Handle):
    """A task on a network: `Task("alltoall", "cube:3")`, `Task("broadcast", net, root=3)`.

    Parameters are those of schedule files: `root` (broadcast, scatter, gather, reduce, send),
    `to` (send), `permutation` (permute; a list, or a name that the tool has for one, such as
    "transpose"), `offsets` (isotropic), `sources` (multibroadcast), `near`
    and `far` (neighbors).
    """

    _free = "lb_task_free"

    def __init__(
        self,
        kind: str,
        network: NetLike,
        *,
        root: int | None = None,
        to: int | None = None,
        permutation: Sequence[int] | str | None = None,
        offsets: Sequence[int] | None = None,
        sources: Sequence[int] | None = None,
        near: int | None = None,
        far: int | None = None,
    ) -> None:
        number = kind_of(kind)
        kind = lib.lb_task_kind_name(number).decode()
        given = {
            "root": root,
            "to": to,
            "permutation": permutation,
            "offsets": offsets,
            "sources": sources,
            "near": near,
            "far": far,
        }
        for name, value in given.items():
            if value is not None and name not in _TAKES.get(kind, set()):
                raise BadValue(f"{kind} has no parameter {name}")
        if kind == "send" and to is None:
            raise BadValue("send: to whom? to= is missing")
        near = 1 if near is None else whole("near", near)
        if kind == "neighbors" and far is None:
            far = near
        values: Any = given[_LISTS[kind]] if kind in _LISTS else None
        listed = None
        where = net(network)
        if isinstance(values, str) and kind == "permute":
            values = named(values, where)
        if values is not None:
            numbers = wholes(_LISTS[kind], values, "node" if kind != "isotropic" else "offset")
            listed = (c.c_uint32 * len(numbers))(*numbers)
        params = struct(
            "lb_task_params",
            root=0 if root is None else root,
            to=0 if to is None else to,
            list=listed,
            count=len(listed or ()),
            nearest=near,
            farthest=0 if far is None else whole("far", far),
        )
        super().__init__(made(lib.lb_task_create, where, number, c.byref(params)))

    @classmethod
    def _of(cls, handle: Any, owner: object | None = None) -> Task:
        task = cls.__new__(cls)
        Handle.__init__(task, handle, owner)
        return task

    @property
    def net(self) -> Net:
        """The network."""
        return Net._of(lib.lb_task_net(self), self)

    @property
    def kind(self) -> str:
        """`alltoall` and so on."""
        return str(lib.lb_task_kind_name(lib.lb_task_kind_of(self)).decode())

    @property
    def cls(self) -> str:
        """What happens to blocks: `copy`, `carry`, `sum` or `span`."""
        return word("lb_class", lib.lb_task_class(self), "LB_")

    @property
    def params(self) -> dict[str, Any]:
        """What Task was, or might have been, called with."""
        p = lib.lb_task_params_of(self)
        values = {"root": p.root, "to": p.to, "near": p.nearest, "far": p.farthest}
        for name in _LISTS.values():
            values[name] = list(p.list[: p.count]) if p.list else []
        return {name: values[name] for name in sorted(_TAKES.get(self.kind, set()))}

    @property
    def is_symmetric(self) -> bool:
        """Whether it looks the same from every node."""
        return bool(lib.lb_task_is_symmetric(self))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return int(lib.lb_task_blocks(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _task_again, (self.kind, self.net, self.params)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and bool(lib.lb_task_equal(self, other))

    def __hash__(self) -> int:
        return hash((self.kind, self.net))

    def __repr__(self) -> str:
        words = "".join(
            f", {k}={v}" for k, v in self.params.items() if not isinstance(v, list) or len(v) < 9
        )
        return f"<Task {self.kind} on {self.net.title}{words}>"


def _task_again(kind: str, network: Net, params: dict[str, Any]) -> Task:
    """From a pickle."""
    return Task(kind, network, **params)


TaskLike = Union[Task, str]


def task(what: TaskLike, network: NetLike | None = None, **params: Any) -> Task:
    """A task as it is, or Task(what, network, **params)."""
    if isinstance(what, Task):
        if network is not None or params:
            raise BadType("a Task has its network and parameters already")
        return what
    for name in params:
        if name not in PARAMETERS:
            raise BadType(unknown("parameter", name, PARAMETERS))
    if network is None:
        kind_of(what)
        raise BadType(f"{what} on which network?")
    return Task(what, network, **params)
