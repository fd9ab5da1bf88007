/* The fuzzer's operators, MPI's and its own, and what their results must be. */
#include "fuzz.h"

enum what { ADD, TIMES, LEAST, MOST, BITS_AND, BITS_OR, BITS_XOR, BOTH, ANY, ONE, OWN_ADD, OWN_COMPOSE };

static MPI_Op own_add, own_compose;
int foreign;

/* ---- The user's operators ---- */

enum { KNOWN = 64 };
static const layout *known[KNOWN];

void sum_register(const layout *l) {
    int i = 0;
    while (i < KNOWN - 1 && known[i])
        i++;
    known[i] = l;
}

void sum_forget(const layout *l) {
    for (int i = 0; i < KNOWN; i++) {
        if (known[i] == l)
            known[i] = NULL;
    }
}

/* The type that the user has given, by its handle. One that is only as large is somebody else's. */
static const layout *layout_of(MPI_Datatype type) {
    MPI_Aint low, extent;
    int size;
    for (int i = 0; i < KNOWN; i++) {
        if (known[i] && known[i]->type == type)
            return known[i];
    }
    foreign++;
    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_size(type, &size);
    for (int i = 0; i < KNOWN; i++) {
        if (known[i] && known[i]->extent == extent && known[i]->parts * (int)known[i]->base.size == size)
            return known[i];
    }
    return NULL;
}

static uint32_t read_part(const unsigned char *at, ptrdiff_t offset) {
    uint32_t value;
    memcpy(&value, at + offset, sizeof value);
    return value;
}

/* Maps x -> a*x+b, one after the other: they do not commute, and all is exact. */
static void combine_pair(bool compose, const uint32_t *left, uint32_t *right) {
    uint32_t a = compose ? left[0] * right[0] : left[0] + right[0];
    uint32_t b = compose ? right[0] * left[1] + right[1] : left[1] + right[1];
    right[0] = a;
    right[1] = b;
}

static void run_own(bool compose, const unsigned char *in, unsigned char *inout, int count, MPI_Datatype type) {
    const layout *l = layout_of(type);
    if (!l) {
        wrong("an operator is called with a type that nobody has given");
        return;
    }
    for (int i = 0; i < count; i++, in += l->extent, inout += l->extent) {
        for (int p = 0; p < l->parts; p += 2) {
            uint32_t left[2] = {read_part(in, l->offset[p]), read_part(in, l->offset[p + 1])};
            uint32_t right[2] = {read_part(inout, l->offset[p]), read_part(inout, l->offset[p + 1])};
            combine_pair(compose, left, right);
            memcpy(inout + l->offset[p], &right[0], sizeof right[0]);
            memcpy(inout + l->offset[p + 1], &right[1], sizeof right[1]);
        }
    }
}

/* NOLINTBEGIN(readability-non-const-parameter): as MPI calls them */
static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    run_own(false, in, inout, *count, *type);
}

static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
    run_own(true, in, inout, *count, *type);
}
/* NOLINTEND(readability-non-const-parameter) */

void sums_open(void) {
    MPI_Op_create(add, 1, &own_add);
    MPI_Op_create(compose, 0, &own_compose);
}

void sums_close(void) {
    MPI_Op_free(&own_add);
    MPI_Op_free(&own_compose);
}

/* ---- Drawing ---- */

summing sum_draw(dice *d, basis base) {
    const summing all[] = {{MPI_SUM, ADD, true, false, "sum"},        {MPI_PROD, TIMES, true, false, "prod"},
                           {MPI_MIN, LEAST, true, false, "min"},      {MPI_MAX, MOST, true, false, "max"},
                           {MPI_BAND, BITS_AND, true, false, "band"}, {MPI_BOR, BITS_OR, true, false, "bor"},
                           {MPI_BXOR, BITS_XOR, true, false, "bxor"}, {MPI_LAND, BOTH, true, false, "land"},
                           {MPI_LOR, ANY, true, false, "lor"},        {MPI_LXOR, ONE, true, false, "lxor"}};
    if (base.sort == 'b')
        return all[4 + roll(d, 3)];
    return all[roll(d, base.sort == 'f' ? 4 : 10)];
}

