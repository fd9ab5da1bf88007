/* own-trees and random-trees: K broadcasts without roots that all packets must go to first. Beyond the paper.
 *
 * OWN TREES, for sources that the planner knows. Every packet goes down a spanning tree of its own source: one of the d
 * edge-disjoint trees, or one of the d binomial trees with their dimensions rotated, moved to the source. If all links
 * are to carry K/d packets or hardly more, the trees must be chosen with care: packet after packet takes the tree whose
 * links carry least so far (the least increase of the sum of the squares of all loads), and then everyone may choose
 * once more, knowing the others. The links' queues are then simulated, what has the longest way before it first.
 *
 * d packets or fewer go in rank order, d steps; packets of one source alone are a broadcast in pieces; one packet of
 * every node is a multinode broadcast: all optimal. Otherwise it comes to a few steps more than the larger of d and K/d
 * (docs/many.md has the table): no factor of 2, and none of the K/d^2 that collecting at d roots takes.
 *
 * RANDOM TREES, where nobody knows anything: no scan, no ranks, no K. A source sends its first packet down one of its d
 * edge-disjoint trees chosen at random, and the next ones down the trees that follow. A link belongs to one of a
 * source's d trees, so it carries K/d packets on average, and with high probability no link more than about
 * K/d + sqrt(2*(K/d)*ln(d*2^d)): half of what the paper's three phases take, in its own setting. */
#include "algo/cube/algorithms.h"
#include "algo/many/algorithms.h"
#include "algo/many/slots.h"
#include "algo/torus/algorithms.h"

#include <stdlib.h>

#define MOST_MOVES (UINT64_C(1) << 21) /* as a default: beyond, planning takes seconds */
#define MOST_WORK  (UINT64_C(1) << 28)
#define ROUNDS     2

typedef struct owner {
    const lb_task *task;
    const lb_plan_options *options;
    unsigned d;
    uint32_t count;
    uint32_t before; /* slots of control */
    bool random;
    bool shallow;   /* only binomial trees, which are a hop less deep */
    uint32_t *load; /* of every link */
    uint8_t *tree;  /* of every packet */
    lb_builder builder;
} owner;

static lb_parcel parcel_of(const owner *o, uint32_t rank) {
    return lb_many_parcel(o->task, o->options->packets, rank);
}

/* Calls for every link (y, dim), seen from the source, the trees that it belongs to: adds its load to their costs. */
static void weigh(const owner *o, uint32_t source, uint64_t *cost) {
    unsigned d = o->d;
    for (uint32_t y = 0; y < o->task->net.nodes; y++) {
        const uint32_t *load = o->load + (uint64_t)(y ^ source) * d;
        for (unsigned m = 0; m < d; m++) {
            if (y != UINT32_C(1) << m) /* not into the source */
                cost[lb_disjoint_tree(d, y, m)] += load[m];
            if (y >> m & 1)
                continue;
            /* Binomial trees that have all of y's dimensions before m: begun after m, and not after the next of y's. */
            unsigned next = y ? lb_bit_after(d, y, m) : m;
            for (unsigned t = m;;) {
                t = t + 1 == d ? 0 : t + 1;
                cost[d + t] += load[m];
                if (t == next)
                    break;
            }
        }
    }
}

/* Whether the link (y, dim) belongs to the tree. */
static bool in_tree(unsigned d, uint32_t y, unsigned m, unsigned tree) {
    if (tree < d)
        return y != UINT32_C(1) << m && lb_disjoint_tree(d, y, m) == tree;
    unsigned first = tree - d, place = (m + d - first) % d;
    uint32_t turned = (y >> first | y << (d - first)) & ((UINT32_C(1) << d) - 1);
    return turned >> place == 0;
}

static void add_tree(const owner *o, uint32_t source, unsigned tree, uint32_t by) {
    for (uint32_t y = 0; y < o->task->net.nodes; y++) {
        for (unsigned m = 0; m < o->d; m++) {
            if (in_tree(o->d, y, m, tree))
                o->load[(uint64_t)(y ^ source) * o->d + m] += by;
        }
    }
}

/* The cheapest tree; of equally cheap ones the binomial, which are a hop less deep, and by turns. */
static unsigned cheapest(const owner *o, const uint64_t *cost, uint32_t rank) {
    unsigned d = o->d, best = d + rank % d;
    for (unsigned k = 0; k < (o->shallow ? d : 2 * d); k++) {
        unsigned tree = k < d ? d + (rank + k) % d : (rank + k) % d;
        if (cost[tree] < cost[best])
            best = tree;
    }
    return best;
}

static void choose(owner *o) {
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t r = 0; r < o->count; r++) {
            uint64_t cost[2 * LB_TORUS_PORTS] = {0};
            uint32_t source = parcel_of(o, r).origin;
            if (round)
                add_tree(o, source, o->tree[r], UINT32_MAX); /* takes it away */
            weigh(o, source, cost);
            o->tree[r] = (uint8_t)cheapest(o, cost, r);
            add_tree(o, source, o->tree[r], 1);
        }
    }
}

static void choose_randomly(owner *o) {
    uint64_t state = o->options->seed;
    uint32_t last = LB_NONE;
    unsigned tree = 0;
    for (uint32_t r = 0; r < o->count; r++) {
        uint32_t source = parcel_of(o, r).origin;
        tree = source == last ? tree + 1 : (unsigned)(lb_random_mixed(&state) % o->d);
        last = source;
        o->tree[r] = (uint8_t)(tree % o->d);
    }
}

static int sent(lb_slots *slots, const lb_waiting *packet) {
    owner *o = slots->user;
    return lb_many_build(&o->builder, o->before + slots->step, packet->at, packet->port, parcel_of(o, packet->packet));
}

