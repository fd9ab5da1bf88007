/* The ports of one node: what must get out of it, or into it, and how far away that is wanted or comes from. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

static int claim_spread(const lb_task *task, uint32_t node, bool inward, uint64_t links, lb_judge *judge, lb_why *why) {
    uint32_t *counts = lb_spread_hops(task);
    if (!counts)
        return lb_fail_memory(why, "the distances");
    lb_judge_radii(judge, node, inward, counts, lb_diameter(&task->net), links);
    free(counts);
    return LB_OK;
}

static void claim_permute(const lb_task *task, uint64_t links, lb_judge *judge) {
    uint32_t node = 0, radius = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint32_t hops = lb_offset_hops(&task->net, lb_net_sub(&task->net, task->list[v], v));
        if (hops > radius) {
            node = v;
            radius = hops;
        }
    }
    lb_judge_node(judge, node, false, 1, links, radius);
}

static uint32_t source_count(const lb_task *task, uint32_t v) {
    return task->first[v + 1] - task->first[v];
}

/* What must get into one node, by the distance of its sources. */
static void claim_sources(const lb_task *task, uint32_t node, uint32_t *counts, uint64_t links, lb_judge *judge) {
    uint32_t far = lb_diameter(&task->net);
    for (uint32_t hops = 0; hops <= far; hops++)
        counts[hops] = 0;
    for (size_t i = 0; i < task->count; i += source_count(task, task->list[i]))
        counts[lb_offset_hops(&task->net, lb_net_sub(&task->net, task->list[i], node))] +=
            source_count(task, task->list[i]);
    lb_judge_radii(judge, node, true, counts, far, links);
}

/* The node farthest from node 0: it comes after it, so it must have something of it in the end. */
static uint32_t farthest_from_0(const lb_net *net) {
    uint32_t opposite = 0;
    for (unsigned i = 0; i < net->dims; i++)
        opposite += net->radix[i] / 2 * net->stride[i];
    return opposite;
}

/* Into every node where that is little work; else into the node with the fewest blocks of its own, and into the one
 * farthest from the heaviest source. */
static int claim_multibroadcast(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t far = lb_diameter(net), heavy = 0, light = 0;
    uint32_t *counts = lb_array((uint64_t)far + 1, sizeof *counts);
    if (!counts)
        return lb_fail_memory(why, "the distances");
    for (uint32_t v = 1; v < net->nodes; v++) {
        heavy = source_count(task, v) > source_count(task, heavy) ? v : heavy;
        light = source_count(task, v) < source_count(task, light) ? v : light;
    }
    lb_judge_node(judge, heavy, false, source_count(task, heavy), links, far);
    if ((uint64_t)net->nodes * (task->count + far) < (UINT64_C(1) << 22)) {
        for (uint32_t v = 0; v < net->nodes; v++)
            claim_sources(task, v, counts, links, judge);
    } else {
        claim_sources(task, light, counts, links, judge);
        claim_sources(task, lb_net_add(net, heavy, farthest_from_0(net)), counts, links, judge);
    }
    free(counts);
    return LB_OK;
}

int lb_claim_node(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    uint32_t far = lb_diameter(net);
    switch (task->kind) {
    case LB_BROADCAST: lb_judge_node(judge, task->root, false, 1, links, far); return LB_OK;
    case LB_REDUCE: lb_judge_node(judge, task->root, true, 1, links, far); return LB_OK;
    case LB_ALLREDUCE: lb_judge_node(judge, 0, true, net->nodes, links, far); return LB_OK;
    case LB_SEND:
        lb_judge_node(judge, task->root, false, 1, links, lb_distance(net, task->root, task->to));
        return LB_OK;
    case LB_PERMUTE: claim_permute(task, links, judge); return LB_OK;
    case LB_MULTIBROADCAST: return claim_multibroadcast(task, links, judge, why);
    case LB_SCAN:
    case LB_EXSCAN: lb_judge_node(judge, farthest_from_0(net), true, 1, links, far); return LB_OK;
    case LB_GATHER: return claim_spread(task, task->root, true, links, judge, why);
    case LB_SCATTER: return claim_spread(task, task->root, false, links, judge, why);
    default: return claim_spread(task, 0, task->kind == LB_ALLGATHER, links, judge, why);
    }
}
