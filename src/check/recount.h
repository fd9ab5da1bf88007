/* Recounting what a witness claims, from the definition of the task and from nothing that src/bound computes. */
#ifndef LB_RECOUNT_H
#define LB_RECOUNT_H

#include "task/task.h"

/* What is counted. In every case "must" is read off the task: block b must get from node f to node t when f has it
 * (or a contribution to it) at the start and t must have it at the end.
 *   node    blocks that must get from `node` to some node (inward: from some node to `node`) `radius` hops away or more
 *   spread  blocks that must get from `node` to every other node (inward: from every other node to `node`)
 *   cut     blocks that must get from inside the slab to outside (inward: the other way); of spans, combinations of
 *           what is inside that must
 *   cost    the least sum of weights of all links that the blocks cross; of one node's blocks if the task is symmetric
 *   hops    the same with every weight 1, and always of all blocks; UINT64_MAX when it is more
 *   movers  blocks, each carried to one place, whose way costs anything; of one node's if the task is symmetric */
typedef struct lb_recount {
    uint64_t (*node)(const lb_task *task, const lb_witness *witness);
    uint64_t (*spread)(const lb_task *task, const lb_witness *witness);
    uint64_t (*cut)(const lb_task *task, const lb_witness *witness);
    uint64_t (*cost)(const lb_task *task, const uint32_t *weight);
    uint64_t (*hops)(const lb_task *task);
    uint64_t (*movers)(const lb_task *task, const uint32_t *weight);
} lb_recount;

/* By looking at every block and every pair of nodes: blocks*nodes^2 must be small. */
extern const lb_recount lb_recount_plain;

/* By looking at every node once. */
extern const lb_recount lb_recount_quick;

/* The whole verification on a network with faults, where distances are counted hop by hop. links: that a node may
 * drive at a time. The witness is of some kind, and of as many packets. */
int lb_witness_verify_faulty(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                             lb_why *why);

/* Of a border that moves, with faults or without. */
int lb_witness_verify_moments(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                              lb_why *why);

/* The cost of one node's blocks, of a listed task that is symmetric, on LB_MAX_MOMENTS nodes at most, if none makes
 * more hops than these. */
uint64_t lb_recount_hurry(const lb_task *task, const uint32_t *weight, uint64_t hops);

/* What the blocks of all nodes of a lattice cost together at these weights of ports, no more than fits 64 bits. 0 or
 * LB_ERR_MEMORY. */
int lb_recount_weights(const lb_task *task, const uint32_t *weight, uint64_t *sum);

/* The heaviest links that a node can use at a time. */
uint64_t lb_recount_offer(const lb_net *net, uint64_t links, const uint32_t *weight);

/* Of prices. */
int lb_witness_verify_prices(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                             lb_why *why);

/* Of prices that change with the step. */
int lb_witness_verify_timed(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                            lb_why *why);

/* Of what can come in the first step. */
int lb_witness_verify_first(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                            lb_why *why);

/* Of levels, `blocks` of which must get from the witness's node to all others. */
int lb_witness_verify_levels(const lb_task *task, uint64_t links, uint64_t packets, uint64_t blocks,
                             const lb_witness *witness, lb_why *why);

/* Of sides, the same. */
int lb_witness_verify_sides(const lb_task *task, uint64_t links, uint64_t packets, uint64_t blocks,
                            const lb_witness *witness, lb_why *why);

/* Of reach: what the witness says of times, of a node that all others must hear from. */
int lb_witness_verify_reach(const lb_task *task, uint64_t links, const lb_witness *witness, lb_why *why);

/* Of ends: what the witness counts; and the time that it proves, if its pieces suit the cost. */
int lb_witness_verify_ends(const lb_task *task, uint64_t links, const lb_witness *witness, lb_why *why);
/* What a border proves on the linear clock, with the hops before and after it. */
int lb_witness_border_time(const lb_task *task, const lb_cost *cost, const lb_witness *witness, lb_ratio *time,
                           lb_why *why);
int lb_witness_ends_time(const lb_task *task, const lb_cost *cost, const lb_witness *witness, lb_ratio *time,
                         lb_why *why);
/* Of what bytes are worth: the tables; and the time in which links cannot carry the message. */
int lb_witness_verify_worth(const lb_task *task, uint64_t links, const lb_witness *witness, lb_why *why);
int lb_witness_worth_time(const lb_task *task, const lb_cost *cost, const lb_witness *witness, lb_ratio *time,
                          lb_why *why);

/* Of spans. */
extern const lb_recount lb_recount_spans;

/* The same of those that are alive; hops are those to every node from the witness's (inward: back to it). */
typedef struct lb_recount_alive {
    uint64_t (*node)(const lb_task *task, const lb_witness *witness, const uint32_t *hops);
    uint64_t (*spread)(const lb_task *task, const lb_witness *witness);
    uint64_t (*cut)(const lb_task *task, const lb_witness *witness);
} lb_recount_alive;
extern const lb_recount_alive lb_recount_faulty_spans;

/* Whether so many steps have room for the moves that a scan needs: see recount_prefixes.c. */
bool lb_recount_prefixes(const lb_task *task, uint64_t links, uint64_t packets, uint64_t steps);

/* Whether so many of the first nodes and of the last prove that on one port 2*packets-1 steps have not: see
 * recount_halves.c. */
bool lb_recount_halves(const lb_task *task, uint64_t packets, uint32_t first, uint32_t last);

bool lb_recount_is_small(const lb_task *task);

/* The one that suits the task, on networks without faults. */
const lb_recount *lb_recount_of(const lb_task *task);

#endif
