/* reduce, allreduce, reduce_scatter_block, reduce_scatter, scan, exscan: predefined operators on plain and pair types,
 * the user's own, commuting and not, on derived types; against MPI's own results. */
#include "support.h"

/* Maps x -> a*x+b, done one after the other: they do not commute, and all is exact. */
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint32_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++, left += 2, right += 2) {
        uint32_t a = left[0] * right[0], b = right[0] * left[1] + right[1];
        right[0] = a;
        right[1] = b;
    }
}

/* On a type with gaps: three ints, each followed by something else. */
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void compose_gaps(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint32_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++, left += 7, right += 7) {
        uint32_t a = left[0] * right[0], b = right[0] * left[2] + right[2];
        right[0] = a;
        right[2] = b;
        right[4] += left[4];
    }
}

/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void add_shorts(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint16_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++, left += 3, right += 3) {
        for (int k = 0; k < 3; k++)
            right[k] = (uint16_t)(right[k] + left[k]);
    }
}

static MPI_Datatype map_type;
static MPI_Op ops[5];

typedef struct how {
    MPI_Datatype type;
    MPI_Op op;
    const char *name;
} how;

static how draw_how(world *w) {
    const how table[] = {
        {MPI_INT, MPI_SUM, "sum of ints"},
        {MPI_DOUBLE, MPI_SUM, "sum of doubles"},
        {MPI_DOUBLE, MPI_MAX, "max of doubles"},
        {MPI_UNSIGNED_CHAR, MPI_BXOR, "xor of bytes"},
        {MPI_SHORT, MPI_PROD, "product of shorts"},
        {MPI_INT, MPI_LAND, "and of ints"},
        {MPI_2INT, MPI_MINLOC, "minloc of 2ints"},
        {MPI_DOUBLE_INT, MPI_MAXLOC, "maxloc of doubles"},
        {MPI_C_DOUBLE_COMPLEX, MPI_SUM, "sum of complex numbers"},
        {map_type, ops[0], "maps in order"},
        {type_at(4), ops[1], "maps in order, with gaps"},
        {map_type, ops[0], "maps in order"},
        {type_at(5), ops[2], "shorts out of order"},
    };
    return table[draw(w, sizeof table / sizeof *table)];
}

/* Small numbers, so that floating-point sums are exact; doubles where the type has them. */
static void tame(const world *w, buffer *b, int64_t count, MPI_Datatype type) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
    size_t n = (size_t)(count * extent);
    unsigned char *at = b->at;
    if (type == MPI_DOUBLE || type == MPI_C_DOUBLE_COMPLEX) {
        for (size_t i = 0; i < n / sizeof(double); i++)
            ((double *)b->at)[i] = (double)((i * 5 + (size_t)w->rank * 3) % 17);
    } else if (type == MPI_DOUBLE_INT) {
        memset(at, 0, n); /* the padding too: nobody promises what is in it */
        for (size_t i = 0; i < n / 16; i++) {
            double value = (double)((i * 5 + (size_t)w->rank * 3) % 7);
            memcpy(at + i * 16, &value, 8);
            memcpy(at + i * 16 + 8, &w->rank, 4);
        }
    }
}

static int draw_count(world *w) {
    const int most[] = {1, 3, 40, 900};
    return (int)draw(w, (uint64_t)most[draw(w, 4)] + 1);
}

enum { ALLREDUCE, REDUCE, SCAN, EXSCAN, KINDS };

static void native(int kind, const void *in, void *out, int count, how h, int root, MPI_Comm comm) {
    switch (kind) {
    case ALLREDUCE: MPI_Allreduce(in, out, count, h.type, h.op, comm); break;
    case REDUCE: MPI_Reduce(in, out, count, h.type, h.op, root, comm); break;
    case SCAN: MPI_Scan(in, out, count, h.type, h.op, comm); break;
    default: MPI_Exscan(in, out, count, h.type, h.op, comm); break;
    }
}

static void ours_too(world *w, form f, int kind, const void *in, void *out, int count, how h, int root) {
    switch (kind) {
    case ALLREDUCE: EITHER(w, f, allreduce, (in, out, count, h.type, h.op)); break;
    case REDUCE: EITHER(w, f, reduce, (in, out, count, h.type, h.op, root)); break;
    case SCAN: EITHER(w, f, scan, (in, out, count, h.type, h.op)); break;
    default: EITHER(w, f, exscan, (in, out, count, h.type, h.op)); break;
    }
}

