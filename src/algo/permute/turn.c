/* Turning a grid, and whatever else crosses dimensions alone or in pairs (after 001, sections 7.2 and 10).
 *
 * Quarter turns of a 2^c x 2^c grid are transpositions with some bits flipped: in such a pair of bits the four nodes of
 * a square move on by one place. A node's dimensions are the pairs that rotate (R), the bits that flip (F) and those
 * swapped pairs that move it (S at most): see crossing.h. The message goes in K parts, one for each of its dimensions,
 * part i from the i-th on, cyclically. Two ways, chosen by cost (--groups 1 or 2):
 *
 * 1. One way round. A rotation or a flip is one packet of m/K over one link; a swap is one packet of m/(2K) each way,
 * two hops. No part ever waits for a link, and every part makes the same hops, so the time is what one part takes,
 *
 *          tau*m + (R+F+2*S)*beta,
 *
 *    with as many start-ups as hops are needed. Where something flips, tau*m is optimal.
 *
 * 2. Both ways round, where nothing flips. Rotating the links of a square backwards leads there too, in three hops.
 * Three quarters of a part go forwards and one goes backwards; then each link has three quarters. In a swap two
 * quarters go each way, one behind the other. Either takes three packet times of m/(4K), K = R+S stages:
 *
 *          3/4*tau*m + 3*(R+S)*beta.
 *
 *    3/4 is optimal: let links forwards cost 3 and links backwards 1. Whatever its way through the cube, a message pays
 * 3 at least to move on by one place, and each node's two links offer 4. */
#include "algo/common/formula.h"
#include "algo/permute/algorithms.h"
#include "algo/permute/crossing.h"

#include <stdlib.h>

enum { ONE_WAY = 1, BOTH_WAYS = 2 };

typedef struct turning {
    lb_crossings crossings;
    uint32_t way;
} turning;

/* What one packet is: whose, and which shares of a part. */
typedef struct leg {
    uint32_t by;
    uint64_t first, count;
} leg;

/* In a stage of several steps, which hop of which packet a swap's link has: as many packets each way as there are ways
 * of turning, out of the node that is moved and, one step later, out of the node on the way. */
static bool swap_leg(const turning *t, const uint32_t *list, uint32_t node, uint32_t bit, uint32_t at, leg *l) {
    const lb_crossings *c = &t->crossings;
    unsigned q = c->of[__builtin_ctz(bit)];
    uint32_t partner = c->mask[q] ^ bit, through = bit;
    l->by = node;
    if (lb_crossing_change(c, list, node, q) == 0) {
        if (at == 0)
            return false;
        l->by = node ^ partner;
        through = partner;
        at--;
    }
    l->first = (through > (c->mask[q] ^ through) ? t->way : 0) + at;
    l->count = 1;
    return at < t->way;
}

static bool one_hop_leg(const turning *t, const uint32_t *list, uint32_t node, uint32_t bit, uint32_t at, leg *l) {
    const lb_crossings *c = &t->crossings;
    unsigned q = c->of[__builtin_ctz(bit)];
    l->by = node;
    if (lb_crossing_change(c, list, node, q) == bit) {
        l->first = 0;
        l->count = t->way == BOTH_WAYS ? 3 : 2;
        return at == 0;
    }
    if (t->way == ONE_WAY)
        return false;
    l->first = 3;
    l->count = 1;
    for (uint32_t hop = 0; hop < at; hop++) /* what began as many places ahead, and came back */
        l->by ^= lb_crossing_change(c, list, l->by, q);
    return true;
}

/* Steps of a stage, for a node with so many dimensions. */
static uint32_t stage_steps(const turning *t, unsigned dims) {
    if (t->way == BOTH_WAYS)
        return 3;
    return dims > t->crossings.rotates + t->crossings.flips ? 2 : 1;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const turning *t = plan->generator.data;
    const lb_crossings *c = &t->crossings;
    const uint32_t *list = plan->task->list;
    uint32_t bit = UINT32_C(1) << port;
    unsigned q = c->of[port];
    if (q == LB_NO_CROSSING)
        return;
    bool swaps = c->kind[q] == LB_SWAP, aside = swaps && lb_crossing_change(c, list, node, q) == 0;
    unsigned dims = lb_crossing_dims(c, list, aside ? node ^ c->mask[q] ^ bit : node);
    uint32_t steps = stage_steps(t, dims), stage = (step - 1) / steps, at = (step - 1) % steps;
    leg l = {0};
    if (stage >= dims || !(swaps ? swap_leg(t, list, node, bit, at, &l) : one_hop_leg(t, list, node, bit, at, &l)))
        return;
    lb_shares s = {.by = l.by, .crossing = q, .stage = stage, .first = l.first, .count = l.count, .all = 2 * t->way};
    lb_crossing_send(plan, c, &s, node, port, room);
}

