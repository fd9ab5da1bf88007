/* Allgather, reduce-scatter, allreduce, all-to-all, scatter and gather in the fewest start-ups, on any torus that cuts
 * through: digits.h says how. A reduce-scatter is an allgather backwards, and an allreduce the two one after the other,
 * so every sum is made at one node and all have the same bits.
 *
 *   digits   levels that are looked for, of flights of at most so many links (as the cost asks: short ones load fewer
 *            links, long ones need fewer start-ups): ceil(log n / log(k+1)) start-ups on k ports, or one more; the
 *            fewest there can be
 *   bruck    levels ring by ring, 1, 2, 4, ... links away, or with two ports and more 1, 3, 9, ... both ways (Bruck,
 *            Ho, Kipnis, Upfal & Weathersby 1997, their index and concatenation algorithms for k+1 = 2 and 3):
 *            ceil(log r / log(k+1)) start-ups for a ring of r nodes */
#include "algo/common/formula.h"
#include "algo/flight/algorithms.h"
#include "algo/flight/digits.h"

#include <stdlib.h>

#define MOST_NEAR   5     /* levels of links before others */
#define MOST_TRIALS 16    /* searches of a kind */
#define LOOKS       50000 /* but about so many looks at whether a node is covered */

typedef struct best {
    lb_digits digits; /* word NULL: none yet */
    lb_formula formula;
    lb_formulas *all; /* NULL: the others are not asked for */
} best;

static bool needs_turning(lb_task_kind kind) {
    return kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE || kind == LB_GATHER;
}

static bool is_spread(lb_task_kind kind) {
    return kind == LB_ALLGATHER || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE;
}

static int formula_of(const lb_task *task, const lb_digits *d, lb_formula *f, lb_why *why) {
    lb_digits_cost cost;
    int error = lb_digits_cost_of(d, task->kind, &cost, why);
    if (!error)
        error = lb_formula_set(f, "the most that a link carries, step by step", cost.units, lb_task_parts(task),
                               cost.steps);
    f->hops = cost.hops;
    f->exact = false;
    return error;
}

static bool is_less(const lb_formula *a, const lb_formula *b, const lb_cost *cost) {
    lb_ratio x, y;
    if (cost && lb_formula_time(a, cost, &x) == LB_OK && lb_formula_time(b, cost, &y) == LB_OK)
        return lb_ratio_compare(x, y) < 0;
    return a->startups != b->startups ? a->startups < b->startups : lb_ratio_compare(a->data, b->data) < 0;
}

/* Chooses digits by the levels found, and keeps them if they are the best so far. Takes d over. */
static int weigh(const lb_task *task, const lb_plan_options *o, const lb_covering *c, lb_digits *d, best *b,
                 lb_why *why) {
    lb_formula f;
    int error = lb_digits_choose(d, c, is_spread(task->kind), why);
    if (!error)
        error = formula_of(task, d, &f, why);
    if (!error && b->all)
        error = lb_formulas_add(b->all, &f);
    if (error || (b->digits.word && !is_less(&f, &b->formula, o->cost))) {
        lb_digits_free(d);
        return error;
    }
    lb_digits_free(&b->digits);
    b->digits = *d;
    b->formula = f;
    return LB_OK;
}

/* Levels of flights of this kind, a few times. */
static int look_once(const lb_task *task, const lb_plan_options *o, lb_covering *c, lb_look how, best *b, lb_why *why) {
    uint64_t n = task->net.nodes, trials = LOOKS / (n * n) + 1;
    int error = LB_OK;
    trials = trials > MOST_TRIALS ? MOST_TRIALS : trials;
    for (uint64_t i = 0; i < trials && !error; i++) {
        lb_digits d;
        how.seed = i;
        error = lb_digits_find(c, &how, &d, why);
        if (!error)
            error = weigh(task, o, c, &d, b, why);
        else
            lb_digits_free(&d);
    }
    return error == LB_ERR_UNSUPPORTED && b->digits.word ? LB_OK : error; /* so short that there would be too many */
}

/* Levels of flights of all lengths, then of less and less far ones; and the same after several levels of links. */
static int look(const lb_task *task, const lb_plan_options *o, lb_covering *c, best *b, lb_why *why) {
    uint32_t far = lb_diameter(&task->net);
    int error = LB_OK;
    for (uint32_t longest = far; longest >= 1 && !error; longest = longest * 2 / 3)
        error = look_once(task, o, c, (lb_look){1, longest, 0}, b, why);
    for (uint32_t near = 2; near <= MOST_NEAR && near < far && !error; near++) {
        error = look_once(task, o, c, (lb_look){near, far * 2 / 3, 0}, b, why);
        if (!error && far > 4)
            error = look_once(task, o, c, (lb_look){near, far * 4 / 9, 0}, b, why);
    }
    return error;
}

