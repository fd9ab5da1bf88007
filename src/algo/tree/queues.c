/* Packets down a tree under a port limit, by store and forward.
 *
 * Every arc has a queue. In each step the longest queues are served first (in a broadcast: those that will take
 * longest, by their length and by what one packet needs below them), as far as the ports at both ends allow, and each
 * sends the packet that has farthest to go; at the root the one that is next in the order asked for. In a single tree a
 * node receives from its parent only, at most one packet a step, so that only the root ever holds packets back: a
 * scatter on one port takes 2^d-1 steps, which is what the root needs to send them. */
#include "algo/common/queues.h"
#include "algo/tree/route.h"

#include <stdlib.h>

typedef struct traffic {
    const lb_route *route;
    const lb_arcs *arcs;
    bool spread; /* a broadcast: packets go everywhere */
    lb_queues queues;
    lb_builder builder;
    uint32_t *sends, *receives; /* of the step, per node */
    uint32_t *need;             /* spread: the steps that one packet needs from an arc on, by itself */
    uint32_t step;
} traffic;

/* Of lb_waiting: at is the arc to be taken, dest the last one (spread: none), packet the unit. */

static int push(traffic *t, lb_waiting packet, uint32_t arc) {
    const lb_arc *a = &t->arcs->arc[arc];
    uint32_t left = t->spread              ? t->need[arc]
                    : a->before == LB_NONE ? 0
                                           : t->arcs->arc[packet.dest].level - a->level + 1;
    packet.at = arc;
    return lb_queues_push(&t->queues, arc, packet, left);
}

/* Hands on a packet that has come by an arc (LB_NONE: is at the root). */
static int hand_on(traffic *t, lb_waiting packet, uint32_t arc) {
    const lb_arcs *arcs = t->arcs;
    uint32_t child = arc == LB_NONE ? 0 : arc + 1, end = arc == LB_NONE ? arcs->count : arcs->arc[arc].end;
    int error = LB_OK;
    for (; child < end && !error; child = arcs->arc[child].end) {
        bool leads = t->spread ? packet.packet >= arcs->lo[child] && packet.packet < arcs->hi[child]
                               : packet.dest >= child && packet.dest < arcs->arc[child].end;
        if (leads)
            error = push(t, packet, child);
    }
    return error;
}

/* A node serves the child first that needs most, and as many at a time as it has ports. */
static uint32_t need_of(const traffic *t, uint32_t arc) {
    const lb_arcs *arcs = t->arcs;
    uint32_t needs[LB_MAX_PORTS], count = 0, most = 0, ports = t->route->options->ports;
    for (uint32_t c = arc + 1; c < arcs->arc[arc].end; c = arcs->arc[c].end) {
        uint32_t at = count++;
        for (; at > 0 && needs[at - 1] < t->need[c]; at--)
            needs[at] = needs[at - 1];
        needs[at] = t->need[c];
    }
    for (uint32_t i = 0; i < count; i++)
        most = needs[i] + i / ports > most ? needs[i] + i / ports : most;
    return most + 1;
}

static int begin_spread(traffic *t) {
    const lb_arcs *arcs = t->arcs;
    int error = LB_OK;
    for (uint32_t i = arcs->count; i-- > 0;)
        t->need[i] = need_of(t, i);
    for (uint64_t q = 0; q < arcs->denominator && !error; q++)
        error = hand_on(t, (lb_waiting){.packet = (uint32_t)q}, LB_NONE);
    return error;
}

static int begin_scatter(traffic *t, const uint32_t *sequence) {
    int error = LB_OK;
    for (uint32_t k = 0; k < t->arcs->count && !error; k++) {
        uint32_t x = sequence[k];
        bool each = t->route->options->clock == LB_UNIT; /* else a share is one packet, named by its first unit */
        uint64_t step = each ? 1 : t->arcs->hi[x] - t->arcs->lo[x];
        for (uint64_t q = t->arcs->lo[x]; q < t->arcs->hi[x] && !error; q += step)
            error = hand_on(t, (lb_waiting){.packet = (uint32_t)q, .dest = x}, LB_NONE);
    }
    return error;
}

