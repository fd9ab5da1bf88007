/* Simulating queues on links. */
#include "algo/many/slots.h"

/* Urgencies are at most `most`. */
static int begin(lb_slots *slots, const lb_net *net, uint32_t most) {
    slots->net = net;
    slots->d = net->ports;
    slots->step = 0;
    return lb_queues_begin(&slots->queues, (uint64_t)net->nodes * net->ports, most);
}

int lb_slots_push(lb_slots *slots, lb_waiting packet, unsigned port, uint32_t urgency) {
    packet.port = (uint8_t)port;
    return lb_queues_push(&slots->queues, (uint64_t)packet.at * slots->d + port, packet, urgency);
}

static int run_slot(lb_slots *slots) {
    lb_queues *q = &slots->queues;
    uint64_t active = lb_queues_order(q, false);
    for (uint64_t i = 0; i < active; i++)
        q->served[i] = (lb_served){q->active[i], lb_queues_pop(q, q->active[i])};
    lb_queues_sort_served(q, active);
    int error = LB_OK;
    for (uint64_t i = 0; i < active && !error; i++) {
        lb_waiting packet = q->served[i].packet;
        error = slots->sent(slots, &packet);
        packet.at = lb_neighbor(slots->net, packet.at, packet.port);
        if (!error)
            error = slots->arrived(slots, packet);
    }
    return error;
}

/* Until nothing waits. */
static int run(lb_slots *slots) {
    int error = LB_OK;
    while (!error && slots->queues.waiting > 0) {
        slots->step++;
        error = run_slot(slots);
    }
    return error;
}

int lb_slots_all(lb_slots *slots, const lb_task *task, uint64_t packets, uint32_t count, uint32_t most) {
    int error = begin(slots, &task->net, most);
    for (uint32_t r = 0; r < count && !error; r++) {
        uint32_t origin = lb_many_parcel(task, packets, r).origin;
        error = slots->arrived(slots, (lb_waiting){.at = origin, .origin = origin, .packet = r});
    }
    if (!error)
        error = run(slots);
    lb_queues_end(&slots->queues);
    return error;
}

/* An edge-disjoint tree: y has crossed the dimensions up to the set bit before j, and those from there to j are open;
 * across j itself there is a leaf. The way that is longest ahead is the most urgent. */
static int branch_disjoint(lb_slots *slots, lb_waiting packet, uint32_t y, unsigned j) {
    unsigned d = slots->d;
    if (y == 0)
        return lb_slots_push(slots, packet, j, d > 1 ? d + 1 : 1);
    if (!(y >> j & 1))
        return LB_OK;
    unsigned last = lb_bit_before(y, j), open = (j + d - last - 1) % d;
    open = last == j ? d - 1 : open;
    int error = y == UINT32_C(1) << j ? LB_OK : lb_slots_push(slots, packet, j, 1);
    for (unsigned k = 1; k <= open && !error; k++) /* across j-k, with k-1 dimensions and a leaf beyond */
        error = lb_slots_push(slots, packet, (j + d - k) % d, k + 1);
    return error;
}

/* A binomial tree: dimensions before the last one crossed are not crossed any more. */
static int branch_binomial(lb_slots *slots, lb_waiting packet, uint32_t y, unsigned first) {
    unsigned d = slots->d;
    uint32_t turned = (y >> first | y << (d - first)) & ((UINT32_C(1) << d) - 1);
    unsigned next = turned ? 32 - (unsigned)__builtin_clz(turned) : 0;
    int error = LB_OK;
    for (unsigned k = next; k < d && !error; k++)
        error = lb_slots_push(slots, packet, (first + k) % d, d - k);
    return error;
}

int lb_slots_branch(lb_slots *slots, lb_waiting packet, uint32_t source, unsigned tree) {
    uint32_t y = packet.at ^ source;
    return tree < slots->d ? branch_disjoint(slots, packet, y, tree)
                           : branch_binomial(slots, packet, y, tree - slots->d);
}
