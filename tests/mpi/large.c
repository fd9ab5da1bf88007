/* Large counts: more elements than an int can count, and displacements that are larger still, in memory that is hardly
 * ever touched. What the _c functions do with small counts the other tests compare with MPI. */
#define _DEFAULT_SOURCE
#include "support.h"

#include <sys/mman.h>

static const int64_t apart = (INT64_C(3) << 30) + 4096; /* bytes between two blocks */
enum { BLOCK = 40 };

static unsigned char *take_room(const world *w) {
    void *at = mmap(NULL, (size_t)(apart * w->size), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static unsigned char mark(int from, int to, int i) {
    return (unsigned char)(from * 37 + to * 11 + i);
}

typedef struct lists {
    MPI_Count *counts;
    MPI_Aint *displs;
} lists;

static lists make_lists(const world *w) {
    lists l = {calloc((size_t)w->size, sizeof *l.counts), calloc((size_t)w->size, sizeof *l.displs)};
    for (int i = 0; i < w->size; i++) {
        l.counts[i] = BLOCK;
        l.displs[i] = (MPI_Aint)(i * apart);
    }
    return l;
}

/* Blocks of whom, for whom: -1 is everybody. */
static void check_room(const world *w, const unsigned char *room, int to) {
    for (int v = 0; v < w->size; v++) {
        for (int i = 0; i < BLOCK; i++)
            CHECK(w, room[v * apart + i] == mark(v, to, i));
    }
}

static void test_apart(world *w, form f) {
    unsigned char *from = take_room(w), *to = take_room(w), mine[BLOCK], got[BLOCK];
    lists l = make_lists(w);
    CHECK(w, from && to);
    if (!from || !to)
        return;
    for (int i = 0; i < BLOCK; i++)
        mine[i] = mark(w->rank, -1, i);
    CALL_C(w, f, allgatherv, (mine, BLOCK, MPI_BYTE, to, l.counts, l.displs, MPI_BYTE));
    check_room(w, to, -1);
    for (int v = 0; v < w->size; v++) {
        for (int i = 0; i < BLOCK; i++)
            from[v * apart + i] = mark(w->rank, v, i);
    }
    CALL_C(w, f, alltoallv, (from, l.counts, l.displs, MPI_BYTE, to, l.counts, l.displs, MPI_BYTE));
    check_room(w, to, w->rank);
    CALL_C(w, f, scatterv, (from, l.counts, l.displs, MPI_BYTE, got, BLOCK, MPI_BYTE, 0));
    for (int i = 0; i < BLOCK; i++)
        CHECK(w, got[i] == mark(0, w->rank, i));
    CALL_C(w, f, gatherv, (mine, BLOCK, MPI_BYTE, to, l.counts, l.displs, MPI_BYTE, 0));
    if (w->rank == 0)
        check_room(w, to, -1);
    munmap(from, (size_t)(apart * w->size));
    munmap(to, (size_t)(apart * w->size));
    free(l.counts);
    free(l.displs);
}

/* Elements of no bytes: any number of them is nothing. */
static void test_empty(world *w, form f) {
    const MPI_Count many = (MPI_Count)1 << 62; /* of all blocks together they cannot be counted */
    MPI_Count counts[64];
    MPI_Aint displs[64] = {0};
    MPI_Datatype empty, types[64];
    char nothing = 7;
    MPI_Type_contiguous(0, MPI_INT, &empty);
    MPI_Type_commit(&empty);
    for (int i = 0; i < 64; i++) {
        counts[i] = many;
        types[i] = empty;
    }
    CALL_C(w, f, bcast, (&nothing, many, empty, 0));
    CALL_C(w, f, allgather, (&nothing, many, empty, &nothing, many, empty));
    CALL_C(w, f, alltoall, (&nothing, many, empty, &nothing, many, empty));
    CALL_C(w, f, alltoallv, (&nothing, counts, displs, empty, &nothing, counts, displs, empty));
    CALL_C(w, f, alltoallw, (&nothing, counts, displs, types, &nothing, counts, displs, types));
    CALL_C(w, f, neighbor_alltoall, (&nothing, many, empty, &nothing, many, empty));
    CALL_C(w, f, transpose, (&nothing, &nothing, (MPI_Count)1 << 33, 5, empty));
    CHECK(w, nothing == 7);
    MPI_Type_free(&empty);
}

/* More than there can be, or than can be counted. */
static void test_wrong(world *w) {
    const MPI_Count huge = (MPI_Count)(INT64_MAX / 4);
    MPI_Count counts[64];
    MPI_Aint displs[64] = {0};
    char nothing = 0;
    lb_mpi_request *request;
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 64; i++)
        counts[i] = huge;
    CHECK(w, class_of(lb_mpi_bcast_c(&nothing, huge, MPI_DOUBLE, 0, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_bcast_c(&nothing, -1, MPI_DOUBLE, 0, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_allgather_c(&nothing, huge, MPI_BYTE, &nothing, huge, MPI_BYTE, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_iallreduce_c(MPI_IN_PLACE, &nothing, huge, MPI_INT, MPI_SUM, w->net, &request)) ==
                 MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_reduce_scatter_c(&nothing, &nothing, counts, MPI_INT, MPI_SUM, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_alltoallv_c(&nothing, counts, displs, MPI_INT, &nothing, counts, displs, MPI_INT,
                                         w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_transpose_c(&nothing, &nothing, huge, huge, MPI_INT, w->net)) == MPI_ERR_COUNT);
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
}

static void run(world *w) {
    test_apart(w, (form)draw(w, FORMS));
    test_empty(w, (form)draw(w, FORMS));
    test_wrong(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
