/* What messages are in each other's way where they go past the processes between (routes.c). */
#ifndef LB_MPI_ROUTES_H
#define LB_MPI_ROUTES_H

#include "linkbound.h"

typedef enum lb_pattern {
    LB_FROM_ROOT,
    LB_TO_ROOT,
    LB_ALL_TO_ALL,
    LB_SHIFT, /* each to the node that is so far from it: lb_crowd_around only */
} lb_pattern;

/* What messages are in each other's way. */
enum { LB_FAR = 64 };
typedef struct lb_crowd {
    double most[LB_FAR + 1]; /* [d]: of messages with d hops or more, how many pass the busiest link */
    uint32_t sent;           /* by the node that sends most */
} lb_crowd;

/* On the network without its faults; only within the dimensions from `begin` to before `end`. */
void lb_crowd_whole(const lb_net *net, lb_pattern pattern, unsigned begin, unsigned end, lb_crowd *crowd);
/* On the network as it is. `node` is the root, or the offset. LB_ERR_SIZE: too large, LB_ERR_MEMORY. */
int lb_crowd_around(const lb_net *net, lb_pattern pattern, uint32_t node, lb_crowd *crowd);

#endif
