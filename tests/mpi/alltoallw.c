/* alltoallw: every block with a type of its own, displacements in bytes, some below 0, many blocks of nothing. */
#include "support.h"

typedef struct layout {
    int *counts, *displs;
    MPI_Count *large;
    MPI_Aint *places;
    MPI_Datatype *types;
    int64_t span, zero; /* bytes, and which of them has displacement 0 */
} layout;

/* What goes from one process to another, drawn alike by both. */
static uint64_t between(uint64_t seed, int from, int to) {
    world w = {.random = seed + (uint64_t)from * 1009 + (uint64_t)to};
    return draw(&w, UINT64_C(1) << 32);
}

static layout make_layout(const world *w, uint64_t seed, bool sends, bool symmetric) {
    size_t n = (size_t)w->size;
    layout l = {.counts = calloc(n, sizeof *l.counts),
                .displs = calloc(n, sizeof *l.displs),
                .large = calloc(n, sizeof *l.large),
                .places = calloc(n, sizeof *l.places),
                .types = (MPI_Datatype *)calloc(n, sizeof(MPI_Datatype))};
    for (int turn = 0; turn < w->size; turn++) {
        int i = w->size - 1 - turn; /* the last block lies first */
        int from = sends ? w->rank : i, to = sends ? i : w->rank;
        bool swap = symmetric && from > to;
        uint64_t what = between(seed, swap ? to : from, swap ? from : to);
        MPI_Aint lb, extent;
        l.counts[i] = what % 3 ? (int)(what / 3 % 12) : 0;
        l.types[i] = type_at((unsigned)(what >> 16));
        l.displs[i] = (int)l.span;
        MPI_Type_get_extent(l.types[i], &lb, &extent);
        l.span += l.counts[i] * extent + (int64_t)(what >> 8 & 3) * 16;
        l.span = (l.span + 15) / 16 * 16;
    }
    l.zero = w->size == 1 ? 0 : l.span / 32 * 16; /* Open MPI 4.1 takes a single one for a number of elements */
    for (int i = 0; i < w->size; i++) {
        l.displs[i] -= (int)l.zero;
        l.large[i] = l.counts[i];
        l.places[i] = l.displs[i];
    }
    return l;
}

static void *middle(const buffer *b, const layout *l) {
    return (unsigned char *)b->at + l->zero;
}

static void free_layout(layout *l) {
    free(l->counts);
    free(l->displs);
    free(l->large);
    free(l->places);
    free((void *)l->types);
}

static void test_random(world *w, form f) {
    uint64_t seed = draw(w, UINT64_C(1) << 40);
    bool in_place = draw(w, 3) == 0 && f != PERSISTENT, large = draw(w, 2);
    layout s = make_layout(w, seed, true, in_place), r = make_layout(w, seed, false, in_place);
    buffer in = make(w, s.span, MPI_BYTE, 1), ours = make(w, r.span, MPI_BYTE, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : middle(&in, &s);
    void *to = middle(&ours, &r);
    MPI_Alltoallw(from, s.counts, s.displs, s.types, middle(&theirs, &r), r.counts, r.displs, r.types, w->comm);
    if (large)
        CALL_C(w, f, alltoallw, (from, s.large, s.places, s.types, to, r.large, r.places, r.types));
    else
        CALL(w, f, alltoallw, (from, s.counts, s.displs, s.types, to, r.counts, r.displs, r.types));
    same(w, &ours, &theirs, "alltoallw");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free_layout(&s);
    free_layout(&r);
}

/* Types may be freed, and their list be used for something else, while the operation is under way; who has nothing to
 * send or receive needs no type. */
static void test_freed(world *w) {
    int n = w->size, *counts = calloc((size_t)n, sizeof *counts), *displs = calloc((size_t)n, sizeof *displs);
    int *in = calloc((size_t)n * 4, sizeof *in), *out = calloc((size_t)n * 4, sizeof *out);
    MPI_Datatype *types = (MPI_Datatype *)calloc((size_t)n, sizeof(MPI_Datatype)), apart;
    lb_mpi_request *request;
    MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    for (int i = 0; i < n; i++) {
        counts[i] = (w->rank + i) % 2;
        displs[i] = i * 4 * (int)sizeof(int);
        types[i] = counts[i] ? apart : MPI_DATATYPE_NULL;
        for (int k = 0; k < 4; k++)
            in[i * 4 + k] = w->rank * 1000 + i * 10 + k;
    }
    CHECK(w, !lb_mpi_ialltoallw(in, counts, displs, types, out, counts, displs, types, w->net, &request));
    MPI_Type_free(&apart);
    for (int i = 0; i < n; i++)
        types[i] = MPI_DATATYPE_NULL;
    CHECK(w, !lb_mpi_wait(&request));
    for (int i = 0; i < n * 4; i++) {
        bool comes = (w->rank + i / 4) % 2 && i % 2 == 0;
        CHECK(w, out[i] == (comes ? i / 4 * 1000 + w->rank * 10 + i % 4 : 0));
    }
    free(counts);
    free(displs);
    free(in);
    free(out);
    free((void *)types);
}

static void test_wrong(world *w) {
    int counts[64] = {0}, displs[64] = {0};
    MPI_Datatype types[64];
    char nothing = 0;
    for (int i = 0; i < 64; i++)
        types[i] = MPI_INT;
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    counts[w->size - 1] = -1;
    CHECK(w, class_of(lb_mpi_alltoallw(&nothing, counts, displs, types, &nothing, counts, displs, types, w->net)) ==
                 MPI_ERR_COUNT);
    counts[w->size - 1] = 1;
    types[w->size - 1] = MPI_DATATYPE_NULL;
    CHECK(w, class_of(lb_mpi_alltoallw(&nothing, counts, displs, types, &nothing, counts, displs, types, w->net)) ==
                 MPI_ERR_TYPE);
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
}

static void run(world *w) {
    for (int i = 0; i < 4; i++)
        test_random(w, (form)draw(w, FORMS));
    test_freed(w);
    test_wrong(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
