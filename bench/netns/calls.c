/* The collectives, Linkbound's and MPI's, on the same buffers. */
#include "measure.h"

#include <string.h>

const call calls[] = {
    {"broadcast", "MPI_Bcast", LB_BROADCAST},
    {"scatter", "MPI_Scatter", LB_SCATTER},
    {"gather", "MPI_Gather", LB_GATHER},
    {"allgather", "MPI_Allgather", LB_ALLGATHER},
    {"reduce-scatter", "MPI_Reduce_scatter_block", LB_REDUCE_SCATTER},
    {"allreduce", "MPI_Allreduce", LB_ALLREDUCE},
    {"alltoall", "MPI_Alltoall", LB_ALLTOALL},
};
const unsigned call_count = sizeof calls / sizeof *calls;

uint64_t room_for(uint64_t bytes, int ranks) {
    return bytes * (uint64_t)ranks;
}

static int run_ours(bench *b, lb_task_kind kind, int count) {
    MPI_Datatype type = MPI_UINT32_T;
    switch (kind) {
    case LB_BROADCAST: return lb_mpi_bcast(b->rank == 0 ? b->in : b->out, count, type, 0, b->net);
    case LB_SCATTER: return lb_mpi_scatter(b->in, count, type, b->out, count, type, 0, b->net);
    case LB_GATHER: return lb_mpi_gather(b->in, count, type, b->out, count, type, 0, b->net);
    case LB_ALLGATHER: return lb_mpi_allgather(b->in, count, type, b->out, count, type, b->net);
    case LB_REDUCE_SCATTER: return lb_mpi_reduce_scatter_block(b->in, b->out, count, type, MPI_SUM, b->net);
    case LB_ALLREDUCE: return lb_mpi_allreduce(b->in, b->out, count, type, MPI_SUM, b->net);
    default: return lb_mpi_alltoall(b->in, count, type, b->out, count, type, b->net);
    }
}

static int run_native(bench *b, lb_task_kind kind, int count) {
    MPI_Datatype type = MPI_UINT32_T;
    MPI_Comm world = MPI_COMM_WORLD;
    switch (kind) {
    case LB_BROADCAST: return MPI_Bcast(b->rank == 0 ? b->in : b->out, count, type, 0, world);
    case LB_SCATTER: return MPI_Scatter(b->in, count, type, b->out, count, type, 0, world);
    case LB_GATHER: return MPI_Gather(b->in, count, type, b->out, count, type, 0, world);
    case LB_ALLGATHER: return MPI_Allgather(b->in, count, type, b->out, count, type, world);
    case LB_REDUCE_SCATTER: return MPI_Reduce_scatter_block(b->in, b->out, count, type, MPI_SUM, world);
    case LB_ALLREDUCE: return MPI_Allreduce(b->in, b->out, count, type, MPI_SUM, world);
    default: return MPI_Alltoall(b->in, count, type, b->out, count, type, world);
    }
}

int run_call(bench *b, const call *c, uint64_t bytes, bool ours) {
    int count = (int)(bytes / sizeof(uint32_t));
    return ours ? run_ours(b, c->kind, count) : run_native(b, c->kind, count);
}

/* Element i of what a rank brings, and of the sum of what all bring: wrapping round, so exact. */
static uint32_t brought(int rank, uint64_t i) {
    return (uint32_t)rank * UINT32_C(2654435761) + (uint32_t)i * UINT32_C(40503);
}

static uint32_t summed(int ranks, uint64_t i) {
    uint32_t sum = 0;
    for (int rank = 0; rank < ranks; rank++)
        sum += brought(rank, i);
    return sum;
}

static uint64_t blocks_in(const bench *b, lb_task_kind kind) {
    bool many = kind == LB_SCATTER || kind == LB_REDUCE_SCATTER || kind == LB_ALLTOALL;
    return many ? (uint64_t)b->size : 1;
}

void fill_in(bench *b, const call *c, uint64_t bytes) {
    uint64_t count = bytes / sizeof(uint32_t);
    for (uint64_t i = 0; i < count * blocks_in(b, c->kind); i++)
        b->in[i] = brought(b->rank, i);
    memset(b->out, 0xff, room_for(bytes, b->size));
}

/* Element i of block k of what this rank should have. */
static uint32_t wanted(const bench *b, lb_task_kind kind, uint64_t count, uint64_t k, uint64_t i) {
    switch (kind) {
    case LB_BROADCAST: return brought(0, i);
    case LB_SCATTER: return brought(0, (uint64_t)b->rank * count + i);
    case LB_REDUCE_SCATTER: return summed(b->size, (uint64_t)b->rank * count + i);
    case LB_ALLREDUCE: return summed(b->size, i);
    case LB_ALLTOALL: return brought((int)k, (uint64_t)b->rank * count + i);
    default: return brought((int)k, i);
    }
}

bool right_out(const bench *b, const call *c, uint64_t bytes) {
    uint64_t count = bytes / sizeof(uint32_t);
    bool many = c->kind == LB_ALLGATHER || c->kind == LB_ALLTOALL || c->kind == LB_GATHER;
    if (b->rank == 0 ? c->kind == LB_BROADCAST : c->kind == LB_GATHER)
        return true; /* nothing comes */
    for (uint64_t k = 0; k < (many ? (uint64_t)b->size : 1); k++) {
        for (uint64_t i = 0; i < count; i++) {
            if (b->out[k * count + i] != wanted(b, c->kind, count, k, i))
                return false;
        }
    }
    return true;
}
