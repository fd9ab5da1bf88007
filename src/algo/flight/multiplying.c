/* multiplying: allreduce, reduce-scatter and allgather by groups that all exchange at once, on any torus that cuts
 * through: multiply.h says how. Recursive multiplying is Ruefenacht, Bull & Booth's (2017); three-way steps on rings
 * are its case of two ports.
 *
 *      L + j start-ups, L about log(n)/log(k+1), j of the L levels halved; on cubes with one port recursive doubling
 * and Rabenseifner's. How large groups are, across which rings, and j are taken by formula. For L start-ups nothing can
 * have fewer where k+1 is a power of the radix; the more a level halves the less data is sent, down to twice the
 * vector. */
#include "algo/common/formula.h"
#include "algo/flight/algorithms.h"
#include "algo/flight/multiply.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 4096

typedef struct choice {
    lb_multiply *best; /* NULL: none so far */
    lb_formula formula;
    lb_formulas *all; /* NULL: the others are not asked for */
} choice;

/* How many flights of a step cross the busiest link, and the links of the longest. */
static uint64_t count_crossings(const lb_multiply *m, const lb_net *net, uint32_t level, uint32_t own, uint32_t *load,
                                uint32_t *longest) {
    const lb_group *g = &m->level[level];
    uint64_t most = 0;
    memset(load, 0, (size_t)net->nodes * net->ports * sizeof *load);
    *longest = 1;
    for (uint32_t v = 0; v < net->nodes; v++) {
        uint32_t from = lb_group_position(g, net, v);
        for (uint32_t to = 0; to < g->size; to++) {
            lb_route r = g->route[from * g->size + to];
            if (to == from || g->step[from * g->size + to] != own)
                continue;
            *longest = r.links > *longest ? r.links : *longest;
            for (uint32_t i = 0, at = v; i < r.links; at = lb_net_add(net, at, net->unit[r.port[i++]])) {
                uint32_t crossed = ++load[(size_t)at * net->ports + r.port[i]];
                most = crossed > most ? crossed : most;
            }
        }
    }
    return most;
}

/* For every level and each of its steps: flights over the busiest link, links of the longest flight. */
typedef struct crossings {
    uint64_t most[LB_MOST_GROUPS][2 * LB_MOST_GROUP];
    uint32_t longest[LB_MOST_GROUPS][2 * LB_MOST_GROUP];
} crossings;

static int formula_with(const lb_task *task, lb_multiply *m, const crossings *c, uint32_t halvings, lb_formula *f) {
    uint64_t units = 0, hops = 0;
    m->halvings = halvings;
    for (uint32_t step = 1; step <= lb_multiply_steps(m); step++) {
        uint32_t level, own;
        lb_part what = lb_multiply_step(m, step, &level, &own);
        units += c->most[level][own] * lb_multiply_blocks(m, task->net.nodes, what, level);
        hops += c->longest[level][own] - 1;
    }
    int error = lb_formula_set(f, "the most that a link carries, step by step", units, lb_task_parts(task),
                               lb_multiply_steps(m));
    f->hops = hops;
    f->groups = halvings;
    f->letter = 'j';
    f->exact = false;
    return error;
}

static bool is_less(const lb_formula *a, const lb_formula *b, const lb_cost *cost) {
    lb_ratio x, y;
    if (cost && lb_formula_time(a, cost, &x) == LB_OK && lb_formula_time(b, cost, &y) == LB_OK)
        return lb_ratio_compare(x, y) < 0;
    return a->startups < b->startups;
}

/* All numbers of halvings, or the one that is asked for. Takes m over. */
static int weigh(const lb_task *task, const lb_plan_options *o, lb_multiply *m, const crossings *c, choice *best) {
    uint32_t first = task->kind == LB_ALLREDUCE ? lb_multiply_least(m) : m->levels, last = m->levels;
    bool taken = false;
    if (o->groups) {
        first = o->groups > first ? o->groups : first;
        last = o->groups;
    }
    int error = LB_OK;
    for (uint32_t j = first; j <= last && last <= m->levels && !error; j++) {
        lb_formula f;
        error = formula_with(task, m, c, j, &f);
        if (!error && best->all)
            error = lb_formulas_add(best->all, &f);
        if (error || (best->best && !is_less(&f, &best->formula, o->cost)))
            continue;
        if (best->best != m)
            lb_multiply_free(best->best);
        best->best = m;
        best->formula = f;
        taken = true;
    }
    if (taken)
        m->halvings = best->formula.groups;
    else
        lb_multiply_free(m);
    return error;
}

