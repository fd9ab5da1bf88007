/* Finding out what the memory of the nodes carries: all processes copy at the same time, as they do when a message
 * goes through it, and those of a node meet. What the slowest takes counts, and of several trials the quickest. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/tune_inside.h"

#include "mpi/arena.h"
#include "mpi/memory.h"
#include "mpi/simulated.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, TRIALS = 3, COPIES = 2, MEETINGS = 8 };

typedef struct room {
    MPI_Comm comm, node;
    int rank, size; /* on the node */
    unsigned char *from, *to;
    lb_arena arena;
    uint64_t meetings;
} room;

static void copy(room *r) {
    for (int i = 0; i < COPIES; i++) {
        memcpy(r->to, r->from, BYTES);
        lb_simulated_copy(BYTES);
        r->from[i]++; /* it is not the same once more */
    }
}

/* Simulated time stands still while one looks at flags. */
static void meet(room *r) {
#ifdef LB_MPI_SIMULATED
    MPI_Barrier(r->node);
    lb_simulated_meet();
#else
    lb_arena_come(&r->arena, r->rank, ++r->meetings);
    while (!lb_arena_met(&r->arena, r->size, r->meetings))
        sched_yield();
#endif
}

static void meet_often(room *r) {
    for (int i = 0; i < MEETINGS; i++)
        meet(r);
}

/* Nanoseconds, of one of so many. */
static int time_of(room *r, void (*what)(room *r), double count, double *best) {
    int code = MPI_SUCCESS;
    *best = INFINITY;
    for (int i = 0; i < TRIALS && code == MPI_SUCCESS; i++) {
        double took, slowest = 0;
        code = MPI_Barrier(r->comm);
        double begin = MPI_Wtime();
        what(r);
        took = MPI_Wtime() - begin;
        if (code == MPI_SUCCESS)
            code = MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, r->comm);
        *best = fmin(*best, slowest * 1e9 / count);
    }
    return code;
}

/* The memory that those of a node share; *all: whether it is there, and whatever else is needed, everywhere. */
static int furnish(room *r, int *all) {
    char name[LB_ARENA_NAME] = "";
    int mine = 1;
    r->from = lb_mpi_take(BYTES, 1);
    r->to = lb_mpi_take(BYTES, 1);
    if (r->rank == 0 && lb_arena_make(&r->arena, r->size, 0))
        memcpy(name, r->arena.name, sizeof name);
    int code = MPI_Bcast(name, (int)sizeof name, MPI_BYTE, 0, r->node);
    if (code == MPI_SUCCESS && r->rank > 0)
        lb_arena_open(&r->arena, name, r->size, 0);
    mine = r->from && r->to && r->arena.map;
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(&mine, all, 1, MPI_INT, MPI_MIN, r->comm);
    lb_arena_forget_name(&r->arena);
    return code;
}

/* What is not to be had stays unmeasured. */
static int measure(room *r, lb_mpi_profile *profile) {
    double ns[2] = {0, 0};
    int all = 0, most = 0, code = furnish(r, &all);
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(&r->size, &most, 1, MPI_INT, MPI_MAX, r->comm);
    if (code != MPI_SUCCESS || !all)
        return code;
    code = time_of(r, copy, (double)COPIES * BYTES, &ns[0]);
    if (code == MPI_SUCCESS && most > 1)
        code = time_of(r, meet_often, MEETINGS, &ns[1]);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(ns, 2, MPI_DOUBLE, 0, r->comm);
    lb_ratio_make((uint64_t)(ns[0] * 1000 + 0.5), 1000, &profile->copy);
    if (most > 1)
        lb_ratio_make((uint64_t)(ns[1] + 0.5), 1, &profile->meet);
    return code;
}

int lb_tune_inside(MPI_Comm comm, int node, lb_mpi_profile *profile) {
    room r = {.comm = comm, .node = MPI_COMM_NULL};
    int rank;
    MPI_Comm_rank(comm, &rank);
    int code = MPI_Comm_split(comm, node, rank, &r.node);
    if (code != MPI_SUCCESS)
        return code;
    MPI_Comm_rank(r.node, &r.rank);
    MPI_Comm_size(r.node, &r.size);
    code = measure(&r, profile);
    lb_arena_close(&r.arena);
    free(r.from);
    free(r.to);
    MPI_Comm_free(&r.node);
    return code;
}
