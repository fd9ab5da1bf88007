/* Rings through all nodes of a torus, as many as it has dimensions, no two with a link in common: a torus of D
 * dimensions with radices of 3 and more is the union of D Hamiltonian cycles (Kotzig 1973 and Foregger 1978 for two and
 * three dimensions, Aubert & Schneider 1982 for all).
 *
 * How they are found: colour every link by its dimension. The links of a colour are rings, many short ones. Where a
 * square has two opposite links of one colour and two of another, the colours can be exchanged: each node keeps two
 * links of each. That joins two rings of a colour or cuts one in two. Squares are tried at random, and what leaves no
 * more rings in all is kept, until every colour is one ring. tests/test_loops.c goes through all tori.
 *
 * Two dimensions of radix 2 are a ring of 4. If one is left over, the torus is two layers: both have the same rings,
 * and every ring is opened at a link of its own and joined with its twin in the other layer. */
#include "algo/torus/loops.h"

#include "base/base.h"
#include "base/random.h"

#include <stdlib.h>

enum { TRIES = 400 }; /* squares looked at, for a node: mostly 5 to 40 are enough */

/* The torus as the search sees it: rings of 3 and more, rings of 4 among them that are two dimensions of radix 2. */
typedef struct weave {
    unsigned dims;
    uint32_t nodes, radix[LB_MAX_DIMS], stride[LB_MAX_DIMS];
    unsigned first[LB_MAX_DIMS], second[LB_MAX_DIMS]; /* of the network; the same: one dimension */
    unsigned spare;                                   /* a dimension of radix 2 left over; LB_NONE: none is */
    uint8_t *colour;                                  /* node * dims + dim: of the link to the next node there */
    uint32_t *seen, round;                            /* when a node was last walked over */
    unsigned rings[LB_MAX_DIMS];                      /* of each colour */
} weave;

static void add_ring(weave *w, unsigned first, unsigned second, uint32_t radix) {
    w->first[w->dims] = first;
    w->second[w->dims] = second;
    w->radix[w->dims] = radix;
    w->stride[w->dims++] = w->nodes;
    w->nodes *= radix;
}

static void rings_of(const lb_net *net, weave *w) {
    *w = (weave){.nodes = 1, .spare = LB_NONE};
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 2) {
            add_ring(w, i, i, net->radix[i]);
        } else if (net->radix[i] == 2) {
            if (w->spare == LB_NONE) {
                w->spare = i;
            } else {
                add_ring(w, w->spare, i, 4);
                w->spare = LB_NONE;
            }
        }
    }
}

unsigned lb_loops_count(const lb_net *net) {
    weave w;
    rings_of(net, &w);
    return w.dims ? w.dims : net->nodes == 2;
}

static uint32_t next_of(const weave *w, uint32_t v, unsigned dim) {
    uint32_t digit = v / w->stride[dim] % w->radix[dim];
    return digit + 1 < w->radix[dim] ? v + w->stride[dim] : v - digit * w->stride[dim];
}

static uint32_t previous_of(const weave *w, uint32_t v, unsigned dim) {
    return v / w->stride[dim] % w->radix[dim] ? v - w->stride[dim] : v + (w->radix[dim] - 1) * w->stride[dim];
}

/* From v over a link of a colour, not back to where the walk came from: two nodes never have two links. */
static uint32_t onward(const weave *w, uint32_t v, uint32_t from, uint8_t colour) {
    for (unsigned d = 0; d < w->dims; d++) {
        uint32_t next = next_of(w, v, d), previous = previous_of(w, v, d);
        if (w->colour[v * w->dims + d] == colour && next != from)
            return next;
        if (w->colour[previous * w->dims + d] == colour && previous != from)
            return previous;
    }
    return from;
}

static unsigned count_rings(weave *w, uint8_t colour) {
    unsigned rings = 0;
    w->round++;
    for (uint32_t start = 0; start < w->nodes; start++) {
        if (w->seen[start] == w->round)
            continue;
        rings++;
        for (uint32_t v = start, from = start; w->seen[v] != w->round;) {
            w->seen[v] = w->round;
            uint32_t next = onward(w, v, from, colour);
            from = v;
            v = next;
        }
    }
    return rings;
}

/* Exchanges the colours of the square that v begins in two dimensions. */
static void exchange(weave *w, uint32_t v, unsigned d, unsigned e) {
    uint8_t *c = w->colour;
    uint8_t one = c[v * w->dims + d], other = c[v * w->dims + e];
    c[v * w->dims + d] = c[next_of(w, v, e) * w->dims + d] = other;
    c[v * w->dims + e] = c[next_of(w, v, d) * w->dims + e] = one;
}

