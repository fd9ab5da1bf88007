/* prefix: scan and exscan on every torus, in as many steps as the diameter, which is optimal.
 *
 * Dimension by dimension, the lowest first. When dimension i begins, a node knows the combination T of the run of
 * stride(i) consecutive nodes that it belongs to, and of the part of that run before itself. Nodes that differ in digit
 * i only then bring each other their Ts, along the ring of dimension i both ways at once, and what has come together to
 * a span in one packet:
 *
 *   from below  node x gets [x-t, x-1] in step t while t <= x; then, round the ring, [r-(t-x), r-1]
 *   from above  node x gets [x+1, x+t] while t < r-x; then [0, t-(r-x)]
 *
 * (digits for their runs). After floor(r/2) steps what has come from both sides fits together to the whole ring without
 * overlap; no span ever goes over the end, so order is kept and the operation need not commute. In the last dimension
 * only what is needed of that is sent.
 *
 * On the d-cube that is d steps of one exchange each, over one port at a time. Packets of a longer message follow one
 * another as soon as the slowest ring is free: diameter + (P-1)*max floor(r/2), on the cube d+P-1. (Rotating the
 * dimensions, as symmetrize does, would break the order.) On one port spans come from below only, r-1 steps a ring. */
#include "algo/common/formula.h"
#include "algo/prefix/algorithms.h"
#include "algo/prefix/spans.h"

typedef struct prefix {
    unsigned last;               /* dimension with links */
    bool both;                   /* ways round a ring at once */
    uint32_t start[LB_MAX_DIMS]; /* the steps before the dimension's */
    uint32_t depth;              /* steps of one packet */
    uint32_t stagger;
    uint64_t packets;
} prefix;

/* Steps in which spans come from below, and from above. */
static uint32_t from_below(const prefix *f, uint32_t r) {
    return f->both ? r / 2 : r - 1;
}

static uint32_t from_above(const prefix *f, uint32_t r) {
    return f->both ? r - 1 - r / 2 : 0;
}

/* The digits [*a,*b] that come to digit x in step t of `steps`; false: none, or none that is needed. In the last
 * dimension only digits below are: what comes from above before it has gone round the ring is needed where there is
 * time for it to get round. */
static bool below(uint32_t r, uint32_t x, uint32_t t, bool last, uint32_t *a, uint32_t *b) {
    *a = t <= x ? x - t : r - (t - x);
    *b = t <= x ? x - 1 : r - 1;
    return t <= x || !last;
}

static bool above(uint32_t r, uint32_t x, uint32_t t, uint32_t steps, bool last, uint32_t *a, uint32_t *b) {
    bool far = t >= r - x;
    *a = far ? 0 : x + 1;
    *b = far ? t - (r - x) : x + t;
    return far || !last || t + x < steps;
}

/* What nodes send through a port in a step: the span depends on the node's digit and what is above it. */
typedef struct sending {
    unsigned port, dim;
    uint32_t packet, t;
} sending;

/* False: nobody sends through the port in this step. */
static bool is_sending(const prefix *f, const lb_net *net, uint32_t step, unsigned port, sending *s) {
    unsigned dim = lb_port_dim(net, port);
    if (step <= f->start[dim])
        return false;
    uint32_t since = step - f->start[dim] - 1;
    *s = (sending){.port = port, .dim = dim, .packet = since / f->stagger, .t = since % f->stagger + 1};
    return s->packet < f->packets && s->t <= from_below(f, net->radix[dim]);
}

static bool span_of(const prefix *f, const lb_net *net, const sending *s, uint32_t node, uint32_t *from, uint32_t *to) {
    uint32_t r = net->radix[s->dim], stride = net->stride[s->dim], t = s->t, a, b;
    uint32_t above_it = node / stride, digit = above_it % r, base = (above_it - digit) * stride;
    bool up = lb_port_sign(net, s->port) > 0, last = s->dim == f->last, some;
    if (r == 2) /* one link: what it brings to 1 comes from below, and to 0 round the ring */
        some = t == 1 && below(r, 1 - digit, t, last, &a, &b);
    else if (up)
        some = t <= from_below(f, r) && below(r, digit + 1 < r ? digit + 1 : 0, t, last, &a, &b);
    else
        some = t <= from_above(f, r) && above(r, digit ? digit - 1 : r - 1, t, from_above(f, r), last, &a, &b);
    if (!some)
        return false;
    *from = base + a * stride;
    *to = base + (b + 1) * stride - 1;
    return true;
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const prefix *f = plan->generator.data;
    const lb_net *net = &plan->task->net;
    sending s;
    uint32_t from, to;
    if (!is_sending(f, net, step, port, &s) || !span_of(f, net, &s, node, &from, &to))
        return;
    lb_room_move(room, node, port);
    lb_room_item(room, from, to, s.packet, s.packet + UINT64_C(1));
}

/* Nodes that have the same digits from some dimension on send the same there: the span is found once for all. */
static void part(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room) {
    const prefix *f = plan->generator.data;
    const lb_net *net = &plan->task->net;
    sending s[LB_TORUS_PORTS];
    uint32_t from[LB_TORUS_PORTS], to[LB_TORUS_PORTS], until;
    unsigned count = 0;
    for (unsigned port = 0; port < net->ports; port++)
        count += is_sending(f, net, step, port, &s[count]);
    for (uint32_t node = first; node < end && count; node = until) {
        bool some[LB_TORUS_PORTS] = {false};
        until = end;
        for (unsigned i = 0; i < count; i++) {
            uint32_t stride = net->stride[s[i].dim], left = stride - node % stride;
            until = left < until - node ? node + left : until;
            some[i] = span_of(f, net, &s[i], node, &from[i], &to[i]);
        }
        for (uint32_t v = node; v < until; v++) {
            for (unsigned i = 0; i < count; i++) {
                if (!some[i])
                    continue;
                lb_room_move(room, v, s[i].port);
                lb_room_item(room, from[i], to[i], s[i].packet, s[i].packet + UINT64_C(1));
            }
        }
    }
}

