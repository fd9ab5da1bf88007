/* A step at a time is taken away from what packets of a scan have settled on. */
#include "algo/scan/shorten.h"

#define ROUNDS 60
#define AGAIN  8 /* times that it may fail */

uint64_t lb_scan_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : LB_EFFORT;
    return UINT64_C(3) << (17 + 2 * (effort < 10 ? effort : 10));
}

uint32_t lb_scan_fewest(const lb_bazaar *b) {
    uint32_t most = 0, hops[LB_BAZAAR_NODES], queue[LB_BAZAAR_NODES];
    for (uint32_t v = 0; v < b->n; v++) { /* from nodes before it only */
        lb_map_reach(&b->map, v, true, hops, queue);
        for (uint32_t w = 0; w < v; w++)
            most = hops[w] > most ? hops[w] : most;
    }
    return most + (uint32_t)lb_ceil_div(b->packets, b->ports) - 1;
}

static void put(const lb_bazaar *b, uint64_t packets, uint32_t period, lb_builder *builder) {
    for (uint64_t p = 0; p < packets; p++) {
        const lb_deals *deals = &b->kept[p % b->packets];
        for (uint32_t i = 0; i < deals->count; i++) {
            uint32_t moment = deals->at[i].slot / b->degree, span = deals->at[i].span;
            uint32_t step = (uint32_t)(p / b->packets * period) + moment / b->n + 1;
            lb_build_move(builder, step, moment % b->n, deals->at[i].slot % b->degree, LB_OP_COPY);
            lb_build_item(builder, (lb_item){.origin = span / b->n, .dest = span % b->n, .lo = p, .hi = p + 1});
        }
    }
}

int lb_scan_write(const lb_bazaar *b, const lb_plan *like, uint64_t packets, uint32_t period, lb_plan **plan,
                  lb_why *why) {
    lb_builder builder;
    uint64_t count = 0;
    for (uint64_t p = 0; p < packets; p++)
        count += b->kept[p % b->packets].count;
    lb_build_begin(&builder, lb_plan_task(like), LB_EXPLICIT, lb_plan_clock(like), b->ports, packets,
                   lb_plan_clock(like) == LB_UNIT ? 1 : 0);
    int error = lb_build_expect(&builder, count, count, why);
    if (error) {
        lb_build_abandon(&builder);
        return error;
    }
    put(b, packets, period, &builder);
    return lb_build_finish(&builder, lb_plan_algorithm(like), plan, why);
}

static bool settle(lb_bazaar *b, lb_opening first, lb_opening second, lb_opening third) {
    uint32_t steps = b->kept_steps - 1;
    return lb_bazaar_settle(b, steps, first, ROUNDS) || lb_bazaar_settle(b, steps, second, ROUNDS) ||
           lb_bazaar_settle(b, steps, third, ROUNDS);
}

/* A step at a time, until it fails; then, with what work is left, over and over, since each time chance decides
 * otherwise, and what is nearly right first. */
static void shorten(lb_bazaar *b) {
    uint32_t fewest = lb_scan_fewest(b);
    uint64_t most = b->most;
    bool settled = true;
    b->most = most / 2;
    while (settled && b->kept_steps > fewest && b->work < b->most)
        settled = settle(b, LB_AFRESH, LB_CUT_LATE, LB_CUT_EARLY);
    b->most = most;
    for (unsigned again = 0; again < AGAIN && b->kept_steps > fewest && b->work < most && !b->error; again++)
        again = settle(b, LB_CUT_LATE, LB_CUT_EARLY, LB_AFRESH) ? 0 : again;
}

/* What a node gets may have what it has itself in it: one span that goes round a ring downwards then is for two nodes,
 * the last one in it and the next. But there is more to choose from, so this comes second. */
static void shorten_back(lb_bazaar *b) {
    b->back = 1;
    b->most += b->most;
    shorten(b);
}

void lb_scan_shorten(lb_bazaar *b, lb_task_kind kind) {
    shorten(b);
    if (kind == LB_SCAN)
        shorten_back(b);
}
