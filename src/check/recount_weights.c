/* Recounting weights on the ports of a lattice: from node 0 every link is relaxed until nothing changes. */
#include "check/recount.h"

#include <stdlib.h>

#define FAR UINT64_MAX

uint64_t lb_recount_offer(const lb_net *net, uint64_t links, const uint32_t *weight) {
    bool used[LB_MAX_PORTS] = {false};
    uint64_t sum = 0;
    for (uint64_t i = 0; i < links; i++) {
        unsigned best = 0;
        for (unsigned p = 1; p < net->ports; p++) {
            if (used[best] || (!used[p] && weight[p] > weight[best]))
                best = p;
        }
        used[best] = true;
        sum += weight[best];
    }
    return sum;
}

static bool relax(const lb_net *net, const uint32_t *weight, uint64_t *cost) {
    bool changed = false;
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (unsigned p = 0; p < net->ports && cost[v] != FAR; p++) {
            uint32_t to = lb_neighbor(net, v, p);
            if (cost[v] + weight[p] < cost[to]) {
                cost[to] = cost[v] + weight[p];
                changed = true;
            }
        }
    }
    return changed;
}

int lb_recount_weights(const lb_task *task, const uint32_t *weight, uint64_t *sum) {
    const lb_net *net = &task->net;
    uint64_t *cost = lb_array(net->nodes, sizeof *cost), blocks = lb_task_blocks(task) / net->nodes, all = 0;
    for (uint32_t v = 0; cost && v < net->nodes; v++)
        cost[v] = v ? FAR : 0;
    while (cost && relax(net, weight, cost)) {
    }
    for (uint64_t b = 0; cost && b < blocks; b++) { /* node 0's come first */
        uint32_t origin, dest, copy;
        lb_task_name(task, b, &origin, &dest, &copy);
        if (origin == 0 && __builtin_add_overflow(all, cost[dest], &all))
            all = 0; /* what is no proof */
    }
    bool fits = cost && !__builtin_mul_overflow(all, (uint64_t)net->nodes, sum);
    *sum = fits ? *sum : 0;
    free(cost);
    return cost ? LB_OK : LB_ERR_MEMORY;
}
