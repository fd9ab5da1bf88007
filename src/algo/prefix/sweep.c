/* prefix-sweep: scan and exscan of long messages. Every link carries the message at most once, and those of the lowest
 * dimension are never idle: on cubes that is the bound.
 *
 * The totals of runs of nodes are summed up dimension by dimension, the lowest first, each ring towards one digit c,
 * whose node goes on for all of them; then what comes before each run is handed out again, the highest dimension first.
 * In a ring whose runs begin at node b and are s nodes long (x is a digit, E is what comes before b):
 *
 * In: x < c sends up what is known so far, [b, end of x]; x > c sends down [x, end of the ring]. The node with digit c
 * then has the ring's total in two parts, and what is before it in the ring.
 *
 * Out: the node with digit c gets E. It is handed down to the digits below c, which know what is between b and
 * themselves; digits above c get what comes before them, [0, x-1], each from the digit below.
 *
 * The last dimension has no total to make: digit x sends [0, end of x] up. Spans never go over the end of a ring, so
 * order is kept.
 *
 * In the lowest dimension half of the packets have c = r-1: in upwards, out downwards. The other half have c = 0: in
 * downwards, out upwards. So while the first packets of either half are on their ways through the other dimensions the
 * links that they will come back over serve the other half. In the other dimensions c = floor(r/2), and the halves,
 * having different nodes, do not meet.
 *
 * K being the steps before a first packet goes out in the lowest dimension, r its radix, P packets take
 * r-2 + max(K + ceil(P/2), P) steps: on cubes P, from 4(d-1) packets on. In a ring, which has no other dimensions, they
 * go up the one way after another, r-1 + P-1 steps, over one port. */
#include "algo/prefix/algorithms.h"
#include "algo/prefix/spans.h"

#include "algo/common/formula.h"

typedef struct sweep {
    unsigned low, last;        /* dimensions with links */
    uint32_t in[LB_MAX_DIMS];  /* the steps before those in which its rings are summed up */
    uint32_t out[LB_MAX_DIMS]; /* and before those in which they hand out; not of the lowest */
    uint32_t depth;            /* steps before the lowest dimension can hand out */
    uint64_t packets, half[2]; /* of those that go up first, and down first */
    uint64_t moves[2];         /* of one packet of either */
} sweep;

/* Where a ring is summed up for packets that go down first in the lowest dimension, or up. */
static uint32_t middle(const sweep *f, const lb_net *net, unsigned dim, unsigned down) {
    uint32_t r = net->radix[dim];
    if (dim == f->low)
        return down ? 0 : r - 1;
    return r / 2;
}

static bool is_ring(const sweep *f) {
    return f->low == f->last;
}

static void count_moves(sweep *f, const lb_net *net) {
    for (unsigned down = 0; down < 2; down++) {
        f->moves[down] = lb_span_climb_moves(net, f->low, f->last);
        if (!is_ring(f)) /* nothing comes before the first ring */
            f->moves[down] +=
                net->nodes / net->radix[f->low] * 2 * (net->radix[f->low] - 1) - middle(f, net, f->low, down);
    }
}

static sweep shape_of(const lb_net *net, uint64_t packets) {
    sweep f = {.packets = packets};
    if (net->nodes == 1)
        return f;
    lb_span_dims(net, &f.low, &f.last);
    f.depth = net->radix[f.low] - 1;
    lb_span_climb(net, f.low, f.last, f.in, f.out, &f.depth);
    f.half[1] = is_ring(&f) ? 0 : packets / 2;
    f.half[0] = packets - f.half[1];
    count_moves(&f, net);
    return f;
}

static uint64_t stages_of(const sweep *f, const lb_net *net) {
    if (net->nodes == 1)
        return 0;
    if (is_ring(f))
        return f->depth + f->packets - 1;
    uint64_t slowest = f->depth + f->half[0];
    return net->radix[f->low] - 2 + (slowest > f->packets ? slowest : f->packets);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const sweep *f = plan->generator.data;
    const lb_net *net = &plan->task->net;
    unsigned dim = lb_port_dim(net, port);
    lb_span_ring g = {.s = net->stride[dim], .r = net->radix[dim], .in = f->in[dim]};
    uint32_t x = node / g.s % g.r;
    bool up = g.r == 2 ? x == 0 : lb_port_sign(net, port) > 0;
    g.b = node - node % g.s - x * g.s;
    for (unsigned down = 0; down < 2; down++) {
        if (!lb_span_stands(net, f->low, dim, node, middle(f, net, f->low, down)))
            continue;
        uint64_t other = f->half[1 - down]; /* has the links of the lowest dimension first */
        g.c = middle(f, net, dim, down);
        g.out = dim > f->low ? f->out[dim] : f->depth > other ? f->depth : other;
        lb_span_leg l = lb_span_leg_of(&g, x, up, dim == f->last);
        if (l.step == 0 || step < l.step || step - l.step >= f->half[down])
            continue;
        uint64_t packet = step - l.step + (down ? f->half[0] : 0);
        lb_room_move(room, node, port);
        lb_room_item(room, l.first, l.end - 1, packet, packet + 1);
        return;
    }
}

