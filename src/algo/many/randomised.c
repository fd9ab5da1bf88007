/* randomised (003, end of section 3.2): the three phases without the first.
 *
 * Every packet goes to the root of a tree chosen at random, so nobody needs to know ranks, and the roots send on what
 * has come as soon as it has come. Packets on their way to a root have priority over those that go down a tree: the
 * paper proposes the opposite, but that was never faster (errata 6). The schedule is simulated when the plan is made;
 * the same seed gives the same plan. About 2*K/d + 2d slots with high probability. */
#include "algo/many/algorithms.h"
#include "algo/many/slots.h"

#include <stdlib.h>

typedef struct dice {
    const lb_task *task;
    const lb_plan_options *options;
    unsigned d;
    uint32_t count;
    uint8_t *tree; /* of every packet */
    lb_builder builder;
} dice;

enum { GOING_UP, GOING_DOWN }; /* lb_waiting.copy: the phase */

static lb_parcel parcel_of(const dice *t, uint32_t rank) {
    return lb_many_parcel(t->task, t->options->packets, rank);
}

static int sent(lb_slots *slots, const lb_waiting *packet) {
    dice *t = slots->user;
    return lb_many_build(&t->builder, slots->step, packet->at, packet->port, parcel_of(t, packet->packet));
}

/* Down tree j, over every link of this node that belongs to it. */
static int go_down(lb_slots *slots, lb_waiting packet, unsigned j) {
    uint32_t x = packet.at;
    int error = LB_OK;
    for (unsigned m = 0; m < slots->d && !error; m++) {
        if (x == 0 || lb_disjoint_tree(slots->d, x, m) != j)
            continue;
        unsigned beyond = (j + slots->d - m) % slots->d; /* dimensions after m in the tree's order */
        error = lb_slots_push(slots, packet, m, beyond + 1);
    }
    return error;
}

static int arrived(lb_slots *slots, lb_waiting packet) {
    const dice *t = slots->user;
    unsigned j = t->tree[packet.packet], left = lb_many_depth(packet.at, j);
    if (packet.copy == GOING_UP && left > 0) /* more urgent than everything that goes down */
        return lb_slots_push(slots, packet, lb_disjoint_parent(packet.at, j), slots->d + left);
    packet.copy = GOING_DOWN;
    return go_down(slots, packet, j);
}

static int simulate(dice *t) {
    lb_slots slots = {.sent = sent, .arrived = arrived, .user = t};
    uint64_t state = t->options->seed;
    for (uint32_t r = 0; r < t->count; r++)
        t->tree[r] = (uint8_t)(lb_random_mixed(&state) % t->d);
    return lb_slots_all(&slots, t->task, t->options->packets, t->count, 2 * t->d);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    dice t = {.task = task, .options = o, .d = task->net.ports};
    int error = lb_many_count(task, o, &t.count, why);
    if (error)
        return error;
    if (t.d == 0 || t.count == 0)
        return lb_build_rank_order(task, o, 0, plan, why); /* nothing to send */
    uint64_t moves = lb_times(t.count, task->net.nodes - 1 + (uint64_t)t.d);
    lb_build_begin(&t.builder, task, LB_EXPLICIT, LB_UNIT, 0, o->packets, 1);
    error = lb_build_expect(&t.builder, moves, moves, why);
    if (error)
        return error;
    t.tree = lb_array(t.count, 1);
    error = t.tree ? simulate(&t) : LB_ERR_MEMORY;
    error =
        error ? lb_fail_memory(why, "a schedule of broadcasts") : lb_build_finish(&t.builder, "randomised", plan, why);
    lb_build_abandon(&t.builder);
    free(t.tree);
    return error;
}

const lb_algo lb_algo_randomised = {
    .info = {LB_MANY_INFO("randomised", "3.2"),
             .promise = "about 2*K/d+2d steps with high probability; no scan, nobody need know K"},
    .score = 15,
    .build = build,
};
