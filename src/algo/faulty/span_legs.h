/* Scan and exscan on a network with faults: packets of spans.
 *
 * Dead nodes contribute nothing: a span is what those of its nodes have that are alive. */
#ifndef LB_SPAN_LEGS_H
#define LB_SPAN_LEGS_H

#include "algo/faulty/faulty_plan.h"

/* One packet: which span, which piece of it. */
typedef struct lb_span_leg {
    uint32_t step, link; /* link: node * ports + port */
    uint32_t first, last, piece;
} lb_span_leg;

typedef struct lb_span_legs {
    lb_span_leg *at;
    uint64_t count, room;
    uint32_t steps;
} lb_span_legs;

int lb_span_legs_add(lb_span_legs *legs, lb_span_leg leg); /* 0 or LB_ERR_MEMORY */
void lb_span_legs_free(lb_span_legs *legs);

/* Whether any node of a span is alive. */
static inline bool lb_span_lives(const lb_net *net, uint32_t first, uint32_t last) {
    return lb_net_alive_below(net, first) < lb_net_alive_below(net, last + 1);
}

#endif
