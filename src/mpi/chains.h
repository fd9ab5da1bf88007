/* Which spans a node lays out what it sends of, while the plan of a scan is gone through: a node has [a,b] when it has
 * [a,c-1] and [c,b]. Nodes begin with their own, [v,v]. */
#ifndef LB_MPI_CHAINS_H
#define LB_MPI_CHAINS_H

#include "linkbound.h"

/* A piece of a span at a node is a cell, which has a number once it comes. The first are the nodes' own, piece by
 * piece. */
typedef struct lb_chains {
    uint32_t nodes, pieces, cells;
    struct lb_come_list *lists; /* by node and piece */
    uint32_t *links;            /* per place: how many spans reach it */
    uint64_t *last;             /* and which of them is the last */
    uint32_t *chain;            /* what was found */
} lb_chains;

/* LB_ERR_MEMORY. */
int lb_chains_begin(lb_chains *c, uint32_t nodes, uint32_t pieces);
void lb_chains_end(lb_chains *c);

/* That it comes to a node in this step; its number in c->chain. LB_ERR_MEMORY. */
int lb_chains_add(lb_chains *c, uint32_t node, uint32_t piece, const lb_item *span, uint32_t step);

/* The fewest that came before this step and make it up: their numbers in c->chain; how many. 0: it cannot be. */
uint32_t lb_chains_find(lb_chains *c, uint32_t node, uint32_t piece, const lb_item *span, uint32_t step);

#endif
