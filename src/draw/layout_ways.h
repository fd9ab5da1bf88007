/* How the links of a network run on paper. */
#ifndef LB_LAYOUT_WAYS_H
#define LB_LAYOUT_WAYS_H

#include "draw/layout_type.h"

/* Fills in which dimensions of a grid have links that leap over nodes. */
void lb_layout_curves(lb_net_layout *layout);

typedef enum lb_run_kind {
    LB_RUN_NONE, /* there is no such link: around a line, or a port of a graph that is not used */
    LB_RUN_LINE, /* from node to node */
    LB_RUN_STUB  /* it wraps around, and is two stubs */
} lb_run_kind;

typedef struct lb_link_run {
    lb_run_kind kind;
    lb_spot out;          /* stubs: the way out of the node, of length stub */
    lb_spot bow;          /* lines: how far the middle is beside the straight line; 0, 0 if it is straight */
    unsigned lane, lanes; /* which of how many ports to the same neighbour it is */
} lb_link_run;

lb_link_run lb_layout_run(const lb_net_layout *layout, uint32_t node, unsigned port);

#endif