static void try_square(weave *w, uint32_t v, unsigned d, unsigned e) {
    uint8_t a = w->colour[v * w->dims + d], b = w->colour[v * w->dims + e];
    if (a == b || w->colour[next_of(w, v, e) * w->dims + d] != a || w->colour[next_of(w, v, d) * w->dims + e] != b)
        return;
    exchange(w, v, d, e);
    unsigned of_a = count_rings(w, a), of_b = count_rings(w, b);
    if (of_a + of_b > w->rings[a] + w->rings[b]) {
        exchange(w, v, d, e);
        return;
    }
    w->rings[a] = of_a;
    w->rings[b] = of_b;
}

static bool one_each(const weave *w) {
    for (unsigned d = 0; d < w->dims; d++) {
        if (w->rings[d] != 1)
            return false;
    }
    return true;
}

static bool search(weave *w) {
    uint64_t state = 1;
    for (uint32_t v = 0; v < w->nodes; v++) {
        for (unsigned d = 0; d < w->dims; d++)
            w->colour[v * w->dims + d] = (uint8_t)d;
    }
    for (unsigned d = 0; d < w->dims; d++)
        w->rings[d] = count_rings(w, (uint8_t)d);
    for (uint64_t left = (uint64_t)w->nodes * w->dims * TRIES; left && !one_each(w); left--) {
        uint32_t v = lb_random_below(&state, w->nodes);
        unsigned d = lb_random_below(&state, w->dims), e = lb_random_below(&state, w->dims);
        if (d != e)
            try_square(w, v, d, e);
    }
    return one_each(w);
}

/* The node of the network; in a ring of 4 that is two dimensions the second goes up before the first goes down. */
static uint32_t name_of(const weave *w, const lb_net *net, uint32_t v) {
    uint32_t name = 0;
    for (unsigned d = 0; d < w->dims; d++) {
        uint32_t digit = v / w->stride[d] % w->radix[d];
        if (w->first[d] == w->second[d]) {
            name += digit * net->stride[w->first[d]];
        } else {
            name += digit == 1 || digit == 2 ? net->stride[w->first[d]] : 0;
            name += digit >= 2 ? net->stride[w->second[d]] : 0;
        }
    }
    return name;
}

/* The ring of a colour from `start` on, in both layers if there are two: to the end of the first, over to the second
 * and back. */
static void write_loop(const weave *w, const lb_net *net, uint8_t colour, uint32_t start, uint32_t *at) {
    uint32_t layer = w->spare == LB_NONE ? 0 : net->stride[w->spare];
    for (uint32_t i = 0, v = start, from = start; i < w->nodes; i++) {
        at[i] = name_of(w, net, v);
        if (layer)
            at[2 * w->nodes - 1 - i] = at[i] + layer;
        uint32_t next = onward(w, v, from, colour);
        from = v;
        v = next;
    }
}

/* Where rings are opened there must be no node in common. A ring that begins at a node ends at one next to it. */
static uint32_t opening(const weave *w, uint8_t colour, bool *taken) {
    for (uint32_t v = 0; v < w->nodes; v++) {
        /* The walk from v takes the first link that onward() finds, and ends with the other one. */
        uint32_t out = onward(w, v, v, colour), end = onward(w, v, out, colour);
        if (!taken[v] && !taken[end]) {
            taken[v] = taken[end] = true;
            return v;
        }
    }
    return 0;
}

static int write_loops(const weave *w, const lb_net *net, lb_loops *loops) {
    bool *taken = lb_zeroed(w->nodes, sizeof *taken);
    loops->at = lb_zeroed((uint64_t)loops->count * net->nodes, sizeof *loops->at);
    if (!taken || !loops->at) {
        free(taken);
        return LB_ERR_MEMORY;
    }
    for (unsigned d = 0; d < w->dims; d++)
        write_loop(w, net, (uint8_t)d, opening(w, (uint8_t)d, taken), loops->at + (uint64_t)d * net->nodes);
    if (!w->dims && net->nodes == 2)
        loops->at[1] = 1;
    free(taken);
    return LB_OK;
}

int lb_loops_find(const lb_net *net, lb_loops *loops, lb_why *why) {
    weave w;
    rings_of(net, &w);
    *loops = (lb_loops){.count = lb_loops_count(net), .nodes = net->nodes};
    if (net->nodes > LB_LOOPS_NODES)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "rings through all nodes are looked for on up to %d nodes",
                       LB_LOOPS_NODES);
    w.colour = lb_array((uint64_t)w.nodes * (w.dims + 1), sizeof *w.colour);
    w.seen = lb_zeroed(w.nodes, sizeof *w.seen);
    int error = w.colour && w.seen ? LB_OK : LB_ERR_MEMORY;
    if (!error && !search(&w))
        error = LB_ERR_UNSUPPORTED;
    if (!error)
        error = write_loops(&w, net, loops);
    free(w.colour);
    free(w.seen);
    if (!error)
        return LB_OK;
    lb_loops_free(loops);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "rings through all nodes")
                                  : lb_fail(why, error, "no rings through all nodes were found");
}

void lb_loops_free(lb_loops *loops) {
    free(loops->at);
    loops->at = NULL;
}
