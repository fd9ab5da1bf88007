/* prefix-exchange: scan and exscan of many packets on networks with many links, by two exchanges.
 *
 * Node j becomes responsible for every n-th part of the block. In an all-to-all every node sends it its own data of
 * that part; j makes all prefixes; in a second all-to-all every node gets its own back. That is how transposes compute
 * prefix sums of columns. It takes two exchanges of blocks of ceil(P/n) packets, each at the bound of the links on
 * lattices (lattice-exchange): on complete:n, P = n packets take 2 steps, and all of a long message 2*tau*m/n, twice
 * what has to get into a node at the least, however many nodes there are. Where ways are long every packet goes them
 * twice, and prefixes along rings are better: on tori this is no better than prefix-sweep. */
#include "algo/faulty/algorithms.h"
#include "base/exact.h"

enum { MOST_NODES = 512, SOME_NODES = 32, MOST_EACH = 8 };
#define MOST_WORK (UINT64_C(1) << 22) /* packets sent */

/* One of the two: its moves, as spans of the pieces for which its nodes are responsible. */
typedef struct exchange {
    const lb_plan *plan;
    uint64_t each, pieces; /* for which a node is responsible; all */
    uint32_t before;       /* steps */
    bool back;
} exchange;

static bool span_of(const exchange *x, const lb_item *item, lb_item *span) {
    uint32_t n = x->plan->task->net.nodes, whose = x->back ? item->origin : item->dest;
    uint32_t other = x->back ? item->dest : item->origin;
    uint64_t lo = whose * x->each + item->lo, hi = whose * x->each + item->hi;
    *span = (lb_item){.lo = lo, .hi = hi < x->pieces ? hi : x->pieces};
    span->origin = x->back ? 0 : other;
    span->dest = x->back ? other - 1 : other;
    return span->lo < span->hi && (x->back ? other > 0 : other + 1 < n); /* what the last has nobody needs */
}

static int write(const exchange *x, lb_builder *b, lb_why *why) {
    lb_cursor *cursor;
    lb_move move;
    lb_item span;
    int error = lb_cursor_open(x->plan, &cursor, why);
    if (error)
        return error;
    while (lb_cursor_next(cursor, &move)) {
        bool any = false;
        for (uint32_t i = 0; i < move.nitems; i++) {
            if (!span_of(x, &move.items[i], &span))
                continue;
            if (!any)
                lb_build_move(b, x->before + move.step, move.from, move.port, LB_OP_COPY);
            lb_build_item(b, span);
            any = true;
        }
    }
    lb_cursor_close(cursor);
    return LB_OK;
}

static int write_both(const lb_task *task, const lb_plan_options *o, const lb_plan *exchanged, uint64_t pieces,
                      lb_plan **plan, lb_why *why) {
    lb_builder b;
    bool unit = o->clock == LB_UNIT;
    exchange x = {.plan = exchanged, .each = lb_plan_denominator(exchanged), .pieces = pieces};
    uint64_t moves = lb_times(2, lb_plan_moves(exchanged));
    lb_build_begin(&b, task, LB_EXPLICIT, o->clock, o->ports, pieces, unit ? 1 : 0);
    int error = lb_build_expect(&b, moves, moves, why);
    if (!error)
        error = write(&x, &b, why);
    x.before = lb_plan_steps(exchanged);
    x.back = true;
    if (!error)
        error = write(&x, &b, why);
    if (!error)
        return lb_build_finish(&b, "prefix-exchange", plan, why);
    lb_build_abandon(&b);
    return error;
}

/* An all-to-all of blocks of so many packets, each of which is a move of its own. */
static int plan_exchange(const lb_task *task, const lb_plan_options *o, uint64_t each, lb_plan **plan, lb_why *why) {
    lb_task *all = NULL;
    lb_plan_options options = {.ports = o->ports, .packets = each, .seed = o->seed, .effort = LB_ESTIMATE};
    int error = lb_task_create(&task->net, LB_ALLTOALL, NULL, &all, why);
    if (!error)
        error = lb_algo_plan(all, &options, plan, why);
    lb_task_free(all);
    if (!error && lb_plan_denominator(*plan) != each)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "the exchange cuts its packets");
    return error;
}

/* On the linear clock: parts of how many pieces are quickest. */
static int choose(const lb_task *task, const lb_plan_options *o, lb_plan **best, lb_why *why) {
    if (!o->cost)
        return plan_exchange(task, o, 1, best, why);
    double message = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes, least = 0;
    for (uint64_t each = 1; each <= MOST_EACH; each *= 2) {
        lb_plan *other = NULL;
        uint64_t pieces = each * task->net.nodes;
        if (each > 1 && pieces > o->cost->bytes)
            break;
        int error = plan_exchange(task, o, each, &other, why);
        if (error && !*best) {
            lb_plan_free(other);
            return error;
        }
        double time = error ? 0 : other->steps * (message / (double)pieces + lb_ratio_value(o->cost->beta));
        bool better = !error && (!*best || time < least);
        least = better ? time : least;
        lb_plan_free(better ? *best : other);
        *best = better ? other : *best;
        if (!better)
            break;
    }
    return LB_OK;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_plan *exchanged = NULL;
    uint64_t n = task->net.nodes, pieces = o->packets;
    *plan = NULL;
    int error = o->clock == LB_UNIT ? plan_exchange(task, o, lb_ceil_div(pieces, n), &exchanged, why)
                                    : choose(task, o, &exchanged, why);
    if (!error && o->clock == LB_LINEAR)
        pieces = lb_times(lb_plan_denominator(exchanged), n);
    if (!error)
        error = write_both(task, o, exchanged, pieces, plan, why);
    lb_plan_free(exchanged);
    return error;
}

/* Packets sent, about. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    uint64_t n = task->net.nodes, packets = o->clock == LB_UNIT ? o->packets : n;
    return lb_times(n * n, lb_ceil_div(packets, n));
}

/* Whether many nodes have something to do, and that takes longer than to start it. */
static bool is_long(const lb_task *task, const lb_plan_options *o) {
    if (o->clock == LB_UNIT)
        return o->packets >= task->net.nodes / 4;
    return o->cost && lb_ratio_value(o->cost->tau) * (double)o->cost->bytes > 2 * lb_ratio_value(o->cost->beta);
}

/* Good where a node has links to an eighth of all others. On many nodes there is no time to try others first. */
static int suits(const lb_task *task, const lb_plan_options *o) {
    const lb_net *net = &task->net;
    uint64_t n = net->nodes;
    if (lb_net_is_whole(net) || lb_net_has_faults(net) || n < 3 || n > MOST_NODES || work(task, o) > MOST_WORK)
        return 0;
    if (net->ports * UINT64_C(8) < n || !is_long(task, o))
        return 13;
    return n > SOME_NODES ? 75 : 39;
}

const lb_algo lb_algo_prefix_exchange = {
    .info = {.name = "prefix-exchange",
             .source = "two all-to-alls: every node makes all prefixes of a part of the block",
             .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN),
             .lattices = true,
             .graphs = true,
             .any_ports = true,
             .min_ports = 1,
             .unit = true,
             .linear = true,
             .promise = "twice an all-to-all of blocks of ceil(P/n) packets: P = n packets on complete:n in 2 steps"},
    .suits = suits,
    .needs = "it takes 3 to 512 nodes of a network that is no torus and has no faults, and not too many packets",
    .work = work,
    .build = build,
};
