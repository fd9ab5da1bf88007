/* prefix-shares: scan and exscan of long messages on the linear clock, on tori with links of any speeds.
 *
 * Where links differ in speed so must the ways that pieces of a message go (way.c): every ring may be summed up to any
 * digit, or cut anywhere, and the more links there are that many ways share, the less each of them should have. What
 * each gets is searched for (shares.c).
 *
 * How much is tried is counted, in moves made, so that every machine finds the same. */
#include "algo/scan/algorithms.h"

#include "algo/scan/shares.h"
#include "base/random.h"

enum { MOST_NODES = 64, MOST_RADIX = 16, MOST_MODES = 96, LEAST_STARTS = 4 };

#define MOST_MOVES (UINT64_C(1) << 16) /* of all ways that may be chosen */

/* ---- The ways ---- */

/* What may be done with a ring. */
static unsigned modes_of(uint32_t r, lb_scan_mode *modes) {
    unsigned count = 0;
    modes[count++] = (lb_scan_mode){.parts = 1};
    if (r > 2)
        modes[count++] = (lb_scan_mode){.parts = r};
    for (uint32_t x = 0; x < r; x++)
        modes[count++] = (lb_scan_mode){.inward = true, .low = x, .high = x};
    for (uint32_t x = 1; x < r && r > 2; x++) {
        modes[count++] = (lb_scan_mode){.inward = true, .low = x - 1, .high = x};
        modes[count++] = (lb_scan_mode){.inward = true, .low = 0, .high = r - 1, .cut = x};
        modes[count++] = (lb_scan_mode){.inward = true, .round = true, .cut = x};
        modes[count++] = (lb_scan_mode){.inward = true, .round = true, .low = r - 1, .high = r - 1, .cut = x};
    }
    return count;
}

static uint64_t modes_in_all(const lb_net *net) {
    lb_scan_mode modes[MOST_MODES];
    uint64_t all = 1;
    for (unsigned i = 0; i < net->dims; i++)
        all = net->radix[i] > 1 ? lb_times(all, modes_of(net->radix[i], modes)) : all;
    return all;
}

/* The ways, or as many as there is room for, at random. */
static int weave(lb_shares *s, uint64_t most) {
    const lb_net *net = s->net;
    uint64_t all = modes_in_all(net);
    for (uint64_t i = 0; i < most; i++) {
        uint64_t which = most < all ? lb_random_mixed(&s->chance) % all : i;
        lb_scan_mode modes[LB_MAX_DIMS] = {0}, some[MOST_MODES];
        for (unsigned d = 0; d < net->dims; d++) {
            if (net->radix[d] == 1)
                continue;
            unsigned count = modes_of(net->radix[d], some);
            modes[d] = some[which % count];
            which /= count;
        }
        int error = lb_scan_weave(net, modes, &s->ways[s->count++]);
        if (error)
            return error;
    }
    return LB_OK;
}

/* ---- The plan ---- */

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t all = modes_in_all(net), most = MOST_MOVES / (UINT64_C(2) * net->nodes);
    lb_shares s;
    lb_builder b;
    most = most < all ? most : all;
    int error = lb_shares_begin(&s, net, net->nodes, o->cost, 1, most, o->seed, false);
    if (!error)
        error = weave(&s, most);
    if (!error)
        error = lb_shares_find(&s, lb_shares_work(o));
    if (!error) {
        lb_build_begin(&b, task, LB_EXPLICIT, LB_LINEAR, o->ports, s.units, s.units);
        lb_shares_write(&s, &b);
        error = lb_build_finish(&b, "prefix-shares", plan, why);
    } else {
        error = lb_fail_memory(why, "a plan");
    }
    lb_shares_end(&s);
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    lb_haul_links links;
    if (!o->cost || o->ports < net->ports || net->nodes > MOST_NODES || net->nodes < 3 ||
        o->cost->bytes < UINT64_C(4) * net->nodes || !lb_haul_links_make(&links, net))
        return 0;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > MOST_RADIX)
            return 0;
    }
    bool is_long =
        lb_ratio_value(o->cost->tau) * (double)o->cost->bytes >= LEAST_STARTS * lb_ratio_value(o->cost->beta);
    return is_long ? 65 : 0;
}

/* It takes some tenths of a second, many times what this says: where messages are long that is worth it, and must not
 * depend on what others have left of the effort. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    return lb_shares_work(o) >> 11;
}

const lb_algo lb_algo_prefix_shares = {
    .info = {.name = "prefix-shares",
             .source = "pieces of a long message on ways that share links of any speed evenly",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .lattices = true,
             .linear = true,
             .promise = "long messages: near tau*m*(r-1)/r over the links of a dimension, and both ends"},
    .suits = suits,
    .needs =
        "it needs a cost, all ports, a torus of 3 to 64 nodes with radices to 16, links of any speeds, 4 bytes for "
        "every node, and a message that takes four times as long as a start",
    .work = work,
    .build = build,
};
