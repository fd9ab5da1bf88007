/* Simulating queues on links. */
#include "algo/many/flow.h"

int lb_flow_begin(lb_flow *flow, const lb_net *net, uint32_t most) {
    flow->net = net;
    flow->d = net->ports;
    flow->step = 0;
    return lb_queues_begin(&flow->queues, (uint64_t)net->nodes * net->ports, most);
}

void lb_flow_end(lb_flow *flow) {
    lb_queues_end(&flow->queues);
}

int lb_flow_push(lb_flow *flow, lb_waiting packet, unsigned port, uint32_t urgency) {
    packet.port = (uint8_t)port;
    return lb_queues_push(&flow->queues, (uint64_t)packet.at * flow->d + port, packet, urgency);
}

static int run_slot(lb_flow *flow) {
    lb_queues *q = &flow->queues;
    uint64_t active = lb_queues_order(q, false);
    for (uint64_t i = 0; i < active; i++)
        q->served[i] = (lb_served){q->active[i], lb_queues_pop(q, q->active[i])};
    lb_queues_sort_served(q, active);
    int error = LB_OK;
    for (uint64_t i = 0; i < active && !error; i++) {
        lb_waiting packet = q->served[i].packet;
        error = flow->sent(flow, &packet);
        packet.at = lb_neighbor(flow->net, packet.at, packet.port);
        if (!error)
            error = flow->arrived(flow, packet);
    }
    return error;
}

int lb_flow_run(lb_flow *flow) {
    int error = LB_OK;
    while (!error && flow->queues.waiting > 0) {
        flow->step++;
        error = run_slot(flow);
    }
    return error;
}

int lb_flow_all(lb_flow *flow, const lb_task *task, uint64_t packets, uint32_t count, uint32_t most) {
    int error = lb_flow_begin(flow, &task->net, most);
    for (uint32_t r = 0; r < count && !error; r++) {
        uint32_t origin = lb_many_parcel(task, packets, r).origin;
        error = flow->arrived(flow, (lb_waiting){.at = origin, .origin = origin, .packet = r});
    }
    if (!error)
        error = lb_flow_run(flow);
    lb_flow_end(flow);
    return error;
}

/* An edge-disjoint tree: y has crossed the dimensions up to the set bit before j, and those from there to j are open;
 * across j itself there is a leaf. The way that is longest ahead is the most urgent. */
static int branch_disjoint(lb_flow *flow, lb_waiting packet, uint32_t y, unsigned j) {
    unsigned d = flow->d;
    if (y == 0)
        return lb_flow_push(flow, packet, j, d > 1 ? d + 1 : 1);
    if (!(y >> j & 1))
        return LB_OK;
    unsigned last = lb_bit_before(y, j), open = (j + d - last - 1) % d;
    open = last == j ? d - 1 : open;
    int error = y == UINT32_C(1) << j ? LB_OK : lb_flow_push(flow, packet, j, 1);
    for (unsigned k = 1; k <= open && !error; k++) /* across j-k, with k-1 dimensions and a leaf beyond */
        error = lb_flow_push(flow, packet, (j + d - k) % d, k + 1);
    return error;
}

/* A binomial tree: dimensions before the last one crossed are not crossed any more. */
static int branch_binomial(lb_flow *flow, lb_waiting packet, uint32_t y, unsigned first) {
    unsigned d = flow->d;
    uint32_t turned = (y >> first | y << (d - first)) & ((UINT32_C(1) << d) - 1);
    unsigned next = turned ? 32 - (unsigned)__builtin_clz(turned) : 0;
    int error = LB_OK;
    for (unsigned k = next; k < d && !error; k++)
        error = lb_flow_push(flow, packet, (first + k) % d, d - k);
    return error;
}

int lb_flow_branch(lb_flow *flow, lb_waiting packet, uint32_t source, unsigned tree) {
    uint32_t y = packet.at ^ source;
    return tree < flow->d ? branch_disjoint(flow, packet, y, tree) : branch_binomial(flow, packet, y, tree - flow->d);
}
