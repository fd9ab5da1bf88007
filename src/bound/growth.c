/* Growth: a node that knows something can tell only as many others a step as it has links to drive. */
#include "bound/claims.h"

/* The node whose `blocks` all must know, or (inward) at which that many sums come together. */
static bool growing(const lb_task *task, uint32_t *node, uint64_t *blocks) {
    *node = 0;
    *blocks = 1;
    switch (task->kind) {
    case LB_BROADCAST:
    case LB_REDUCE: *node = task->root; return true;
    case LB_ALLGATHER:
    case LB_SCAN: /* what node 0 has */
    case LB_EXSCAN:
    case LB_REDUCE_SCATTER: return true;
    case LB_ALLREDUCE: *blocks = task->net.nodes; return true;
    case LB_MULTIBROADCAST:
        *blocks = 0;
        for (uint32_t v = 0; v < task->net.nodes; v++) {
            uint64_t own = task->first[v + 1] - task->first[v];
            if (own > *blocks) {
                *blocks = own;
                *node = v;
            }
        }
        return *blocks > 0;
    default: return false;
    }
}

static uint64_t doublings(uint64_t nodes, uint64_t links) {
    uint64_t steps = 0;
    for (uint64_t know = 1; know < nodes; know *= links + 1)
        steps++;
    return steps;
}

/* A node that has something of its own for every other: as many of them as can have heard at all grow alike, but no
 * data waits for the last. Where hops are steps the farthest node says more. */
static int claim_touched(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    bool rooted = task->kind == LB_SCATTER || task->kind == LB_GATHER, inward = task->kind == LB_GATHER;
    uint32_t node = rooted ? task->root : 0;
    uint64_t steps = doublings(task->net.nodes, links), starts = steps * (judge->linear ? judge->parts : 1);
    if (!judge->flights || (!rooted && task->kind != LB_ALLTOALL))
        return LB_OK;
    if (lb_judge_delayed(judge, 0, links, starts, steps))
        judge->witness = (lb_witness){
            .kind = LB_WITNESS_GROWTH,
            .inward = inward,
            .node = node,
            .radius = 1,
            .load = task->net.nodes,
            .capacity = links,
        };
    return lb_claim_reach(task, node, inward, 0, links, judge, why);
}

int lb_claim_growth(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    uint32_t node;
    uint64_t blocks, steps = doublings(task->net.nodes, links);
    if (!growing(task, &node, &blocks))
        return claim_touched(task, links, judge, why);
    /* A witness holds 32 bits of it; with so many packets the logarithm is of no account. */
    uint64_t leaves = lb_claim_steps(judge->packets, blocks, links, 1);
    if (leaves > UINT32_MAX)
        return LB_OK;
    lb_witness growth = {
        .kind = LB_WITNESS_GROWTH,
        .inward = task->kind == LB_REDUCE || task->kind == LB_REDUCE_SCATTER,
        .node = node,
        .radius = (uint32_t)leaves,
        .load = task->net.nodes,
        .capacity = links,
    };
    if (lb_judge_better(judge, blocks, links, steps))
        judge->witness = growth;
    if (judge->flights)
        return lb_claim_reach(task, node, growth.inward, blocks, links, judge, why);
    int error = lb_claim_levels(task, &growth, judge, why);
    if (!error)
        lb_claim_sides(task, &growth, blocks, judge);
    return error;
}
