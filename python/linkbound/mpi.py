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
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Sequence

from mpi4py import MPI

from ._mpi_lib import Buffer, buffer, call, counts_of, displacements, handle, lib, share, writable
from ._types import struct
from .net import Net

if TYPE_CHECKING:
    from typing import Concatenate, ParamSpec

    P = ParamSpec("P")

__all__ = ["Network", "Request"]


class _Call(NamedTuple):
    """A collective with its arguments, and what must live until it is complete."""

    verb: str
    arguments: tuple[Any, ...]
    kept: Any


class Request:
    """A collective under way, or one to be started again and again."""

    def __init__(self, pointer: c.c_void_p, kept: Any) -> None:
        self._pointer = pointer
        self._kept = kept

    def Start(self) -> None:
        """Starts a persistent one."""
        call(lib.lb_mpi_start, self._pointer)

    def Wait(self) -> None:
        """Until it is complete."""
        call(lib.lb_mpi_wait, c.byref(self._pointer))

    def Test(self) -> bool:
        """Whether it is complete; lets it go on."""
        flag = c.c_int()
        call(lib.lb_mpi_test, c.byref(self._pointer), c.byref(flag))
        return bool(flag.value)

    def Free(self) -> None:
        """Of a persistent one that is not under way."""
        if self._pointer:
            call(lib.lb_mpi_request_free, c.byref(self._pointer))


def _name(form: str, call: _Call) -> Any:
    end = "" if call.verb == "barrier" else "_c"  # all else has large counts
    return getattr(lib, f"lb_mpi_{form.format(call.verb)}{end}")


def _now(
    prepare: Callable[Concatenate[Network, P], _Call]
) -> Callable[Concatenate[Network, P], None]:
    """The form that returns when it is done."""

    @functools.wraps(prepare)
    def method(self: Network, /, *args: P.args, **kwargs: P.kwargs) -> None:
        made = prepare(self, *args, **kwargs)
        call(_name("{}", made), *made.arguments, self._pointer)

    return method


def _later(form: str) -> Any:
    def form_of(
        prepare: Callable[Concatenate[Network, P], _Call]
    ) -> Callable[Concatenate[Network, P], Request]:
        @functools.wraps(prepare)
        def method(self: Network, /, *args: P.args, **kwargs: P.kwargs) -> Request:
            made = prepare(self, *args, **kwargs)
            request = c.c_void_p()
            call(_name(form, made), *made.arguments, self._pointer, c.byref(request))
            return Request(request, made.kept)

        return method

    return form_of


_begun = _later("i{}")
_kept = _later("{}_init")


