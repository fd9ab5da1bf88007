/* What everybody brings to a call, and what must come out. */
#include "fuzz_call.h"

#include <stdio.h>

static const char *const names[] = {
    "bcast",         "scatter",   "gather", "allgather", "alltoall", "scatterv", "gatherv",
    "allgatherv",    "alltoallv", "reduce", "allreduce", "scan",     "exscan",   "reduce_scatter_block",
    "reduce_scatter"};

/* ---- What everybody brings ---- */

static bool is_v(verb what) {
    return (what >= SCATTERV && what <= ALLTOALLV) || what == REDUCE_SCATTER;
}

bool call_sums(verb what) {
    return what >= REDUCE;
}

/* Basic elements that a has for b. */
static int length_of(const call *c, int a, int b) {
    if (!is_v(c->what))
        return c->unit;
    if (c->what != ALLTOALLV)
        a = 0;
    if (c->symmetric && a > b) {
        int kept = a;
        a = b;
        b = kept;
    }
    uint64_t h = hash3(c->seed, 77, (uint64_t)a, (uint64_t)b);
    return h % 4 == 0 ? 0 : (int)(h / 4 % (uint64_t)(c->unit / PARTS + 1)) * PARTS;
}

static uint64_t value_of(const call *c, const layout *l, int a, int b, int j) {
    uint64_t h = hash3(c->seed, (uint64_t)a, (uint64_t)b, (uint64_t)j);
    return call_sums(c->what) ? sum_value(l, h) : h;
}

/* ---- What must come out ---- */

static void expect_block(const call *c, side *s, int block, int a, int b) {
    for (int j = 0; j < s->length[block]; j++)
        side_expect(s, block, j, value_of(c, &s->l, a, b, j));
}

static void put_block(const call *c, side *s, int block, int a, int b) {
    for (int j = 0; j < s->length[block]; j++)
        side_put(s, block, j, value_of(c, &s->l, a, b, j));
}

/* From process 0 to `last`, in order, of what each has for b. */
static void expect_sum(const call *c, side *s, int last, int b) {
    int parts = s->l.parts;
    for (int j = 0; j < s->length[0]; j += parts) {
        uint64_t total[PARTS], next[PARTS];
        for (int a = 0; a <= last; a++) {
            for (int p = 0; p < parts; p++)
                next[p] = value_of(c, &s->l, a, b, j + p);
            if (a > 0)
                sum_items(&c->sum, &s->l, total, next);
            memcpy(total, next, sizeof total);
        }
        for (int p = 0; p < parts; p++)
            side_expect(s, 0, j + p, total[p]);
    }
}

void call_expect(call *c) {
    int me = c->rank, last = c->size - 1;
    bool here = me == c->root;
    side *out = &c->out;
    side_begin(&c->in);
    side_begin(out);
    for (int k = 0; k < out->blocks && !call_sums(c->what); k++) {
        switch (c->what) {
        case BCAST: expect_block(c, out, 0, c->root, 0); break;
        case SCATTER:
        case SCATTERV: expect_block(c, out, 0, c->root, me); break;
        case ALLTOALL:
        case ALLTOALLV: expect_block(c, out, k, k, me); break;
        default: expect_block(c, out, k, k, 0);
        }
    }
    if (c->what == ALLREDUCE || (c->what == REDUCE && here))
        expect_sum(c, out, last, 0);
    if (c->what == SCAN || (c->what == EXSCAN && me > 0))
        expect_sum(c, out, c->what == SCAN ? me : me - 1, 0);
    if (c->what == REDUCE_SCATTER || c->what == REDUCE_SCATTER_BLOCK)
        expect_sum(c, out, last, me);
}

/* ---- Making ---- */

bool call_sends_many(verb what) {
    return what == SCATTER || what == SCATTERV || what == ALLTOALL || what == ALLTOALLV || what == REDUCE_SCATTER ||
           what == REDUCE_SCATTER_BLOCK;
}

bool call_receives_many(verb what) {
    return what == GATHER || what == GATHERV || what == ALLGATHER || what == ALLGATHERV || what == ALLTOALL ||
           what == ALLTOALLV;
}

static side draw_in(call *c, dice *d, layout l) {
    int *lengths = calloc((size_t)c->size, sizeof(int)), blocks = call_sends_many(c->what) ? c->size : 1;
    for (int k = 0; k < blocks; k++) {
        bool from_own = c->what == GATHERV || c->what == ALLGATHERV;
        lengths[k] = from_own ? length_of(c, 0, c->rank) : length_of(c, c->rank, k);
    }
    side s = side_make(d, l, blocks, lengths, is_v(c->what) && c->what != REDUCE_SCATTER && blocks > 1);
    free(lengths);
    for (int k = 0; k < blocks; k++)
        put_block(c, &s, k, c->rank, k);
    return s;
}

