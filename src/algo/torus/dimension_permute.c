/* dimension-order, of a permutation: the schedule that queues (algo/common/queues.h) would give, every link taking the
 * waiting packet that has farthest to go, but with one word for each queue and packet, and in the order in which a plan
 * has its moves, so that nothing is sorted or copied. On the 20-cube there are 21 million queues and as many moves.
 *
 * A queue is a ring of packets, known by its last: the next after it is the first. Which nodes have something to send,
 * and through which ports, is kept in bits, so that a step costs what is sent in it. */
#include "algo/torus/dimension_permute.h"
#include "algo/torus/dimension_route.h"

#include <stdlib.h>

#define BUCKET_BYTES (UINT64_C(256) << 20) /* what queues may take before distances are told apart less finely */
#define NO_PACKET    UINT32_MAX

typedef struct permuting {
    const lb_task *task;
    const lb_net *net;
    lb_plan *plan;
    unsigned buckets; /* of distances left */
    uint32_t farthest;
    uint32_t *last;    /* (port * nodes + node) * buckets + bucket: the last packet of a ring */
    uint64_t *filled;  /* port * nodes + node: which buckets hold something; NULL: there is one bucket */
    uint32_t *next;    /* per packet */
    uint32_t *ports;   /* per node: through which something waits */
    uint64_t *senders; /* a bit for each node: whether anything does */
    uint64_t waiting, step_room;
} permuting;

static uint64_t queue_of(const permuting *o, uint32_t node, unsigned port) {
    return (uint64_t)port * o->net->nodes + node;
}

static int begin(permuting *o) {
    uint64_t n = o->net->nodes, queues = n * o->net->ports, fine = (uint64_t)o->farthest + 1;
    uint64_t affordable = BUCKET_BYTES / (8 * (queues ? queues : 1));
    fine = fine > 64 ? 64 : fine;
    o->buckets = (unsigned)(affordable < 1 ? 1 : affordable < fine ? affordable : fine);
    o->last = lb_array(queues * o->buckets, sizeof *o->last);
    o->next = lb_array(n, sizeof *o->next);
    o->ports = lb_zeroed(n, sizeof *o->ports);
    o->senders = lb_zeroed(n / 64 + 1, sizeof *o->senders);
    if (o->buckets > 1)
        o->filled = lb_zeroed(queues, sizeof *o->filled);
    if (!o->last || (o->buckets > 1 && !o->filled) || !o->next || !o->ports || !o->senders)
        return LB_ERR_MEMORY;
    for (uint64_t q = 0; q < queues * o->buckets; q++)
        o->last[q] = NO_PACKET;
    return LB_OK;
}

static void end(permuting *o) {
    free(o->last);
    free(o->filled);
    free(o->next);
    free(o->ports);
    free(o->senders);
}

/* A packet at a node waits for its next link, if it is not there. */
static void push(permuting *o, uint32_t packet, uint32_t node) {
    const lb_net *net = o->net;
    uint32_t dest = o->task->list[packet], way = lb_net_sub(net, dest, node);
    if (way == 0)
        return;
    unsigned port = lb_route_first(net, way, lb_net_sub(net, dest, packet), 0);
    uint64_t queue = queue_of(o, node, port), bucket = 0;
    if (o->filled) {
        bucket = (uint64_t)lb_distance(net, 0, way) * (o->buckets - 1) / o->farthest;
        o->filled[queue] |= UINT64_C(1) << bucket;
    }
    uint32_t *last = &o->last[queue * o->buckets + bucket];
    o->next[packet] = *last == NO_PACKET ? packet : o->next[*last];
    if (*last != NO_PACKET)
        o->next[*last] = packet;
    *last = packet;
    o->ports[node] |= UINT32_C(1) << port;
    o->senders[node / 64] |= UINT64_C(1) << node % 64;
    o->waiting++;
}

/* The first of those with farthest to go. The node's bits say that there is one. */
static uint32_t pop(permuting *o, uint32_t node, unsigned port) {
    uint64_t queue = queue_of(o, node, port);
    unsigned bucket = o->filled ? 63 - (unsigned)__builtin_clzll(o->filled[queue]) : 0;
    uint32_t *last = &o->last[queue * o->buckets + bucket], first = o->next[*last];
    if (first == *last)
        *last = NO_PACKET;
    else
        o->next[*last] = o->next[first];
    if (*last == NO_PACKET && o->filled)
        o->filled[queue] &= ~(UINT64_C(1) << bucket);
    if (o->filled ? o->filled[queue] == 0 : *last == NO_PACKET)
        o->ports[node] &= ~(UINT32_C(1) << port);
    o->waiting--;
    return first;
}

static void send_from(permuting *o, uint32_t node) {
    lb_plan *plan = o->plan;
    for (uint32_t left = o->ports[node]; left; left &= left - 1) {
        unsigned port = (unsigned)__builtin_ctz(left);
        uint32_t packet = pop(o, node, port);
        uint64_t m = plan->nmoves++;
        plan->node[m] = node;
        plan->port[m] = (uint8_t)port;
        plan->origin[m] = packet;
        plan->dest[m] = o->task->list[packet];
    }
    if (!o->ports[node])
        o->senders[node / 64] &= ~(UINT64_C(1) << node % 64);
}

/* Every link that has something to carry carries it; then all of that has arrived. */
static int do_step(permuting *o) {
    lb_plan *plan = o->plan;
    uint64_t before = plan->nmoves;
    for (uint64_t w = 0; w <= o->net->nodes / 64; w++) {
        for (uint64_t left = o->senders[w]; left; left &= left - 1)
            send_from(o, (uint32_t)(w * 64 + (unsigned)__builtin_ctzll(left)));
    }
    for (uint64_t m = before; m < plan->nmoves; m++)
        push(o, plan->origin[m], lb_neighbor(o->net, plan->node[m], plan->port[m]));
    void *first = plan->step_first;
    int error = lb_grow(&first, &o->step_room, (uint64_t)plan->steps + 2, sizeof *plan->step_first);
    plan->step_first = first;
    if (!error)
        plan->step_first[++plan->steps] = plan->nmoves;
    return error;
}

int lb_dimension_permute(const lb_task *task, lb_clock clock, uint64_t moves, lb_plan **plan, lb_why *why) {
    permuting o = {.task = task, .net = &task->net, .farthest = lb_diameter(&task->net), .step_room = 1};
    lb_plan_shape shape = {.orbit = LB_EXPLICIT,
                           .clock = clock,
                           .denominator = 1,
                           .moves = moves,
                           .items = moves,
                           .has_origin = true,
                           .has_dest = true};
    *plan = NULL;
    int error = lb_affordable(lb_times(moves, 13), "a dimension-order schedule", why);
    if (!error)
        error = lb_plan_alloc(task, "dimension-order", &shape, &o.plan, why);
    if (error)
        return error;
    o.plan->nmoves = 0;
    error = begin(&o);
    for (uint32_t v = 0; !error && v < o.net->nodes; v++)
        push(&o, v, v);
    while (!error && o.waiting > 0)
        error = do_step(&o);
    end(&o);
    if (error) {
        lb_plan_free(o.plan);
        return lb_fail_memory(why, "a dimension-order schedule");
    }
    *plan = o.plan;
    return LB_OK;
}
