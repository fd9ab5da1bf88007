"""The arguments of the collectives over MPI, in C's order, from arrays and those of mpi4py."""
from __future__ import annotations

import ctypes as c
from typing import Any, NamedTuple, Sequence

from mpi4py import MPI

from ._args import LARGE, whole
from ._mpi_fit import alike, blocks, is_array, same_bytes, several_counts
from ._mpi_lib import Buffer, buffer, handle, share, writable
from .errors import BadType, BadValue


class Call(NamedTuple):
    """A collective with its arguments, and what must live until it is complete."""

    verb: str
    arguments: tuple[Any, ...]
    kept: Any


class Calls:
    """One method for every collective; they are called as those of linkbound.mpi.Network are."""

    def __init__(self, rank: int, size: int, neighbors: int) -> None:
        self.rank, self.size, self.neighbors = rank, size, neighbors

    def _root(self, root: int) -> int:
        return whole("root", root, self.size - 1)

    def barrier(self) -> Call:
        """Nobody returns before everybody has called."""
        return Call("barrier", (), None)

    def bcast(self, buf: Any, root: int = 0) -> Call:
        """The root's array to everybody."""
        b, root = buffer(buf), self._root(root)
        if self.rank != root:
            writable(b)
        return Call("bcast", (b.address, b.length, handle(b.datatype), root), b)

    def _two_(
        self, verb: str, send: Buffer, scount: int, recv: Buffer, rcount: int, *more: Any
    ) -> Call:
        writable(recv)
        same_bytes(send, scount, recv, rcount)
        there = (send.address, scount, handle(send.datatype))
        here = (recv.address, rcount, handle(recv.datatype))
        return Call(verb, (*there, *here, *more), (send, recv, more))

    def scatter(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> Call:
        """A block of the root's array to each; what others give as sendbuf is not looked at."""
        root = self._root(root)
        send = buffer(sendbuf if self.rank == root else None, recvbuf)
        recv = buffer(recvbuf, sendbuf)
        return self._two_("scatter", send, share(send, self.size), recv, recv.length, root)

    def gather(self, sendbuf: Any, recvbuf: Any, root: int = 0) -> Call:
        """Everybody's array to the root; what others give as recvbuf is not looked at."""
        root = self._root(root)
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
        if counts is None:
            raise BadType("counts: one for each process, please")
        where = blocks(recv, counts, displs, self.size)
        same_bytes(send, send.length, recv, int(where.counts[self.rank]))
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
        if recvcounts is None or (sendcounts is None and is_array(send)):
            raise BadType("counts: one for each process, please")
        there = blocks(send, sendcounts, sdispls, self.size)
        here = blocks(recv, recvcounts, rdispls, self.size)
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
        self, verb: str, send: Buffer, recv: Buffer, count: int, op: Any, *more: Any, parts: int = 1
    ) -> Call:
        writable(recv)
        alike(send, recv, parts)
        kind = send.datatype if send.length else recv.datatype
        arguments = (send.address, recv.address, count, handle(kind), handle(op, MPI.Op), *more)
        return Call(verb, arguments, (send, recv, op))

    def reduce(self, sendbuf: Any, recvbuf: Any, op: Any = MPI.SUM, root: int = 0) -> Call:
        """Everybody's arrays combined, at the root."""
        root = self._root(root)
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
        return self._reduced_("reduce_scatter_block", send, recv, count, op, parts=self.size)

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
        where = (c.c_int * self.size)(*several_counts(to, self.size, "to"))
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
        root = self._root(root)
        send = buffer(sendbuf if self.rank == root else None, recvbuf)
        recv = writable(buffer(recvbuf, sendbuf))
        where = blocks(send, counts if self.rank == root else None, displs, self.size)
        if where.counts:
            same_bytes(send, int(where.counts[root]), recv, recv.length)
        elif self.rank == root:
            raise BadType("counts: one for each process, please")
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
        root = self._root(root)
        send = buffer(sendbuf, recvbuf)
        recv = writable(buffer(recvbuf if self.rank == root else None, sendbuf))
        where = blocks(recv, counts if self.rank == root else None, displs, self.size)
        if where.counts:
            same_bytes(send, send.length, recv, int(where.counts[root]))
        elif self.rank == root:
            raise BadType("counts: one for each process, please")
        there = (send.address, send.length, handle(send.datatype))
        here = (recv.address, *where, handle(recv.datatype))
        return Call("gatherv", (*there, *here, root), (send, recv, where))

    def reduce_scatter(
        self, sendbuf: Any, recvbuf: Any, counts: Sequence[int], op: Any = MPI.SUM
    ) -> Call:
        """Everybody's arrays combined, a stretch of the result at each, of different lengths."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf, sendbuf))
        kind = send.datatype if send.length else recv.datatype
        listed = several_counts(counts, self.size)
        if is_array(send) and (send.length != sum(listed) or send.datatype != recv.datatype):
            raise BadValue(f"{sum(listed)} elements of the result's type, please, to be reduced")
        if recv.length < (listed[self.rank] if is_array(send) else sum(listed)):
            raise BadValue(f"{recv.length} elements are too few for the result")
        lengths = (c.c_int64 * self.size)(*listed)
        arguments = (send.address, recv.address, lengths, handle(kind), handle(op, MPI.Op))
        return Call("reduce_scatter", arguments, (send, recv, lengths, op))

    def transpose(self, sendbuf: Any, recvbuf: Any, rows: int, columns: int) -> Call:
        """A matrix that lies by rows, process v of n having rows v*rows/n (rounded up) to
        (v+1)*rows/n, comes to lie by the rows of its transpose."""
        send, recv = buffer(sendbuf, recvbuf), writable(buffer(recvbuf, sendbuf))
        rows, columns = whole("rows", rows, LARGE >> 1), whole("columns", columns, LARGE >> 1)
        alike(send, recv._replace(length=send.length))
        for what, length, lines, each in (
            ("sent", send.length, rows, columns),
            ("received", recv.length, columns, rows),
        ):
            first, last = (-(-(self.rank + i) * lines // self.size) for i in (0, 1))
            if length != (last - first) * each:
                raise BadValue(f"{last - first} rows of {each} elements are {what}, not {length}")
        arguments = (send.address, recv.address, rows, columns, handle(send.datatype))
        return Call("transpose", arguments, (send, recv))