/* Of 2^d nodes (S over k) / 2^S are moved by k swaps. */
static uint64_t count_moves(const lb_task *task, const turning *t) {
    const lb_crossings *c = &t->crossings;
    uint64_t moves = 0, alone = c->rotates * (t->way == BOTH_WAYS ? 4 : 1) + c->flips;
    for (unsigned k = 0; k <= c->swaps; k++) {
        uint64_t nodes = lb_choose(c->swaps, k) * (task->net.nodes >> c->swaps);
        moves += nodes * (c->rotates + c->flips + k) * (alone + UINT64_C(4) * k * t->way);
    }
    return moves;
}

static int time_of_way(const lb_crossings *c, uint32_t way, lb_formula *f) {
    int error = way == BOTH_WAYS
                    ? lb_formula_set(f, "3/4*tau*m + 3*K*beta", 3, 4, UINT64_C(3) * (c->rotates + c->swaps))
                    : lb_formula_set(f, "tau*m + D*beta", 1, 1, c->rotates + c->flips + UINT64_C(2) * c->swaps);
    f->groups = way;
    f->letter = 'w';
    return error;
}

/* Both ways unless that is slower, cannot be, or is not wanted. */
static uint32_t choose_way(const lb_crossings *c, const lb_plan_options *o) {
    lb_formula single, both;
    lb_ratio x, y;
    if (c->flips || o->groups == ONE_WAY)
        return ONE_WAY;
    if (o->groups || !o->cost)
        return BOTH_WAYS;
    time_of_way(c, ONE_WAY, &single);
    time_of_way(c, BOTH_WAYS, &both);
    if (lb_formula_time(&single, o->cost, &x) || lb_formula_time(&both, o->cost, &y))
        return BOTH_WAYS;
    return lb_ratio_compare(x, y) <= 0 ? ONE_WAY : BOTH_WAYS;
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_crossings c;
    lb_crossings_of(task, &c);
    return time_of_way(&c, choose_way(&c, o), f);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    turning *t = lb_zeroed(1, sizeof *t);
    if (!t)
        return lb_fail_memory(why, "a plan");
    const lb_crossings *c = &t->crossings;
    lb_crossings_of(task, &t->crossings);
    t->way = choose_way(c, o);
    uint64_t denominator = 1; /* 26 dimensions at most: lcm(1..26) is small */
    unsigned least = c->rotates + c->flips, most = least + c->swaps;
    for (uint64_t k = least; k <= most; k++)
        denominator = denominator / lb_gcd(denominator, k) * k;
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = t,
        .bytes = sizeof *t,
        .denominator = denominator * 2 * t->way,
        .has_origin = true,
        .has_dest = true,
    };
    uint32_t steps = most * stage_steps(t, most);
    int error = lb_plan_generated(task, "turn-blocks", LB_EXPLICIT, steps, count_moves(task, t), generator, plan, why);
    if (!error)
        (*plan)->clock = o->clock;
    return error;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_crossings c;
    if (o->groups > BOTH_WAYS || !lb_crossings_of(task, &c) || c.rotates + c.swaps == 0 || c.rotates + c.flips == 0)
        return 0;
    return c.flips && o->groups == BOTH_WAYS ? 0 : 75;
}

const lb_algo lb_algo_turn_blocks = {
    .info = {.name = "turn-blocks",
             .source = "after Stout & Wagar 1990 (001), sections 7.2 and 10",
             .tasks = LB_TASK_BIT(LB_PERMUTE),
             .cubes_only = true,
             .linear = true,
             .groups = true,
             .promise = "quarter turns: 3/4*tau*m + 3*(d/2)*beta, 3/4 optimal, or tau*m + D*beta, D the farthest hops"},
    .suits = suits,
    .needs = "it is for permutations that swap or rotate pairs of bits, not all of them swaps, in 1 or 2 groups",
    .time = time_of,
    .build = build,
};
