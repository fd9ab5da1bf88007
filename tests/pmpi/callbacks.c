/* Attributes whose functions call collectives: on a communicator that is being duplicated, on its duplicates, and on
 * one that is being freed, when the drop-in's own attribute may be gone already, or not yet. */
#include "stranger.h"

#include <stdio.h>

enum { COUNT = 700, ROUNDS = 10, DEEPEST = 2 };

static int called;

static void add_up(MPI_Comm comm, const char *where) {
    int in[COUNT], out[COUNT];
    group g = group_of(comm, where, 1);
    for (int i = 0; i < COUNT; i++)
        in[i] = i;
    MPI_Allreduce(in, out, COUNT, MPI_INT, MPI_SUM, comm);
    if (out[COUNT - 1] != g.size * (COUNT - 1))
        fail(&g, "%s: %d", where, out[COUNT - 1]);
}

static int deleted(MPI_Comm comm, int key, void *value, void *extra) {
    (void)key;
    (void)value;
    (void)extra;
    add_up(comm, "in a delete function");
    called++;
    return MPI_SUCCESS;
}

/* Duplicates the communicator that is being duplicated. */
static int copied(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    static int depth;
    (void)key;
    (void)extra;
    *(void **)out = in;
    *flag = 1;
    if (depth == DEEPEST)
        return MPI_SUCCESS;
    MPI_Comm inner;
    depth++;
    MPI_Comm_dup(comm, &inner);
    add_up(inner, "in a copy function");
    MPI_Comm_free(&inner);
    depth--;
    called++;
    return MPI_SUCCESS;
}

/* The function's attribute is set before the drop-in knows the communicator, or after. */
static void free_one(int key, bool before) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (before)
        MPI_Comm_set_attr(comm, key, NULL);
    add_up(comm, "before it is freed");
    if (!before)
        MPI_Comm_set_attr(comm, key, NULL);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
    int at_delete, at_copy, rank, all = 0;
    MPI_Comm comm, copy_of;
    MPI_Init(&argc, &argv);
    find_native();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &at_delete, NULL);
    MPI_Comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, &at_copy, NULL);
    for (int i = 0; i < ROUNDS; i++)
        free_one(at_delete, i % 3 != 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, at_copy, NULL);
    MPI_Comm_dup(comm, &copy_of);
    add_up(copy_of, "after a copy function");
    MPI_Comm_free(&copy_of);
    MPI_Comm_free(&comm);
    int mine = failures + (called != ROUNDS + DEEPEST);
    native.allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d functions called, %d failures\n", called, all);
    MPI_Comm_free_keyval(&at_delete);
    MPI_Comm_free_keyval(&at_copy);
    MPI_Finalize();
    return all > 0;
}
