"""The collectives over MPI held against mpi4py's own; test_mpi.py starts it with mpirun."""
import re
import sys

import numpy as np
from mpi4py import MPI

import linkbound
import linkbound.mpi

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
rng = np.random.default_rng(rank)


def own(count, kind=np.int64):
    return rng.integers(0, 1000, count).astype(kind)


def same(ours, theirs, what):
    if not np.array_equal(ours, theirs):
        print(f"rank {rank}: {what}: {ours} instead of {theirs}", flush=True)
        comm.Abort(1)


def pair(net, name, send, recv, *args, ours=(), **kwargs):
    """All three forms beside mpi4py's."""
    wanted = recv.copy()
    getattr(comm, name)(send, wanted, *args, **kwargs)
    for form in ("now", "begun", "kept"):
        got = recv.copy()
        if form == "now":
            getattr(net, name)(send, got, *args, **kwargs)
        elif form == "begun":
            getattr(net, "I" + name.lower())(send, got, *args, **kwargs).Wait()
        else:
            request = getattr(net, name + "_init")(send, got, *args, **kwargs)
            for _ in range(2):
                request.Start()
                while not request.Test():
                    pass
            request.Free()
        same(got, wanted, f"{name}, {form}")


def collectives(net):
    for count in (1, 1000):
        for kind in (np.int64, np.float64, np.complex128, np.uint8):
            pair(net, "Allgather", own(count, kind), np.zeros(count * size, kind))
            pair(net, "Alltoall", own(count * size, kind), np.zeros(count * size, kind))
        for op in (MPI.SUM, MPI.MAX):
            pair(net, "Allreduce", own(count), np.zeros(count, np.int64), op=op)
            pair(net, "Scan", own(count), np.zeros(count, np.int64), op=op)
            pair(net, "Exscan", own(count), np.zeros(count, np.int64), op=op)
        pair(net, "Reduce_scatter_block", own(count * size), np.zeros(count, np.int64))
        for root in (0, size - 1):
            everything = np.zeros(count * size if rank == root else 0, np.int64)
            pair(net, "Gather", own(count), everything, root=root)
            send = own(count * size) if rank == root else np.zeros(0, np.int64)
            pair(net, "Scatter", send, np.zeros(count, np.int64), root=root)
            pair(net, "Reduce", own(count), np.zeros(count, np.int64), root=root)
            ours = own(count)
            theirs = ours.copy()
            net.Bcast(ours, root=root)
            comm.Bcast(theirs, root=root)
            same(ours, theirs, "Bcast")


def also_later(net, name, *args):
    """The forms that return at once do what the first did: the array that it wrote comes last."""
    *args, got, more = args
    for form in (f"I{name.lower()}", f"{name}_init"):
        again = np.zeros_like(got)
        request = getattr(net, form)(*args, again, *more)
        if form.endswith("_init"):
            request.Start()
        request.Wait()
        request.Free()
        same(again, got, form)


