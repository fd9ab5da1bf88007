/* What the algorithms that work ring by ring share: which dimensions there are, and times as data and start-ups. */
#ifndef LB_TORUS_RINGS_H
#define LB_TORUS_RINGS_H

#include "algo/common/formula.h"

/* The dimensions that have links, in order. */
typedef struct lb_rings {
    unsigned count;
    unsigned dim[LB_MAX_DIMS];
    uint32_t radix[LB_MAX_DIMS];
    unsigned ways[LB_MAX_DIMS]; /* links of a node: 1 for radix 2, else 2 */
    bool alike;                 /* all radices are the same */
    unsigned halves;            /* 2 when some radix above 2 is even, so that its opposite nodes get halves; else 1 */
    uint32_t hops;              /* the longest ring's half: floor(k/2) */
} lb_rings;

void lb_rings_of(const lb_net *net, lb_rings *rings);

/* A batch of nodes after it was gathered along a ring: all that lies on it. The digit of this ring was 0 in all of it.
 * Returns how many there are; `box` has room for them. */
uint64_t lb_rings_widen(const lb_net *net, const lb_rings *rings, unsigned ring, uint32_t *box, uint64_t size);

/* A time: so many units of data and so many start-ups. What is later depends on what they cost. */
typedef struct lb_duration {
    uint64_t units, startups;
} lb_duration;

typedef struct lb_price {
    uint64_t unit, startup; /* over a common denominator, which need not be known */
} lb_price;

/* The price of a unit when `units` of them are one block (an n-th of the message for allreduce). False: it does not fit
 * 64 bits. */
bool lb_price_of(const lb_task *task, const lb_cost *cost, uint64_t units, lb_price *price);

/* Whether a is later than b. */
bool lb_span_later(lb_duration a, lb_duration b, lb_price price);

/* The formula of a span in such units: of an allreduce, which does it twice over, 2*span (and then not exact unless
 * all nodes are done at the same time: `even`). */
int lb_span_formula(const lb_task *task, lb_duration span, uint64_t units, bool even, const char *text, lb_formula *f);

/* An allgather ring by ring, each block in as many parts as there are rings, the parts beginning with different rings:
 * what it takes if every part goes both ways round each ring at once, half of it to the opposite node, or in two halves
 * that go round once, one each way (`one_way`). */
int lb_rings_formula(const lb_task *task, const lb_plan_options *o, const lb_rings *rings, bool one_way,
                     const char *text, lb_formula *f);

#endif
