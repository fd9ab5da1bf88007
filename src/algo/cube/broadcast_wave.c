/* BROADCAST 3A, 3B and 4 (001, section 2): the message runs over the cube as a wave.
 *
 * BROADCAST 3A. The message is cut into d packets P_0..P_(d-1). In stage k only the nodes at distance k from the root
 * send, each over all its links: node x sends P_w back across each set bit w, and across each clear bit z the packet
 * of the first set bit after z (the root sends P_z). So P_j goes down the j-th of the d edge-disjoint spanning binomial
 * trees (src/tree/edge_disjoint.h), and the stage is the sender's distance. Packets into the root are left out.
 * d+1 stages (one for d = 1): (d+1)*(tau*m/d + beta).
 *
 * BROADCAST 3B saves the last stage, which only takes P_z from the far corner to its neighbour without bit z: a second
 * wave one stage behind the first, with P_(j+1) on tree j, brings it there in time. Only what is needed of the second
 * wave is sent: P_z over the path that crosses z-1, then z+1, z+2, ... z-2; the nodes on it have it before the first
 * wave would bring it, which is then left out. So every packet reaches every node once, transmissions are the fewest
 * possible, and the reverse is a reduce. d*(tau*m/d + beta).
 *
 * BROADCAST 4 is g of them one stage apart, 3A's and at last a 3B, for g parts of the message:
 *
 *      (d+g-1)*(tau*m/(d*g) + beta)
 *
 * least for the least g with g*(g+1)*beta >= (d-1)*tau*m/d. The data term tends to tau*m/d: the root's d links must
 * carry the message. With packets of a fixed size, P of them, it is absolutely optimal: d+ceil(P/d)-1 steps, since the
 * last packet to leave the root leaves in step ceil(P/d) at the earliest and has d hops to go. */
#include "algo/common/formula.h"
#include "algo/cube/algorithms.h"
#include "tree/edge_disjoint.h"

#include <stdlib.h>

typedef struct wave {
    unsigned d;
    uint32_t groups;
    bool second;     /* the last group has a second wave and no stage d */
    uint64_t pieces; /* of the message; the last group may be short of d */
    bool apart;      /* a tree has its pieces side by side: cut at whole bytes it has no more than another */
} wave;

/* Whether x is the node that P_z passes on its second way after k hops: bits z-1 and z+1 .. z+k-1. */
static bool on_second_way(unsigned d, uint32_t x, unsigned z, unsigned k) {
    uint32_t bits = UINT32_C(1) << ((z + d - 1) % d);
    for (unsigned i = 1; i < k; i++)
        bits |= UINT32_C(1) << ((z + i) % d);
    return k > 0 && k < d && x == bits;
}

/* Which piece x sends across dim in this step; UINT64_MAX for none. */
static uint64_t piece_of(const wave *w, uint32_t step, uint32_t x, unsigned dim) {
    unsigned d = w->d, k = (unsigned)__builtin_popcount(x), tree = lb_disjoint_tree(d, x, dim);
    uint32_t y = x ^ UINT32_C(1) << dim;
    if (y == 0 || step < k + 1)
        return UINT64_MAX;
    uint32_t group = step - 1 - k;
    if (w->second && group == w->groups) { /* the second wave of the last group */
        unsigned z = (dim + d - k) % d;    /* x has k hops behind it: dim is z+k, or z-1 when it has none */
        z = k == 0 ? (dim + 1) % d : z;
        if (d < 2 || k + 1 >= d || (k > 0 && !on_second_way(d, x, z, k)))
            return UINT64_MAX;
        tree = z;
        group--;
    } else if (group >= w->groups) {
        return UINT64_MAX;
    } else if (w->second && group + 1 == w->groups && tree == dim && x >> dim & 1 && on_second_way(d, y, dim, k - 1)) {
        return UINT64_MAX; /* y has it already */
    }
    uint64_t piece = (uint64_t)group * d + tree;
    if (piece >= w->pieces)
        return UINT64_MAX;
    return w->apart ? (uint64_t)tree * w->groups + group : piece;
}

static void broadcast_one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    uint64_t piece = piece_of(plan->generator.data, step, node, port);
    if (piece == UINT64_MAX)
        return;
    lb_room_move(room, node, port);
    lb_room_item(room, 0, 0, piece, piece + 1);
}

/* The reverse: what the neighbour sends here in the step that is as far from the end. */
static void reduce_one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    uint32_t neighbor = node ^ UINT32_C(1) << port;
    uint64_t piece = piece_of(plan->generator.data, plan->steps + 1 - step, neighbor, port);
    if (piece == UINT64_MAX)
        return;
    lb_room_move(room, node, port);
    lb_room_item(room, 0, 0, piece, piece + 1);
}

