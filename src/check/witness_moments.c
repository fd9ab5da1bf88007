/* Verifying a border that moves. A node is inside from its moment on; the links that lead out of the inside in a step
 * are looked up, and how many of them can carry something at once is counted by pairing those who send with those who
 * receive, each as often as it has ports (Kuhn's way of augmenting). Blocks are asked for one by one. */
#include "check/claims.h"
#include "check/recount.h"

#include <inttypes.h>

typedef struct border {
    const lb_task *task;
    const lb_net *net;
    const lb_witness *w;
    uint64_t links;
    uint32_t open[LB_MAX_MOMENTS],
        used[LB_MAX_MOMENTS];       /* of each node: ports that lead out, that do carry something */
    uint32_t takes[LB_MAX_MOMENTS]; /* of each node: packets that it receives */
} border;

static bool never(const border *b, uint32_t node) {
    return b->w->moment[node] == b->w->value && lb_node_alive(b->net, node);
}

static bool always(const border *b, uint32_t node) {
    return b->w->moment[node] == 0 && lb_node_alive(b->net, node);
}

/* Scans: with an operation that can be undone, and zeros at all nodes that are not always inside, those who never are
 * need as many independent combinations as there are places in the order where one of them follows one of those. */
static uint64_t places(const border *b) {
    uint64_t count = 0;
    bool waiting = false;
    for (uint32_t v = 0; v < b->net->nodes; v++) {
        if (always(b, v))
            waiting = true;
        if (never(b, v) && waiting) {
            waiting = false;
            count++;
        }
    }
    return count;
}

static bool some(const border *b, bool (*is)(const border *b, uint32_t node)) {
    for (uint32_t v = 0; v < b->net->nodes; v++) {
        if (is(b, v))
            return true;
    }
    return false;
}

/* Blocks that somebody who is always inside has, or has a part in, and somebody who never is wants. */
static uint64_t crossing(const border *b) {
    uint64_t count = 0, blocks = lb_task_blocks(b->task);
    bool all = lb_task_class(b->task) == LB_COPY || b->task->kind == LB_ALLREDUCE;
    bool inside = some(b, always), outside = some(b, never);
    for (uint64_t i = 0; i < blocks; i++) {
        uint32_t origin, dest, copy;
        lb_task_name(b->task, i, &origin, &dest, &copy);
        count += (origin == LB_NONE ? inside : always(b, origin)) && (all ? outside : never(b, dest));
    }
    return count;
}

/* One packet more out of a node, perhaps by sending another of those that go to the same place elsewhere. */
static bool send_one(border *b, uint32_t node, uint64_t *seen) {
    for (unsigned p = 0; p < b->net->ports; p++) {
        uint32_t to = lb_neighbor(b->net, node, p);
        if (!((b->open[node] & ~b->used[node]) >> p & 1) || *seen >> to & 1)
            continue;
        *seen |= UINT64_C(1) << to;
        bool room = b->takes[to] < b->links;
        b->takes[to] += room;
        for (unsigned back = 0; back < b->net->ports && !room; back++) {
            uint32_t other = lb_neighbor(b->net, to, back), by = b->net->opposite[back];
            if ((b->used[other] >> by & 1) && send_one(b, other, seen)) {
                b->used[other] &= ~(UINT32_C(1) << by);
                room = true;
            }
        }
        if (room) {
            b->used[node] |= UINT32_C(1) << p;
            return true;
        }
    }
    return false;
}

/* Packets that can cross in one step. */
static uint64_t at_once(border *b, uint64_t step) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < b->net->nodes; v++) {
        b->open[v] = b->used[v] = b->takes[v] = 0;
        for (unsigned p = 0; p < b->net->ports; p++) {
            bool out = b->w->moment[v] < step && b->w->moment[lb_neighbor(b->net, v, p)] > step;
            b->open[v] |= (uint32_t)(out && lb_link_alive(b->net, v, p)) << p;
        }
    }
    for (uint32_t v = 0; v < b->net->nodes; v++) {
        uint64_t seen = 0, sent = 0;
        while (sent < b->links && send_one(b, v, &seen)) {
            seen = 0;
            sent++;
        }
        sum += sent;
    }
    return sum;
}

/* The first step after this one in which other links lead out. */
static uint64_t changes(const border *b, uint64_t step) {
    uint64_t next = b->w->value;
    for (uint32_t v = 0; v < b->net->nodes; v++) {
        uint64_t m = b->w->moment[v];
        next = m > step && m < next ? m : m + 1 > step && m + 1 < next ? m + 1 : next;
    }
    return next;
}

static uint64_t capacity(border *b) {
    uint64_t sum = 0, step = 1;
    while (step < b->w->value) {
        uint64_t next = changes(b, step);
        sum += at_once(b, step) * (next - step);
        step = next;
    }
    return sum;
}

int lb_witness_verify_moments(const lb_task *task, uint64_t links, uint64_t packets, const lb_witness *witness,
                              lb_why *why) {
    border b = {.task = task, .net = &task->net, .w = witness, .links = links};
    uint64_t load, room;
    if (task->net.nodes > LB_MAX_MOMENTS || task->net.ports > LB_TORUS_PORTS || witness->value == 0 ||
        witness->value > UINT32_MAX)
        return lb_fail(why, LB_ERR_CHECK, "the witness's moments are not those of this network");
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (witness->moment[v] > witness->value)
            return lb_fail(why, LB_ERR_CHECK, "the witness claims moment %" PRIu32 " of node %" PRIu32 " of %" PRIu64,
                           witness->moment[v], v, witness->value);
    }
    load = lb_task_class(task) == LB_SPAN ? places(&b) : crossing(&b);
    if (lb_verify_load(witness, load, why))
        return LB_ERR_CHECK;
    room = capacity(&b);
    if (witness->capacity < room)
        return lb_refute(why, "a capacity of", witness->capacity, room);
    if (witness->capacity / witness->load >= packets)
        return lb_fail(why, LB_ERR_CHECK, "the witness claims that %" PRIu64 " packets do not do, but they do",
                       witness->capacity);
    return LB_OK;
}
