/* prefix-cuts: scan and exscan of long messages on tori, (r-1)/r steps a packet, r being the radix of the lowest
 * dimension.
 *
 * Where prefix-sweep sums a ring up to its first or last digit along the ring, its end is never crossed. Here the ring
 * is cut anywhere: from the cut on what is above goes up and what is below goes down, and one of the two comes to the
 * node over the end of the ring. No span goes over the end, so order is kept:
 *
 *   to r-1, cut at k: digits k..r-2 send up [k, x]; digits k-1..0 send down [x, k-1], the last of them over the end.
 *   Then r-1 sends down [0, k-1] as far as k, and what is before the ring over the end to 0; that sends up what comes
 *   before the next digit, [0, x], as far as k-1. To 0 it is the same, mirrored.
 *
 * A packet so uses all links of the ring once, but for the two at its cut. A round is 2r packets, one with every cut to
 * either end; it uses every link 2(r-1) times, and rounds follow each other as soon (cuts_table.c). The other
 * dimensions are those of prefix-sweep: no link of theirs has more than half of the packets. */
#include "algo/prefix/algorithms.h"
#include "algo/prefix/cuts_table.h"
#include "algo/prefix/spans.h"

#include "algo/common/formula.h"

typedef struct plan_of_cuts {
    unsigned low, last; /* dimensions with links */
    uint32_t in[LB_MAX_DIMS], out[LB_MAX_DIMS];
    uint64_t packets;
    lb_cuts_table table;
} plan_of_cuts;

static bool can(const lb_net *net) {
    unsigned low, last;
    if (net->nodes == 1)
        return false;
    lb_span_dims(net, &low, &last);
    return low < last && net->radix[low] > 2 && net->radix[low] <= LB_CUTS_RADIX;
}

static void shape(plan_of_cuts *f, const lb_net *net, uint64_t packets) {
    uint32_t above = 0;
    *f = (plan_of_cuts){.packets = packets};
    lb_span_dims(net, &f->low, &f->last);
    lb_span_climb(net, f->low, f->last, f->in, f->out, &above);
    lb_cuts_table_make(&f->table, net->radix[f->low], above);
}

static uint32_t round_of(const lb_cuts_table *t) {
    return 2 * t->r;
}

static uint64_t stages_of(const lb_cuts_table *t, uint64_t packets) {
    uint64_t stages = 0;
    for (uint32_t cut = 0; cut < round_of(t) && cut < packets; cut++) {
        uint64_t last = (packets - 1 - cut) / round_of(t) * t->period + t->cuts[cut].end;
        stages = last > stages ? last : stages;
    }
    return stages;
}

/* What is summed up to r-1 has a way less where nothing comes before: to 0, or to all if it is cut there. */
static uint64_t count_moves(const plan_of_cuts *f, const lb_net *net) {
    const lb_cuts_table *t = &f->table;
    uint64_t each = lb_span_climb_moves(net, f->low, f->last) + net->nodes / t->r * 2 * (t->r - 1), moves = 0;
    for (uint32_t cut = 0; cut < round_of(t) && cut < f->packets; cut++) {
        const lb_cut *c = &t->cuts[cut];
        uint64_t rounds = (f->packets - 1 - cut) / round_of(t) + 1;
        moves += rounds * (each - (c->to == 0 ? 0 : c->at ? 1 : t->r - 1));
    }
    return moves;
}

/* ---- Moves ---- */

typedef struct span {
    uint32_t first, end;
} span;

/* What digit x of the lowest dimension sends; b is the ring's first node. */
static span span_of(const lb_cut *c, uint32_t r, uint32_t b, uint32_t x, bool up) {
    if (up && x == r - 1 && c->to)
        return (span){0, b};
    if (up)
        return x >= c->at ? (span){b + c->at, b + x + 1} : (span){0, b + x + 1};
    bool in = x < c->at && (x > 0 || c->to);
    return in ? (span){b + x, b + c->at} : (span){0, b + c->at};
}

static void put(const plan_of_cuts *f, uint32_t step, uint32_t first_step, uint32_t cut, span s, uint32_t node,
                unsigned port, lb_plan *room) {
    if (step < first_step || s.end == 0)
        return;
    uint64_t packet = (uint64_t)(step - first_step) / f->table.period * round_of(&f->table) + cut;
    if (packet >= f->packets)
        return;
    lb_room_move(room, node, port);
    lb_room_item(room, s.first, s.end - 1, packet, packet + 1);
}

static void one_low(const plan_of_cuts *f, uint32_t step, uint32_t node, unsigned port, bool up, lb_plan *room) {
    const lb_cuts_table *t = &f->table;
    uint32_t x = node % t->r;
    struct lb_cuts_use use = t->uses[!up][x][(step - 1) % t->period];
    if (use.cut)
        put(f, step, use.step, use.cut - 1U, span_of(&t->cuts[use.cut - 1], t->r, node - x, x, up), node, port, room);
}

