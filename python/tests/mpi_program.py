"""The collectives over MPI held against mpi4py's own; test_mpi.py starts it with mpirun."""
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


def odd_ones(net):
    counts = [v + 1 for v in range(size)]
    got, wanted = np.zeros(sum(counts)), np.zeros(sum(counts))
    mine = np.full(rank + 1, float(rank))
    net.Allgatherv(mine, got, counts)
    comm.Allgatherv(mine, [wanted, counts])
    same(got, wanted, "Allgatherv")
    send = np.arange(sum(counts), dtype=float) + 100 * rank
    got = np.zeros(size * (rank + 1))
    net.Alltoallv(send, counts, got, [rank + 1] * size)
    first = sum(counts[:rank])
    wanted = np.concatenate([np.arange(first, first + rank + 1) + 100.0 * v for v in range(size)])
    same(got, wanted, "Alltoallv")
    everything = np.arange(sum(counts), dtype=float)
    got = np.zeros(rank + 1)
    net.Scatterv(everything if rank == 0 else None, counts if rank == 0 else None, got)
    same(got, everything[first : first + rank + 1], "Scatterv")
    back = np.zeros(sum(counts) if rank == 0 else 0)
    net.Gatherv(got, back, counts if rank == 0 else None)
    same(back, everything if rank == 0 else np.zeros(0), "Gatherv")
    net.Reduce_scatter(everything, got, counts)
    same(got, size * everything[first : first + rank + 1], "Reduce_scatter")
    matrix = np.arange(size * 2 * size).reshape(size, 2 * size)
    turned = np.zeros((2, size), int)
    net.Transpose(matrix[rank : rank + 1], turned, size, 2 * size)
    same(turned, matrix.T[2 * rank : 2 * rank + 2], "Transpose")
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
    pairs = np.arange(6, dtype=np.float64)
    net.Bcast((pairs, MPI.DOUBLE), root=0)
    heard = net.gossip(f"I am {rank}".encode() if rank % 2 else b"")
    assert heard == [(v, f"I am {v}".encode()) for v in range(1, size, 2)], heard
    net.Barrier()
    net.Ibarrier().Wait()
    assert net.Neighbor_alltoall.__doc__
    n = net.neighbors
    got = np.zeros(n, int)
    net.Neighbor_allgather(np.array([rank]), got)
    assert all(net.net.distance(rank, v) <= 1 for v in got), got


def refusals(net):
    for wrong in (
        lambda: net.Allreduce(np.zeros((4, 4))[:, 0], np.zeros(4)),
        lambda: net.Allgather(np.zeros(1), np.zeros(size + 1)),
        lambda: net.Bcast(np.broadcast_to(np.zeros(1), 1), root=(rank + 1) % size),
    ):
        try:
            wrong()
        except ValueError:
            continue
        sys.exit("was not refused")
    try:
        linkbound.mpi.Network(comm, "cube:20")
    except linkbound.Error as error:
        assert "cube:20" in str(error) or "nodes" in str(error), error
    else:
        sys.exit("cube:20 was not refused")


with linkbound.mpi.Network(comm, sys.argv[1]) as network:
    assert (network.rank, network.size, network.net.nodes) == (rank, size, size)
    collectives(network)
    odd_ones(network)
    refusals(network)
    assert network.facts["calls"] > 100 and network.algorithm
network.Free()
try:
    network.Barrier()
except ValueError:
    if rank == 0:
        print("all as mpi4py's own, by", MPI.get_vendor()[0], flush=True)
else:
    sys.exit("a network that was freed was used")
