/* Communicators of groups and duplicates that are made later, in other orders at other processes, with nonblocking
 * collectives under way on some, and freed before those are complete: the thread that moves them on must never meet
 * what is gone. Made after a test of MPICH's that was once seen to crash. */
#include "stranger.h"

#include <stdio.h>

enum { COUNT = 600, AT_ONCE = 4 };

typedef struct round {
    MPI_Comm all, later, half, half_later;
    MPI_Request all_there, half_there;
    int in[COUNT], out[AT_ONCE][COUNT];
} round_of;

/* A communicator of all and a duplicate of all, in either order. */
static void make_both(const group *g, round_of *r) {
    MPI_Group whole;
    MPI_Comm_group(g->comm, &whole);
    if (g->rank % 2 == 0)
        MPI_Comm_create_group(g->comm, whole, 0, &r->all);
    MPI_Comm_idup(g->comm, &r->later, &r->all_there);
    if (g->rank % 2 == 1)
        MPI_Comm_create_group(g->comm, whole, 0, &r->all);
    MPI_Group_free(&whole);
}

/* The half of the processes that this one belongs to. */
static void make_half(const group *g, round_of *r) {
    MPI_Group whole, half;
    int first = g->rank < g->size / 2 ? 0 : g->size / 2;
    int range[1][3] = {{first, first + g->size / 2 - 1, 1}};
    MPI_Comm_group(g->comm, &whole);
    MPI_Group_range_incl(whole, 1, range, &half);
    MPI_Comm_create_group(g->comm, half, 1, &r->half);
    MPI_Group_free(&half);
    MPI_Group_free(&whole);
}

static void check(const group *g, const int *out, int size, int first, const char *what) {
    int right = size * (COUNT - 1) + size * first + size * (size - 1) / 2;
    if (out[COUNT - 1] != right)
        fail(g, "%s: %d instead of %d", what, out[COUNT - 1], right);
}

static void one_round(const group *g, round_of *r) {
    MPI_Request requests[AT_ONCE];
    int half = g->size / 2, first = g->rank < half ? 0 : half;
    for (int i = 0; i < COUNT; i++)
        r->in[i] = g->rank + i;
    make_both(g, r);
    make_half(g, r);
    MPI_Iallreduce(r->in, r->out[0], COUNT, MPI_INT, MPI_SUM, r->all, &requests[0]);
    MPI_Iallreduce(r->in, r->out[1], COUNT, MPI_INT, MPI_SUM, r->half, &requests[1]);
    MPI_Comm_idup(r->half, &r->half_later, &r->half_there);
    MPI_Iallreduce(r->in, r->out[2], COUNT, MPI_INT, MPI_SUM, r->half, &requests[2]);
    MPI_Comm_free(&r->all);
    MPI_Wait(&r->all_there, MPI_STATUS_IGNORE);
    MPI_Iallreduce(r->in, r->out[3], COUNT, MPI_INT, MPI_SUM, r->later, &requests[3]);
    MPI_Wait(&r->half_there, MPI_STATUS_IGNORE);
    MPI_Comm_free(&r->half);
    for (int k = 0; k < AT_ONCE; k++) {
        MPI_Wait(&requests[(k + g->rank) % AT_ONCE], MPI_STATUS_IGNORE);
    }
    check(g, r->out[0], g->size, 0, "all");
    check(g, r->out[1], half, first, "half");
    check(g, r->out[2], half, first, "half again");
    check(g, r->out[3], g->size, 0, "duplicate");
    MPI_Allreduce(r->in, r->out[0], COUNT, MPI_INT, MPI_SUM, r->later);
    MPI_Allreduce(r->in, r->out[1], COUNT, MPI_INT, MPI_SUM, r->half_later);
    check(g, r->out[0], g->size, 0, "duplicate, blocking");
    check(g, r->out[1], half, first, "duplicate of half, blocking");
    MPI_Comm_free(&r->later);
    MPI_Comm_free(&r->half_later);
}

int main(int argc, char **argv) {
    static round_of r;
    int rounds = argc > 1 ? atoi(argv[1]) : 1, mine, all = 0;
    MPI_Init(&argc, &argv);
    find_native();
    group g = group_of(MPI_COMM_WORLD, "all", 1);
    for (int i = 0; i < rounds; i++)
        one_round(&g, &r);
    mine = failures;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0)
        printf("groups: %d processes, %d failures\n", g.size, all);
    MPI_Finalize();
    return all > 0;
}
