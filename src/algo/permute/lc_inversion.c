/* MATRIX TRANSPOSITION by submatrices: L.C. INVERSION on all classes of nodes at once (001, section 7.2).
 *
 * The permutation swaps disjoint pairs of bits: transposing a 2^c x 2^c grid swaps bit i with bit i+c, reversing the
 * bits swaps i with d-1-i. A node is moved by those pairs in which its two bits differ, k of them; the nodes that
 * differ in the same pairs, and agree in all other bits, form a k-dimensional cube whose LOGICAL links are 2 hops long
 * and have two ways each:
 *
 *          01 ------ 11
 *           |         |      01 to 10 by way of 00 and of 11, and back, four links each way
 *          00 ------ 10
 *
 * In each such cube the task is INVERSION: the message in k parts, part i over the k logical dimensions in cyclic order
 * from the i-th. On every logical link a part goes half each way, p packets to each half. A packet that has arrived
 * goes on while the next of its stage are still coming, if p >= 2: k*p packets one after another on every link, and the
 * node on the way is one packet behind:
 *
 *      (k*p + 1)*(tau*m/(2*k*p) + beta),        least where p*(p+1)*beta >= tau*m/(2*k*k) first holds;
 *
 * with p = 1 a part must arrive before it can go on, 2*k*(tau*m/(2*k) + beta). Every k has its own p; the slowest
 * counts.
 *
 * Why classes do not disturb each other: the link through bit i, paired with j, out of a node whose bits i and j differ
 * carries what that node's class sends; where they are equal it carries what is on its way between the two neighbours
 * that differ there, and in all other pairs as the node does. So every link belongs to one class.
 *
 * The highest term, tau*m/2, is optimal: the messages make d/2 hops each on the average (over the paired bits), and
 * every node has d links. */
#include "algo/common/formula.h"
#include "algo/permute/algorithms.h"
#include "algo/permute/crossing.h"
#include "algo/permute/lc_groups.h"

#include <stdlib.h>

typedef struct transposition {
    lb_crossings crossings;
    lb_lc_groups groups;
} transposition;

/* The packet of class k that is under way on each of its links in a step, from 0: the stage and the place in it. False:
 * none is. */
static bool under_way(const lb_lc_groups *g, unsigned k, uint32_t step, uint32_t *stage, uint64_t *place) {
    uint32_t p = g->p[k];
    if (p == 1 && step % 2)
        return false;
    *stage = p == 1 ? step / 2 : step / p;
    *place = p == 1 ? 0 : step % p;
    return *stage < k;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const transposition *t = plan->generator.data;
    const lb_crossings *c = &t->crossings;
    unsigned q = c->of[port];
    if (q == LB_NO_CROSSING)
        return;
    uint32_t bit = UINT32_C(1) << port, partner = c->mask[q] ^ bit, by = node, through = bit;
    bool forwards = lb_crossing_change(c, plan->task->list, node, q) == 0;
    if (forwards) {
        if (step == 1)
            return;
        step--; /* what the node on the other side sent a step ago, through the other bit */
        by = node ^ partner;
        through = partner;
    }
    unsigned k = lb_crossing_dims(c, plan->task->list, by);
    uint32_t p = t->groups.p[k], stage;
    uint64_t place;
    if (!under_way(&t->groups, k, step - 1, &stage, &place))
        return;
    lb_shares s = {.by = by, .crossing = q, .stage = stage, .first = place, .count = 1, .all = UINT64_C(2) * p};
    if (through > (c->mask[q] ^ through))
        s.first += p; /* the upper half goes by the higher bit first */
    lb_crossing_send(plan, c, &s, node, port, room);
}

/* Of 2^d nodes (pairs over k) / 2^pairs are in class k; each sends 2k*p packets in each of k stages, forwarded once. */
static uint64_t count_moves(const lb_task *task, const transposition *t, uint64_t *steps) {
    uint64_t moves = 0;
    unsigned pairs = t->crossings.swaps;
    *steps = 0;
    for (unsigned k = 1; k <= pairs; k++) {
        uint64_t nodes = lb_choose(pairs, k) * (task->net.nodes >> pairs), takes = lb_lc_steps(k, t->groups.p[k]);
        moves += nodes * 4 * k * k * t->groups.p[k];
        *steps = takes > *steps ? takes : *steps;
    }
    return moves;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    transposition *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a plan");
    lb_crossings_of(task, &t->crossings);
    int error = lb_lc_choose(t->crossings.swaps, o, &t->groups);
    if (error) {
        free(t);
        return lb_fail(why, error,
                       error == LB_ERR_SIZE ? "so many packets cannot be counted; say fewer groups"
                                            : "the number of packets could not be chosen");
    }
    uint64_t steps, moves = count_moves(task, t, &steps);
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = t,
        .bytes = sizeof *t,
        .denominator = t->groups.denominator,
        .has_origin = true,
        .has_dest = true,
    };
    error = lb_plan_generated(task, "transpose-blocks", LB_EXPLICIT, (uint32_t)steps, moves, generator, plan, why);
    if (!error)
        (*plan)->clock = o->clock;
    return error;
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_crossings c;
    lb_lc_groups g;
    lb_crossings_of(task, &c);
    int error = lb_lc_choose(c.swaps, o, &g);
    return error ? error : lb_lc_time(g.slowest, g.p[g.slowest], f);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_crossings c;
    if (!lb_can_choose(o) || !lb_crossings_of(task, &c) || c.swaps == 0)
        return 0;
    return c.flips + c.rotates ? 0 : 80;
}

const lb_algo lb_algo_transpose_blocks = {
    .info = {.name = "transpose-blocks",
             .source = "Stout & Wagar 1990 (001), section 7.2: L.C. INVERSION, MATRIX TRANSPOSITION",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .linear = true,
             .groups = true,
             .promise = "swaps of bit pairs: max over k of (k*p+1)*(tau*m/(2*k*p) + beta), tau*m/2 optimal"},
    .suits = suits,
    .needs = "it is for permutations that swap pairs of bits, and needs bytes, tau and beta (or the number of groups)",
    .time = time_of,
    .build = build,
};
