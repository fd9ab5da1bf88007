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
#include "algo/scan/haggle.h"

#include "algo/scan/shorten.h"

#define MOST_NODES  64
#define MOST_MEMORY (UINT64_C(1) << 24) /* spans times moments */

/* Whether there is neither room nor time for some rounds. */
static bool too_large(const lb_net *net, const lb_span_groups *groups, uint32_t steps, uint64_t rounds, uint64_t most) {
    uint64_t all = lb_times((steps + UINT64_C(1)) * net->nodes, groups->cells);
    return all > MOST_MEMORY || lb_times(lb_bazaar_price(net, groups, steps), rounds) > most;
}

static int haggle(lb_bazaar *b, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan *shorter = NULL;
    uint32_t steps = lb_plan_steps(*plan);
    b->chance = o->seed;
    int error = lb_bazaar_learn(b, *plan, why);
    if (!error)
        lb_scan_shorten(b, lb_task_kind_of(lb_plan_task(*plan)));
    if (error || b->error)
        error = lb_fail_memory(why, "the packets' ways");
    else if (b->kept_steps < steps)
        error = lb_scan_write(b, *plan, b->packets, 0, &shorter, why);
    if (shorter) {
        lb_plan_free(*plan);
        *plan = shorter;
    }
    return error;
}

int lb_scan_haggle(const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    lb_span_groups groups;
    lb_bazaar b;
    uint32_t steps = lb_plan_steps(*plan);
    if (net->nodes < 2 || net->nodes > MOST_NODES || o->effort < 0)
        return LB_OK;
    if (lb_span_groups_make(&groups, net->nodes, NULL, 0))
        return lb_fail_memory(why, "the packets' ways");
    if (too_large(net, &groups, steps, o->packets * LB_SCAN_FEW_ROUNDS, lb_scan_work(o))) {
        lb_span_groups_free(&groups);
        return LB_OK;
    }
    int error = lb_bazaar_begin(&b, net, groups, o, steps);
    b.most = lb_scan_work(o);
    error = error ? lb_fail_memory(why, "the packets' ways") : haggle(&b, o, plan, why);
    lb_bazaar_end(&b);
    return error;
}
