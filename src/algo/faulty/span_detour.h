/* Scans around faults by the plan of the whole network. */
#ifndef LB_SPAN_DETOUR_H
#define LB_SPAN_DETOUR_H

#include "algo/faulty/span_legs.h"

/* The plan of the whole network, with ways round what is dead: always works. A neighbour does what a dead node would
 * have done. LB_ERR_UNSUPPORTED: it would have more steps than this. */
int lb_spans_detour(const lb_scene *s, uint32_t most_steps, lb_span_legs *legs, lb_why *why);

#endif
