/* In which order the nodes of a butterfly add up. */
#ifndef LB_FLIGHT_ORDER_H
#define LB_FLIGHT_ORDER_H

#include "algo/flight/butterfly.h"

/* Whether all nodes make their sums in the same order (lb_sum_place), so that rounding is the same everywhere: what
 * halves are summed by is one node's affair, exchanges of everything are not. *agree is false too where that takes too
 * long to find out. LB_ERR_MEMORY */
int lb_butterfly_agrees(const lb_butterfly *b, const lb_net *net, bool *agree);

#endif
