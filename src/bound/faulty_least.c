/* Hops without faults, of those blocks that have both ends alive: what is known without a search from every node. */
#include "bound/faulty_parts.h"
#include "bound/spread.h"

/* How many nodes v are alive as v+offset is: all, without the dead, without those before the dead, and with those that
 * have been left out twice. */
static uint64_t living_pairs(const lb_net *net, uint32_t offset) {
    uint64_t pairs = net->nodes - 2 * (uint64_t)net->dead.nodes;
    for (unsigned i = 0; i < net->dead.nodes; i++)
        pairs += !lb_node_alive(net, lb_net_add(net, net->dead.node[i], offset));
    return pairs;
}

/* Of neighbors where some have more than others. With dead nodes no more is known of a graph's than that they are not
 * nearer. */
static uint64_t nearby_hops(const lb_task *task) {
    const lb_net *net = &task->net;
    uint64_t sum = 0;
    if (!net->dead.nodes)
        return task->nearby.hops;
    for (uint32_t v = 0; v < net->nodes; v++) {
        for (uint64_t i = 0; lb_node_alive(net, v) && i < lb_task_fan(task, v, false); i++) {
            uint32_t to = lb_task_peer(task, v, false, i);
            if (lb_node_alive(net, to)) /* 2^30 blocks at most */
                sum += net->kind == LB_NET_GRAPH ? task->near : lb_distance(net, v, to);
        }
    }
    return sum;
}

uint64_t lb_faulty_least_hops(const lb_faulty *f, bool *overflow) {
    const lb_task *task = f->task;
    const lb_net *net = f->net;
    uint64_t sum = 0, entries = lb_task_is_listed(task) ? task->count : net->nodes;
    if (task->nearby.to_first)
        return nearby_hops(task);
    for (uint64_t i = 0; i < entries; i++) {
        uint32_t v = (uint32_t)i;
        uint64_t hops;
        if (task->kind == LB_PERMUTE) {
            bool both = lb_node_alive(net, v) && lb_node_alive(net, task->list[v]);
            hops = both ? lb_offset_hops(net, lb_net_sub(net, task->list[v], v)) : 0;
        } else {
            uint32_t offset = task->kind == LB_ALLTOALL ? v : task->list[i];
            hops = (uint64_t)lb_offset_hops(net, offset) * living_pairs(net, offset); /* 2^26 * 2^26 at most */
        }
        if (__builtin_add_overflow(sum, hops, &sum))
            *overflow = true;
    }
    return sum;
}