static void one(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room) {
    const plan_of_cuts *f = plan->generator.data;
    const lb_net *net = &plan->task->net;
    const lb_cuts_table *t = &f->table;
    unsigned dim = lb_port_dim(net, port);
    lb_span_ring g = {.s = net->stride[dim], .r = net->radix[dim], .in = f->in[dim], .out = f->out[dim]};
    uint32_t x = node / g.s % g.r;
    bool up = g.r == 2 ? x == 0 : lb_port_sign(net, port) > 0;
    if (dim == f->low) {
        one_low(f, step, node, port, up, room);
        return;
    }
    g.b = node - node % g.s - x * g.s;
    g.c = g.r / 2;
    lb_span_leg l = lb_span_leg_of(&g, x, up, dim == f->last);
    for (unsigned zero = 0; zero < 2 && l.step; zero++) {
        if (step < l.step || !lb_span_stands(net, f->low, dim, node, zero ? 0 : t->r - 1))
            continue;
        uint32_t cut = t->begins[zero][(step - l.step) % t->period];
        if (cut)
            put(f, step, (uint32_t)l.step + t->cuts[cut - 1].begin, cut - 1, (span){l.first, l.end}, node, port, room);
    }
}

/* ---- How many packets ---- */

/* The stages with their packets in whole bytes: a stage is as long as the largest. */
static double whole_time(const lb_cuts_table *t, const lb_plan_options *o, uint32_t groups) {
    double data = lb_ratio_value(o->cost->tau) * (double)lb_ceil_div(o->cost->bytes, groups);
    return (double)stages_of(t, groups) * (data + lb_ratio_value(o->cost->beta));
}

/* Whole rounds may be better; and packets of 4 bytes and of 5 take as long as if all were of 5, of which there would be
 * fewer. */
static uint32_t better_groups(const lb_cuts_table *t, const lb_plan_options *o, uint32_t groups) {
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): a ring has nodes */
    uint32_t best = groups, whole = groups / round_of(t) * round_of(t);
    uint64_t bytes = o->cost->bytes;
    uint32_t others[] = {whole, (uint32_t)lb_ceil_div(bytes, lb_ceil_div(bytes, groups))};
    for (unsigned i = 0; i < 2; i++)
        best = others[i] && whole_time(t, o, others[i]) < whole_time(t, o, best) ? others[i] : best;
    return best;
}

/* About T/B*(g + (L-T)*B/T) steps, L being those of a round, B its packets, T the period. */
static int choose_groups(const lb_task *task, const lb_plan_options *o, uint32_t *groups) {
    plan_of_cuts f;
    *groups = o->groups;
    if (o->groups)
        return LB_OK;
    shape(&f, &task->net, 1);
    const lb_cuts_table *t = &f.table;
    uint64_t more = stages_of(t, round_of(t)) - t->period;
    int error = lb_choose_groups(o, (lb_ratio){(int64_t)(more * round_of(t)), t->period}, 1, groups);
    if (!error)
        *groups = better_groups(t, o, *groups);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    plan_of_cuts f;
    uint64_t packets = lb_spans_packets(task, o, choose_groups);
    shape(&f, &task->net, packets);
    bool many = lb_times(packets, task->net.nodes) >= UINT64_C(1) << 58;
    lb_span_plan spans = {.one = one, .data = &f, .bytes = sizeof f, .packets = packets};
    spans.steps = stages_of(&f.table, packets);
    spans.moves = many ? UINT64_MAX : count_moves(&f, &task->net);
    return lb_spans_generated(task, o, "prefix-cuts", &spans, plan, why);
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    uint32_t g = 1;
    plan_of_cuts f;
    int error = choose_groups(task, o, &g);
    if (error)
        return error;
    shape(&f, &task->net, g);
    uint64_t stages = stages_of(&f.table, g);
    error = lb_formula_set(formula, "about (L + (r-1)*g/r)*(tau*m/g + beta)", stages, g, stages);
    formula->groups = g;
    formula->exact = false; /* a packet may wait for a step that it need not wait for */
    return error;
}

/* Better than others where packets are many. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    if (!can(&task->net) || o->ports < task->net.ports)
        return 0;
    return 29;
}

const lb_algo lb_algo_prefix_cuts = {
    .info = {.name = "prefix-cuts",
             .source = "rings cut anywhere, and summed up to an end from both sides, for long messages",
             LB_SPANS_INFO,
             .promise = "about (r-1)/r steps a packet on tori with rings of 3 to 16 in the lowest dimension"},
    .suits = suits,
    .needs = "it takes tori of several dimensions, the lowest of radix 3 to 16, and drives all ports",
    .time = time_of,
    .work = lb_spans_work,
    .build = build,
};
