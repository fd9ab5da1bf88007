/* then: one plan after another, where together they carry out a third task.
 *
 *   reduce-scatter, allgather   allreduce   block j is summed at node j, then brought to everybody
 *   reduce, broadcast           allreduce   the one block is the whole vector: it is SPREAD over n blocks
 *   scatter, allgather          broadcast   the n blocks are PLACED side by side in the one block
 *   gather, broadcast           allgather   the one block holds all n: SPREAD
 *
 * On the linear clock putting the second behind the first in every queue is all there is to do: the simulator starts a
 * packet when its data is there. On the unit clock the second plan is hastened. */
#include "plan/hasten.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum fit { SAME, SPREAD, PLACED } fit;

typedef struct joint {
    lb_task_kind first, second, result;
    fit first_fit, second_fit;
    bool rooted;
} joint;

static const joint joints[] = {
    {LB_REDUCE_SCATTER, LB_ALLGATHER, LB_ALLREDUCE, SAME, SAME, false},
    {LB_REDUCE, LB_BROADCAST, LB_ALLREDUCE, SPREAD, SPREAD, true},
    {LB_SCATTER, LB_ALLGATHER, LB_BROADCAST, PLACED, PLACED, false},
    {LB_GATHER, LB_BROADCAST, LB_ALLGATHER, SAME, SPREAD, true},
};

typedef struct joining {
    lb_task *task;
    lb_class class;
    uint32_t nodes;
    uint64_t denominator; /* of the result */
} joining;

static const joint *find_joint(lb_task_kind first, lb_task_kind second) {
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++) {
        if (joints[i].first == first && joints[i].second == second)
            return &joints[i];
    }
    return NULL;
}

/* The denominator one plan needs in the result. */
static int own_denominator(const lb_plan *plan, fit how, uint64_t *own) {
    uint64_t factor = how == PLACED ? plan->task->net.nodes : 1;
    return __builtin_mul_overflow(plan->denominator, factor, own) ? LB_ERR_SIZE : LB_OK;
}

static int common_denominator(const lb_plan *a, const lb_plan *b, const joint *j, uint64_t *common) {
    uint64_t x, y, spread;
    if (own_denominator(a, j->first_fit, &x) || own_denominator(b, j->second_fit, &y))
        return LB_ERR_SIZE;
    if (__builtin_mul_overflow(x / lb_gcd(x, y), y, common) || *common > LB_MAX_DENOMINATOR)
        return LB_ERR_SIZE;
    /* spreading counts in n-ths of a unit */
    return __builtin_mul_overflow(*common, (uint64_t)a->task->net.nodes, &spread) ? LB_ERR_SIZE : LB_OK;
}

/* What fits a packet, in units of the result. */
static uint64_t packet_units(const lb_plan *plan, fit how, uint64_t common) {
    uint64_t nodes = plan->task->net.nodes;
    switch (how) {
    case SPREAD: return plan->packet * nodes * (common / plan->denominator);
    case PLACED: return plan->packet * (common / (plan->denominator * nodes));
    default: return plan->packet * (common / plan->denominator);
    }
}

/* The unit clock's packet must mean the same in both plans, and no more than a block of the result. */
static int join_packets(const lb_plan *a, const lb_plan *b, const joint *j, uint64_t common, uint64_t *packet,
                        lb_why *why) {
    if (a->clock == LB_LINEAR)
        return LB_OK;
    *packet = packet_units(a, j->first_fit, common);
    if (*packet != packet_units(b, j->second_fit, common))
        return lb_fail(why, LB_ERR_ARG, "the two plans' packets differ in size");
    if (*packet > common)
        return lb_fail(why, LB_ERR_ARG, "a packet would hold more than a block of %s: plan with more packets",
                       lb_task_kind_name(j->result));
    return LB_OK;
}

static void add_named(lb_builder *b, uint32_t name, uint64_t lo, uint64_t hi) {
    lb_build_item(b, (lb_item){.origin = name, .dest = name, .lo = lo, .hi = hi});
}

/* The one block [0,D) is n blocks side by side: in n-ths of a unit, block j is [jD, (j+1)D). */
static void add_spread(lb_builder *b, const joining *w, uint64_t d, lb_item item) {
    uint64_t lo = item.lo * w->nodes, hi = item.hi * w->nodes, scale = w->denominator / d;
    for (uint64_t j = lo / d; j * d < hi; j++) {
        uint64_t from = lo > j * d ? lo - j * d : 0, to = hi < (j + 1) * d ? hi - j * d : d;
        add_named(b, (uint32_t)j, from * scale, to * scale);
    }
}