static int arrived(lb_slots *slots, lb_waiting packet) {
    owner *o = slots->user;
    return lb_slots_branch(slots, packet, packet.origin, o->tree[packet.packet]);
}

static int simulate(owner *o) {
    lb_slots slots = {.sent = sent, .arrived = arrived, .user = o};
    return lb_slots_all(&slots, o->task, o->options->packets, o->count, o->d + 1);
}

static int attempt(owner *o, bool shallow, lb_plan **plan, lb_why *why) {
    uint64_t moves = lb_times(o->count, o->task->net.nodes - 1);
    lb_build_begin(&o->builder, o->task, LB_EXPLICIT, LB_UNIT, 0, o->options->packets, 1);
    int error = lb_build_expect(&o->builder, moves, moves, why);
    if (error)
        return error;
    o->shallow = shallow;
    o->load = lb_zeroed((uint64_t)o->task->net.nodes * o->d, sizeof *o->load);
    o->tree = lb_zeroed(o->count, 1);
    error = o->load && o->tree ? LB_OK : LB_ERR_MEMORY;
    if (!error) {
        if (o->random)
            choose_randomly(o);
        else
            choose(o);
        error = simulate(o);
    }
    error =
        error ? lb_fail_memory(why, "a schedule of broadcasts") : lb_build_finish(&o->builder, "own-trees", plan, why);
    lb_build_abandon(&o->builder);
    free(o->load);
    free(o->tree);
    if (!error)
        (*plan)->control_before = o->before;
    return error;
}

/* Where links are not full a hop less may matter more than even loads: few packets are tried both ways. */
static int schedule(owner *o, lb_plan **plan, lb_why *why) {
    int error = attempt(o, false, plan, why);
    if (error || o->random || o->count > o->d * o->d)
        return error;
    lb_plan *other = NULL;
    error = attempt(o, true, &other, why);
    if (!error)
        lb_keep_shorter(plan, other);
    if (error) {
        lb_plan_free(*plan);
        *plan = NULL;
    }
    return error;
}

/* All packets have one source: its broadcast of one message in so many pieces. */
static int build_single(owner *o, lb_plan **plan, lb_why *why) {
    lb_plan *single = NULL;
    lb_cursor *cursor = NULL;
    lb_move move;
    uint64_t moves = lb_times(o->count, o->task->net.nodes - 1);
    lb_plan_options options = *o->options;
    options.packets = o->count;
    lb_build_begin(&o->builder, o->task, LB_EXPLICIT, LB_UNIT, 0, o->options->packets, 1);
    int error = lb_build_expect(&o->builder, moves, moves, why);
    if (!error)
        error =
            lb_build_as(&lb_algo_broadcast_4, &o->task->net, LB_BROADCAST, o->task->list[0], &options, &single, why);
    if (!error)
        error = lb_cursor_open(single, &cursor, why);
    while (!error && lb_cursor_next(cursor, &move)) /* an error shows in the end */
        lb_many_build(&o->builder, move.step, move.from, move.port, parcel_of(o, (uint32_t)move.items[0].lo));
    lb_cursor_close(cursor);
    lb_plan_free(single);
    if (!error)
        error = lb_build_finish(&o->builder, "own-trees", plan, why);
    lb_build_abandon(&o->builder);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    owner o = {.task = task, .options = options, .d = task->net.ports};
    int error = lb_many_count(task, options, &o.count, why);
    if (error)
        return error;
    if (o.d == 0 || o.count <= o.d)
        return lb_build_rank_order(task, options, 0, plan, why);
    if (lb_many_one_each(task, options))
        return lb_build_one_each(task, options, 0, plan, why);
    if (task->list[0] == task->list[task->count - 1])
        return build_single(&o, plan, why);
    return schedule(&o, plan, why);
}

int lb_build_random_trees(const lb_task *task, const lb_plan_options *options, uint32_t before, lb_plan **plan,
                          lb_why *why) {
    *plan = NULL;
    owner o = {.task = task, .options = options, .d = task->net.ports, .before = before, .random = true};
    int error = lb_many_count(task, options, &o.count, why);
    if (error)
        return error;
    return o.d == 0 || o.count == 0 ? lb_build_rank_order(task, options, 0, plan, why) : schedule(&o, plan, why);
}

static int build_random(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    return lb_build_random_trees(task, options, 0, plan, why);
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    uint64_t count = lb_times(task->count, o->packets), n = task->net.nodes;
    bool single = task->count && task->list[0] == task->list[task->count - 1];
    if (count <= task->net.ports || task->net.ports == 0 || lb_many_one_each(task, o))
        return 90;
    if (single && lb_times(count, n) <= MOST_MOVES)
        return 90;
    return lb_times(count, n) <= MOST_MOVES && lb_times(lb_times(count, n), task->net.ports) <= MOST_WORK ? 80 : 15;
}

const lb_algo lb_algo_random_trees = {
    .info = {.name = "random-trees",
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): no roots, no scan",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .unit = true,
             .promise = "about K/d + sqrt(2*(K/d)*ln(d*2^d)) + d steps; nobody need know anything"},
    .score = 15,
    .build = build_random,
};

const lb_algo lb_algo_own_trees = {
    .info = {.name = "own-trees",
             .source = "beyond Stamoulis & Tsitsiklis 1993 (003): balanced trees of known sources",
             .tasks = LB_TASK_BIT(LB_MULTIBROADCAST),
             .cubes_only = true,
             .unit = true,
             .promise = "d steps for K <= d; else a few more than the bound max{d, K/d}"},
    .suits = suits,
    .rival = &lb_algo_dimension_order,
    .build = build,
};
