/* Calls with random arguments, each done by the drop-in and by MPI itself. */
#include "cases.h"

static MPI_Op in_order, any_order;

/* NOLINTBEGIN(readability-non-const-parameter): as MPI calls them */

/* Maps x -> a*x+b, one after the other: they do not commute, and all is exact. */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint32_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++, left += 2, right += 2) {
        uint32_t a = left[0] * right[0], b = right[0] * left[1] + right[1];
        right[0] = a;
        right[1] = b;
    }
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint32_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < 2 * *count; i++)
        right[i] += left[i];
}

/* NOLINTEND(readability-non-const-parameter) */

void cases_open(void) {
    MPI_Op_create(compose, 0, &in_order);
    MPI_Op_create(add, 1, &any_order);
}

void cases_close(void) {
    MPI_Op_free(&in_order);
    MPI_Op_free(&any_order);
}

/* ---- Data moved ---- */

static void test_bcast(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int count = draw_count(g), root = (int)draw(g, (uint64_t)g->size);
    buffer ours = make(g, count, type, 1), theirs = copy(&ours);
    native.bcast(theirs.at, count, type, root, g->comm);
    CALL(g, how, Bcast, bcast, (ours.at, count, type, root));
    same(g, &ours, &theirs, "bcast");
    drop(&ours);
    drop(&theirs);
}

/* The two sides may have different types with the same signature: ten doubles are two of five. */
static MPI_Datatype fives(MPI_Datatype type) {
    MPI_Datatype five;
    MPI_Type_contiguous(5, type, &five);
    MPI_Type_commit(&five);
    return five;
}