static side draw_out(call *c, dice *d, layout l) {
    int *lengths = calloc((size_t)c->size, sizeof(int)), blocks = call_receives_many(c->what) ? c->size : 1;
    for (int k = 0; k < blocks; k++) {
        bool of_one = c->what == SCATTERV || c->what == REDUCE_SCATTER;
        lengths[k] = of_one                 ? length_of(c, 0, c->rank)
                     : c->what == ALLTOALLV ? length_of(c, k, c->rank)
                                            : length_of(c, 0, k);
    }
    side s = side_make(d, l, blocks, lengths, is_v(c->what) && c->what != REDUCE_SCATTER && blocks > 1);
    free(lengths);
    return s;
}

/* In place: what the process brings is where the result will be. */
static void bring_in_place(call *c) {
    side *out = &c->out;
    if (c->what == ALLTOALL || c->what == ALLTOALLV) {
        for (int k = 0; k < out->blocks; k++)
            put_block(c, out, k, c->rank, k);
    } else if (call_sums(c->what)) {
        put_block(c, out, 0, c->rank, 0);
    } else if (call_receives_many(c->what)) {
        put_block(c, out, c->rank, c->rank, 0);
    }
}

/* MPICH 4.0 itself reads from nowhere when an operator that does not commute is used in place, or when a root other
 * than 0 has a long MPI_Reduce in place. Where only the root may be, it alone is. */
static bool may_be_in_place(const call *c) {
    switch (c->what) {
    case BCAST:
    case REDUCE_SCATTER:
    case REDUCE_SCATTER_BLOCK: return false;
    case SCATTER:
    case SCATTERV:
    case GATHER:
    case GATHERV: return c->rank == c->root;
    case REDUCE: return c->rank == c->root && c->root == 0 && c->sum.commutes;
    case ALLREDUCE:
    case SCAN:
    case EXSCAN: return c->sum.commutes;
    default: return true;
    }
}

/* Open MPI 4.1 itself cuts what is broadcast later by the number of elements, and hangs when they differ. */
static bool types_differ(const call *c) {
#ifdef OPEN_MPI
    return c->how == BLOCKING;
#else
    (void)c;
    return true;
#endif
}

/* Data that is moved may have another type at every process and on either side; what is summed has one. */
void call_draw_sides(call *c, dice *d) {
    basis base = basis_of((unsigned)roll(d, BASES));
    bool own = call_sums(c->what) && roll(d, 3) == 0;
    dice mine = {hash3(c->seed, 5, (uint64_t)c->rank, 0)};
    layout in, out;
    if (own) {
        c->sum = sum_draw_own(d);
        in = layout_make(d, basis_of(1), c->what >= REDUCE_SCATTER_BLOCK ? DENSE_PAIRS : PAIRS);
        out = in;
        in.own = false;
    } else if (call_sums(c->what)) {
        c->sum = sum_draw(d, base);
        in = (layout){.type = base.type, .parts = 1, .extent = (ptrdiff_t)base.size, .base = base, .name = "plain"};
        out = in;
    } else if (c->what == ALLGATHERV) { /* others make Open MPI 4.1 itself hang: it takes the one type for the other */
        in = layout_make(d, base, ANY_SORT);
        out = in;
        in.own = false;
    } else {
        dice *whose = types_differ(c) ? &mine : d;
        in = layout_make(whose, base, ANY_SORT);
        out = layout_make(whose, base, ANY_SORT);
    }
    c->in_place = roll(d, 3) == 0 && may_be_in_place(c) && c->how != PERSISTENT;
    c->symmetric = c->in_place;
    c->in = draw_in(c, &mine, in);
    c->out = draw_out(c, &mine, out);
    if (own && c->out.type != c->out.l.type) { /* one type for both sides: no addresses */
        MPI_Type_free(&c->out.type);
        c->out.type = c->out.l.type;
        c->out.arg = c->out.at;
    }
    if (c->in_place)
        bring_in_place(c);
    if (c->what == BCAST && c->rank == c->root)
        put_block(c, &c->out, 0, c->root, 0);
    if (own)
        sum_register(&c->out.l);
}

void call_describe(call *c, const char *comm) {
    const char *const forms_of[] = {"", "nonblocking ", "persistent "};
    snprintf(c->text, sizeof c->text, "%s%s on %d processes (%.60s), root %d, up to %d %s%s, %s to %s%s%s%s",
             forms_of[c->how], names[c->what], c->size, comm, c->root, c->unit, c->in.l.base.name,
             is_v(c->what) ? " a block" : "", c->in.l.name, c->out.l.name, call_sums(c->what) ? ", " : "",
             call_sums(c->what) ? c->sum.name : "", c->in_place ? ", in place" : "");
}
