/* A user's operator is called with the very datatype that was passed in, in reductions that are completed later too,
 * and when the type was freed while they are under way: programs look which one it is. */
#include "stranger.h"

#include <stdio.h>

enum { COUNT = 1000 };
static MPI_Datatype passed;
static _Atomic int calls, foreign;
static int in[2 * COUNT], out[2 * COUNT];

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI calls it */
static void add(void *left, void *right, int *count, MPI_Datatype *type) {
    const int *a = left;
    int *b = right;
    calls++;
    foreign += *type != passed;
    for (int i = 0; i < 2 * *count; i++)
        b[i] += a[i];
}

static void check(const group *g, const char *what) {
    int right = g->size * (2 * COUNT - 1) + g->size * (g->size - 1) / 2;
    if (out[2 * COUNT - 1] != right)
        fail(g, "%s: %d instead of %d", what, out[2 * COUNT - 1], right);
    if (foreign > 0 || calls == 0)
        fail(g, "%s: %d of %d calls with another handle", what, (int)foreign, (int)calls);
    calls = foreign = 0;
    memset(out, 0, sizeof out);
}

static void make_type(MPI_Datatype *type) {
    MPI_Type_contiguous(2, MPI_INT, type);
    MPI_Type_commit(type);
    passed = *type;
}

static void test_blocking(const group *g, MPI_Op op) {
    MPI_Datatype type;
    make_type(&type);
    MPI_Allreduce(in, out, COUNT, type, op, g->comm);
    check(g, "blocking");
    MPI_Type_free(&type);
}

static void test_nonblocking(const group *g, MPI_Op op, bool early) {
    MPI_Datatype type;
    MPI_Request request;
    make_type(&type);
    MPI_Iallreduce(in, out, COUNT, type, op, g->comm, &request);
    if (early)
        MPI_Type_free(&type);
    if (early && type != MPI_DATATYPE_NULL)
        fail(g, "a type that is freed stays");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(g, early ? "nonblocking, freed" : "nonblocking");
    if (!early)
        MPI_Type_free(&type);
}

static void test_persistent(const group *g, MPI_Op op, bool early) {
#if LB_PERSISTENT
    MPI_Datatype type;
    MPI_Request request;
    make_type(&type);
    LB_INIT_OF(Allreduce)(in, out, COUNT, type, op, g->comm, MPI_INFO_NULL, &request);
    if (early)
        MPI_Type_free(&type);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        check(g, early ? "persistent, freed" : "persistent");
    }
    MPI_Request_free(&request);
    if (!early)
        MPI_Type_free(&type);
#else
    (void)g;
    (void)op;
    (void)early;
#endif
}

int main(int argc, char **argv) {
    MPI_Op op;
    MPI_Init(&argc, &argv);
    find_native();
    group g = group_of(MPI_COMM_WORLD, "all", 1);
    for (int i = 0; i < 2 * COUNT; i++)
        in[i] = g.rank + i;
    MPI_Op_create(add, 1, &op);
    for (int i = 0; i < 6; i++) {
        test_blocking(&g, op);
        test_nonblocking(&g, op, i % 2 == 1);
        test_persistent(&g, op, i % 2 == 1);
    }
    MPI_Op_free(&op);
    int mine = failures, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0)
        printf("handles: %d processes, %d failures\n", g.size, all);
    MPI_Finalize();
    return all > 0;
}
