/* Rings through all nodes of a torus, of which no two share a link: Hamiltonian cycles. */
#ifndef LB_TORUS_LOOPS_H
#define LB_TORUS_LOOPS_H

#include "net/net.h"

#define LB_LOOPS_NODES 1024 /* more are not looked for */

typedef struct lb_loops {
    unsigned count;
    uint32_t nodes;
    uint32_t *at; /* loop * nodes + place: the node there */
} lb_loops;

/* How many there are: one for every dimension of radix 3 or more, and one for two dimensions of radix 2. A torus of two
 * nodes has one, of one node none. */
unsigned lb_loops_count(const lb_net *net);

/* LB_ERR_UNSUPPORTED: more than LB_LOOPS_NODES nodes, or the search has not ended, which was never seen. */
int lb_loops_find(const lb_net *net, lb_loops *loops, lb_why *why);
void lb_loops_free(lb_loops *loops);

#endif
