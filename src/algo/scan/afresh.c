/* The plan of a scan is made from nothing, on lattices, meshes and graphs of some hundreds of nodes, by the bargaining
 * of haggle.c: there are no rings to weave ways of, and what was planned without it has many steps.
 *
 * It is tried with the fewest steps that there can be, and then with more and more, until all packets settle; then
 * steps are taken away again as from any plan. Beyond some tens of nodes, spans are those of groups (groups.h). Where
 * all packets would take too long, some of them settle, and the others repeat what those do, as soon after them as
 * links and ports allow. */
#include "algo/scan/haggle.h"

#include "algo/scan/shorten.h"
#include "base/exact.h"

#define FEW_NODES     32 /* all of whose spans are bargained for */
#define SOME_ROUNDS   4
#define MOST_AT_ONCE  64 /* packets */
#define MOST_PERIOD   6
#define MOST_REPEATED 16                  /* packets of which there are many more */
#define MOST_TIMES    4                   /* the fewest steps that there can be */
#define MOST_MEMORY   (UINT64_C(1) << 24) /* spans times moments */

/* Nodes of the groups of the lowest level: about the root of all, and whole rows where nodes have digits. */
static uint32_t group_width(const lb_net *net) {
    uint32_t width = 1, root = (uint32_t)lb_root(net->nodes);
    for (unsigned i = 0; i < net->dims && net->dims > 1 && width * net->radix[i] <= 2 * root; i++)
        width *= net->radix[i];
    return 2 * width >= root ? width : root;
}

static int make_groups(const lb_net *net, lb_span_groups *groups) {
    uint32_t width = group_width(net);
    return lb_span_groups_make(groups, net->nodes, &width, net->nodes > FEW_NODES ? 1 : 0);
}

/* Steps after which a node that takes in so many packets a step can have heard of all. */
static uint32_t steps_to_hear(uint32_t nodes, uint32_t ports) {
    uint32_t steps = 0;
    for (uint64_t heard = 1; heard < nodes; heard *= ports + UINT64_C(1))
        steps++;
    return steps;
}

/* With some more than the fewest steps, where a few rounds are enough; then with fewer, or more, halving what is left
 * to try. Whether anything was settled. */
static bool settle_some(lb_bazaar *b, uint32_t most_steps) {
    uint32_t low = lb_scan_fewest(b), hear = steps_to_hear(b->n, b->ports), high = most_steps + 1;
    low = low > hear ? low : hear;
    for (uint32_t steps = low + low / 2 + 1; low < high && b->work < b->most && !b->error;) {
        steps = steps < high ? steps : low + (high - low) / 2;
        if (lb_bazaar_settle(b, steps, LB_AFRESH, SOME_ROUNDS))
            high = steps;
        else
            low = steps + 1;
        steps = high > most_steps ? low + low / 2 : low + (high - low) / 2;
    }
    return high <= most_steps;
}

/* Some times what tori get. */
static uint64_t work_for(const lb_net *net, const lb_plan_options *o) {
    return lb_scan_work(o) * (net->nodes <= FEW_NODES ? 2 : net->nodes <= 64 ? 4 : 8) * (o->packets > 1 ? 3 : 1);
}

/* One try: so many packets, every so many steps, on so many at the most. */
typedef struct attempt {
    uint32_t packets, period, steps;
    uint64_t work;
} attempt;

/* Puts a plan of it in the place of the other, if that has more steps. */
static int settle(lb_bazaar *b, const lb_plan_options *o, attempt a, lb_plan **plan, lb_why *why) {
    lb_plan *shorter = NULL;
    b->chance = o->seed;
    b->careful = true;
    b->period_wanted = a.period;
    b->most = a.work / 2;
    bool settled = settle_some(b, a.steps);
    b->most = a.work;
    if (settled)
        lb_scan_shorten(b, lb_task_kind_of(lb_plan_task(*plan)));
    if (b->error)
        return lb_fail_memory(why, "the packets' ways");
    uint64_t repeats = (o->packets - 1) / b->packets;
    if (!settled || lb_times(repeats, a.period) + b->kept_steps >= lb_plan_steps(*plan))
        return LB_OK;
    int error = lb_scan_write(b, *plan, o->packets, a.period, &shorter, why);
    if (!error) {
        lb_plan_free(*plan);
        *plan = shorter;
    }
    return error;
}

static int try_it(const lb_plan_options *o, attempt a, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    lb_span_groups groups;
    lb_bazaar b;
    lb_plan_options few = *o;
    few.packets = a.packets;
    if (make_groups(net, &groups))
        return lb_fail_memory(why, "the packets' ways");
    uint64_t each = lb_times(lb_bazaar_price(net, &groups, a.steps / 2), 2);
    if (lb_times((a.steps + UINT64_C(1)) * net->nodes, groups.cells) > MOST_MEMORY ||
        lb_times(each, a.packets) > a.work) {
        lb_span_groups_free(&groups);
        return LB_OK;
    }
    int error = lb_bazaar_begin(&b, net, groups, &few, a.steps);
    error = error ? lb_fail_memory(why, "the packets' ways") : settle(&b, o, a, plan, why);
    lb_bazaar_end(&b);
    return error;
}

/* A few packets that the others repeat: in so many steps as their moves need if all links are used, and in more. */
static int try_some(const lb_plan_options *o, uint32_t some, uint32_t far, uint64_t work, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    uint64_t least = lb_ceil_div(some * (net->nodes - UINT64_C(1)), (uint64_t)net->nodes * o->ports);
    int error = LB_OK;
    for (uint64_t period = least; period <= MOST_TIMES * least && !error; period += 1 + least / 8) {
        uint64_t before = lb_times((o->packets - 1) / some, period), most = lb_plan_steps(*plan);
        if (before + far >= most)
            break;
        most = most - before < 4 * (far + period) ? most - before : 4 * (far + period);
        error = try_it(o, (attempt){some, (uint32_t)period, (uint32_t)most, work / 3}, plan, why);
    }
    return error;
}

/* All packets at once; some that the others repeat; and one that they do, every step, or every other, ... */
int lb_scan_haggle_afresh(const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = lb_task_net(lb_plan_task(*plan));
    uint64_t work = work_for(net, o), low = o->packets;
    if (net->nodes < 3 || net->nodes > LB_BAZAAR_NODES || o->effort < 0)
        return LB_OK;
    uint32_t far = lb_diameter(net), hear = steps_to_hear(net->nodes, o->ports);
    far = far > hear ? far : hear;
    attempt all = {(uint32_t)(low < MOST_AT_ONCE ? low : 1), 0, 3 * far + 4, work};
    all.steps += all.packets * 4 / o->ports;
    int error = all.packets == low ? try_it(o, all, plan, why) : LB_OK;
    for (uint32_t some = MOST_REPEATED; some > 1 && low >= 2 * MOST_REPEATED && !error; some /= 2)
        error = try_some(o, some, far, work, plan, why);
    for (uint32_t period = 1; period <= MOST_PERIOD && low > 1 && !error; period++) {
        uint64_t before = (low - 1) * period, most = lb_plan_steps(*plan);
        if (before + far >= most)
            break;
        most = most - before < 4 * far ? most - before : 4 * far;
        error = try_it(o, (attempt){1, period, (uint32_t)most, work / 3}, plan, why);
    }
    return error;
}
