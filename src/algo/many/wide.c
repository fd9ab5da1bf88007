/* three-phase-wide: the three phases, with all links into every root.
 *
 * In phase 2 of the paper a root takes in one packet a slot, up its tree: K/d slots, as many as phase 3. But it has d
 * links. Here a packet may come on any shortest path: it crosses the dimensions that it must cross in increasing order,
 * beginning after dimension c, so that it mostly comes in through c or the one before; c goes round with the packet's
 * place in its tree. Queues on the links, farthest first, are simulated when the plan is made. For sources that are
 * spread over the cube that takes about K/d^2 + d slots instead of K/d + d:
 *
 *      about K/d + K/d^2 + 3d slots
 *
 * instead of 2*K/d + 3d, and never more than phase 2 up the trees takes: if that is shorter it is taken instead. If
 * most packets start at few nodes, getting them away from there takes K/d in any case.
 *
 * What is simulated is kept as a sorted list, d/2 entries a packet; phase 3 is the closed form it was, so a plan for a
 * large cube is still made node by node. */
#include "algo/many/algorithms.h"
#include "algo/many/slots.h"

#include <stdlib.h>

typedef struct hop {
    uint32_t slot, link, rank; /* link: node*d + port */
} hop;

typedef struct wide {
    unsigned d;
    uint32_t count, gather;
    uint64_t packets;
    hop *hops; /* by slot, then link */
    uint64_t nhops, room;
    uint64_t *first; /* gather+1: hops of slot s are first[s-1] .. first[s]-1 */
} wide;

static void free_wide(void *data) {
    wide *w = data;
    free(w->hops);
    free(w->first);
    free(w);
}

static const hop *find(const wide *w, uint32_t slot, uint32_t link) {
    uint64_t low = w->first[slot - 1], high = w->first[slot];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (w->hops[middle].link < link)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->first[slot] && w->hops[low].link == link ? &w->hops[low] : NULL;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const wide *w = plan->generator.data;
    uint32_t rank = LB_NONE;
    if (step <= w->d)
        return;
    if (step <= w->d + w->gather) {
        const hop *h = find(w, step - w->d, node * w->d + port);
        rank = h ? h->rank : LB_NONE;
    } else {
        rank = lb_many_spread(w->d, w->count, step - w->d - w->gather, node, port);
    }
    if (rank != LB_NONE)
        lb_many_put(room, node, port, lb_many_parcel(plan->task, w->packets, rank));
}

static int sent(lb_slots *slots, const lb_waiting *packet) {
    wide *w = slots->user;
    void *hops = w->hops;
    int error = lb_grow(&hops, &w->room, w->nhops + 1, sizeof *w->hops);
    w->hops = hops;
    if (!error)
        w->hops[w->nhops++] = (hop){slots->step, packet->at * w->d + packet->port, packet->packet};
    return error;
}

static int arrived(lb_slots *slots, lb_waiting packet) {
    const wide *w = slots->user;
    unsigned tree = packet.packet % w->d, round = packet.packet / w->d % w->d;
    uint32_t way = packet.at ^ UINT32_C(1) << tree;
    if (way == 0)
        return LB_OK;
    return lb_slots_push(slots, packet, lb_bit_after(w->d, way, round), (uint32_t)__builtin_popcount(way));
}

static int simulate(wide *w, const lb_task *task) {
    lb_slots slots = {.sent = sent, .arrived = arrived, .user = w};
    int error = lb_slots_all(&slots, task, w->packets, w->count, w->d);
    w->gather = slots.step;
    return error;
}

static int index_hops(wide *w) {
    w->first = lb_zeroed((uint64_t)w->gather + 1, sizeof *w->first);
    if (!w->first)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < w->nhops; i++)
        w->first[w->hops[i].slot]++;
    for (uint32_t s = 0; s < w->gather; s++)
        w->first[s + 1] += w->first[s];
    return LB_OK;
}

static int make(const lb_task *task, const lb_plan_options *o, wide *w, lb_plan **plan, lb_why *why) {
    int error = lb_affordable(lb_times(lb_times(w->count, w->d), sizeof *w->hops), "the packets' ways", why);
    if (!error && (simulate(w, task) || index_hops(w)))
        error = lb_fail_memory(why, "the packets' ways");
    if (error) {
        free_wide(w);
        return error;
    }
    uint64_t steps = (uint64_t)w->d + w->gather + lb_ceil_div(w->count, w->d) + w->d - 1;
    uint64_t moves = w->nhops + (uint64_t)w->count * (task->net.nodes - 1);
    lb_generator generator = {.one = one, .free = free_wide, .data = w};
    generator.bytes = sizeof *w + w->room * sizeof *w->hops + ((size_t)w->gather + 1) * sizeof *w->first;
    error = lb_many_generated(task, o, (uint32_t)steps, moves, generator, plan, why);
    if (!error)
        (*plan)->control_before = w->d;
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    unsigned d = task->net.ports;
    int error = lb_many_count(task, o, &count, why);
    if (error)
        return error;
    if (d == 0 || count == 0)
        return lb_algo_three_phase_scan.build(task, o, plan, why);
    wide *w = lb_zeroed(1, sizeof *w);
    if (!w)
        return lb_fail_memory(why, "a plan");
    *w = (wide){.d = d, .count = count, .packets = o->packets};
    error = make(task, o, w, plan, why);
    if (error || (*plan)->steps <= lb_three_phase_steps(d, count, d))
        return error;
    lb_plan_free(*plan);
    return lb_algo_three_phase_scan.build(task, o, plan, why);
}

const lb_algo lb_algo_three_phase_wide = {
    .info = {.name = "three-phase-wide",
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): phase 2 over all links of the roots",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .unit = true,
             .promise = "about K/d + K/d^2 + 3d steps for scattered sources, d of them a scan; never more than "
                        "three-phase-scan"},
    .score = 25,
    .build = build,
};
