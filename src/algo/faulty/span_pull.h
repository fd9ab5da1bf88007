/* Scans around faults by asking for what is needed. */
#ifndef LB_SPAN_PULL_H
#define LB_SPAN_PULL_H

#include "algo/faulty/span_legs.h"
#include "algo/faulty/span_manner.h"
#include "algo/faulty/span_reach.h"

/* Every node asks for what it needs, as early as it can be there: neighbours that have it or can have it in time are
 * asked in turn, and where there is none it is asked for in two parts. *work, what may still be looked at, is lessened.
 * LB_ERR_UNSUPPORTED: not in this manner, or not with so little work. */
int lb_spans_pull(const lb_scene *s, const lb_span_reach *r, lb_pull_manner manner, uint64_t *work, lb_span_legs *legs);

#endif
