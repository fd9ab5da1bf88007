"""The collectives over MPI, on all links of a network, for arrays of numpy. Needs mpi4py and numpy.

    from mpi4py import MPI
    import linkbound.mpi

    with linkbound.mpi.Network(MPI.COMM_WORLD, "4x4x4") as net:
        net.Allreduce(MPI.IN_PLACE, gradient)

Every collective comes as in mpi4py in three forms: `Bcast`, `Ibcast`, which returns a Request to be
waited for, and `Bcast_init`, which returns one that is started as often as you like. Buffers are
arrays, or pairs of an array and a datatype of mpi4py's; arrays lie in one piece. docs/mpi.md tells
what the engine does. The library that matches mpi4py's MPI is taken.
"""
from __future__ import annotations

import ctypes as c
import functools
from typing import TYPE_CHECKING, Any, Callable

from mpi4py import MPI

from ._args import maybe_text, shown
from ._mpi_calls import Call, Calls
from ._mpi_lib import call, handle, lib
from ._types import struct
from .errors import BadType, BadValue
from .net import Net

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec

    P = ParamSpec("P")

__all__ = ["Network", "Request"]


class Request:
    """A collective under way, or one to be started again and again."""

    def __init__(self, pointer: c.c_void_p, kept: Any, under_way: set[Request]) -> None:
        self._pointer = pointer
        self._kept = kept
        self._under_way = under_way  # there nobody forgets it, and its arrays live
        under_way.add(self)

    def Start(self) -> None:
        """Starts a persistent one."""
        if not self._pointer:
            raise BadValue("the request was freed, or is not persistent and complete")
        call(lib.lb_mpi_start, self._pointer)

    def Wait(self) -> None:
        """Until it is complete."""
        call(lib.lb_mpi_wait, c.byref(self._pointer))
        self._done()

    def Test(self) -> bool:
        """Whether it is complete; lets it go on."""
        flag = c.c_int()
        call(lib.lb_mpi_test, c.byref(self._pointer), c.byref(flag))
        self._done()
        return bool(flag.value)

    def Free(self) -> None:
        """Of a persistent one that is not under way."""
        if self._pointer:
            call(lib.lb_mpi_request_free, c.byref(self._pointer))
        self._done()

    def _done(self) -> None:
        if not self._pointer:
            self._under_way.discard(self)


def _function(form: str, verb: str) -> Any:
    end = "" if verb == "barrier" else "_c"  # all else has large counts
    return getattr(lib, f"lb_mpi_{form.format(verb)}{end}")


def _now(prepare: Callable[Concatenate[Calls, P], Call]) -> Callable[Concatenate[Network, P], None]:
    """The form that returns when it is done."""

    @functools.wraps(prepare)
    def method(self: Network, /, *args: P.args, **kwargs: P.kwargs) -> None:
        made = prepare(self._calls(), *args, **kwargs)
        call(_function("{}", made.verb), *made.arguments, self._pointer)

    return method


def _later(form: str, prepare: Callable[Concatenate[Calls, P], Call]) -> Any:
    @functools.wraps(prepare)
    def method(self: Network, /, *args: P.args, **kwargs: P.kwargs) -> Request:
        made = prepare(self._calls(), *args, **kwargs)
        request = c.c_void_p()
        call(_function(form, made.verb), *made.arguments, self._pointer, c.byref(request))
        return Request(request, made.kept, self._under_way)

    return method


def _begun(
    prepare: Callable[Concatenate[Calls, P], Call]
) -> Callable[Concatenate[Network, P], Request]:
    """The form that returns at once."""
    return _later("i{}", prepare)  # type: ignore[no-any-return]


def _kept(
    prepare: Callable[Concatenate[Calls, P], Call]
) -> Callable[Concatenate[Network, P], Request]:
    """The form to be started again and again."""
    return _later("{}_init", prepare)  # type: ignore[no-any-return]


