/* The plan of a scan is shortened, on networks of some tens of nodes, by negotiated congestion (McMurchie & Ebeling
 * 1995, PathFinder), as `bargain` does it for permutations; but a way is not a path here: it is all the moves by which
 * every node gets what comes before it.
 *
 * The last step is taken away, or the first, or all of them. Packets that had moves there choose again, each the
 * cheapest moves there are, in the network of nodes and moments (cheapest.c). What too many want, a link in a step or a
 * port, costs more the more of them want it, and more for good the longer that lasts. Packets in each other's way
 * choose again, until nobody is (bazaar.c); and then one step more is taken away.
 *
 * A choice of one packet takes about T*n^4/6 operations, log n times. Nothing says that the fewest steps are found. The
 * work is counted, and ends. */
#include "algo/scan/bazaar.h"

#include "algo/scan/haggle.h"

#define MOST_NODES  64
#define FEW_ROUNDS  16
#define AGAIN       8                   /* times that it may fail */
#define MOST_MEMORY (UINT64_C(1) << 24) /* spans times moments */

static uint32_t fewest_steps(const lb_bazaar *b) {
    uint32_t most = 0, hops[MOST_NODES], queue[MOST_NODES];
    for (uint32_t v = 0; v < b->n; v++) { /* from nodes before it only */
        lb_map_reach(&b->map, v, true, hops, queue);
        for (uint32_t w = 0; w < v; w++)
            most = hops[w] > most ? hops[w] : most;
    }
    return most + (uint32_t)lb_ceil_div(b->packets, b->ports) - 1;
}

static void put(const lb_bazaar *b, lb_builder *builder) {
    for (uint32_t p = 0; p < b->packets; p++) {
        for (uint32_t i = 0; i < b->kept[p].count; i++) {
            lb_deal deal = b->kept[p].at[i];
            uint32_t moment = deal.slot / b->degree;
            lb_build_move(builder, moment / b->n + 1, moment % b->n, deal.slot % b->degree, LB_OP_COPY);
            lb_build_item(
                builder,
                (lb_item){.origin = deal.span / b->n, .dest = deal.span % b->n, .lo = p, .hi = p + UINT64_C(1)});
        }
    }
}

static int write_plan(const lb_bazaar *b, lb_plan *plan, lb_plan **shorter, lb_why *why) {
    lb_builder builder;
    uint64_t count = 0;
    for (uint32_t p = 0; p < b->packets; p++)
        count += b->kept[p].count;
    lb_build_begin(&builder, lb_plan_task(plan), LB_EXPLICIT, LB_UNIT, b->ports, b->packets, 1);
    int error = lb_build_expect(&builder, count, count, why);
    if (error) {
        lb_build_abandon(&builder);
        return error;
    }
    put(b, &builder);
    return lb_build_finish(&builder, lb_plan_algorithm(plan), shorter, why);
}

/* Operations, about a thousand a microsecond. */
static uint64_t most_work(const lb_plan_options *o) {
    int effort = o->effort > 0 ? o->effort : LB_EFFORT;
    return UINT64_C(3) << (17 + 2 * (effort < 10 ? effort : 10));
}

static bool settle(lb_bazaar *b, lb_opening first, lb_opening second, lb_opening third) {
    uint32_t steps = b->kept_steps - 1;
    return lb_bazaar_settle(b, steps, first) || lb_bazaar_settle(b, steps, second) || lb_bazaar_settle(b, steps, third);
}

/* A step at a time, until it fails; then, with what work is left, over and over, since each time chance decides
 * otherwise, and what is nearly right first. */
static void shorten(lb_bazaar *b) {
    uint32_t fewest = fewest_steps(b);
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

/* Whether there is neither room nor time for some rounds. */
static bool too_large(const lb_plan *plan, const lb_plan_options *o) {
    const lb_net *net = lb_task_net(lb_plan_task(plan));
    uint64_t n = lb_net_nodes(net), steps = lb_plan_steps(plan), all = (steps + 1) * n * n * n;
    if (n < 2 || n > MOST_NODES || o->effort < 0 || all > MOST_MEMORY)
        return true;
    return lb_times(lb_bazaar_price(net, (uint32_t)steps), o->packets * FEW_ROUNDS) > most_work(o);
}

int lb_scan_haggle(const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_bazaar b;
    lb_plan *shorter = NULL;
    uint32_t steps = lb_plan_steps(*plan);
    if (too_large(*plan, o))
        return LB_OK;
    int error = lb_bazaar_begin(&b, lb_task_net(lb_plan_task(*plan)), o->ports, (uint32_t)o->packets, steps);
    b.most = most_work(o);
    b.chance = o->seed;
    if (!error)
        error = lb_bazaar_learn(&b, *plan, why);
    if (!error)
        shorten(&b);
    if (!error && lb_task_kind_of(lb_plan_task(*plan)) == LB_SCAN)
        shorten_back(&b);
    if (error || b.error)
        error = lb_fail_memory(why, "the packets' ways");
    else if (b.kept_steps < steps)
        error = write_plan(&b, *plan, &shorter, why);
    lb_bazaar_end(&b);
    if (shorter) {
        lb_plan_free(*plan);
        *plan = shorter;
    }
    return error;
}
