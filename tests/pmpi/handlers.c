/* A program's error handler may call MPI: one that is called for a collective that is completed later, too. Rank 1
 * expects less than rank 0 has for it. */
#include "stranger.h"

#include <stdio.h>

static _Atomic int called, code_seen;

static void add(void *in, void *inout, int *count, MPI_Datatype *type) { /* NOLINT(readability-non-const-parameter) */
    (void)in;
    (void)inout;
    (void)count;
    (void)type;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI calls it */
static void handle(MPI_Comm *comm, int *code, ...) {
    MPI_Op op;
    (void)comm;
    code_seen = *code;
    MPI_Op_create(add, 1, &op);
    MPI_Op_free(&op); /* for which the drop-in looks at all that is under way */
    called++;
}

int main(int argc, char **argv) {
    int in[] = {1, 2, 3}, out[] = {0, 0}, counts[] = {1, 2}, places[] = {0, 1}, class = MPI_SUCCESS, all = 0;
    MPI_Comm comm;
    MPI_Errhandler handler;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    find_native();
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    group g = group_of(comm, "two", 1);
    MPI_Iscatterv(in, counts, places, MPI_INT, out, 1, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Error_class(code_seen, &class);
    if (g.rank == 1 && (called != 1 || class != MPI_ERR_TRUNCATE))
        fail(&g, "the handler was called %d times, with class %d", (int)called, class);
    if (g.rank == 0 && called != 0)
        fail(&g, "the handler was called at the root");
    int mine = failures;
    native.allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0)
        printf("handlers: %d failures\n", all);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return all > 0;
}