static int prepare(const lb_task *task, const lb_plan_options *o, bool bruck, best *b, lb_why *why) {
    lb_covering c;
    uint32_t ports = o->ports < task->net.ports ? o->ports : task->net.ports;
    int error = lb_covering_begin(&c, &task->net, ports, needs_turning(task->kind), why);
    if (!error && bruck) {
        lb_digits d;
        error = lb_digits_bruck(&c, &d, why);
        if (!error)
            error = weigh(task, o, &c, &d, b, why);
        else
            lb_digits_free(&d);
    } else if (!error) {
        error = look(task, o, &c, b, why);
    }
    lb_covering_end(&c);
    if (error)
        lb_digits_free(&b->digits);
    return error;
}

static int time_of(const lb_task *task, const lb_plan_options *o, bool bruck, lb_formula *f) {
    best b = {.formula = {.text = NULL}};
    int error = prepare(task, o, bruck, &b, NULL);
    *f = b.formula;
    lb_digits_free(&b.digits);
    return error;
}

static int choices(const lb_task *task, const lb_plan_options *o, lb_formulas *list) {
    best b = {.all = list};
    int error = prepare(task, o, false, &b, NULL);
    lb_digits_free(&b.digits);
    return error;
}

static int build_by(const lb_task *task, const lb_plan_options *o, bool bruck, lb_plan **plan, lb_why *why) {
    best b = {.formula = {.text = NULL}};
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    lb_route routes[LB_MOST_DIGITS];
    *plan = NULL;
    int error = prepare(task, o, bruck, &b, why);
    for (uint32_t i = 0; i < b.digits.count; i++)
        routes[i] = b.digits.flight[i].route;
    if (!error)
        error = lb_net_flights(&task->net, routes, b.digits.count, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error)
        error = lb_digits_plan(&b.digits, flown, o->ports, bruck ? "bruck" : "digits", plan, why);
    lb_net_free(flights);
    lb_task_free(flown);
    lb_digits_free(&b.digits);
    return error;
}

/* No plan sends less, or starts less often. */
static int least(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    uint64_t n = task->net.nodes, ports = o->ports < task->net.ports ? o->ports : task->net.ports, steps = 0;
    for (uint64_t told = 1; told < n; told *= ports + 1)
        steps++;
    uint64_t twice = task->kind == LB_ALLREDUCE ? 2 : 1;
    return lb_formula_set(f, "(n-1)/k*tau*m + ceil(log n / log(k+1))*beta", twice * (n - 1),
                          lb_times(ports, lb_task_parts(task)), twice * steps);
}

static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n * n / 4 + 1000;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    const lb_net *net = &task->net;
    bool known = lb_net_routing(net) != LB_STORE_AND_FORWARD && net->nodes > 1;
    return known && net->nodes <= LB_DIGITS_NODES && net->ports <= LB_TORUS_PORTS ? 10 : 0;
}

static int time_digits(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    return time_of(task, o, false, f);
}

static int build_digits(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build_by(task, o, false, plan, why);
}

static int time_bruck(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    return time_of(task, o, true, f);
}

static int build_bruck(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build_by(task, o, true, plan, why);
}

#define SPREAD (LB_TASK_BIT(LB_ALLGATHER) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLREDUCE))
#define NEEDS  "it needs a torus that cuts through, of at most 1024 nodes"

const lb_algo lb_algo_digits = {
    .info = {.name = "digits",
             .source = "Bruck et al. 1997 on codes (Golomb & Welch 1970) that are searched for",
             .tasks = SPREAD | LB_TASK_BIT(LB_ALLTOALL) | LB_TASK_BIT(LB_SCATTER) | LB_TASK_BIT(LB_GATHER),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "ceil(log n / log(k+1)) start-ups, the least, or one more; twice that for an allreduce"},
    .suits = suits,
    .needs = NEEDS,
    .time = time_digits,
    .choices = choices,
    .least = least,
    .work = work,
    .build = build_digits,
};

const lb_algo lb_algo_bruck = {
    .info = {.name = "bruck",
             .source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997, ring by ring",
             .tasks = SPREAD | LB_TASK_BIT(LB_ALLTOALL),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .promise = "ceil(log2 r) start-ups for each ring of r nodes, with two ports ceil(log3 r)"},
    .suits = suits,
    .needs = NEEDS,
    .time = time_bruck,
    .work = work,
    .build = build_bruck,
};
