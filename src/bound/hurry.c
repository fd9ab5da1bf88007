/* LINKS where time is short: in T steps no block makes more than T hops, so it cannot take the long way round a ring,
 * even if that is the cheaper one at the weights. Which makes exchanges dearer that would have to go round the other
 * way to balance the directions. One dimension at a time has weights, the hops in the others count as the fewest. */
#include "bound/claims.h"

#include <stdlib.h>

enum { MOST_BLOCKS = 1 << 12 };

typedef struct ring {
    const lb_task *task;
    unsigned dim;
    uint64_t radix, steps;
} ring;

/* What a block pays at least at weights plus and minus if it makes `steps` hops at most. */
static uint64_t pays(const ring *g, uint32_t offset, uint64_t plus, uint64_t minus) {
    const lb_net *net = &g->task->net;
    uint64_t digit = lb_digit(net, offset, g->dim), back = g->radix - digit;
    uint64_t others = lb_distance(net, 0, offset) - (digit < back ? digit : back);
    bool up = others + digit <= g->steps, down = others + back <= g->steps;
    if (digit == 0)
        return 0;
    if (up && down)
        return digit * plus < back * minus ? digit * plus : back * minus;
    return down ? back * minus : digit * plus;
}

static bool claim(const ring *g, uint64_t plus, lb_judge *judge) {
    const lb_net *net = &g->task->net;
    uint64_t load = 0, minus = g->radix - plus, need, room;
    unsigned port = net->first_port[g->dim];
    for (size_t i = 0; i < g->task->count; i++)
        load += pays(g, g->task->list[i], plus, minus);
    if (__builtin_mul_overflow(load, judge->packets, &need) || __builtin_mul_overflow(g->radix, g->steps, &room) ||
        need <= room || !lb_judge_longer(judge, g->steps + 1))
        return false;
    judge->witness = (lb_witness){.kind = LB_WITNESS_LINKS, .load = load, .capacity = g->radix};
    judge->witness.radius = (uint32_t)g->steps;
    judge->witness.weight[port] = (uint32_t)plus;
    judge->witness.weight[port + 1] = (uint32_t)minus;
    return true;
}

static bool claim_ring(const lb_task *task, unsigned dim, lb_judge *judge) {
    ring g = {.task = task, .dim = dim, .radix = task->net.radix[dim], .steps = judge->score};
    for (uint64_t plus = 0; g.radix > 2 && plus <= g.radix; plus++) {
        if (claim(&g, plus, judge))
            return true;
    }
    return false;
}

void lb_claim_hurry(const lb_task *task, uint64_t links, lb_judge *judge) {
    bool listed = task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS, more = true;
    if (judge->linear || !judge->found || !listed || !lb_net_is_whole(&task->net) || links < 2 ||
        task->net.nodes > LB_MAX_MOMENTS || task->count > MOST_BLOCKS)
        return;
    while (more && judge->score < UINT32_MAX) {
        more = false;
        for (unsigned i = 0; i < task->net.dims && !more; i++)
            more = claim_ring(task, i, judge);
    }
}