static int build_wave(const lb_task *task, const lb_plan_options *o, wave w, lb_plan **plan, lb_why *why) {
    uint64_t moves = lb_times(task->net.nodes - 1, w.pieces);
    uint32_t steps = w.d == 0 ? 0 : w.d + w.groups - (w.second || w.d == 1);
    if (w.pieces > LB_MAX_DENOMINATOR || w.groups > UINT32_MAX - 64 || moves >= UINT64_C(1) << 62)
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    wave *data = lb_array(1, sizeof *data);
    if (!data)
        return lb_fail_memory(why, "a plan");
    *data = w;
    lb_generator generator = {
        .one = task->kind == LB_REDUCE ? reduce_one : broadcast_one,
        .free = free,
        .data = data,
        .bytes = sizeof *data,
        .denominator = w.pieces > 1 ? w.pieces : 0,
        .fine = true,
    };
    int error = lb_plan_generated(task, "broadcast-4", LB_ROOTED, steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return LB_OK;
}

/* The gain from pipelining: the data term is (1 + (d-1)/g)/d. */
static lb_ratio gain(unsigned d) {
    lb_ratio r = {0, 1};
    if (d > 1)
        lb_ratio_make(d - 1, d, &r);
    return r;
}

static int build_4(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    wave w = {.d = task->net.ports, .groups = 1, .second = true};
    if (o->clock == LB_UNIT) {
        w.pieces = o->packets;
        uint64_t groups = w.d ? lb_ceil_div(o->packets, w.d) : 1;
        w.groups = groups < UINT32_MAX ? (uint32_t)groups : UINT32_MAX;
    } else {
        int error = lb_choose_groups(o, gain(w.d), w.d, &w.groups);
        if (error)
            return lb_fail(why, error, "the number of groups could not be chosen");
        w.pieces = (uint64_t)w.d * w.groups;
        w.apart = true;
    }
    return build_wave(task, o, w, plan, why);
}

static int build_3(const lb_task *task, const lb_plan_options *o, bool second, lb_plan **plan, lb_why *why) {
    wave w = {.d = task->net.ports, .groups = 1, .second = second, .pieces = task->net.ports};
    return build_wave(task, o, w, plan, why);
}

static int build_3a(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build_3(task, o, false, plan, why);
}

static int build_3b(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build_3(task, o, true, plan, why);
}

static int time_3a(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t d = task->net.ports, stages = d < 2 ? d : d + 1;
    (void)o;
    return lb_formula_set(f, "(d+1)*(tau*m/d + beta)", stages, d ? d : 1, stages);
}

static int time_3b(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t d = task->net.ports;
    (void)o;
    return lb_formula_set(f, "tau*m + d*beta", d > 0, 1, d);
}

static int time_4(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    unsigned d = task->net.ports;
    uint32_t g = 1;
    int error = lb_choose_groups(o, gain(d), d, &g);
    if (error)
        return error;
    uint64_t stages = d ? (uint64_t)d + g - 1 : 0;
    error = lb_formula_set(f, "(d+g-1)*(tau*m/(d*g) + beta)", stages, d ? (uint64_t)d * g : 1, stages);
    f->groups = g;
    return error;
}

static int suits_4(const lb_task *task, const lb_plan_options *o) {
    (void)task;
    if (!lb_can_choose(o))
        return 0;
    return o->clock == LB_LINEAR || o->packets > 1 ? 95 : 85;
}

const lb_algo lb_algo_broadcast_3a = {
    .info = {.name = "broadcast-3a",
             .source = "Stout & Wagar 1990 (001), section 2: BROADCAST 3A",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             .cubes_only = true,
             .linear = true,
             .promise = "(d+1)*(tau*m/d + beta)"},
    .score = 30,
    .time = time_3a,
    .build = build_3a,
};

const lb_algo lb_algo_broadcast_3b = {
    .info = {.name = "broadcast-3b",
             .source = "Stout & Wagar 1990 (001), section 2: BROADCAST 3B",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             .cubes_only = true,
             .linear = true,
             .promise = "tau*m + d*beta"},
    .score = 30,
    .time = time_3b,
    .build = build_3b,
};

#define WAVES                                                                                                          \
    .cubes_only = true, .unit = true, .linear = true, .groups = true,                                                  \
    .promise = "d+ceil(P/d)-1 steps for P packets (optimal); (d+g-1)*(tau*m/(d*g) + beta)"

const lb_algo lb_algo_broadcast_4 = {
    .info = {.name = "broadcast-4",
             .source = "Stout & Wagar 1990 (001), section 2: BROADCAST 4",
             .tasks = LB_TASK_BIT(LB_BROADCAST),
             WAVES},
    .suits = suits_4,
    .needs = LB_NEEDS_COST,
    .time = time_4,
    .build = build_4,
};

const lb_algo lb_algo_reduce_4 = {
    .info = {.name = "reduce-4", .source = "reverse of broadcast-4", .tasks = LB_TASK_BIT(LB_REDUCE), WAVES},
    .reverse_of = &lb_algo_broadcast_4,
    .build = build_4,
};
