/* What a task asks of the links: how many blocks every node has for every other. */
#include "bound/demand.h"

static void add(const lb_net *net, uint32_t *demand, uint32_t from, uint32_t to) {
    if (from != to && lb_node_alive(net, from) && lb_node_alive(net, to))
        demand[from * net->nodes + to]++;
}

void lb_demand_add(const lb_task *task, uint32_t *demand) {
    const lb_net *net = &task->net;
    for (uint32_t v = 0; v < net->nodes; v++) {
        if (task->kind == LB_PERMUTE)
            add(net, demand, v, task->list[v]);
        for (uint32_t w = 0; task->kind == LB_ALLTOALL && w < net->nodes; w++)
            add(net, demand, v, w);
        for (size_t i = 0; (task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS) && i < task->count; i++)
            add(net, demand, v, lb_net_add(net, v, task->list[i]));
    }
}

bool lb_demand_matters(const lb_task *task) {
    const lb_net *net = &task->net;
    bool many = task->kind == LB_PERMUTE || task->kind == LB_ALLTOALL || task->kind == LB_ISOTROPIC ||
                task->kind == LB_NEIGHBORS;
    return many && !lb_task_is_symmetric(task) && net->nodes <= LB_MAX_MOMENTS && task->count < 1 << 16;
}
