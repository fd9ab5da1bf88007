/* bcast, scatter, gather, allgather, alltoall and permute: random sizes, roots, types, in place or not, in all forms,
 * byte for byte what MPI's own collectives give. */
#include "support.h"

typedef struct side {
    MPI_Datatype type;
    int count;
} side;

/* Two types of the same signature: 0 the same; else one as elements of the other. */
static side draw_side(world *w, int most) {
    return (side){type_at((unsigned)draw(w, TYPES)), (int)draw(w, (uint64_t)most + 1)};
}

static int draw_count(world *w) {
    const int most[] = {1, 3, 40, 700};
    return (int)draw(w, (uint64_t)most[draw(w, 4)] + 1);
}

static void test_bcast(world *w, form f) {
    side s = draw_side(w, draw_count(w));
    int root = (int)draw(w, (uint64_t)w->size);
    buffer ours = make(w, s.count, s.type, 1), theirs = copy(&ours);
    MPI_Bcast(theirs.at, s.count, s.type, root, w->comm);
    EITHER(w, f, bcast, (ours.at, s.count, s.type, root));
    same(w, &ours, &theirs, "bcast");
    drop(&ours);
    drop(&theirs);
}

static void test_scatter(world *w, form f) {
    side s = draw_side(w, draw_count(w));
    int root = (int)draw(w, (uint64_t)w->size);
    bool in_place = draw(w, 3) == 0 && w->rank == root;
    buffer in = make(w, (int64_t)s.count * w->size, s.type, 2), ours = make(w, s.count, s.type, 3),
           theirs = copy(&ours);
    void *to = in_place ? MPI_IN_PLACE : ours.at;
    MPI_Scatter(in.at, s.count, s.type, in_place ? MPI_IN_PLACE : theirs.at, s.count, s.type, root, w->comm);
    EITHER(w, f, scatter, (in.at, s.count, s.type, to, s.count, s.type, root));
    same(w, &ours, &theirs, "scatter");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_gather(world *w, form f) {
    side s = draw_side(w, draw_count(w));
    int root = (int)draw(w, (uint64_t)w->size);
    bool in_place = draw(w, 3) == 0 && w->rank == root;
    buffer in = make(w, s.count, s.type, 4), ours = make(w, (int64_t)s.count * w->size, s.type, 5),
           theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Gather(from, s.count, s.type, theirs.at, s.count, s.type, root, w->comm);
    EITHER(w, f, gather, (from, s.count, s.type, ours.at, s.count, s.type, root));
    same(w, &ours, &theirs, "gather");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_allgather(world *w, form f) {
    side s = draw_side(w, draw_count(w));
    bool in_place = draw(w, 3) == 0;
    buffer in = make(w, s.count, s.type, 6), ours = make(w, (int64_t)s.count * w->size, s.type, 7),
           theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Allgather(from, s.count, s.type, theirs.at, s.count, s.type, w->comm);
    EITHER(w, f, allgather, (from, s.count, s.type, ours.at, s.count, s.type));
    same(w, &ours, &theirs, "allgather");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* In place it is not done twice: the second time it would start from the first one's result. */
static void test_alltoall(world *w, form f) {
    side s = draw_side(w, draw_count(w) / 4);
    bool in_place = draw(w, 3) == 0 && f != PERSISTENT;
    buffer in = make(w, (int64_t)s.count * w->size, s.type, 8), ours = make(w, (int64_t)s.count * w->size, s.type, 9),
           theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    MPI_Alltoall(from, s.count, s.type, theirs.at, s.count, s.type, w->comm);
    EITHER(w, f, alltoall, (from, s.count, s.type, ours.at, s.count, s.type));
    same(w, &ours, &theirs, "alltoall");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* The two sides have different types of one signature. */
static void test_two_types(world *w) {
    int count = draw_count(w);
    buffer in = make(w, (int64_t)3 * count, MPI_INT, 10), ours = make(w, (int64_t)count * w->size, type_at(4), 11),
           theirs = copy(&ours);
    MPI_Allgather(in.at, 3 * count, MPI_INT, theirs.at, count, type_at(4), w->comm);
    CHECK(w, !lb_mpi_allgather(in.at, 3 * count, MPI_INT, ours.at, count, type_at(4), w->net));
    same(w, &ours, &theirs, "allgather from ints into a vector");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void draw_permutation(world *w, int *to) {
    for (int i = 0; i < w->size; i++)
        to[i] = i;
    for (int i = w->size - 1; i > 0; i--) {
        int j = (int)draw(w, (uint64_t)i + 1), t = to[i];
        to[i] = to[j];
        to[j] = t;
    }
}

static void test_permute(world *w, form f) {
    side s = draw_side(w, draw_count(w));
    int *to = malloc((size_t)w->size * sizeof *to), from = 0;
    draw_permutation(w, to);
    while (to[from] != w->rank)
        from++;
    buffer in = make(w, s.count, s.type, 12), ours = make(w, s.count, s.type, 13), theirs = copy(&ours);
    MPI_Sendrecv(in.at, s.count, s.type, to[w->rank], 0, theirs.at, s.count, s.type, from, 0, w->comm,
                 MPI_STATUS_IGNORE);
    EITHER(w, f, permute, (in.at, s.count, s.type, ours.at, s.count, s.type, to));
    same(w, &ours, &theirs, "permute");
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free(to);
}

static void run(world *w) {
    for (int i = 0; i < 3; i++) {
        form f = (form)draw(w, FORMS);
        test_bcast(w, f);
        test_scatter(w, f);
        test_gather(w, f);
        test_allgather(w, f);
        test_alltoall(w, f);
        test_permute(w, f);
    }
    test_two_types(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
