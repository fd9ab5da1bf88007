/* The fuzzer's types: layouts with gaps, and their data filled in and looked at. */
#include "fuzz.h"

basis basis_of(unsigned index) {
    const basis all[BASES] = {{MPI_INT, 4, 'i', "int"},        {MPI_UNSIGNED, 4, 'u', "unsigned"},
                              {MPI_BYTE, 1, 'b', "byte"},      {MPI_SHORT, 2, 'i', "short"},
                              {MPI_LONG_LONG, 8, 'i', "long"}, {MPI_DOUBLE, 8, 'f', "double"},
                              {MPI_FLOAT, 4, 'f', "float"},    {MPI_UNSIGNED_CHAR, 1, 'u', "char"}};
    return all[index % BASES];
}

/* ---- Types ---- */

static void place_parts(layout *l, dice *d, int shape) {
    ptrdiff_t b = (ptrdiff_t)l->base.size, gap = 1 + (ptrdiff_t)roll(d, 3), at = 0;
    for (int i = 0; i < l->parts; i++) {
        switch (shape) {
        case 2: l->offset[i] = i * gap * b; break;
        case 3: l->offset[i] = (l->parts - 1 - i) * gap * b; break;
        case 4:
            l->offset[i] = at;
            at += (1 + (ptrdiff_t)roll(d, 4)) * b;
            break;
        case 5: l->offset[i] = (i - l->parts / 2 - 1) * gap * b; break;
        default: l->offset[i] = i * b;
        }
    }
}

static MPI_Datatype by_address(const layout *l) {
    int ones[PARTS];
    MPI_Aint places[PARTS];
    MPI_Datatype types_of[PARTS], made;
    for (int i = 0; i < l->parts; i++) {
        ones[i] = 1;
        places[i] = l->offset[i];
        types_of[i] = l->base.type;
    }
    MPI_Type_create_struct(l->parts, ones, places, types_of, &made);
    return made;
}

/* Its constructor, then the extent: at least from the lowest byte to the highest. */
static void build(layout *l, dice *d, int shape, bool pairs) {
    ptrdiff_t b = (ptrdiff_t)l->base.size, low = l->offset[0], high = l->offset[0];
    MPI_Datatype inner;
    for (int i = 1; i < l->parts; i++) {
        low = l->offset[i] < low ? l->offset[i] : low;
        high = l->offset[i] > high ? l->offset[i] : high;
    }
    if (shape == 1)
        MPI_Type_contiguous(l->parts, l->base.type, &inner);
    else if (shape == 2)
        MPI_Type_vector(l->parts, 1, l->parts > 1 ? (int)(l->offset[1] / b) : 1, l->base.type, &inner);
    else
        inner = by_address(l);
    ptrdiff_t lower = low - (shape > 2 && !pairs ? (ptrdiff_t)roll(d, 2) * b : 0);
    l->extent = high + b - lower + (shape > 2 ? (ptrdiff_t)roll(d, 3) * b : 0);
    MPI_Type_create_resized(inner, lower, l->extent, &l->type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&l->type);
    l->own = true;
}

layout layout_make(dice *d, basis base, sort what) {
    bool pairs = what != ANY_SORT;
    static const char *const names[] = {"plain", "contiguous", "vector", "backwards", "gaps", "negative"};
    const int parts[] = {1, 2, 3, 4, 6, 12}, even[] = {2, 4, 6, 12};
    /* Open MPI 4.1 itself writes past its memory in sums of types that do not begin at 0, and MPICH 4.0 itself is wrong
     * about reduce_scatter of types with gaps. */
    const int begin_at_0[] = {1, 2, 4};
    int shape = pairs ? begin_at_0[what == PAIRS ? roll(d, 3) : 0] : (int)roll(d, 6);
    layout l = {.base = base, .parts = pairs ? even[roll(d, 4)] : parts[roll(d, 6)], .name = names[shape]};
    if (shape == 0 && !pairs) {
        l.parts = 1;
        l.type = base.type;
        l.extent = (ptrdiff_t)base.size;
        return l;
    }
    place_parts(&l, d, shape);
    build(&l, d, shape, pairs);
    return l;
}

/* ---- Buffers ---- */

enum { AROUND = 64 };

/* MPI_BOTTOM and a type that has the address in it. */
static void pass_address(side *s) {
    int one = 1;
    MPI_Aint address;
    MPI_Get_address(s->at, &address);
    MPI_Type_create_hindexed(1, &one, &address, s->l.type, &s->type);
    MPI_Type_commit(&s->type);
    s->arg = MPI_BOTTOM;
}

static void lay_out(side *s, dice *d, const int *lengths, bool gaps) {
    int at = 0;
    for (int i = 0; i < s->blocks; i++) {
        s->length[i] = lengths[i];
        s->count[i] = lengths[i] / s->l.parts;
        s->displ[i] = at + (gaps ? (int)roll(d, 3) : 0);
        at = s->displ[i] + s->count[i];
    }
}

side side_make(dice *d, layout l, int blocks, const int *lengths, bool gaps) {
    size_t n = blocks > 0 ? (size_t)blocks : 1;
    side s = {.l = l, .type = l.type, .blocks = blocks};
    s.length = calloc(3 * n, sizeof(int));
    s.count = s.length + n;
    s.displ = s.count + n;
    lay_out(&s, d, lengths, gaps);
    ptrdiff_t low = 0, high = 0, items = blocks > 0 ? s.displ[blocks - 1] + s.count[blocks - 1] : 0;
    for (int i = 0; i < l.parts; i++) {
        low = l.offset[i] < low ? l.offset[i] : low;
        high = l.offset[i] > high ? l.offset[i] : high;
    }
    s.size = (size_t)(items * l.extent + high - low) + l.base.size + (size_t)2 * AROUND;
    s.memory = malloc(2 * s.size);
    s.want = s.memory + s.size;
    s.at = s.memory + AROUND - low;
    for (size_t i = 0; i < s.size; i++)
        s.memory[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + 91);
    s.arg = s.at;
    if (l.own && items > 0 && roll(d, 6) == 0)
        pass_address(&s);
    return s;
}

void side_free_types(side *s) {
    if (s->type != s->l.type)
        MPI_Type_free(&s->type);
    s->type = s->l.type;
    if (s->l.own)
        MPI_Type_free(&s->l.type);
    s->l.own = false;
    s->type = s->l.type = MPI_DATATYPE_NULL;
}

void side_free(side *s) {
    side_free_types(s);
    free(s->length);
    free(s->memory);
}

static size_t place_of(const side *s, int block, int j) {
    ptrdiff_t item = s->displ[block] + j / s->l.parts;
    return (size_t)(s->at - s->memory + item * s->l.extent + s->l.offset[j % s->l.parts]);
}

void side_put(side *s, int block, int j, uint64_t value) {
    memcpy(s->memory + place_of(s, block, j), &value, s->l.base.size); /* little endian, as all we test on */
}

void side_expect(side *s, int block, int j, uint64_t value) {
    memcpy(s->want + place_of(s, block, j), &value, s->l.base.size);
}

void side_begin(side *s) {
    if (s->memory)
        memcpy(s->want, s->memory, s->size);
}

ptrdiff_t side_differs(const side *s) {
    for (size_t i = 0; i < s->size; i++) {
        if (s->memory[i] != s->want[i])
            return (ptrdiff_t)i;
    }
    return -1;
}
