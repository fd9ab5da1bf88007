/* Of scans: what has to get from digit x to x+1 of the rings of a dimension either goes up over that place, or down
 * over the end of the ring. So let a hop cost 1 that goes up over such a place, or down over the end, and nothing else:
 * every node that has something for the next over one of these places pays 1. Of all r-1 of them that is (r-1)/r of
 * what a step offers, where symmetric prices prove half.
 *
 * Of exscan all pay. Of scan only pairs that have no node in common do (docs/bounds.md): in the lowest dimension every
 * other one of a ring, in the others all, since between them there are others. */
#include "bound/claims.h"
#include "bound/demand.h"

#include <stdlib.h>

/* Whether a hop through the port goes to the next digit, to the one before, or to neither (0). */
static int way_of(const lb_net *net, unsigned port, unsigned dim) {
    if (net->port_dim[port] != dim)
        return 0;
    return net->unit[port] == net->stride[dim] ? 1 : -1;
}

/* Whether a node with digit x of the dimension pays for what it has for the next, if all lower digits are the last. */
static bool pays(const lb_task *task, unsigned dim, uint32_t x) {
    const lb_net *net = &task->net;
    return x + 1 < net->radix[dim] && (task->kind == LB_EXSCAN || net->stride[dim] > 1 || x % 2 == 0);
}

static unsigned choice_of(const lb_task *task, unsigned dim) {
    const lb_net *net = &task->net;
    if (task->kind == LB_EXSCAN)
        return 0;
    return net->stride[dim] > 1 ? LB_DEMAND_RUNS + dim : net->radix[dim] % 2 ? 2 : 0;
}

static void claim_rings(const lb_task *task, unsigned dim, uint32_t *price, lb_judge *judge) {
    const lb_net *net = &task->net;
    uint32_t r = net->radix[dim], places = net->ports + 2U;
    uint64_t load = 0, capacity = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t x = v / net->stride[dim] % r;
        load += (v + 1) % net->stride[dim] == 0 && pays(task, dim, x);
        for (unsigned p = 0; p < places; p++) {
            int way = p < net->ports ? way_of(net, p, dim) : 0;
            bool counts = (way > 0 && pays(task, dim, x)) || (way < 0 && x == 0);
            price[v * places + p] = counts;
            capacity += counts;
        }
    }
    lb_claim_priced(task, price, load, capacity, choice_of(task, dim), judge);
}

/* Digits without carries, and ports that change one of them by one. */
static bool has_rings(const lb_net *net) {
    if (net->kind == LB_NET_GRAPH || net->open || net->carries || net->groups != net->dims || lb_net_has_faults(net))
        return false;
    for (unsigned p = 0; p < net->ports; p++) {
        unsigned dim = net->port_dim[p];
        if (net->unit[p] != net->stride[dim] && net->unit[p] != net->stride[dim] * (net->radix[dim] - 1))
            return false;
    }
    return true;
}

int lb_claim_rings(const lb_task *task, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t count = (uint64_t)net->nodes * (net->ports + 2U);
    if (lb_task_class(task) != LB_SPAN || net->nodes > LB_MAX_MOMENTS || count > LB_MAX_PRICES || !has_rings(net))
        return LB_OK;
    uint32_t *price = lb_array(count, sizeof *price);
    if (!price)
        return lb_fail_memory(why, "the bound");
    for (unsigned dim = 0; dim < net->dims; dim++) {
        if (net->radix[dim] > 2)
            claim_rings(task, dim, price, judge);
    }
    free(price);
    return LB_OK;
}