static int consider(const lb_task *task, const lb_plan_options *o, uint32_t most, bool across, choice *best,
                    lb_why *why) {
    const lb_net *net = &task->net;
    lb_multiply *m;
    crossings *c = lb_zeroed(1, sizeof *c);
    uint32_t *load = lb_array((uint64_t)net->nodes * net->ports, sizeof *load);
    int error = c && load ? LB_OK : lb_fail_memory(why, "groups of nodes");
    if (!error)
        error = lb_multiply_make(net, most, across, o->ports, &m, why);
    if (!error) {
        m->sums = task->kind != LB_ALLGATHER;
        m->copies = task->kind != LB_REDUCE_SCATTER;
        for (uint32_t l = 0; l < m->levels; l++) {
            for (uint32_t own = 0; own < m->level[l].steps; own++)
                c->most[l][own] = count_crossings(m, net, l, own, load, &c->longest[l][own]);
        }
        error = weigh(task, o, m, c, best);
    }
    free(c);
    free(load);
    return error;
}

/* Groups of all sizes that a step allows, across rings and along them. */
static int prepare(const lb_task *task, const lb_plan_options *o, choice *best, lb_why *why) {
    uint32_t ports = o->ports < task->net.ports ? o->ports : task->net.ports;
    int error = LB_OK;
    for (uint32_t most = ports + 1 < LB_MOST_GROUP ? ports + 1 : LB_MOST_GROUP; most >= 2 && !error; most--) {
        error = consider(task, o, most, true, best, why);
        if (!error && most > 3 && task->net.dims > 1)
            error = consider(task, o, most, false, best, why);
    }
    if (!error && !best->best)
        error = lb_fail(why, LB_ERR_UNSUPPORTED, "there are no levels for so many halvings");
    if (error) {
        lb_multiply_free(best->best);
        best->best = NULL;
    }
    return error;
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    choice best = {.best = NULL};
    int error = prepare(task, o, &best, NULL);
    *f = best.formula;
    lb_multiply_free(best.best);
    return error;
}

static int choices(const lb_task *task, const lb_plan_options *o, lb_formulas *list) {
    choice best = {.all = list};
    int error = prepare(task, o, &best, NULL);
    lb_multiply_free(best.best);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    choice best = {.best = NULL};
    lb_net *flights = NULL;
    lb_task *flown = NULL;
    *plan = NULL;
    int error = prepare(task, o, &best, why);
    if (!error)
        error = lb_multiply_flights(best.best, &task->net, &flights, why);
    if (!error)
        error = lb_task_on(task, flights, &flown, why);
    if (!error)
        error = lb_multiply_plan(flown, o->ports, best.best, plan, why);
    else
        lb_multiply_free(best.best);
    lb_net_free(flights);
    lb_task_free(flown);
    return error;
}

/* Every item of every packet is made when it is read. */
static uint64_t work(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    uint64_t n = task->net.nodes;
    return n * n / 20 + 2000;
}

static bool has_large_factor(uint32_t number) {
    for (uint32_t f = 2; f <= LB_MOST_GROUP; f++) {
        while (number % f == 0)
            number /= f;
    }
    return number > 1;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    (void)o;
    const lb_net *net = &task->net;
    if (lb_net_routing(net) == LB_STORE_AND_FORWARD || net->nodes < 2 || net->nodes > MOST_NODES)
        return 0;
    for (unsigned i = 0; i < net->dims; i++) {
        if (has_large_factor(net->radix[i]))
            return 0;
    }
    return net->ports <= LB_TORUS_PORTS ? 10 : 0;
}

const lb_algo lb_algo_multiplying = {
    .info = {.name = "multiplying",
             .source = "recursive multiplying (Ruefenacht, Bull & Booth 2017), halved as far as it pays",
             .tasks = LB_TASK_BIT(LB_ALLREDUCE) | LB_TASK_BIT(LB_REDUCE_SCATTER) | LB_TASK_BIT(LB_ALLGATHER),
             .any_ports = true,
             .min_ports = 1,
             .linear = true,
             .groups = true,
             .promise = "L + j start-ups, L about log(n)/log(k+1), j by formula"},
    .suits = suits,
    .needs = "it needs a torus that cuts through, of at most 4096 nodes, with no prime factor of a radix above 31",
    .time = time_of,
    .choices = choices,
    .work = work,
    .build = build,
};
