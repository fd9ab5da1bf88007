/* prefix-sweep: scan and exscan of long messages on tori. Every link carries the message at most once.
 *
 * The totals of runs of nodes are summed up dimension by dimension, the lowest first, each ring towards its middle digit
 * c = floor(r/2), whose node goes on for all of them; then what comes before each run is handed down again, the highest
 * dimension first. In a ring whose runs begin at node b and are s nodes long (x is a digit, E is what comes before b):
 *
 *   in   x < c sends up what is known so far, [b, end of x]; x > c sends down [x, end of the ring]. The node with digit c
 *        then has the ring's total in two parts, and what is before it in the ring
 *   out  the node with digit c gets E. It is handed down to the digits below c, which know what is between b and
 *        themselves; digits above c get what comes before them, [0, x-1], each from the digit below
 *
 * The last dimension has no total to make: digit x sends [0, end of x] up. Spans never go over the end of a ring, so
 * order is kept. Each directed link has its one step, so that packets follow one another in every step:
 * K+P-1 steps, K being twice the sum of floor(r/2), in the last dimension r-1 instead. prefix takes half of that at
 * most for the first packet, but floor(r/2) steps for each of the others. */
#include "many/many.h"

#include "algo/formula.h"

#include <stdlib.h>

typedef struct sweep {
    unsigned last;             /* dimension with links */
    uint32_t in[LB_MAX_DIMS];  /* the steps before those in which its rings are summed up */
    uint32_t out[LB_MAX_DIMS]; /* and before those in which they hand down */
    uint32_t depth;            /* steps of one packet */
    uint64_t moves;            /* of one packet */
    uint64_t packets;
} sweep;

static uint32_t middle(uint32_t r) {
    return r / 2;
}

static sweep shape_of(const lb_net *net, uint64_t packets) {
    sweep f = {.packets = packets};
    if (net->nodes == 1)
        return f;
    for (unsigned i = 0; i < net->dims; i++)
        f.last = net->radix[i] > 1 ? i : f.last;
    for (unsigned i = 0; i <= f.last; i++) {
        f.in[i] = f.depth;
        f.depth += i == f.last ? net->radix[i] - 1 : middle(net->radix[i]);
    }
    f.moves = net->radix[f.last] - 1;
    for (unsigned i = f.last; i-- > 0;) {
        uint64_t r = net->radix[i], rings = net->nodes / net->stride[i] / r;
        f.out[i] = f.depth;
        f.depth += middle(net->radix[i]);
        f.moves += rings * 2 * (r - 1) - middle(net->radix[i]); /* nothing comes before the first ring */
    }
    return f;
}

typedef struct leg {
    uint32_t step; /* of the first packet; 0: the link is not used */
    uint32_t first, end;
} leg;

/* What digit x of a ring sends up, or down. b: the ring's first node; s: its stride. */
static leg leg_of(const sweep *f, unsigned dim, uint32_t r, uint32_t x, bool up, uint32_t b, uint32_t s) {
    uint32_t c = middle(r);
    if (up && x + 1 == r)
        return (leg){0, 0, 0};
    if (dim == f->last)
        return up ? (leg){f->in[dim] + x + 1, 0, (x + 1) * s} : (leg){0, 0, 0};
    if (up)
        return x < c ? (leg){f->in[dim] + x + 1, b, b + (x + 1) * s}
                     : (leg){f->out[dim] + x - c + 1, 0, b + (x + 1) * s};
    if (x > c)
        return (leg){f->in[dim] + r - x, b + x * s, b + r * s};
    return x == 0 || b == 0 ? (leg){0, 0, 0} : (leg){f->out[dim] + c - x + 1, 0, b};
}

/* Whether the node stands for its run: all lower digits in the middle. */
static bool stands(const lb_net *net, unsigned dim, uint32_t node) {
    for (unsigned i = 0; i < dim; i++) {
        if (node / net->stride[i] % net->radix[i] != middle(net->radix[i]))
            return false;
    }
    return true;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const sweep *f = plan->generator.data;
    const lb_net *net = &plan->task->net;
    unsigned dim = lb_port_dim(net, port);
    uint32_t r = net->radix[dim], s = net->stride[dim], x = node / s % r;
    bool up = r == 2 ? x == 0 : lb_port_sign(net, port) > 0;
    if (!stands(net, dim, node))
        return;
    leg l = leg_of(f, dim, r, x, up, node - node % s - x * s, s);
    if (l.step == 0 || step < l.step || step - l.step >= f->packets)
        return;
    uint64_t packet = step - l.step;
    lb_room_move(room, node, port);
    lb_room_item(room, l.first, l.end - 1, packet, packet + 1);
}

static uint64_t stages_of(const sweep *f) {
    return f->depth ? f->depth + (f->packets - 1) : 0;
}

/* (K+g-1)*(tau*m/g + beta) */
static int choose_groups(const lb_task *task, const lb_plan_options *o, uint32_t *groups) {
    sweep f = shape_of(&task->net, 1);
    return lb_choose_groups(o, (lb_ratio){f.depth ? f.depth - 1 : 0, 1}, 1, groups);
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    uint64_t packets = o->packets;
    if (o->clock == LB_LINEAR) {
        uint32_t groups = 1;
        if (lb_can_choose(o))
            choose_groups(task, o, &groups);
        packets = groups;
    }
    sweep *f = lb_array(1, sizeof *f);
    if (!f)
        return lb_fail_memory(why, "a plan");
    *f = shape_of(&task->net, packets);
    uint64_t moves = lb_times(f->moves, packets), steps = stages_of(f);
    if (steps > UINT32_MAX - 1 || moves >= UINT64_C(1) << 62) {
        free(f);
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    }
    lb_generator generator = {
        .one = one,
        .free = free,
        .data = f,
        .bytes = sizeof *f,
        .denominator = packets > 1 ? packets : 0,
        .fine = true,
        .has_origin = true,
        .has_dest = true,
    };
    int error = lb_plan_generated(task, "prefix-sweep", LB_EXPLICIT, (uint32_t)steps, moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return LB_OK;
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    uint32_t g = 1;
    int error = choose_groups(task, o, &g);
    if (error)
        return error;
    sweep f = shape_of(&task->net, g);
    uint64_t stages = stages_of(&f);
    error = lb_formula_set(formula, "(K+g-1)*(tau*m/g + beta)", stages, g, stages);
    formula->groups = g;
    return error;
}

/* Better than prefix where packets are many and rings long. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    sweep f = shape_of(&task->net, o->clock == LB_UNIT ? o->packets : o->groups ? o->groups : 1);
    return stages_of(&f) < lb_prefix_steps(&task->net, o->ports, f.packets) ? 95 : 30;
}

const lb_algo lb_algo_prefix_sweep = {
    .info = {.name = "prefix-sweep",
             .source = "sums towards the middle of each ring and back, for long messages on tori",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .unit = true,
             .linear = true,
             .groups = true,
             .promise = "K+P-1 steps for P packets, each link carries each of them once at most; K is less than twice "
                        "the diameter and a ring"},
    .suits = suits,
    .time = time_of,
    .build = build,
};
