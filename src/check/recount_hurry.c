/* What a node's blocks pay at least if none makes more than so many hops: hop by hop, the cheapest way to every node.
 */
#include "check/recount.h"

uint64_t lb_recount_hurry(const lb_task *task, const uint32_t *weight, uint64_t hops) {
    const lb_net *net = &task->net;
    uint64_t cost[LB_MAX_MOMENTS] = {0}, next[LB_MAX_MOMENTS], sum = 0;
    for (uint32_t v = 0; v < net->nodes; v++)
        cost[v] = v ? UINT64_MAX / 2 : 0;
    for (uint64_t h = 0; h < hops && h < net->nodes; h++) { /* no way is longer than that for nothing */
        for (uint32_t v = 0; v < net->nodes; v++)
            next[v] = cost[v];
        for (uint32_t v = 0; v < net->nodes; v++) {
            for (unsigned p = 0; p < net->ports; p++) {
                uint32_t to = lb_neighbor(net, v, p);
                if (cost[v] + weight[p] < next[to])
                    next[to] = cost[v] + weight[p];
            }
        }
        for (uint32_t v = 0; v < net->nodes; v++)
            cost[v] = next[v];
    }
    for (size_t i = 0; i < task->count; i++)
        sum += cost[task->list[i]] < UINT64_MAX / 2 ? cost[task->list[i]] : 0;
    return sum;
}
