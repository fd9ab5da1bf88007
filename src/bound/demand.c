/* What a task asks of the links: how many blocks every node has for every other.
 *
 * Of exscan, one for the next node: what v has must get to the node after it, and what carries it there is spans that
 * end with v, since they must not hold what that node has itself. So these ways have no move in common, whatever else
 * the spans hold, and it is as if every node sent a block to the next.
 *
 * Of scan a node may get back what it has itself with what comes before it, so the spans on this way may end with the
 * node that it leads to, and be on the way from there to the next as well. But not farther: it is as if every other
 * node sent a block to the next. */
#include "bound/demand.h"

static void add(const lb_net *net, uint32_t *demand, uint32_t from, uint32_t to) {
    if (from != to && lb_node_alive(net, from) && lb_node_alive(net, to))
        demand[from * net->nodes + to]++;
}

/* The lowest radix above 1. */
static uint32_t ring_of(const lb_net *net) {
    unsigned dim = 0;
    while (dim + 1 < net->dims && net->radix[dim] == 1)
        dim++;
    return net->radix[dim];
}

/* Of scan: whether this node, the first, second, ... that is alive, sends to the next: every other one does. Or
 * (choices 2 and 3) the same ones of all rings of the lowest dimension, which are of odd length: otherwise what one
 * sends could go over links of other rings. The last one then does not. */
static bool sends(const lb_net *net, uint32_t place, unsigned choice) {
    if (choice < 2 || choice == LB_DEMAND_ALL)
        return choice == LB_DEMAND_ALL || place % 2 == choice;
    uint32_t r = ring_of(net), digit = place % r;
    return digit + 1 < r && digit % 2 == choice % 2;
}

/* Dead nodes are in everybody's spans and in nobody's: the next is the next that is alive. */
static void add_next(const lb_task *task, unsigned choice, uint32_t *demand) {
    const lb_net *net = &task->net;
    uint32_t last = LB_NONE, places = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (!lb_node_alive(net, v))
            continue;
        if (last != LB_NONE && (task->kind == LB_EXSCAN || sends(net, places - 1, choice)))
            add(net, demand, last, v);
        last = v;
        places++;
    }
}

void lb_demand_add(const lb_task *task, unsigned choice, uint32_t *demand) {
    const lb_net *net = &task->net;
    if (lb_task_class(task) == LB_SPAN)
        add_next(task, choice, demand);
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (task->kind == LB_PERMUTE)
            add(net, demand, v, task->list[v]);
        for (uint32_t w = 0; task->kind == LB_ALLTOALL && w < net->nodes; w++)
            add(net, demand, v, w);
        for (uint64_t i = 0; lb_task_is_listed(task) && i < lb_task_fan(task, v, false); i++)
            add(net, demand, v, lb_task_peer(task, v, false, i));
    }
}

bool lb_demand_is_broad(const lb_task *task) {
    return task->kind == LB_ALLTOALL || task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS;
}

bool lb_demand_matters(const lb_task *task) {
    const lb_net *net = &task->net;
    bool many = task->kind == LB_PERMUTE || task->kind == LB_ALLTOALL || task->kind == LB_ISOTROPIC ||
                task->kind == LB_NEIGHBORS || lb_task_class(task) == LB_SPAN;
    /* an irregular network, which no slab does justice to */
    bool odd = (net->kind == LB_NET_GRAPH || lb_net_has_faults(net)) && lb_demand_is_broad(task);
    return many && !lb_task_is_symmetric(task) && (net->nodes <= LB_MAX_MOMENTS || odd) &&
           (uint64_t)net->nodes * (net->ports + 2) <= LB_MAX_PRICES && task->count < 1 << 16;
}

unsigned lb_demand_choices(const lb_task *task) {
    const lb_net *net = &task->net;
    bool odd = ring_of(net) % 2 == 1 && ring_of(net) < net->nodes && lb_net_dead_nodes(net) == 0;
    return task->kind != LB_SCAN ? 1 : odd ? 4 : 2;
}
