/* K simultaneous broadcasts on the d-cube (003): what the algorithms share.
 *
 * PACKETS are numbered by rank, in order of their nodes: those of one node stand together, and a block of several unit
 * packets is so many ranks. Packet r belongs to tree r mod d and has place r div d in it.
 *
 * TREES. The d edge-disjoint spanning binomial trees (tree/edge_disjoint.h), tree j rooted at node e_j: the common root
 * 0 is a leaf of every one of them. Depths are then distances from e_j, at most d. */
#ifndef LB_MANY_H
#define LB_MANY_H

#include "algo/common/algo.h"
#include "base/random.h"
#include "tree/edge_disjoint.h"

/* What the records of the paper's algorithms have in common. */
#define LB_MANY_INFO(called, from)                                                                                     \
    .name = (called), .source = "Stamoulis & Tsitsiklis 1993 (003), section " from,                                    \
    .tasks = LB_TASK_BIT(LB_MULTIBROADCAST), .cubes_only = true, .unit = true

/* One unit packet of one block. */
typedef struct lb_parcel {
    uint32_t origin, copy;
    uint64_t piece;
} lb_parcel;

/* How many packets there are; LB_ERR_SIZE where that is more than is planned for. */
int lb_many_count(const lb_task *task, const lb_plan_options *options, uint32_t *count, lb_why *why);

/* The packet of a rank, `packets` to a block. */
static inline lb_parcel lb_many_parcel(const lb_task *task, uint64_t packets, uint32_t rank) {
    uint32_t place = packets == 1 ? rank : (uint32_t)(rank / packets), origin = task->list[place];
    return (lb_parcel){origin, place - task->first[origin], packets == 1 ? 0 : rank % packets};
}

/* The same where nodes are ranked from the last to the first; packets of one node keep their order. */
static inline lb_parcel lb_many_parcel_down(const lb_task *task, uint64_t packets, uint32_t rank) {
    uint32_t place = packets == 1 ? rank : (uint32_t)(rank / packets), all = (uint32_t)task->count;
    uint32_t origin = task->list[all - 1 - place];
    return (lb_parcel){origin, place - (all - task->first[origin + 1]), packets == 1 ? 0 : rank % packets};
}

/* Packets of tree j when there are `count` in all. */
static inline uint32_t lb_many_share(unsigned d, uint32_t count, unsigned j) {
    return count / d + (j < count % d);
}

/* Distance from the root of tree j. */
static inline unsigned lb_many_depth(uint32_t x, unsigned j) {
    return (unsigned)__builtin_popcount(x ^ UINT32_C(1) << j);
}

/* Whether the way from source s to the root of tree j passes x (or begins there): tree j crosses the dimensions in the
 * order j+1, j+2, ... j, so what x has crossed must be the beginning of what s has. */
static inline bool lb_many_passes(unsigned d, unsigned j, uint32_t s, uint32_t x) {
    uint32_t all = (UINT32_C(1) << d) - 1, to_s = s ^ UINT32_C(1) << j, to_x = x ^ UINT32_C(1) << j;
    unsigned turn = (j + 1) % d;
    to_s = (to_s >> turn | to_s << (d - turn)) & all;
    to_x = (to_x >> turn | to_x << (d - turn)) & all;
    unsigned bits = to_x ? 32 - (unsigned)__builtin_clz(to_x) : 0;
    return to_x == (to_s & ((UINT32_C(1) << bits) - 1));
}

/* What phase 3 sends from x across dim, `slot` counted from its first: the rank, or LB_NONE. */
uint32_t lb_many_spread(unsigned d, uint32_t count, uint32_t slot, uint32_t x, unsigned dim);

/* Hops from all packets' sources to the roots of their trees. */
uint64_t lb_many_gathering(const lb_task *task, uint64_t packets, bool down);

/* A generated plan of whole unit packets, LB_EXPLICIT. Takes data over, also when it fails. */
int lb_many_generated(const lb_task *task, const lb_plan_options *options, uint32_t steps, uint64_t moves,
                      lb_generator generator, lb_plan **plan, lb_why *why);

/* Adds packet `p` to a room. */
static inline void lb_many_put(lb_plan *room, uint32_t node, unsigned port, lb_parcel p) {
    lb_room_move(room, node, port);
    lb_room_copy(room, p.origin, p.copy, p.piece, p.piece + 1);
}

/* Adds it to a plan that is being built. Returns the builder's error. */
static inline int lb_many_build(lb_builder *builder, uint32_t step, uint32_t node, unsigned port, lb_parcel p) {
    lb_build_move(builder, step, node, port, LB_OP_COPY);
    lb_build_item(builder, (lb_item){p.origin, LB_NONE, p.copy, p.piece, p.piece + 1});
    return builder->error;
}

/* Steps of the three phases after a scan of `before` slots; 0 when there is nothing to send. */
static inline uint64_t lb_three_phase_steps(unsigned d, uint64_t count, uint64_t before) {
    return d && count ? before + 2 * lb_ceil_div(count, d) + 2 * (uint64_t)d - 2 : 0;
}

/* For composing: rank-order after `before` slots of control, in rounds of d packets; one packet of every node, by
 * multinode-broadcast, after as many. */
int lb_build_rank_order(const lb_task *task, const lb_plan_options *options, uint32_t before, lb_plan **plan,
                        lb_why *why);
int lb_build_one_each(const lb_task *task, const lb_plan_options *options, uint32_t before, lb_plan **plan,
                      lb_why *why);
/* random-trees after so many slots. */
int lb_build_random_trees(const lb_task *task, const lb_plan_options *options, uint32_t before, lb_plan **plan,
                          lb_why *why);
/* many-roots after so many slots. */
int lb_build_many_roots(const lb_task *task, const lb_plan_options *options, uint32_t before, lb_plan **plan,
                        lb_why *why);
/* Whether every node has exactly one unit packet. */
bool lb_many_one_each(const lb_task *task, const lb_plan_options *options);

#endif