class Network:
    """Processes on a network: every one stands for the node of its rank's number, or several for
    one (docs/machines.md). Made and freed by all together."""

    def __init__(self, comm: Any = MPI.COMM_WORLD, network: str | None = None) -> None:
        self._pointer = c.c_void_p()
        name = None if network is None else network.encode()
        call(lib.lb_mpi_net_create, handle(comm), name, c.byref(self._pointer))
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
        return Net._of(lib.lb_mpi_net_network(self._pointer), self)

    @property
    def algorithm(self) -> str:
        """Of the operation that was begun last; empty where nothing had to be sent."""
        return str(lib.lb_mpi_net_algorithm(self._pointer).decode())

    @property
    def facts(self) -> dict[str, int]:
        """What it has done since it was made: calls, plans, messages, bytes, ..."""
        found = lib.lb_mpi_net_facts(self._pointer)
        return {name: getattr(found, name) for name, *_ in found._fields_}

    def _barrier(self) -> _Call:
        """Nobody returns before everybody has called."""
        return _Call("barrier", (), None)

    def _bcast(self, buf: Any, root: int = 0) -> _Call:
        """The root's array to everybody."""
        b = buffer(buf)
        if self.rank != root:
            writable(b)
        return _Call("bcast", (b.address, b.length, handle(b.datatype), root), b)

    def _two(
        self, verb: str, send: Buffer, scount: int, recv: Buffer, rcount: int, *more: Any
    ) -> _Call:
        writable(recv)
        there = (send.address, scount, handle(send.datatype))
        here = (recv.address, rcount, handle(recv.datatype))
        return _Call(verb, (*there, *here, *more), (send, recv, more))

    def _scatter(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> _Call:
        """A block of the root's array to each; what others give as sendbuf is not looked at."""
        send = buffer(sendbuf if self.rank == root else None, recvbuf)
        recv = buffer(recvbuf, sendbuf)
        return self._two("scatter", send, share(send, self.size), recv, recv.length, root)

    def _gather(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> _Call:
        """Everybody's array to the root; what others give as recvbuf is not looked at."""
        send = buffer(sendbuf, recvbuf)
        recv = buffer(recvbuf if self.rank == root else None, sendbuf)
        return self._two("gather", send, send.length, recv, share(recv, self.size), root)

    def _allgather(self, sendbuf: Any, recvbuf: Any) -> _Call:
        """Everybody's array to everybody, by ranks."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        return self._two("allgather", send, send.length, recv, share(recv, self.size))

    def _allgatherv(
        self, sendbuf: Any, recvbuf: Any, counts: Sequence[int], displs: Sequence[int] | None = None
    ) -> _Call:
        """The same with blocks of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf))
        where = (counts_of(counts), displacements(displs, counts))
        return _Call(
            "allgatherv",
            (
                send.address,
                send.length,
                handle(send.datatype),
                recv.address,
                *where,
                handle(recv.datatype),
            ),
            (send, recv, where),
        )

    def _alltoall(self, sendbuf: Any, recvbuf: Any) -> _Call:
        """A block from each to each."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        return self._two("alltoall", send, share(send, self.size), recv, share(recv, self.size))

    def _alltoallv(
        self,
        sendbuf: Any,
        sendcounts: Sequence[int],
        recvbuf: Any,
        recvcounts: Sequence[int],
        sdispls: Sequence[int] | None = None,
        rdispls: Sequence[int] | None = None,
    ) -> _Call:
        """The same with blocks of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf))
        there = (counts_of(sendcounts), displacements(sdispls, sendcounts))
        here = (counts_of(recvcounts), displacements(rdispls, recvcounts))
        return _Call(
            "alltoallv",
            (
                send.address,
                *there,
                handle(send.datatype),
                recv.address,
                *here,
                handle(recv.datatype),
            ),
            (send, recv, there, here),
        )

    def _reduced(
        self, verb: str, send: Buffer, recv: Buffer, count: int, op: Any, *more: Any
    ) -> _Call:
        writable(recv)
        kind = send.datatype if send.length else recv.datatype
        arguments = (send.address, recv.address, count, handle(kind), handle(op), *more)
        return _Call(verb, arguments, (send, recv, op))

    def _reduce(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM, root: int = 0) -> _Call:
        """Everybody's arrays combined, at the root."""
        send = buffer(sendbuf, recvbuf)
        recv = buffer(recvbuf if self.rank == root else None, sendbuf)
        return self._reduced("reduce", send, recv, max(send.length, recv.length), op, root)

    def _allreduce(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> _Call:
        """Everybody's arrays combined, at everybody, the same to the last bit."""
        recv = buffer(recvbuf)
        return self._reduced("allreduce", buffer(sendbuf, recvbuf), recv, recv.length, op)

    def _reduce_scatter_block(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> _Call:
        """The same, a block of it at each."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        count = recv.length if sendbuf is not MPI.IN_PLACE else share(recv, self.size)
        return self._reduced("reduce_scatter_block", send, recv, count, op)

    def _scan(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> _Call:
        """The arrays of ranks 0 to one's own, combined in this order."""
        recv = buffer(recvbuf)
        return self._reduced("scan", buffer(sendbuf, recvbuf), recv, recv.length, op)

    def _exscan(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> _Call:
        """The same without one's own; rank 0 gets nothing."""
        recv = buffer(recvbuf)
        return self._reduced("exscan", buffer(sendbuf, recvbuf), recv, recv.length, op)

    @property
    def neighbors(self) -> int:
        """How many blocks Neighbor_alltoall sends."""
        return int(lib.lb_mpi_net_neighbor_count(self._pointer))

    def _neighbor_alltoall(self, sendbuf: Any, recvbuf: Any) -> _Call:
        """A block to each neighbour, one from each; in which order docs/mpi.md tells."""
        send, recv, n = buffer(sendbuf, recvbuf), buffer(recvbuf), max(1, self.neighbors)
        return self._two("neighbor_alltoall", send, share(send, n), recv, share(recv, n))

    def _neighbor_allgather(self, sendbuf: Any, recvbuf: Any) -> _Call:
        """One's array to each neighbour, theirs to oneself."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        blocks = share(recv, max(1, self.neighbors))
        return self._two("neighbor_allgather", send, send.length, recv, blocks)

    def _permute(self, sendbuf: Any, recvbuf: Any, to: Sequence[int]) -> _Call:
        """What process v sends comes to process to[v]."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        where = (c.c_int * len(to))(*to)
        return self._two("permute", send, send.length, recv, recv.length, where)

    def gossip(self, data: bytes) -> list[tuple[int, bytes]]:
        """Anybody brings any bytes, and everybody ends with all of them, by ranks. Collective."""
        news = c.POINTER(type(struct("lb_mpi_news")))()
        call(lib.lb_mpi_gossip, data, len(data), c.byref(news), self._pointer)
        said = news.contents
        heard = [(i.rank, c.string_at(i.data, i.bytes)) for i in said.items[: said.count]]
        lib.lb_mpi_news_free(news)
        return heard

    Barrier, Ibarrier, Barrier_init = _now(_barrier), _begun(_barrier), _kept(_barrier)
    Bcast, Ibcast, Bcast_init = _now(_bcast), _begun(_bcast), _kept(_bcast)
    Scatter, Iscatter, Scatter_init = _now(_scatter), _begun(_scatter), _kept(_scatter)
    Gather, Igather, Gather_init = _now(_gather), _begun(_gather), _kept(_gather)
    Allgather, Iallgather, Allgather_init = _now(_allgather), _begun(_allgather), _kept(_allgather)
    Allgatherv, Iallgatherv, Allgatherv_init = (
        _now(_allgatherv),
        _begun(_allgatherv),
        _kept(_allgatherv),
    )
    Alltoall, Ialltoall, Alltoall_init = _now(_alltoall), _begun(_alltoall), _kept(_alltoall)
    Alltoallv, Ialltoallv, Alltoallv_init = _now(_alltoallv), _begun(_alltoallv), _kept(_alltoallv)
    Reduce, Ireduce, Reduce_init = _now(_reduce), _begun(_reduce), _kept(_reduce)
    Allreduce, Iallreduce, Allreduce_init = _now(_allreduce), _begun(_allreduce), _kept(_allreduce)
    Reduce_scatter_block = _now(_reduce_scatter_block)
    Ireduce_scatter_block = _begun(_reduce_scatter_block)
    Reduce_scatter_block_init = _kept(_reduce_scatter_block)
    Scan, Iscan, Scan_init = _now(_scan), _begun(_scan), _kept(_scan)
    Exscan, Iexscan, Exscan_init = _now(_exscan), _begun(_exscan), _kept(_exscan)
    Neighbor_alltoall = _now(_neighbor_alltoall)
    Ineighbor_alltoall = _begun(_neighbor_alltoall)
    Neighbor_alltoall_init = _kept(_neighbor_alltoall)
    Neighbor_allgather = _now(_neighbor_allgather)
    Ineighbor_allgather = _begun(_neighbor_allgather)
    Neighbor_allgather_init = _kept(_neighbor_allgather)
    Permute, Ipermute, Permute_init = _now(_permute), _begun(_permute), _kept(_permute)
