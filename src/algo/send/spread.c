/* O.C. SEND 3 (001, section 3): the message always lies evenly over all nodes at one distance from the sender.
 *
 * At the start of stage k each of the (n over k) nodes with k set bits has an equal share. It cuts it into n-k equal
 * parts and sends one across each of its clear bits. Which part goes where is open; here the parts that came in are put
 * one after another by the dimension they came through, and the r-th cut goes to the r-th clear bit. Every part is a
 * whole number of 1/lcm(1..n) of the message, as lcm(1..n) is that of all n*(n-1 over k). */
#include "algo/send/spread.h"

#include <stdlib.h>
#include <string.h>

typedef struct spreading {
    lb_spread *s;
    uint32_t *arrived; /* per node and dimension: the move that brought a part, +1 */
    lb_share *held;    /* what one node has, in the order it came */
    uint64_t count, room;
} spreading;

static int add_stretch(lb_share **list, uint64_t *count, uint64_t *room, lb_share span, bool join) {
    if (join && *count > 0 && (*list)[*count - 1].hi == span.lo) {
        (*list)[*count - 1].hi = span.hi;
        return LB_OK;
    }
    void *grown = *list;
    int error = lb_grow(&grown, room, *count + 1, sizeof **list);
    *list = grown;
    if (!error)
        (*list)[(*count)++] = span;
    return error;
}

/* What x has at the start of its stage. */
static int collect(spreading *p, uint32_t x) {
    lb_spread *s = p->s;
    p->count = 0;
    if (x == 0)
        return add_stretch(&p->held, &p->count, &p->room, (lb_share){0, s->unit}, false);
    for (unsigned dim = 0; dim < s->n; dim++) {
        if (!(x >> dim & 1))
            continue;
        uint32_t m = p->arrived[(uint64_t)x * s->n + dim] - 1;
        for (uint64_t i = s->move[m].first_item; i < s->move[m + 1].first_item; i++) {
            if (add_stretch(&p->held, &p->count, &p->room, s->item[i], true))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

/* Sends the next `size` units of what is held, from place *at, *into units of it already gone. */
static int send_part(spreading *p, uint32_t x, unsigned dim, uint64_t size, uint64_t *at, uint64_t *into) {
    lb_spread *s = p->s;
    unsigned stage = (unsigned)__builtin_popcount(x);
    uint64_t first = s->items;
    s->move[s->moves] = (lb_spread_move){.node = x, .dim = (uint8_t)dim, .stage = (uint8_t)stage, .first_item = first};
    p->arrived[(uint64_t)(x | UINT32_C(1) << dim) * s->n + dim] = (uint32_t)++s->moves;
    while (size > 0) {
        lb_share span = p->held[*at];
        uint64_t left = span.hi - span.lo - *into, take = left < size ? left : size;
        lb_share part = {span.lo + *into, span.lo + *into + take};
        if (add_stretch(&s->item, &s->items, &s->room, part, s->items > first))
            return LB_ERR_MEMORY;
        size -= take;
        *into += take;
        if (take == left) {
            *into = 0;
            (*at)++;
        }
    }
    s->move[s->moves].first_item = s->items;
    return LB_OK;
}

static int send_all(spreading *p, uint32_t x) {
    lb_spread *s = p->s;
    unsigned k = (unsigned)__builtin_popcount(x);
    uint64_t at = 0, into = 0, size = s->unit / (lb_choose(s->n - 1, k) * s->n);
    int error = collect(p, x);
    for (unsigned dim = 0; dim < s->n && !error; dim++) {
        if (!(x >> dim & 1))
            error = send_part(p, x, dim, size, &at, &into);
    }
    return error;
}

static int run(spreading *p) {
    lb_spread *s = p->s;
    uint32_t nodes = UINT32_C(1) << s->n;
    for (unsigned k = 0; k < s->n; k++) {
        for (uint32_t x = 0; x < nodes; x++) {
            if ((unsigned)__builtin_popcount(x) != k)
                continue;
            int error = send_all(p, x);
            if (error)
                return error;
        }
    }
    int error = collect(p, nodes - 1);
    s->most_pieces = p->count;
    return error;
}

int lb_spread_make(unsigned n, lb_spread *spread, lb_why *why) {
    *spread = (lb_spread){.n = n, .unit = 1};
    if (n > LB_SPREAD_MOST)
        return lb_fail(why, LB_ERR_SIZE, "spreading a message over %u dimensions makes too many pieces; at most %d", n,
                       LB_SPREAD_MOST);
    spreading p = {.s = spread};
    spread->unit = lb_lcm_upto(n ? n : 1);
    uint64_t moves = n ? (uint64_t)n << (n - 1) : 0;
    spread->move = lb_zeroed(moves + 1, sizeof *spread->move);
    p.arrived = lb_zeroed((uint64_t)n << n, sizeof *p.arrived);
    p.held = lb_array(16, sizeof *p.held);
    p.room = 16;
    int error = spread->move && p.arrived && p.held ? LB_OK : LB_ERR_MEMORY;
    if (!error && n > 0)
        error = run(&p);
    free(p.arrived);
    free(p.held);
    if (!error)
        return LB_OK;
    lb_spread_free(spread);
    return lb_fail_memory(why, "the pieces of a message");
}

void lb_spread_free(lb_spread *spread) {
    free(spread->move);
    free(spread->item);
    spread->move = NULL;
    spread->item = NULL;
}

int lb_spread_sum(unsigned n, lb_ratio *sum) {
    *sum = (lb_ratio){0, 1};
    for (unsigned k = 0; k <= n; k++) {
        lb_ratio term;
        if (lb_ratio_make(1, lb_choose(n, k), &term) || !lb_ratio_plus(sum, term))
            return LB_ERR_SIZE;
    }
    return LB_OK;
}

uint32_t lb_bits_into(uint32_t x, uint32_t dims) {
    uint32_t id = 0;
    for (; dims; dims &= dims - 1, x >>= 1) {
        if (x & 1)
            id |= dims & -dims;
    }
    return id;
}

unsigned lb_nth_bit(uint32_t dims, unsigned i) {
    while (i--)
        dims &= dims - 1;
    return (unsigned)__builtin_ctz(dims);
}