static void test_reduction(world *w, int kind) {
    how h = draw_how(w);
    int count = draw_count(w), root = (int)draw(w, (uint64_t)w->size);
    form f = (form)draw(w, FORMS);
    bool in_place = draw(w, 3) == 0 && f != PERSISTENT && (kind != REDUCE || w->rank == root);
    buffer in = make(w, count, h.type, 1), ours = make(w, count, h.type, 2);
    tame(w, &in, count, h.type);
    tame(w, &ours, count, h.type);
    buffer theirs = copy(&ours), before = copy(&ours);
    /* Not in place: MPICH 4.0 reads from address -1 then, where the operator does not commute. */
    native(kind, in_place ? before.at : in.at, theirs.at, count, h, root, w->comm);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    ours_too(w, f, kind, from, ours.at, count, h, root);
    if ((kind != EXSCAN || w->rank > 0) && (kind != REDUCE || w->rank == root)) /* elsewhere it is undefined */
        same(w, &ours, &theirs, h.name);
    drop(&in);
    drop(&ours);
    drop(&theirs);
    drop(&before);
}

/* The reference for blocks of a sum: MPI_Allreduce of all, and of that one's own part. (MPICH 4.0's reduce_scatters
 * write behind their memory where the type has gaps.) */
static void native_blocks(const world *w, const void *in, void *out, int64_t all, int64_t first, int own, how h) {
    MPI_Aint lb, extent;
    buffer total = make(w, all, h.type, 9);
    MPI_Type_get_extent(h.type, &lb, &extent);
    MPI_Allreduce(in, total.at, (int)all, h.type, h.op, w->comm);
    MPI_Sendrecv((char *)total.at + first * extent, own, h.type, w->rank, 0, out, own, h.type, w->rank, 0, w->comm,
                 MPI_STATUS_IGNORE);
    drop(&total);
}

static void test_block(world *w) {
    how h = draw_how(w);
    int count = draw_count(w) / 4;
    form f = (form)draw(w, FORMS);
    bool in_place = draw(w, 3) == 0 && f != PERSISTENT;
    int64_t all = (int64_t)count * w->size;
    buffer in = make(w, all, h.type, 3), ours = make(w, all, h.type, 4);
    tame(w, &in, all, h.type);
    tame(w, &ours, all, h.type);
    buffer theirs = copy(&ours);
    const void *from = in_place ? MPI_IN_PLACE : in.at;
    native_blocks(w, in_place ? theirs.at : in.at, theirs.at, all, (int64_t)w->rank * count, count, h);
    EITHER(w, f, reduce_scatter_block, (from, ours.at, count, h.type, h.op));
    buffer a = ours, b = theirs; /* in place, what lies behind the result is undefined */
    MPI_Aint lb, extent;
    MPI_Type_get_extent(h.type, &lb, &extent);
    if (in_place)
        a.size = b.size = 64 + (size_t)(count * extent);
    same(w, &a, &b, h.name);
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_counts(world *w) {
    how h = draw_how(w);
    int *counts = malloc((size_t)w->size * sizeof *counts), all = 0;
    MPI_Count *large = malloc((size_t)w->size * sizeof *large);
    uint64_t most = draw(w, 4) ? 30 : 700;
    for (int i = 0; i < w->size; i++) {
        large[i] = counts[i] = (int)draw(w, 3) ? (int)draw(w, most) : 0;
        all += counts[i];
    }
    buffer in = make(w, all, h.type, 5), ours = make(w, counts[w->rank], h.type, 6);
    tame(w, &in, all, h.type);
    tame(w, &ours, counts[w->rank], h.type);
    buffer theirs = copy(&ours);
    int first = 0;
    for (int i = 0; i < w->rank; i++)
        first += counts[i];
    native_blocks(w, in.at, theirs.at, all, first, counts[w->rank], h);
    form f = (form)draw(w, FORMS);
    if (draw(w, 2))
        CALL(w, f, reduce_scatter, (in.at, ours.at, counts, h.type, h.op));
    else
        CALL_C(w, f, reduce_scatter, (in.at, ours.at, large, h.type, h.op));
    same(w, &ours, &theirs, h.name);
    drop(&in);
    drop(&ours);
    drop(&theirs);
    free(counts);
    free(large);
}

static void run(world *w) {
    MPI_Type_contiguous(2, MPI_UINT32_T, &map_type);
    MPI_Type_commit(&map_type);
    MPI_Op_create(compose, 0, &ops[0]);
    MPI_Op_create(compose_gaps, 0, &ops[1]);
    MPI_Op_create(add_shorts, 1, &ops[2]);
    for (int i = 0; i < 4; i++) {
        for (int kind = 0; kind < KINDS; kind++)
            test_reduction(w, kind);
        test_block(w);
        test_counts(w);
    }
    for (int i = 0; i < 3; i++)
        MPI_Op_free(&ops[i]);
    MPI_Type_free(&map_type);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