static void add_item(lb_builder *b, const joining *w, const lb_plan *plan, fit how, lb_item item) {
    uint64_t d = plan->denominator;
    lb_class class = lb_task_class(plan->task);
    /* the name that tells this plan's blocks apart */
    uint32_t name = class == LB_COPY || plan->task->kind == LB_GATHER ? item.origin : item.dest;
    if (how == SPREAD) {
        add_spread(b, w, d, item);
    } else if (how == PLACED) {
        uint64_t scale = w->denominator / (d * w->nodes);
        add_named(b, w->task->root, (name * d + item.lo) * scale, (name * d + item.hi) * scale);
    } else {
        add_named(b, name, item.lo * (w->denominator / d), item.hi * (w->denominator / d));
    }
}

/* Sums are summed in the first plan, and finished sums copied in the second. */
static lb_op joined_op(const joining *w, const lb_plan *plan) {
    return w->class == LB_SUM && lb_task_class(plan->task) == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
}

static void add_symmetric(lb_builder *b, const joining *w, const lb_plan *plan, fit how, uint32_t after) {
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            lb_build_move(b, after + step, 0, plan->port[m], joined_op(w, plan));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++)
                add_item(b, w, plan, how, lb_plan_item(plan, i));
        }
    }
}

static int add_explicit(lb_builder *b, const joining *w, const lb_plan *plan, fit how, uint32_t after, lb_why *why) {
    lb_cursor *cursor;
    lb_move move;
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    while (lb_cursor_next(cursor, &move)) {
        lb_build_move(b, after + move.step, move.from, move.port, joined_op(w, plan));
        for (uint32_t k = 0; k < move.nitems; k++)
            add_item(b, w, plan, how, move.items[k]);
    }
    lb_cursor_close(cursor);
    return LB_OK;
}

/* A piece of s units out of d covers parts of at most s*n/d + 2 of the n blocks. */
static uint64_t spread_items(const lb_plan *plan) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < plan->nitems; i++) {
        lb_item item = lb_plan_item(plan, i);
        sum += (item.hi - item.lo) * plan->task->net.nodes / plan->denominator + 2;
    }
    return sum;
}

/* A spread item becomes several of the result's; an explicit result has every node's moves. */
static int expect(lb_builder *builder, const lb_plan *a, const lb_plan *b, const joint *j, bool symmetric,
                  lb_why *why) {
    const lb_plan *plans[2] = {a, b};
    const fit fits[2] = {j->first_fit, j->second_fit};
    uint64_t moves = 0, items = 0;
    for (int k = 0; k < 2; k++) {
        uint64_t copies = symmetric ? 1 : lb_plan_copies(plans[k]);
        uint64_t more = lb_times(plans[k]->nitems, copies);
        if (fits[k] == SPREAD)
            more = lb_times(spread_items(plans[k]), copies);
        if (__builtin_add_overflow(moves, lb_times(plans[k]->nmoves, copies), &moves))
            moves = UINT64_MAX;
        if (__builtin_add_overflow(items, more, &items))
            items = UINT64_MAX;
    }
    return lb_build_expect(builder, moves, items, why);
}

/* Whole blocks, one a packet. */
static bool is_simple(const lb_plan *plan) {
    return plan->orbit == LB_SYMMETRIC && !plan->item_first && !plan->lo && !plan->op && plan->denominator == 1;
}

/* Sums and then copies of whole blocks go straight into the arrays: there may be many millions. */
static int join_simple(const lb_plan *a, const lb_plan *b, const joining *w, lb_plan_shape shape, const char *name,
                       lb_plan **out, lb_why *why) {
    shape.moves = shape.items = a->nmoves + b->nmoves;
    shape.steps = a->steps + b->steps;
    shape.has_op = shape.has_dest = true;
    int error = lb_plan_alloc(w->task, name, &shape, out, why);
    if (error)
        return error;
    memset((*out)->op, LB_OP_SUM, a->nmoves);
    memset((*out)->op + a->nmoves, LB_OP_COPY, b->nmoves);
    memcpy((*out)->port, a->port, a->nmoves);
    memcpy((*out)->port + a->nmoves, b->port, b->nmoves);
    for (uint64_t m = 0; m < a->nmoves; m++)
        (*out)->dest[m] = a->dest ? a->dest[m] : 0;
    for (uint64_t m = 0; m < b->nmoves; m++)
        (*out)->dest[a->nmoves + m] = b->origin ? b->origin[m] : 0;
    for (uint32_t s = 1; s <= a->steps; s++)
        (*out)->step_first[s] = a->step_first[s];
    for (uint32_t s = 1; s <= b->steps; s++)
        (*out)->step_first[a->steps + s] = a->nmoves + b->step_first[s];
    return LB_OK;
}

