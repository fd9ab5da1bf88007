/* The ways out of one node: a packet that leaves through a link that leads away from its destination arrives later.
 *
 * A block of P packets at distance n. Some of the sender's links lead to distance n-1, some (odd rings) to n, the
 * others to n+1. A packet that leaves in step t through a link to distance e arrives in step t+e at the earliest, so T
 * steps bring at most sum over s = 0..T-1 of min(links it may drive, links to distance s or less). On the cube with all
 * links that is n*(T-n+1) + (d-n)*(T-n-1), and ARBITRARY SEND 2 reaches it. */
#include "bound/claims.h"
#include "bound/spread.h"

#define MOST_NODES 1024 /* all of them are tried, for scans */

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t least_steps(uint64_t packets, uint64_t hops, uint64_t near, uint64_t same, uint64_t links) {
    uint64_t first = least(near, links), second = first + least(near + same, links);
    if (packets <= first)
        return hops;
    return packets <= second ? hops + 1 : hops + 1 + lb_ceil_div(packets - second, links);
}

static void claim(const lb_task *task, uint32_t node, uint32_t dest, uint64_t links, lb_judge *judge) {
    const lb_net *net = &task->net;
    uint32_t hops = lb_distance(net, node, dest), near = 0, same = 0;
    if (hops == 0)
        return;
    for (unsigned port = 0; port < net->ports; port++) {
        uint32_t left = lb_distance(net, lb_neighbor(net, node, port), dest);
        near += left < hops;
        same += left == hops;
    }
    if (!lb_judge_longer(judge, least_steps(judge->packets, hops, near, same, links)))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_WAYS,
        .node = node,
        .radius = hops,
        .first = lb_task_class(task) == LB_SPAN ? dest : 0,
        .load = near,
        .capacity = links,
    };
}

/* What node 0 has is in what every other node gets: as much as if it were sent there. In large networks only nodes on
 * an axis are tried, to which one link or two lead nearer. */
static void claim_spans(const lb_task *task, uint64_t links, lb_judge *judge) {
    const lb_net *net = &task->net;
    if (net->nodes <= MOST_NODES) {
        for (uint32_t v = 1; v < net->nodes; v++)
            claim(task, 0, v, links, judge);
        return;
    }
    for (unsigned i = 0; i < net->dims; i++)
        claim(task, 0, net->radix[i] / 2 * net->stride[i], links, judge);
}

/* The sender, or the node of a permutation that sends farthest. */
int lb_claim_ways(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    (void)why;
    if (!judge->linear && lb_task_class(task) == LB_SPAN)
        claim_spans(task, links, judge);
    if (judge->linear || (task->kind != LB_SEND && task->kind != LB_PERMUTE))
        return LB_OK;
    uint32_t node = task->root, dest = task->to, farthest = 0;
    for (uint32_t v = 0; task->kind == LB_PERMUTE && v < task->net.nodes; v++) {
        uint32_t hops = lb_offset_hops(&task->net, lb_net_sub(&task->net, task->list[v], v));
        if (hops >= farthest) {
            farthest = hops;
            node = v;
            dest = task->list[v];
        }
    }
    claim(task, node, dest, links, judge);
    return LB_OK;
}