summing sum_draw_own(dice *d) {
    const summing both[] = {{own_add, OWN_ADD, true, true, "own sum"},
                            {own_compose, OWN_COMPOSE, false, true, "own composition"}};
    return both[roll(d, 2)];
}

/* ---- What must come out ---- */

/* Floating: 1 or 2, so that products and sums are exact. Of one or two bytes: so little that sums of some tens fit,
 * since Open MPI 4.1's AVX operators go to the largest number and stay there where others begin again. */
uint64_t sum_value(const layout *l, uint64_t value) {
    uint64_t bits = 0;
    if (l->base.sort == 'f' && l->base.size == 8) {
        double x = (double)(value % 2 + 1);
        memcpy(&bits, &x, sizeof x);
        return bits;
    }
    if (l->base.sort == 'f') {
        float x = (float)(value % 2 + 1);
        memcpy(&bits, &x, sizeof x);
        return bits;
    }
    if (l->base.sort != 'b' && l->base.size <= 2)
        return value % 8;
    /* MPICH 4.0 itself compares unsigned numbers as signed ones. */
    return l->base.sort == 'u' ? value & ((UINT64_C(1) << (8 * l->base.size - 1)) - 1) : value;
}

static double as_number(const layout *l, uint64_t bits) {
    double x;
    float y;
    memcpy(&x, &bits, sizeof x);
    memcpy(&y, &bits, sizeof y);
    return l->base.size == 8 ? x : (double)y;
}

static uint64_t as_bits(const layout *l, double x) {
    uint64_t bits = 0;
    float y = (float)x;
    if (l->base.size == 8)
        memcpy(&bits, &x, sizeof x);
    else
        memcpy(&bits, &y, sizeof y);
    return bits;
}

static uint64_t floating(int what, const layout *l, uint64_t left, uint64_t right) {
    double a = as_number(l, left), b = as_number(l, right);
    switch (what) {
    case ADD: return as_bits(l, a + b);
    case TIMES: return as_bits(l, a * b);
    case LEAST: return as_bits(l, a < b ? a : b);
    default: return as_bits(l, a > b ? a : b);
    }
}

/* In its own width, with its sign. */
static int64_t widened(const layout *l, uint64_t value) {
    unsigned shift = 64 - 8 * (unsigned)l->base.size;
    return l->base.sort == 'i' ? (int64_t)(value << shift) >> shift : (int64_t)(value << shift >> shift);
}

static uint64_t whole(int what, const layout *l, uint64_t left, uint64_t right) {
    int64_t a = widened(l, left), b = widened(l, right);
    switch (what) {
    case ADD: return left + right;
    case TIMES: return left * right;
    case LEAST: return (uint64_t)(a < b ? a : b);
    case MOST: return (uint64_t)(a > b ? a : b);
    case BITS_AND: return left & right;
    case BITS_OR: return left | right;
    case BITS_XOR: return left ^ right;
    case BOTH: return a && b;
    case ANY: return a || b;
    default: return !a != !b;
    }
}

void sum_items(const summing *s, const layout *l, const uint64_t *left, uint64_t *right) {
    for (int p = 0; p < l->parts; p++) {
        if (s->own) {
            uint32_t a[2] = {(uint32_t)left[p], (uint32_t)left[p + 1]},
                     b[2] = {(uint32_t)right[p], (uint32_t)right[p + 1]};
            combine_pair(s->what == OWN_COMPOSE, a, b);
            right[p] = b[0];
            right[++p] = b[1];
        } else {
            right[p] =
                l->base.sort == 'f' ? floating(s->what, l, left[p], right[p]) : whole(s->what, l, left[p], right[p]);
        }
    }
}