class Network:
    """Processes on a network: every one stands for the node of its rank's number, or several for
    one (docs/machines.md). Made and freed by all together."""

    def __init__(self, comm: Any = MPI.COMM_WORLD, network: str | None = None) -> None:
        self._pointer = c.c_void_p()
        name = maybe_text("network", network)
        self._under_way: set[Request] = set()
        call(lib.lb_mpi_net_create, handle(comm, MPI.Comm), name, c.byref(self._pointer))
        self.rank = int(lib.lb_mpi_net_rank(self._pointer))
        self.size = int(lib.lb_mpi_net_size(self._pointer))
        self.node = int(lib.lb_mpi_net_node(self._pointer))

    def Free(self) -> None:
        """By all together, when every operation has been waited for."""
        if self._pointer:
            call(lib.lb_mpi_net_free, c.byref(self._pointer))

    def __enter__(self) -> Network:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:  # where one has failed, the others may not come
            self.Free()

    @property
    def net(self) -> Net:
        """The network."""
        return Net._of(lib.lb_mpi_net_network(self._alive()), self)

    @property
    def algorithm(self) -> str:
        """Of the operation that was begun last; empty where nothing had to be sent."""
        return str(lib.lb_mpi_net_algorithm(self._alive()).decode())

    @property
    def facts(self) -> dict[str, int]:
        """What it has done since it was made: calls, plans, messages, bytes, ..."""
        found = lib.lb_mpi_net_facts(self._alive())
        return {name: getattr(found, name) for name, *_ in found._fields_}

    @property
    def neighbors(self) -> int:
        """How many blocks Neighbor_alltoall sends."""
        return int(lib.lb_mpi_net_neighbor_count(self._alive()))

    def _alive(self) -> c.c_void_p:
        if not self._pointer:
            raise BadValue("the network was freed")
        return self._pointer

    def _calls(self) -> Calls:
        return Calls(self.rank, self.size, self.neighbors)

    def gossip(self, data: bytes) -> list[tuple[int, bytes]]:
        """Anybody brings any bytes, and everybody ends with all of them, by ranks. Collective."""
        if not isinstance(data, bytes):
            raise BadType(f"{shown(data)}: bytes, please")
        news = c.POINTER(type(struct("lb_mpi_news")))()
        call(lib.lb_mpi_gossip, data, len(data), c.byref(news), self._alive())
        said = news.contents
        heard = [(i.rank, c.string_at(i.data, i.bytes)) for i in said.items[: said.count]]
        lib.lb_mpi_news_free(news)
        return heard

    Barrier = _now(Calls.barrier)
    Ibarrier = _begun(Calls.barrier)
    Barrier_init = _kept(Calls.barrier)
    Bcast = _now(Calls.bcast)
    Ibcast = _begun(Calls.bcast)
    Bcast_init = _kept(Calls.bcast)
    Scatter = _now(Calls.scatter)
    Iscatter = _begun(Calls.scatter)
    Scatter_init = _kept(Calls.scatter)
    Scatterv = _now(Calls.scatterv)
    Iscatterv = _begun(Calls.scatterv)
    Scatterv_init = _kept(Calls.scatterv)
    Gather = _now(Calls.gather)
    Igather = _begun(Calls.gather)
    Gather_init = _kept(Calls.gather)
    Gatherv = _now(Calls.gatherv)
    Igatherv = _begun(Calls.gatherv)
    Gatherv_init = _kept(Calls.gatherv)
    Allgather = _now(Calls.allgather)
    Iallgather = _begun(Calls.allgather)
    Allgather_init = _kept(Calls.allgather)
    Allgatherv = _now(Calls.allgatherv)
    Iallgatherv = _begun(Calls.allgatherv)
    Allgatherv_init = _kept(Calls.allgatherv)
    Alltoall = _now(Calls.alltoall)
    Ialltoall = _begun(Calls.alltoall)
    Alltoall_init = _kept(Calls.alltoall)
    Alltoallv = _now(Calls.alltoallv)
    Ialltoallv = _begun(Calls.alltoallv)
    Alltoallv_init = _kept(Calls.alltoallv)
    Reduce = _now(Calls.reduce)
    Ireduce = _begun(Calls.reduce)
    Reduce_init = _kept(Calls.reduce)
    Allreduce = _now(Calls.allreduce)
    Iallreduce = _begun(Calls.allreduce)
    Allreduce_init = _kept(Calls.allreduce)
    Reduce_scatter_block = _now(Calls.reduce_scatter_block)
    Ireduce_scatter_block = _begun(Calls.reduce_scatter_block)
    Reduce_scatter_block_init = _kept(Calls.reduce_scatter_block)
    Reduce_scatter = _now(Calls.reduce_scatter)
    Ireduce_scatter = _begun(Calls.reduce_scatter)
    Reduce_scatter_init = _kept(Calls.reduce_scatter)
    Scan = _now(Calls.scan)
    Iscan = _begun(Calls.scan)
    Scan_init = _kept(Calls.scan)
    Exscan = _now(Calls.exscan)
    Iexscan = _begun(Calls.exscan)
    Exscan_init = _kept(Calls.exscan)
    Neighbor_alltoall = _now(Calls.neighbor_alltoall)
    Ineighbor_alltoall = _begun(Calls.neighbor_alltoall)
    Neighbor_alltoall_init = _kept(Calls.neighbor_alltoall)
    Neighbor_allgather = _now(Calls.neighbor_allgather)
    Ineighbor_allgather = _begun(Calls.neighbor_allgather)
    Neighbor_allgather_init = _kept(Calls.neighbor_allgather)
    Permute = _now(Calls.permute)
    Ipermute = _begun(Calls.permute)
    Permute_init = _kept(Calls.permute)
    Transpose = _now(Calls.transpose)
    Itranspose = _begun(Calls.transpose)
    Transpose_init = _kept(Calls.transpose)