/* The arcs whose packets will take longest first. */
static uint64_t order_arcs(traffic *t) {
    lb_queues *q = &t->queues;
    uint64_t active = lb_queues_order(q, !t->spread);
    for (uint64_t gap = t->spread ? active / 2 : 0; gap > 0; gap /= 2) {
        for (uint64_t i = gap; i < active; i++) {
            uint64_t arc = q->active[i], key = (uint64_t)q->length[arc] + t->need[arc], j = i;
            for (; j >= gap && (uint64_t)q->length[q->active[j - gap]] + t->need[q->active[j - gap]] < key; j -= gap)
                q->active[j] = q->active[j - gap];
            q->active[j] = arc;
        }
    }
    return active;
}

static bool take_ports(traffic *t, const lb_arc *a) {
    uint32_t limit = t->route->options->ports;
    if (t->sends[a->from] >= limit || t->receives[a->node] >= limit)
        return false;
    t->sends[a->from]++;
    t->receives[a->node]++;
    return true;
}

static void emit(traffic *t, const lb_waiting *packet) {
    const lb_arc *a = &t->arcs->arc[packet->at];
    lb_item item = {.lo = packet->packet, .hi = (uint64_t)packet->packet + 1};
    if (!t->spread) {
        item.dest = t->arcs->arc[packet->dest].node;
        item.hi = t->route->options->clock == LB_UNIT ? item.hi : t->arcs->hi[packet->dest];
    }
    lb_build_move(&t->builder, t->step, a->from, a->port, LB_OP_COPY);
    lb_build_item(&t->builder, item);
}

static int do_step(traffic *t) {
    lb_served *served = t->queues.served;
    size_t count = 0;
    uint64_t active = order_arcs(t);
    for (uint64_t i = 0; i < active; i++) {
        uint64_t queue = t->queues.active[i];
        if (take_ports(t, &t->arcs->arc[queue]))
            served[count++] = (lb_served){queue, lb_queues_pop(&t->queues, queue)};
    }
    t->step++;
    for (size_t i = 0; i < count; i++) {
        const lb_arc *a = &t->arcs->arc[served[i].queue];
        t->sends[a->from] = t->receives[a->node] = 0;
        emit(t, &served[i].packet);
        int error = hand_on(t, served[i].packet, served[i].packet.at);
        if (error)
            return error;
    }
    return t->builder.error;
}

/* How many hops there will be. */
static uint64_t count_moves(const lb_route *r, bool spread) {
    const lb_arcs *arcs = &r->arcs;
    uint64_t moves = 0;
    if (spread)
        return lb_times(r->task->net.nodes - 1, arcs->denominator);
    for (uint32_t i = 0; i < arcs->count; i++) {
        uint64_t share = arcs->hi[i] - arcs->lo[i], packets = r->options->clock == LB_UNIT ? share : share > 0;
        if (__builtin_add_overflow(moves, lb_times(packets, arcs->arc[i].level), &moves))
            return UINT64_MAX;
    }
    return moves;
}

static int run(traffic *t, const uint32_t *sequence) {
    uint32_t nodes = t->route->task->net.nodes, degree = t->route->task->net.ports;
    uint32_t farthest = t->arcs->height * (t->spread ? degree : 1) + 1; /* of what is ever left to do */
    t->sends = lb_zeroed(nodes, sizeof *t->sends);
    t->receives = lb_zeroed(nodes, sizeof *t->receives);
    t->need = lb_zeroed(t->spread ? t->arcs->count : 0, sizeof *t->need);
    if (!t->sends || !t->receives || !t->need || lb_queues_begin(&t->queues, t->arcs->count, farthest))
        return LB_ERR_MEMORY;
    int error = sequence ? begin_scatter(t, sequence) : begin_spread(t);
    while (!error && t->queues.waiting > 0)
        error = do_step(t);
    return error;
}

int lb_route_by_queues(const lb_route *r, const uint32_t *sequence, lb_plan **plan, lb_why *why) {
    traffic t = {.route = r, .arcs = &r->arcs, .spread = !sequence};
    uint64_t moves = count_moves(r, t.spread), packet = r->options->clock == LB_UNIT ? 1 : 0;
    lb_build_begin(&t.builder, r->task, LB_ROOTED, r->options->clock, r->options->ports, r->arcs.denominator, packet);
    int error = lb_build_expect(&t.builder, moves, moves, why);
    if (error)
        return error;
    error = run(&t, sequence);
    if (error)
        error = lb_fail_memory(why, "a schedule on a tree");
    else
        error = lb_build_finish(&t.builder, "tree", plan, why);
    lb_build_abandon(&t.builder);
    lb_queues_end(&t.queues);
    free(t.sends);
    free(t.receives);
    free(t.need);
    return error;
}
