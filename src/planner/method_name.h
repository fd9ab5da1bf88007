/* The methods that there are, and what they are called. */
#ifndef LB_METHOD_NAME_H
#define LB_METHOD_NAME_H

#include "plan/plan.h"

typedef enum lb_method_kind {
    LB_METHOD_REVERSE,    /* the reverse of a plan for the reverse task */
    LB_METHOD_AS,         /* a plan for the task under another name; the number is its lb_task_kind */
    LB_METHOD_HALVES,     /* allreduce: a reduce-scatter, then an allgather */
    LB_METHOD_JOIN,       /* so many packets as the number says, then the rest */
    LB_METHOD_REPEAT,     /* one packet, again and again */
    LB_METHOD_TRIM,       /* a packet more, of which that of the number is left out */
    LB_METHOD_SQUARES,    /* on the network with squares for rings of 4 */
    LB_METHOD_RINGS,      /* with rings of 4 for squares */
    LB_METHOD_DETOUR,     /* as if a link were dead, the one of the number (method_detour.h) */
    LB_METHOD_PORTS,      /* on as many ports as the number says */
    LB_METHOD_RENUMBERED, /* on the network with a name that a graph is, numbered otherwise */
    LB_METHOD_STOPS,      /* on the network that cuts through as if it did not: packets stop at every node */
    LB_METHOD_CYCLE,      /* a graph as a ring, by a way round through all nodes (cycle.h) */
    LB_METHOD_INNER,      /* a graph as a torus that it has in it (inner.h) */
    LB_METHOD_KIN,        /* on a network like this one; the number is its lb_kin (kin.h) */
    LB_METHOD_KINDS
} lb_method_kind;

typedef struct lb_method {
    lb_method_kind kind;
    uint64_t number;
} lb_method;

/* Among the attempts, and most plans too; parts may be NULL where there are none. */
void lb_method_name(lb_method method, const lb_plan_options *options, lb_plan *const *parts, char *name, size_t size);

#endif
