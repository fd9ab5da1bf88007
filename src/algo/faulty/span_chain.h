/* Scans of many packets, from every node to the next. */
#ifndef LB_SPAN_CHAIN_H
#define LB_SPAN_CHAIN_H

#include "algo/faulty/span_legs.h"

/* In no more than so many steps. LB_ERR_UNSUPPORTED: not in so few, or something is dead. */
int lb_spans_chain(const lb_scene *s, uint64_t most_steps, lb_span_legs *legs);

#endif
