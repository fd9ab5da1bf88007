/* same-order and rank-order (003, section 3.3): few broadcasts.
 *
 * SAME ORDER. Every source sends down the binomial tree of its own that crosses the dimensions in increasing order. Two
 * packets that want the same link have the same nodes before them, so one that has let another pass never meets it
 * again: at most K-1 slots of waiting, d+K-1 in all. Nobody needs to know anything. It is dimension-order on the cube.
 *
 * RANK ORDER, for K <= d. Packet r (from 0) crosses dimension r+m-1 (mod d) in slot m, from every node that has it: in
 * every slot all packets cross different dimensions. d slots, which is optimal, once the ranks are known: a scan takes
 * d slots before. (As printed, slot m crosses the dimension before, and deliveries are missing.) Where there are a few
 * more packets, auto has them go in rounds of d.
 *
 * And one packet of EVERY node: multinode-broadcast, which nodes can know to be the case after the scan. */
#include "algo/cube/algorithms.h"
#include "algo/many/algorithms.h"
#include "algo/many/many.h"
#include "algo/torus/algorithms.h"

#include <stdlib.h>

typedef struct ranked {
    unsigned d;
    uint32_t count, before;
    uint64_t packets;
} ranked;

static void one_ranked(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const ranked *t = plan->generator.data;
    if (step <= t->before)
        return;
    uint32_t round = (step - t->before - 1) / t->d;
    unsigned crossed = (step - t->before - 1) % t->d, turn = (port + t->d - crossed) % t->d;
    uint64_t rank = (uint64_t)round * t->d + turn;
    if (rank >= t->count)
        return;
    lb_parcel p = lb_many_parcel(plan->task, t->packets, (uint32_t)rank);
    uint32_t all = (UINT32_C(1) << t->d) - 1, run = (UINT32_C(1) << crossed) - 1;
    run = (run << turn | run >> (t->d - turn)) & all; /* dimensions turn .. turn+crossed-1 */
    if (((node ^ p.origin) & ~run) == 0)
        lb_many_put(room, node, port, p);
}

int lb_build_rank_order(const lb_task *task, const lb_plan_options *o, uint32_t before, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    int error = lb_many_count(task, o, &count, why);
    if (error)
        return error;
    unsigned d = task->net.ports;
    bool idle = d == 0 || count == 0;
    uint64_t slots = idle ? 0 : before + lb_ceil_div(count, d) * d;
    ranked *t = lb_array(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a plan");
    *t = (ranked){.d = d, .count = count, .before = idle ? 0 : before, .packets = o->packets};
    uint64_t moves = idle ? 0 : (uint64_t)count * (task->net.nodes - 1);
    lb_generator generator = {.one = one_ranked, .free = free, .data = t, .bytes = sizeof *t};
    error = lb_many_generated(task, o, (uint32_t)slots, moves, generator, plan, why);
    if (!error)
        (*plan)->control_before = idle ? 0 : before;
    return error;
}

static int build_ranked(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_build_rank_order(task, o, task->net.ports, plan, why);
}

static int build_same(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_algo_dimension_order.build(task, o, plan, why);
}

/* ---- One packet of every node: all do the same, as in an allgather ---- */

typedef struct each {
    lb_plan *allgather; /* symmetric, with arrays */
    uint32_t before;
} each;

static void free_each(void *data) {
    each *e = data;
    lb_plan_free(e->allgather);
    free(e);
}

static void one_each(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const each *e = plan->generator.data;
    const lb_plan *all = e->allgather;
    if (step <= e->before)
        return;
    for (uint64_t m = all->step_first[step - e->before - 1]; m < all->step_first[step - e->before]; m++) {
        if (all->port[m] != port)
            continue;
        uint32_t origin = lb_net_add(&plan->task->net, lb_plan_item(all, lb_plan_first_item(all, m)).origin, node);
        lb_many_put(room, node, port, (lb_parcel){origin, 0, 0});
    }
}

static int flat_allgather(const lb_task *task, const lb_plan_options *o, lb_plan **flat, lb_why *why) {
    lb_plan *plan = NULL, *made = NULL;
    const lb_plan *arrays;
    *flat = NULL;
    int error = lb_build_as(&lb_algo_multinode_broadcast, &task->net, LB_ALLGATHER, 0, o, &plan, why);
    if (!error)
        error = lb_plan_flat(plan, &arrays, &made, why);
    if (error) {
        lb_plan_free(plan);
        return error;
    }
    *flat = made ? made : plan;
    if (made)
        lb_plan_free(plan);
    return LB_OK;
}

int lb_build_one_each(const lb_task *task, const lb_plan_options *o, uint32_t before, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    each *e = lb_zeroed(1, sizeof *e);
    if (!e)
        return lb_fail_memory(why, "a plan");
    e->before = task->net.ports ? before : 0;
    int error = flat_allgather(task, o, &e->allgather, why);
    if (error) {
        free(e);
        return error;
    }
    lb_generator generator = {.one = one_each, .free = free_each, .data = e, .has_origin = true, .has_copy = true};
    generator.bytes = sizeof *e + lb_plan_bytes(e->allgather);
    error = lb_plan_generated(task, "multibroadcast", LB_SYMMETRIC, e->before + e->allgather->steps,
                              task->net.nodes - 1, generator, plan, why);
    if (!error) {
        (*plan)->control_before = e->before;
        (*plan)->packet = 1;
    }
    return error;
}

static int suits_ranked(const lb_task *task, const lb_plan_options *o) {
    return lb_times(task->count, o->packets) <= task->net.ports || task->net.ports == 0 ? 25 : 0;
}

const lb_algo lb_algo_same_order = {
    .info = {LB_MANY_INFO("same-order", "3.3.1"), .any_ports = true, .min_ports = 1, .linear = true,
             .promise = "d+K-1 steps at most"},
    .score = 20,
    .build = build_same,
};

const lb_algo lb_algo_rank_order = {
    .info = {LB_MANY_INFO("rank-order", "3.3.2"), .promise = "2d steps, d of them a scan, for K <= d"},
    .suits = suits_ranked,
    .needs = "it is for as many packets as a node has links, or fewer",
    .build = build_ranked,
};