/* Packets that one packet of the message makes. */
static uint64_t count_moves(const prefix *f, const lb_net *net) {
    uint64_t moves = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        uint64_t r = net->radix[i], n = net->nodes / r, down = from_below(f, net->radix[i]),
                 up = from_above(f, net->radix[i]);
        if (r == 1)
            continue;
        for (uint64_t x = 0; x < r; x++) {
            uint64_t near = up > x + 1 ? up - x - 1 : 0, far = up > r - x - 1 ? up - (r - x - 1) : 0;
            moves += n * (i < f->last ? down + up : (x < down ? x : down) + near + far);
        }
    }
    return moves;
}

/* The shape for `packets` packets on so many ports. */
static prefix shape_of(const lb_net *net, uint32_t ports, uint64_t packets) {
    prefix f = {.both = ports > 1, .stagger = 1, .packets = packets};
    uint32_t widest = 1;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i];
        f.start[i] = f.depth;
        if (r == 1)
            continue;
        f.last = i;
        widest = f.both && r > 2 ? 2 : widest;
        f.depth += from_below(&f, r);
        f.stagger = from_below(&f, r) > f.stagger ? from_below(&f, r) : f.stagger;
    }
    /* Packets under way are in different dimensions; no more of them than the ports can serve. */
    if (ports < net->ports && lb_times(packets, widest) > ports) {
        uint32_t served = ports / widest, apart = (f.depth + served - 1) / served;
        f.stagger = apart > f.stagger ? apart : f.stagger;
    }
    return f;
}

static uint64_t stages_of(const prefix *f) {
    return f->depth ? f->depth + (f->packets - 1) * f->stagger : 0;
}

uint64_t lb_prefix_steps(const lb_net *net, uint32_t ports, uint64_t packets) {
    prefix f = shape_of(net, ports, packets);
    return stages_of(&f);
}

/* (D + (g-1)*s)*(tau*m/g + beta), s being the stagger: what there is to gain from g groups. */
static lb_ratio gain_of(const prefix *f) {
    lb_ratio gain = {0, 1};
    if (f->depth > f->stagger)
        lb_ratio_make(f->depth - f->stagger, f->stagger, &gain);
    return gain;
}

static double near_time(const lb_task *task, const lb_plan_options *o, uint32_t groups) {
    prefix f = shape_of(&task->net, o->ports, groups);
    return lb_spans_near_time(o, stages_of(&f), groups);
}

/* Where ports are limited, groups beyond those that all ports together can serve are farther apart: the best of many
 * groups is held against the best of so few. */
static int choose_groups(const lb_task *task, const lb_plan_options *o, uint32_t *groups) {
    prefix one_packet = shape_of(&task->net, o->ports, 1), many = shape_of(&task->net, o->ports, LB_MAX_GROUPS);
    uint32_t few, served = 1;
    int error = lb_choose_groups(o, gain_of(&many), 1, groups);
    if (error || o->groups || many.stagger == one_packet.stagger)
        return error;
    while (served < o->ports && shape_of(&task->net, o->ports, served + 1).stagger == one_packet.stagger)
        served++;
    error = lb_choose_groups(o, gain_of(&one_packet), 1, &few);
    few = few < served ? few : served;
    if (!error && near_time(task, o, few) <= near_time(task, o, *groups))
        *groups = few;
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    uint64_t packets = lb_spans_packets(task, o, choose_groups);
    prefix f = shape_of(&task->net, o->ports, packets);
    uint64_t steps = f.depth ? lb_times(packets - 1, f.stagger) : 0;
    uint64_t moves = lb_times(count_moves(&f, &task->net), packets);
    steps = steps < UINT32_MAX ? steps + f.depth : steps;
    lb_span_plan spans = {
        .one = one, .part = part, .data = &f, .bytes = sizeof f, .packets = packets, .steps = steps, .moves = moves};
    return lb_spans_generated(task, o, "prefix", &spans, plan, why);
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    uint32_t g = 1;
    int error = choose_groups(task, o, &g);
    if (error)
        return error;
    prefix f = shape_of(&task->net, o->ports, g);
    uint64_t stages = stages_of(&f);
    bool cube = lb_net_is_cube(&task->net);
    const char *text =
        cube && o->ports == task->net.ports ? "(d+g-1)*(tau*m/g + beta)" : "(D+(g-1)*s)*(tau*m/g + beta)";
    error = lb_formula_set(formula, text, stages, g, stages);
    formula->groups = g;
    /* With some of the ports packets wait where they need not: the simulator may find less. */
    formula->exact = cube && (o->ports == 1 || o->ports >= task->net.ports);
    return error;
}

const lb_algo lb_algo_prefix = {
    .info = {.name = "prefix",
             .source = "after Stamoulis & Tsitsiklis 1993 (003), section 2.4: parallel prefix, on any torus",
             LB_SPANS_INFO,
             .promise = "as many steps as the diameter (optimal); d+P-1 on the cube for P packets"},
    .score = 90,
    .time = time_of,
    .work = lb_spans_work,
    .build = build,
};
