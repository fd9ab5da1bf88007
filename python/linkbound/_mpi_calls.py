"""The arguments of the collectives over MPI, in C's order, from arrays and those of mpi4py."""
from __future__ import annotations

import ctypes as c
from typing import Any, NamedTuple, Sequence

from mpi4py import MPI

from ._mpi_lib import Buffer, buffer, counts_of, displacements, handle, share, writable


class Call(NamedTuple):
    """A collective with its arguments, and what must live until it is complete."""

    verb: str
    arguments: tuple[Any, ...]
    kept: Any


class Calls:
    """One method for every collective; they are called as those of linkbound.mpi.Network are."""

    def __init__(self, rank: int, size: int, neighbors: int) -> None:
        self.rank, self.size, self.neighbors = rank, size, neighbors

    def barrier(self) -> Call:
        """Nobody returns before everybody has called."""
        return Call("barrier", (), None)

    def bcast(self, buf: Any, root: int = 0) -> Call:
        """The root's array to everybody."""
        b = buffer(buf)
        if self.rank != root:
            writable(b)
        return Call("bcast", (b.address, b.length, handle(b.datatype), root), b)

    def _two_(
        self, verb: str, send: Buffer, scount: int, recv: Buffer, rcount: int, *more: Any
    ) -> Call:
        writable(recv)
        there = (send.address, scount, handle(send.datatype))
        here = (recv.address, rcount, handle(recv.datatype))
        return Call(verb, (*there, *here, *more), (send, recv, more))

    def scatter(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> Call:
        """A block of the root's array to each; what others give as sendbuf is not looked at."""
        send = buffer(sendbuf if self.rank == root else None, recvbuf)
        recv = buffer(recvbuf, sendbuf)
        return self._two_("scatter", send, share(send, self.size), recv, recv.length, root)

    def gather(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> Call:
        """Everybody's array to the root; what others give as recvbuf is not looked at."""
        send = buffer(sendbuf, recvbuf)
        recv = buffer(recvbuf if self.rank == root else None, sendbuf)
        return self._two_("gather", send, send.length, recv, share(recv, self.size), root)

    def allgather(self, sendbuf: Any, recvbuf: Any) -> Call:
        """Everybody's array to everybody, by ranks."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        return self._two_("allgather", send, send.length, recv, share(recv, self.size))

    def allgatherv(
        self, sendbuf: Any, recvbuf: Any, counts: Sequence[int], displs: Sequence[int] | None = None
    ) -> Call:
        """The same with blocks of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf))
        where = (counts_of(counts), displacements(displs, counts))
        return Call(
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

    def alltoall(self, sendbuf: Any, recvbuf: Any) -> Call:
        """A block from each to each."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        return self._two_("alltoall", send, share(send, self.size), recv, share(recv, self.size))

    def alltoallv(
        self,
        sendbuf: Any,
        sendcounts: Sequence[int],
        recvbuf: Any,
        recvcounts: Sequence[int],
        sdispls: Sequence[int] | None = None,
        rdispls: Sequence[int] | None = None,
    ) -> Call:
        """The same with blocks of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf))
        there = (counts_of(sendcounts), displacements(sdispls, sendcounts))
        here = (counts_of(recvcounts), displacements(rdispls, recvcounts))
        return Call(
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

    def _reduced_(
        self, verb: str, send: Buffer, recv: Buffer, count: int, op: Any, *more: Any
    ) -> Call:
        writable(recv)
        kind = send.datatype if send.length else recv.datatype
        arguments = (send.address, recv.address, count, handle(kind), handle(op), *more)
        return Call(verb, arguments, (send, recv, op))

    def reduce(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM, root: int = 0) -> Call:
        """Everybody's arrays combined, at the root."""
        send = buffer(sendbuf, recvbuf)
        recv = buffer(recvbuf if self.rank == root else None, sendbuf)
        return self._reduced_("reduce", send, recv, max(send.length, recv.length), op, root)

    def allreduce(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> Call:
        """Everybody's arrays combined, at everybody, the same to the last bit."""
        recv = buffer(recvbuf)
        return self._reduced_("allreduce", buffer(sendbuf, recvbuf), recv, recv.length, op)

    def reduce_scatter_block(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> Call:
        """The same, a block of it at each."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        count = recv.length if sendbuf is not MPI.IN_PLACE else share(recv, self.size)
        return self._reduced_("reduce_scatter_block", send, recv, count, op)

    def scan(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> Call:
        """The arrays of ranks 0 to one's own, combined in this order."""
        recv = buffer(recvbuf)
        return self._reduced_("scan", buffer(sendbuf, recvbuf), recv, recv.length, op)

    def exscan(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM) -> Call:
        """The same without one's own; rank 0 gets nothing."""
        recv = buffer(recvbuf)
        return self._reduced_("exscan", buffer(sendbuf, recvbuf), recv, recv.length, op)

    def neighbor_alltoall(self, sendbuf: Any, recvbuf: Any) -> Call:
        """A block to each neighbour, one from each; in which order docs/mpi.md tells."""
        send, recv, n = buffer(sendbuf, recvbuf), buffer(recvbuf), max(1, self.neighbors)
        return self._two_("neighbor_alltoall", send, share(send, n), recv, share(recv, n))

    def neighbor_allgather(self, sendbuf: Any, recvbuf: Any) -> Call:
        """One's array to each neighbour, theirs to oneself."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        blocks = share(recv, max(1, self.neighbors))
        return self._two_("neighbor_allgather", send, send.length, recv, blocks)

    def permute(self, sendbuf: Any, recvbuf: Any, to: Sequence[int]) -> Call:
        """What process v sends comes to process to[v]."""
        send, recv = buffer(sendbuf, recvbuf), buffer(recvbuf)
        where = (c.c_int * len(to))(*to)
        return self._two_("permute", send, send.length, recv, recv.length, where)

    def scatterv(
        self,
        sendbuf: Any,
        counts: Sequence[int] | None,
        recvbuf: Any,
        displs: Sequence[int] | None = None,
        root: int = 0,
    ) -> Call:
        """Blocks of different lengths of the root's array; counts and displs are the root's."""
        send = buffer(sendbuf if self.rank == root else None, recvbuf)
        recv = writable(buffer(recvbuf, sendbuf))
        where = (counts_of(counts), displacements(displs, counts))
        there = (send.address, *where, handle(send.datatype))
        here = (recv.address, recv.length, handle(recv.datatype))
        return Call("scatterv", (*there, *here, root), (send, recv, where))

    def gatherv(
        self,
        sendbuf: Any,
        recvbuf: Any,
        counts: Sequence[int] | None,
        displs: Sequence[int] | None = None,
        root: int = 0,
    ) -> Call:
        """Arrays of different lengths to the root; counts and displs are the root's."""
        send = buffer(sendbuf, recvbuf)
        recv = writable(buffer(recvbuf if self.rank == root else None, sendbuf))
        where = (counts_of(counts), displacements(displs, counts))
        there = (send.address, send.length, handle(send.datatype))
        here = (recv.address, *where, handle(recv.datatype))
        return Call("gatherv", (*there, *here, root), (send, recv, where))

    def reduce_scatter(
        self, sendbuf: Any, recvbuf: Any, counts: Sequence[int], op: Any = MPI.SUM
    ) -> Call:
        """Everybody's arrays combined, a stretch of the result at each, of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf, sendbuf))
        kind = send.datatype if send.length else recv.datatype
        lengths = counts_of(counts)
        arguments = (send.address, recv.address, lengths, handle(kind), handle(op))
        return Call("reduce_scatter", arguments, (send, recv, lengths, op))

    def transpose(self, sendbuf: Any, recvbuf: Any, rows: int, columns: int) -> Call:
        """A matrix that lies by rows, process v of n having rows v*rows/n (rounded up) to
        (v+1)*rows/n, comes to lie by the rows of its transpose."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf, sendbuf))
        arguments = (send.address, recv.address, rows, columns, handle(send.datatype))
        return Call("transpose", arguments, (send, recv))
