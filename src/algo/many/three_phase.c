/* three-phase-scan and three-phase (003, section 3.2): K broadcasts from anywhere, nobody knowing K or who sends.
 *
 * PHASE 1 gives every packet its rank. A scan of the cube does it in d slots, and tells everybody K as well: in slot k
 * neighbours across dimension k-1 exchange how many packets their subcubes hold. (The paper's prefix takes 2d slots on
 * an embedded tree, after which only node 0 knows K and tells its neighbours: 2d+1.)
 *
 * PHASE 2. Packet r goes to e_j, the root of tree j = r mod d, up that tree. Packets of different trees never meet. The
 * packet with place i in its tree leaves just so late that without ever waiting it reaches the root in slot d+i: two
 * packets that use the same link have the same distance to go and other arrival times, so they do not meet either.
 * ceil(K/d)+d-1 slots.
 *
 * PHASE 3. Every root sends its packets down its tree, one a slot. ceil(K/d)+d-1 slots. All roots begin together, when
 * phase 2 is over everywhere: a link is used upwards by one tree and downwards by another.
 *
 *      2*ceil(K/d) + 3d-2 slots; the paper's: 2*ceil(K/d) + 4d
 *
 * of which the last is for the packets that tell the nodes that there is nothing more, who know K after the scan.
 * Within a factor 2 of K/d, the share of a link, for K much larger than d^2. Everything is a closed form: what a node
 * sends through a port in a slot takes a few instructions, whatever K. */
#include "algo/many/algorithms.h"
#include "algo/many/many.h"

#include <stdlib.h>

typedef struct phases {
    unsigned d;
    uint32_t count, before, gather; /* packets, slots of phase 1 and 2 */
    uint64_t packets;
    bool down; /* ranked from the last node */
} phases;

static lb_parcel parcel_of(const lb_plan *plan, const phases *t, uint32_t rank) {
    return t->down ? lb_many_parcel_down(plan->task, t->packets, rank) : lb_many_parcel(plan->task, t->packets, rank);
}

/* Phase 2: the link from x across dim leads up the tree that leads down it the other way. */
static void go_up(const lb_plan *plan, const phases *t, uint32_t slot, uint32_t x, unsigned dim, lb_plan *room) {
    uint32_t y = x ^ UINT32_C(1) << dim;
    if (y == 0)
        return;
    unsigned j = lb_disjoint_tree(t->d, y, dim), left = lb_many_depth(x, j);
    uint32_t first = t->d - left + 1; /* the slot in which place 0 would pass */
    if (slot < first || slot - first >= lb_many_share(t->d, t->count, j))
        return;
    lb_parcel p = parcel_of(plan, t, (slot - first) * t->d + j);
    if (lb_many_passes(t->d, j, p.origin, x))
        lb_many_put(room, x, dim, p);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const phases *t = plan->generator.data;
    if (step <= t->before)
        return;
    if (step <= t->before + t->gather) {
        go_up(plan, t, step - t->before, node, port, room);
        return;
    }
    uint32_t rank = lb_many_spread(t->d, t->count, step - t->before - t->gather, node, port);
    if (rank != LB_NONE)
        lb_many_put(room, node, port, parcel_of(plan, t, rank));
}

static int build(const lb_task *task, const lb_plan_options *o, bool paper, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint32_t count;
    int error = lb_many_count(task, o, &count, why);
    if (error)
        return error;
    unsigned d = task->net.ports;
    bool idle = d == 0 || count == 0;
    phases *t = lb_array(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a plan");
    *t = (phases){.d = d, .count = count, .packets = o->packets, .down = paper};
    t->before = idle ? 0 : paper ? 2 * d + 1 : d;
    t->gather = idle ? 0 : (uint32_t)lb_ceil_div(count, d) + d - 1;
    uint64_t moves = idle ? 0 : lb_many_gathering(task, o->packets, paper) + (uint64_t)count * (task->net.nodes - 1);
    uint32_t steps = (uint32_t)lb_three_phase_steps(d, count, t->before);
    lb_generator generator = {.one = one, .free = free, .data = t, .bytes = sizeof *t};
    error = lb_many_generated(task, o, steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->control_before = t->before;
    (*plan)->control_after = paper && !idle;
    return LB_OK;
}

static int build_scan(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, false, plan, why);
}

static int build_paper(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build(task, o, true, plan, why);
}

const lb_algo lb_algo_three_phase_scan = {
    .info = {LB_MANY_INFO("three-phase-scan", "3.2, with a scan of d slots"),
             .promise = "2*ceil(K/d)+3d-2 steps, d of them a scan; nobody need know K"},
    .score = 25,
    .build = build_scan,
};

const lb_algo lb_algo_three_phase = {
    .info = {LB_MANY_INFO("three-phase", "3.2"),
             .promise = "2*ceil(K/d)+4d-1 steps, 2d+1 of them the prefix, and one to say that it is over"},
    .score = 25,
    .build = build_paper,
};
