/* Planning scan and exscan on a network with faults.
 *
 * Dead nodes contribute nothing: a span is what those of its nodes have that are alive. */
#ifndef LB_FAULTY_SPANS_H
#define LB_FAULTY_SPANS_H

#include "faulty/errand.h"
#include "faulty/timetable.h"

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

/* ---- The planners ---- */

/* The plan of the whole network, with ways round what is dead: always works. A neighbour does what a dead node would
 * have done. LB_ERR_UNSUPPORTED: it would have more steps than this. */
int lb_spans_detour(const lb_scene *s, uint32_t most_steps, lb_span_legs *legs, lb_why *why);

/* Hops between nodes and to blocks of nodes, for small networks. Level l has blocks of width[l] nodes in order, level 0
 * the nodes; a block of level l+1 is fan[l] of level l. */
typedef struct lb_span_reach {
    unsigned levels;
    uint32_t nodes, fan[LB_MAX_DIMS], width[LB_MAX_DIMS];
    uint16_t *far[LB_MAX_DIMS]; /* node * blocks + block: hops from the block's farthest node to the node; dead: 0 */
    uint32_t most;              /* hops that any node's data must go: no plan has fewer steps */
} lb_span_reach;

int lb_span_reach_make(lb_span_reach *r, const lb_scene *s); /* 0 or LB_ERR_MEMORY */
void lb_span_reach_free(lb_span_reach *r);

/* How to go about pulling. */
typedef struct lb_pull_manner {
    uint32_t patience;       /* steps that are waited for a whole span before two parts are asked for */
    bool takes_back;         /* what was asked for in vain */
    bool straight;           /* only those are asked for a span who are nearer to all of it */
    uint32_t pieces, period; /* so many pieces every so many steps; period 0: one piece, once */
    uint64_t seed;           /* 0: nodes in order; else shuffled */
    uint32_t most_steps;     /* a plan with more is not wanted, */
    uint64_t most_legs;      /* nor is one with more packets */
} lb_pull_manner;

/* Every node asks for what it needs, as early as it can be there: neighbours that have it or can have it in time are
 * asked in turn, and where there is none it is asked for in two parts. *work, what may still be looked at, is lessened.
 * LB_ERR_UNSUPPORTED: not in this manner, or not with so little work. */
int lb_spans_pull(const lb_scene *s, const lb_span_reach *r, lb_pull_manner manner, uint64_t *work, lb_span_legs *legs);

#endif
