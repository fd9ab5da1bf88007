/* The linear clock: what must cross a border has hops to make before it and after it.
 *
 * Let all of a broadcast's message get out of a set of nodes S with the root in it, over c links, and let v be a node
 * outside, D hops from the root. Follow every byte's way to v to where it first leaves S. The link from u to w that it
 * takes there carries nothing of use before the root could reach u, and nothing after v could still be reached from w;
 * so of the time T it has no more than T - (hops to u)*beta - (hops from w to v)*beta for its messages, of which there
 * is one at least, with its start-up. That is tau*bytes <= T - D*beta for every link, and for all of them together
 *
 *   T >= tau*m/c + D*beta
 *
 * where the border alone proves a single start-up. Where a node may use k of its links at a time, the same holds of
 * each of the k messages that it sends at a time. A reduce is the same, backwards. */
#include "bound/border_hops.h"

#include "net/route.h"

#include <stdlib.h>

static bool suits(const lb_task *task, const lb_witness *w) {
    return (task->kind == LB_BROADCAST || task->kind == LB_REDUCE) && w->kind == LB_WITNESS_BORDER && !w->whole &&
           lb_net_routing(&task->net) == LB_STORE_AND_FORWARD && task->net.nodes <= LB_MAX_PARTED &&
           w->part[task->root] == 0;
}

int lb_claim_border_hops(const lb_task *task, lb_ratio beta, lb_ratio *time, lb_witness *witness, lb_why *why) {
    uint32_t nodes = task->net.nodes, most = 1;
    if (!suits(task, witness))
        return LB_OK;
    uint32_t *hops = lb_array(2 * (uint64_t)nodes, sizeof *hops);
    if (!hops)
        return lb_fail_memory(why, "the bound");
    lb_net_reach(&task->net, task->root, task->kind == LB_REDUCE, hops, hops + nodes);
    for (uint32_t v = 0; v < nodes; v++) {
        if (witness->part[v] == 0 || hops[v] == LB_NONE || hops[v] <= most)
            continue;
        most = hops[v];
        witness->first = v;
    }
    free(hops);
    lb_ratio more = *time;
    if (most > 1 && lb_ratio_scale(&beta, most - UINT64_C(1), 1) && lb_ratio_plus(&more, beta)) {
        *time = more;
        witness->radius = most;
    }
    return LB_OK;
}