def odd_ones(net):
    counts = [v + 1 for v in range(size)]
    got, wanted = np.zeros(sum(counts)), np.zeros(sum(counts))
    mine = np.full(rank + 1, float(rank))
    net.Allgatherv(mine, got, counts)
    comm.Allgatherv(mine, [wanted, counts])
    same(got, wanted, "Allgatherv")
    also_later(net, "Allgatherv", mine, got, (counts,))
    send = np.arange(sum(counts), dtype=float) + 100 * rank
    got = np.zeros(size * (rank + 1))
    net.Alltoallv(send, counts, got, [rank + 1] * size)
    first = sum(counts[:rank])
    wanted = np.concatenate([np.arange(first, first + rank + 1) + 100.0 * v for v in range(size)])
    same(got, wanted, "Alltoallv")
    also_later(net, "Alltoallv", send, counts, got, ([rank + 1] * size,))
    everything = np.arange(sum(counts), dtype=float)
    got = np.zeros(rank + 1)
    net.Scatterv(everything if rank == 0 else None, counts if rank == 0 else None, got)
    same(got, everything[first : first + rank + 1], "Scatterv")
    root = (everything, counts) if rank == 0 else (None, None)
    also_later(net, "Scatterv", *root, got, ())
    back = np.zeros(sum(counts) if rank == 0 else 0)
    net.Gatherv(got, back, counts if rank == 0 else None)
    same(back, everything if rank == 0 else np.zeros(0), "Gatherv")
    also_later(net, "Gatherv", got, back, (counts if rank == 0 else None,))
    net.Reduce_scatter(everything, got, counts)
    same(got, size * everything[first : first + rank + 1], "Reduce_scatter")
    also_later(net, "Reduce_scatter", everything, got, (counts,))
    matrix = np.arange(size * 2 * size).reshape(size, 2 * size)
    turned = np.zeros((2, size), int)
    net.Transpose(matrix[rank : rank + 1], turned, size, 2 * size)
    same(turned, matrix.T[2 * rank : 2 * rank + 2], "Transpose")
    also_later(net, "Transpose", matrix[rank : rank + 1], turned, (size, 2 * size))
    net.Iallreduce(np.ones(3), np.zeros(3))  # its arrays live, though nobody has the request
    assert len(net._under_way) == 1
    next(iter(net._under_way)).Wait()
    assert not net._under_way
    in_place = np.full(5, rank)
    net.Allreduce(MPI.IN_PLACE, in_place)
    same(in_place, np.full(5, size * (size - 1) // 2), "in place")
    got = np.zeros(1, int)
    net.Permute(np.array([rank]), got, [(v + 1) % size for v in range(size)])
    same(got, [(rank - 1) % size], "Permute")
    also_later(net, "Permute", np.array([rank]), got, ([(v + 1) % size for v in range(size)],))
    pairs = np.arange(6, dtype=np.float64)
    net.Bcast((pairs, MPI.DOUBLE), root=0)
    heard = net.gossip(f"I am {rank}".encode() if rank % 2 else b"")
    assert heard == [(v, f"I am {v}".encode()) for v in range(1, size, 2)], heard
    net.Barrier()
    net.Ibarrier().Wait()
    again = net.Barrier_init()
    again.Start()
    again.Wait()
    again.Free()
    n = net.neighbors
    got = np.zeros(n, int)
    net.Neighbor_allgather(np.array([rank]), got)
    assert all(net.net.distance(rank, v) == 1 for v in got), got
    also_later(net, "Neighbor_allgather", np.array([rank]), got, ())
    back = np.zeros(n, int)
    net.Neighbor_alltoall(np.full(n, rank), back)
    same(np.sort(back), np.sort(got), "Neighbor_alltoall")
    also_later(net, "Neighbor_alltoall", np.full(n, rank), back, ())


def wrongs(net):
    """Every call is refused by everybody before anything is sent, with words of the sentence."""
    one, many, sealed = np.zeros(1), np.zeros(size), np.zeros(size)
    sealed.flags.writeable = False
    blocks, less = [1] * size, [1] * (size - 1)
    half = np.zeros(size, np.float32)
    return (
        (lambda: net.Allreduce(np.zeros((4, 4))[:, 0], np.zeros(4)), "in one piece"),
        (lambda: net.Allreduce(np.zeros(4)[::-1], np.zeros(4)), "in one piece"),
        (lambda: net.Allgather(one, np.zeros(size + 1)), "not .* blocks of equal size"),
        (lambda: net.Bcast(np.broadcast_to(one, 1), root=(rank + 1) % size), "read-only"),
        (lambda: net.Allreduce(many, sealed), "read-only"),
        (lambda: net.Iallreduce(many, sealed), "read-only"),
        (lambda: net.Allreduce_init(many, sealed), "read-only"),
        (lambda: net.Allreduce(b"12345678", b"12345678"), "read-only"),
        (lambda: net.Allreduce(one, many) if size > 1 else None, "elements are reduced to"),
        (lambda: net.Allreduce(many, half), "different types"),
        (lambda: net.Scan(np.zeros(2), one), "elements are reduced to"),
        (lambda: net.Exscan(half, many), "different types"),
        (lambda: net.Reduce_scatter_block(one, many), "elements are reduced to"),
        (lambda: net.Reduce_scatter(one, one, blocks), "to be reduced"),
        (lambda: net.Reduce_scatter(many, np.zeros(0), blocks), "too few"),
        (lambda: net.Allgather(half[:1], many), "4 bytes, one that is received 8"),
        (lambda: net.Alltoall(half, many), "4 bytes, one that is received 8"),
        (lambda: net.Allgatherv(one, many, less), "for .* processes"),
        (lambda: net.Allgatherv(one, many, [-1] * size), "count -1"),
        (lambda: net.Allgatherv(one, many, blocks, [size] * size), "blocks end at"),
        (lambda: net.Allgatherv(one, many, None), "counts: one for each"),
        (lambda: net.Alltoallv(many, [2] * size, many, blocks), "blocks end at"),
        (lambda: net.Alltoallv(many, blocks, many, 5), "counts 5: a list"),
        (lambda: net.Permute(one, np.zeros(1), less), "for .* processes"),
        (lambda: net.Permute(one, np.zeros(2), range(size)), "8 bytes, one .* 16"),
        (lambda: net.Transpose(many, many, 1000, 1000), "rows of 1000 elements"),
        (lambda: net.Transpose(many, many, -1, 2), "rows -1"),
        (lambda: net.Bcast(one, root=size), "root"),
        (lambda: net.Bcast(one, root=-1), "root -1"),
        (lambda: net.Reduce(one, np.zeros(1), root=0.5), "root 0.5"),
        (lambda: net.Allreduce(one, np.zeros(1), op="sum"), "not an MPI.Op"),
        (lambda: net.Bcast(np.array([object()])), "no type for object"),
        (lambda: net.Bcast((np.array([object()]), MPI.BYTE)), "Python objects"),
        (lambda: net.Bcast(np.zeros(3, ">f8")), "no type for >f8"),
        (lambda: net.Bcast(np.zeros(3, "datetime64[s]")), "no type for"),
        (lambda: net.Bcast(np.zeros(3, "f4,i4")), "no type for"),
        (lambda: net.Bcast((np.zeros(3, np.int8), MPI.INT)), "no whole number"),
        (lambda: net.Bcast([1, 2, 3]), "a pair"),
        (lambda: net.Bcast((one, "double")), "a pair"),
        (lambda: net.Bcast(5), "5: an array"),
        (lambda: net.gossip("text"), "bytes, please"),
        (lambda: linkbound.mpi.Network(5, "cube:2"), "5 is not an MPI.Comm"),
        (lambda: linkbound.mpi.Network(comm, 5), "network 5: a string"),
    )


def refusals(net):
    for number, (wrong, words) in enumerate(wrongs(net)):
        try:
            wrong()
        except linkbound.Error as error:
            assert re.search(words, str(error)), error
            continue
        sys.exit(f"wrong call {number}, {words}, was not refused")
    try:
        linkbound.mpi.Network(comm, "cube:20")
    except linkbound.Error as error:
        assert "cube:20" in str(error) or "nodes" in str(error), error
    else:
        sys.exit("cube:20 was not refused")


def refused(net, name):
    """Of one that was freed."""
    try:
        return getattr(net, name) is NotImplemented
    except linkbound.Error:
        return True


with linkbound.mpi.Network(comm, sys.argv[1]) as network:
    assert (network.rank, network.size, network.net.nodes) == (rank, size, size)
    collectives(network)
    odd_ones(network)
    refusals(network)
    assert network.facts["calls"] > 100 and network.algorithm
network.Free()
assert all(refused(network, name) for name in ("net", "facts", "algorithm", "neighbors"))
try:
    network.Barrier()
except ValueError:
    if rank == 0:
        print("all as mpi4py's own, by", MPI.get_vendor()[0], flush=True)
else:
    sys.exit("a network that was freed was used")
