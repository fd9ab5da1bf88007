/* Building sends: the way from one node to another, or both ways at once between two nodes that exchange.
 *
 * The algorithms are written for node 0 sending to node `offset`; a courier translates that. A send is a rooted plan.
 * An exchange is the permutation that swaps two nodes: the same packets from both ends, which meet on no link because
 * each uses a link in one direction only and the other end uses it in the other. */
#ifndef LB_COURIER_H
#define LB_COURIER_H

#include "algo/common/formula.h"
#include "algo/send/spread.h"

/* Who sends to whom. Tasks: send, and permute where all but two nodes keep what they have. */
typedef struct lb_pair {
    uint32_t from, to;
    uint32_t offset; /* from ^ to: the dimensions to cross */
    unsigned d, n;   /* of the cube; to cross */
    bool both;       /* an exchange */
} lb_pair;

#define LB_SEND_TASKS (LB_TASK_BIT(LB_SEND) | LB_TASK_BIT(LB_PERMUTE))
#define LB_NEEDS_PAIR "the permutation must swap two nodes and leave the others alone"
#define LB_AND_COST   " (and needs bytes, tau and beta, or groups)"

/* What the records of all of them have in common. */
#define LB_SEND_INFO(called, from)                                                                                     \
    .name = (called), .source = "Stout & Wagar 1990 (001), section " from, .tasks = LB_SEND_TASKS, .cubes_only = true, \
    .linear = true

/* False when the permutation is no exchange. */
bool lb_pair_of(const lb_task *task, lb_pair *pair);

typedef struct lb_courier {
    lb_builder builder;
    lb_pair pair;
    uint32_t base, origin, dest; /* of the way being built */
} lb_courier;

typedef void (*lb_route)(lb_courier *courier, const void *what);

/* Calls route for each way, and finishes the plan. moves and items are those of one way. */
int lb_courier_build(const lb_task *task, const lb_plan_options *o, uint64_t denominator, uint64_t moves,
                     uint64_t items, lb_route route, const void *what, lb_plan **plan, lb_why *why);

/* A packet from `node`, seen from the sender, without any pieces yet: those follow with lb_courier_piece. */
void lb_courier_packet(lb_courier *courier, uint32_t step, uint32_t node, unsigned dim);
void lb_courier_piece(lb_courier *courier, uint64_t lo, uint64_t hi);

/* Groups of a message spread over the subcube between the two nodes (O.C. SEND 4), or over one parallel to it (X.O.C.
 * SEND 2), one step apart from step 1 on. */
typedef struct lb_stream {
    const lb_spread *spread;
    unsigned aside;        /* dimension to the parallel subcube; LB_NONE: straight on */
    uint64_t start, scale; /* where the data begins, and how long a unit of the spread is, in denominator units */
    uint32_t groups;
} lb_stream;
void lb_courier_stream(lb_courier *courier, const lb_stream *stream);

/* The plan of one such stream that has the whole message. */
int lb_stream_build(const lb_task *task, const lb_plan_options *o, unsigned aside, uint32_t groups, lb_plan **plan,
                    lb_why *why);

#endif