static int concatenate(const lb_plan *a, const lb_plan *b, const joint *j, const joining *w, uint64_t packet,
                       lb_plan **out, lb_why *why) {
    bool symmetric = a->orbit == LB_SYMMETRIC && b->orbit == LB_SYMMETRIC && j->first_fit == SAME;
    uint32_t ports = a->ports > b->ports ? a->ports : b->ports;
    char name[160];
    snprintf(name, sizeof name, "%.28s then %.28s", a->algorithm, b->algorithm);
    if (j->first == LB_REDUCE_SCATTER && is_simple(a) && is_simple(b) && w->denominator == 1) {
        lb_plan_shape shape = {
            .orbit = LB_SYMMETRIC, .clock = a->clock, .ports = ports, .denominator = 1, .packet = packet};
        return join_simple(a, b, w, shape, name, out, why);
    }
    lb_builder builder;
    lb_build_begin(&builder, w->task, symmetric ? LB_SYMMETRIC : LB_EXPLICIT, a->clock, ports, w->denominator, packet);
    int error = expect(&builder, a, b, j, symmetric, why);
    if (error)
        return error;
    if (symmetric) {
        add_symmetric(&builder, w, a, j->first_fit, 0);
        add_symmetric(&builder, w, b, j->second_fit, a->steps);
    } else {
        error = add_explicit(&builder, w, a, j->first_fit, 0, why);
        if (!error)
            error = add_explicit(&builder, w, b, j->second_fit, a->steps, why);
    }
    if (error) {
        lb_build_abandon(&builder);
        return error;
    }
    return lb_build_finish(&builder, name, out, why);
}

static int refuse(const lb_plan *a, const lb_plan *b, const joint *j, lb_why *why) {
    if (!j)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s then %s is no task of its own", lb_task_kind_name(a->task->kind),
                       lb_task_kind_name(b->task->kind));
    if (!lb_net_equal(&a->task->net, &b->task->net))
        return lb_fail(why, LB_ERR_ARG, "the two plans are for different networks");
    if (a->task->net.dead.nodes && j->first != LB_REDUCE)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "with dead nodes only reduce then broadcast can be joined");
    if (j->rooted && a->task->root != b->task->root)
        return lb_fail(why, LB_ERR_ARG, "the two plans have different roots");
    if (a->clock != b->clock)
        return lb_fail(why, LB_ERR_ARG, "the two plans are for different clocks");
    if ((uint64_t)a->steps + b->steps >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "the two plans together take more than 2^32 steps");
    return LB_OK;
}

static int then_flat(const lb_plan *a, const lb_plan *b, lb_plan **out, lb_why *why) {
    const joint *j = find_joint(a->task->kind, b->task->kind);
    int error = refuse(a, b, j, why);
    if (error)
        return error;
    joining w = {.nodes = a->task->net.nodes};
    if (common_denominator(a, b, j, &w.denominator))
        return lb_fail(why, LB_ERR_SIZE, "pieces would be smaller than 2^-53 of a block");
    uint64_t packet = 0;
    error = join_packets(a, b, j, w.denominator, &packet, why);
    if (error)
        return error;
    lb_task_params params = {.root = a->task->root};
    error = lb_task_create(&a->task->net, j->result, &params, &w.task, why);
    if (error)
        return error;
    w.class = lb_task_class(w.task);
    lb_plan *joined = NULL;
    error = concatenate(a, b, j, &w, packet, &joined, why);
    lb_task_free(w.task);
    if (error || a->clock == LB_LINEAR) {
        *out = joined;
        return error;
    }
    error = lb_plan_hasten(joined, a->steps, out, why);
    lb_plan_free(joined);
    return error;
}

int lb_plan_then(const lb_plan *first, const lb_plan *second, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *a, *b;
    lb_plan *made_a, *made_b = NULL;
    int error = lb_plan_flat(first, &a, &made_a, why);
    if (!error)
        error = lb_plan_flat(second, &b, &made_b, why);
    if (!error)
        error = then_flat(a, b, out, why);
    lb_plan_free(made_a);
    lb_plan_free(made_b);
    return error;
}