static void test_scatter(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)], five = fives(type);
    int count = 5 * draw_count(g), root = (int)draw(g, (uint64_t)g->size);
    bool in_place = draw(g, 3) == 0 && g->rank == root;
    buffer in = make(g, (int64_t)count * g->size, type, 1), ours = make(g, count, type, 2), theirs = copy(&ours);
    native.scatter(in.at, count, type, in_place ? MPI_IN_PLACE : theirs.at, count, type, root, g->comm);
    CALL(g, how, Scatter, scatter, (in.at, count, type, in_place ? MPI_IN_PLACE : ours.at, count / 5, five, root));
    same(g, &ours, &theirs, "scatter");
    MPI_Type_free(&five);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_gather(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)], five = fives(type);
    int count = 5 * draw_count(g), root = (int)draw(g, (uint64_t)g->size);
    bool in_place = draw(g, 3) == 0 && g->rank == root;
    buffer in = make(g, count, type, 1), ours = make(g, (int64_t)count * g->size, type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    native.gather(from, count, type, theirs.at, count, type, root, g->comm);
    CALL(g, how, Gather, gather, (from, count / 5, five, ours.at, count, type, root));
    same(g, &ours, &theirs, "gather");
    MPI_Type_free(&five);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_allgather(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int count = draw_count(g);
    bool in_place = draw(g, 3) == 0;
    buffer in = make(g, count, type, 1), ours = make(g, (int64_t)count * g->size, type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    native.allgather(from, count, type, theirs.at, count, type, g->comm);
    CALL(g, how, Allgather, allgather, (from, count, type, ours.at, count, type));
    same(g, &ours, &theirs, "allgather");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_alltoall(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int count = draw_count(g) / 4;
    bool in_place = draw(g, 3) == 0 && how != PERSISTENT; /* which is done twice */
    int64_t all = (int64_t)count * g->size;
    buffer in = make(g, all, type, 1), ours = make(g, all, type, 2);
    if (in_place)
        memcpy(ours.memory, in.memory, in.size);
    buffer theirs = copy(&ours);
    native.alltoall(in.at, count, type, theirs.at, count, type, g->comm);
    CALL(g, how, Alltoall, alltoall, (in_place ? MPI_IN_PLACE : in.at, count, type, ours.at, count, type));
    same(g, &ours, &theirs, "alltoall");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* ---- Blocks of different lengths ---- */

typedef struct lengths {
    int *counts, *displs;
    int64_t all;
} lengths;

static lengths draw_lengths(group *g) {
    lengths l = {calloc((size_t)g->size, sizeof(int)), calloc((size_t)g->size, sizeof(int)), 0};
    int most = draw_count(g);
    for (int i = 0; i < g->size; i++) {
        l.counts[i] = draw(g, 4) ? (int)draw(g, (uint64_t)most + 1) : 0;
        l.displs[i] = (int)l.all + (int)draw(g, 3);
        l.all = l.displs[i] + l.counts[i];
    }
    return l;
}

static void drop_lengths(lengths *l) {
    free(l->counts);
    free(l->displs);
}

static void test_scatterv(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int root = (int)draw(g, (uint64_t)g->size);
    lengths l = draw_lengths(g);
    int own = l.counts[g->rank];
    buffer in = make(g, l.all, type, 1), ours = make(g, own, type, 2), theirs = copy(&ours);
    const int *counts = g->rank == root ? l.counts : NULL, *displs = g->rank == root ? l.displs : NULL;
    native.scatterv(in.at, counts, displs, type, theirs.at, own, type, root, g->comm);
    CALL(g, how, Scatterv, scatterv, (in.at, counts, displs, type, ours.at, own, type, root));
    same(g, &ours, &theirs, "scatterv");
    drop_lengths(&l);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_gatherv(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int root = (int)draw(g, (uint64_t)g->size);
    lengths l = draw_lengths(g);
    int own = l.counts[g->rank];
    buffer in = make(g, own, type, 1), ours = make(g, l.all, type, 2), theirs = copy(&ours);
    const int *counts = g->rank == root ? l.counts : NULL, *displs = g->rank == root ? l.displs : NULL;
    native.gatherv(in.at, own, type, theirs.at, counts, displs, type, root, g->comm);
    CALL(g, how, Gatherv, gatherv, (in.at, own, type, ours.at, counts, displs, type, root));
    same(g, &ours, &theirs, "gatherv");
    drop_lengths(&l);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_allgatherv(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    lengths l = draw_lengths(g);
    int own = l.counts[g->rank];
    bool in_place = draw(g, 3) == 0;
    buffer in = make(g, own, type, 1), ours = make(g, l.all, type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    native.allgatherv(from, own, type, theirs.at, l.counts, l.displs, type, g->comm);
    CALL(g, how, Allgatherv, allgatherv, (from, own, type, ours.at, l.counts, l.displs, type));
    same(g, &ours, &theirs, "allgatherv");
    drop_lengths(&l);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* From i to j go (i*3+j*5) % most elements: everybody can reckon its row and its column. */
static void test_alltoallv(group *g, form how) {
    MPI_Datatype type = types[draw(g, TYPES)];
    int most = 1 + draw_count(g) / 8, n = g->size;
    int *numbers = calloc((size_t)n * 4, sizeof(int)), *sends = numbers, *sdispls = numbers + n;
    int *recvs = numbers + 2 * n, *rdispls = numbers + 3 * n, out = 0, in = 0;
    for (int i = 0; i < n; i++) {
        sends[i] = (g->rank * 3 + i * 5) % most;
        recvs[i] = (i * 3 + g->rank * 5) % most;
        sdispls[i] = out;
        rdispls[i] = in;
        out += sends[i];
        in += recvs[i] + 1;
    }
    buffer from = make(g, out, type, 1), ours = make(g, in, type, 2), theirs = copy(&ours);
    native.alltoallv(from.at, sends, sdispls, type, theirs.at, recvs, rdispls, type, g->comm);
    CALL(g, how, Alltoallv, alltoallv, (from.at, sends, sdispls, type, ours.at, recvs, rdispls, type));
    same(g, &ours, &theirs, "alltoallv");
    free(numbers);
    drop(&from);
    drop(&ours);
    drop(&theirs);
}

/* ---- Reductions ---- */

typedef struct sum {
    MPI_Datatype type;
    MPI_Op op;
    bool commutes;
} sum;

static sum draw_sum(group *g) {
    const sum sums[] = {{MPI_INT, MPI_SUM, true},    {MPI_DOUBLE, MPI_SUM, true}, {MPI_DOUBLE, MPI_MAX, true},
                        {MPI_BYTE, MPI_BXOR, true},  {MPI_INT, MPI_LAND, true},   {MPI_DOUBLE_INT, MPI_MINLOC, true},
                        {types[6], any_order, true}, {types[6], in_order, false}, {MPI_UNSIGNED_SHORT, MPI_PROD, true}};
    return sums[draw(g, sizeof sums / sizeof *sums)];
}

/* MPICH 4.0 itself reads from nowhere when an operator that does not commute is used in place, or when a root other
 * than 0 has a long MPI_Reduce in place. */
static bool draw_in_place(group *g, const sum *s) {
    return draw(g, 3) == 0 && s->commutes;
}

static void test_reduce(group *g, form how) {
    sum s = draw_sum(g);
    int count = draw_count(g), root = (int)draw(g, (uint64_t)g->size);
    bool in_place = draw_in_place(g, &s) && g->rank == root && root == 0 && how != PERSISTENT;
    buffer in = make(g, count, s.type, 1), ours = make(g, count, s.type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    bool here = g->rank == root;
    native.reduce(from, here ? theirs.at : NULL, count, s.type, s.op, root, g->comm);
    CALL(g, how, Reduce, reduce, (from, here ? ours.at : NULL, count, s.type, s.op, root));
    same(g, &ours, &theirs, "reduce");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

typedef enum all_kind { ALLREDUCE, SCAN, EXSCAN } all_kind;

/* A persistent call is done twice, and in place the second time begins with the first's result. */
static void test_all(group *g, form how, all_kind kind) {
    sum s = draw_sum(g);
    int count = draw_count(g);
    bool in_place = draw_in_place(g, &s) && how != PERSISTENT;
    buffer in = make(g, count, s.type, 1), ours = make(g, count, s.type, 2), theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    if (kind == ALLREDUCE) {
        native.allreduce(from, theirs.at, count, s.type, s.op, g->comm);
        CALL(g, how, Allreduce, allreduce, (from, ours.at, count, s.type, s.op));
    } else if (kind == SCAN) {
        native.scan(from, theirs.at, count, s.type, s.op, g->comm);
        CALL(g, how, Scan, scan, (from, ours.at, count, s.type, s.op));
    } else {
        native.exscan(from, theirs.at, count, s.type, s.op, g->comm);
        CALL(g, how, Exscan, exscan, (from, ours.at, count, s.type, s.op));
    }
    if (kind != EXSCAN || g->rank > 0)
        same(g, &ours, &theirs, kind == ALLREDUCE ? "allreduce" : kind == SCAN ? "scan" : "exscan");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_allreduce(group *g, form how) {
    test_all(g, how, ALLREDUCE);
}

static void test_scan(group *g, form how) {
    test_all(g, how, SCAN);
}

static void test_exscan(group *g, form how) {
    test_all(g, how, EXSCAN);
}

static void test_reduce_scatter_block(group *g, form how) {
    sum s = draw_sum(g);
    int count = draw_count(g) / 4;
    buffer in = make(g, (int64_t)count * g->size, s.type, 1), ours = make(g, count, s.type, 2), theirs = copy(&ours);
    native.reduce_scatter_block(in.at, theirs.at, count, s.type, s.op, g->comm);
    CALL(g, how, Reduce_scatter_block, reduce_scatter_block, (in.at, ours.at, count, s.type, s.op));
    same(g, &ours, &theirs, "reduce_scatter_block");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_reduce_scatter(group *g, form how) {
    sum s = draw_sum(g);
    lengths l = draw_lengths(g);
    buffer in = make(g, l.all, s.type, 1), ours = make(g, l.counts[g->rank], s.type, 2), theirs = copy(&ours);
    native.reduce_scatter(in.at, theirs.at, l.counts, s.type, s.op, g->comm);
    CALL(g, how, Reduce_scatter, reduce_scatter, (in.at, ours.at, l.counts, s.type, s.op));
    same(g, &ours, &theirs, "reduce_scatter");
    drop_lengths(&l);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* ---- Neighbourhoods ---- */

/* Where a dimension that wraps around has two processes, or one, both neighbours are the same process, and even within
 * one MPI the forms differ in whose block comes first. */
static bool ambiguous(const group *g, int dims) {
    int sizes[8], periods[8], coords[8];
    bool found = false;
    MPI_Cart_get(g->comm, dims, sizes, periods, coords);
    for (int i = 0; i < dims; i++)
        found |= sizes[i] <= 2 && periods[i];
    return found;
}

void test_neighbors(group *g, form how, int dims) {
    MPI_Datatype type = types[draw(g, TYPES)];
    bool all = draw(g, 2) && (how == BLOCKING || !ambiguous(g, dims));
    int count = draw_count(g) / 4;
    int64_t sends = (int64_t)count * (all ? 2 * dims : 1), recvs = (int64_t)count * 2 * dims;
    buffer in = make(g, sends, type, 1), ours = make(g, recvs, type, 2), theirs = copy(&ours);
    if (all) {
        native.neighbor_alltoall(in.at, count, type, theirs.at, count, type, g->comm);
        CALL(g, how, Neighbor_alltoall, neighbor_alltoall, (in.at, count, type, ours.at, count, type));
    } else {
        native.neighbor_allgather(in.at, count, type, theirs.at, count, type, g->comm);
        CALL(g, how, Neighbor_allgather, neighbor_allgather, (in.at, count, type, ours.at, count, type));
    }
    same(g, &ours, &theirs, all ? "neighbor_alltoall" : "neighbor_allgather");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

const test_case cases[] = {test_bcast,         test_scatter,
                           test_gather,        test_allgather,
                           test_alltoall,      test_scatterv,
                           test_gatherv,       test_allgatherv,
                           test_alltoallv,     test_reduce,
                           test_allreduce,     test_scan,
                           test_exscan,        test_reduce_scatter_block,
                           test_reduce_scatter};
const unsigned case_count = sizeof cases / sizeof *cases;