static double near_time(const lb_task *task, const lb_plan_options *o, uint32_t groups) {
    sweep f = shape_of(&task->net, groups);
    return lb_spans_near_time(o, stages_of(&f, &task->net), groups);
}

static void try_groups(const lb_task *task, const lb_plan_options *o, uint64_t from, uint64_t to, uint32_t *groups) {
    uint64_t most = o->cost->bytes < LB_MAX_GROUPS ? o->cost->bytes : LB_MAX_GROUPS;
    for (uint64_t g = from; g <= to; g++) {
        if (g >= 1 && g <= most && near_time(task, o, (uint32_t)g) < near_time(task, o, *groups))
            *groups = (uint32_t)g;
    }
}

/* Up to 2K groups the time is (r-2+K + ceil(g/2))*(tau*m/g + beta), beyond (r-2 + g)*(tau*m/g + beta): the best is near
 * the best of one of them, or where they meet. */
static int choose_groups(const lb_task *task, const lb_plan_options *o, uint32_t *groups) {
    sweep f = shape_of(&task->net, 1);
    uint64_t r = task->net.nodes > 1 ? task->net.radix[f.low] : 2, few = f.depth + r - 2;
    uint32_t g;
    if (o->groups || task->net.nodes == 1 || is_ring(&f))
        return lb_choose_groups(o, (lb_ratio){f.depth ? f.depth - 1 : 0, 1}, 1, groups);
    int error = lb_choose_groups(o, (lb_ratio){(int64_t)r - 2, 1}, 1, groups);
    if (!error)
        error = lb_choose_groups(o, (lb_ratio){2 * (int64_t)few, 1}, 1, &g);
    if (error)
        return error;
    try_groups(task, o, g > 2 ? g - 2 : 1, (uint64_t)g + 2, groups);
    try_groups(task, o, 2 * (uint64_t)f.depth - 2, 2 * (uint64_t)f.depth + 2, groups);
    return LB_OK;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t packets = lb_spans_packets(task, o, choose_groups);
    sweep f = shape_of(&task->net, packets);
    uint64_t up = lb_times(f.moves[0], f.half[0]), down = lb_times(f.moves[1], f.half[1]);
    uint64_t steps = stages_of(&f, &task->net);
    lb_span_plan spans = {.one = one, .data = &f, .bytes = sizeof f, .packets = packets, .steps = steps};
    spans.moves = up < UINT64_C(1) << 61 && down < UINT64_C(1) << 61 ? up + down : UINT64_MAX;
    return lb_spans_generated(task, o, "prefix-sweep", &spans, plan, why);
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    uint32_t g = 1;
    int error = choose_groups(task, o, &g);
    if (error)
        return error;
    sweep f = shape_of(&task->net, g);
    uint64_t stages = stages_of(&f, &task->net);
    const char *text = is_ring(&f) ? "(r+g-2)*(tau*m/g + beta)" : "(r-2+max(K+ceil(g/2),g))*(tau*m/g + beta)";
    error = lb_formula_set(formula, text, stages, g, stages);
    formula->groups = g;
    return error;
}

/* Better than prefix where packets are many. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    sweep f = shape_of(&task->net, o->clock == LB_UNIT ? o->packets : o->groups ? o->groups : 1);
    if (o->ports < task->net.ports && !is_ring(&f)) /* in a ring a node sends one packet a step */
        return 0;
    return stages_of(&f, &task->net) < lb_prefix_steps(&task->net, o->ports, f.packets) ? 95 : 30;
}

const lb_algo lb_algo_prefix_sweep = {
    .info = {.name = "prefix-sweep",
             .source = "sums to one node of each ring and back, half of the message either way, for long messages",
             LB_SPANS_INFO,
             .promise = "as many steps as packets on the cube (optimal), r-2 more on tori, from some number on"},
    .suits = suits,
    .needs = "it drives more ports at a time, except in a ring",
    .time = time_of,
    .work = lb_spans_work,
    .build = build,
};
