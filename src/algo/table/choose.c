/* How the planner picks an algorithm: by name, by formula, or by what suits best. */
#include "algo/common/formula.h"
#include "algo/table/meant.h"
#include "algo/table/table.h"

#include <inttypes.h>
#include <string.h>

#define MANY_PACKETS 4096

const char *lb_algo_obstacle(const lb_algo *algo, const lb_task *task, const lb_plan_options *o) {
    const lb_algorithm *info = &algo->info;
    uint32_t needs = info->min_ports ? info->min_ports : task->net.ports;
    if (!(info->tasks & LB_TASK_BIT(task->kind)))
        return "it is for other tasks";
    if (info->cubes_only && !lb_net_is_cube(&task->net))
        return "it needs a hypercube";
    if (lb_net_has_faults(&task->net) && !info->faults)
        return "it needs all links";
    if (!lb_net_is_box(&task->net) && !info->graphs && !(info->lattices && lb_net_is_lattice(&task->net)))
        return info->lattices ? "it needs a network that looks the same from every node" : "it needs a torus";
    if (task->net.ports > LB_TORUS_PORTS && !info->graphs && !info->wide)
        return "it is for at most 32 ports";
    if (o->clock == LB_UNIT ? !info->unit : !info->linear)
        return o->clock == LB_UNIT ? "it is for the linear clock" : "it is for the unit clock";
    if (!info->any_ports && o->ports < needs && task->net.ports)
        return "it drives more ports at a time";
    if (o->groups && !info->groups)
        return "it is not made of groups";
    if (lb_algo_suits(algo, task, o) == 0) {
        const char *why = lb_algo_forward(algo)->needs;
        return why ? why : "it cannot take these parameters";
    }
    return NULL;
}

static int pick_named(const lb_task *task, const lb_plan_options *o, const lb_algo **picked, lb_why *why) {
    const lb_algorithm *named;
    int error = lb_algorithm_meant(o->algorithm, LB_TASK_BIT(task->kind), &named, why);
    for (size_t i = 0; i < lb_algorithms() && !error; i++) {
        if (named == lb_algorithm_at(i))
            *picked = lb_algo_at(i);
    }
    char others[LB_WHY_MAX / 2] = "";
    const char *reason = error || !*picked ? NULL : lb_algo_obstacle(*picked, task, o);
    if (reason && !(named->tasks & LB_TASK_BIT(task->kind)))
        lb_algorithm_others(named->name, LB_TASK_BIT(task->kind), others, sizeof others);
    if (*others)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s cannot do this %s; did you mean %s?", named->name,
                       lb_task_kind_name(task->kind), others);
    if (reason)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s cannot do this %s: %s", named->name, lb_task_kind_name(task->kind),
                       reason);
    return error;
}

uint64_t lb_effort_work(int effort) {
    int level = effort > 0 ? effort : effort < 0 ? 1 : LB_EFFORT;
    return level >= 9 ? UINT64_C(1) << 40 : UINT64_C(50000) << 2 * level >> 2 * LB_EFFORT;
}

/* Whether it takes much longer than the effort allows: then something else is the first choice. */
static bool too_dear(const lb_algo *algo, const lb_task *task, const lb_plan_options *o) {
    const lb_algo *forward = lb_algo_forward(algo);
    return forward->work && forward->work(task, o) > 2 * lb_effort_work(o->effort);
}

/* Of those that have not failed. */
static int pick_best(const lb_task *task, const lb_plan_options *o, const bool *failed, const lb_algo **picked,
                     lb_why *why) {
    int best = 0;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (failed[i] || lb_algo_obstacle(lb_algo_at(i), task, o))
            continue;
        int score = lb_algo_suits(lb_algo_at(i), task, o);
        score = score > 1 && too_dear(lb_algo_at(i), task, o) ? 1 : score;
        if (score > best) {
            best = score;
            *picked = lb_algo_at(i);
        }
    }
    if (best == 0 && o->groups)
        return lb_fail(why, LB_ERR_UNSUPPORTED,
                       "no algorithm does this %s in %" PRIu32 " groups with %" PRIu32 " ports",
                       lb_task_kind_name(task->kind), o->groups, o->ports);
    if (best == 0)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "no algorithm does this %s with %" PRIu32 " ports",
                       lb_task_kind_name(task->kind), o->ports);
    return LB_OK;
}

/* a before b: exactly, or, where that takes more than 63 bits, nearly. */
static bool sooner(const lb_formula *a, const lb_formula *b, const lb_cost *cost) {
    lb_ratio x, y;
    if (lb_formula_time(a, cost, &x) == LB_OK && lb_formula_time(b, cost, &y) == LB_OK)
        return lb_ratio_compare(x, y) < 0;
    double data = lb_ratio_value(cost->tau) * (double)cost->bytes, beta = lb_ratio_value(cost->beta);
    return lb_ratio_value(a->data) * data + (double)a->startups * beta <
           lb_ratio_value(b->data) * data + (double)b->startups * beta;
}

int lb_algo_formula(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, lb_formula *formula) {
    const lb_algo *forward = lb_algo_forward(algo);
    int error = forward->time ? forward->time(task, o, formula) : LB_ERR_UNSUPPORTED;
    formula->algorithm = algo->info.name;
    return error;
}

typedef struct fastest {
    const lb_algo *algo; /* NULL: none has a formula */
    lb_formula formula;
} fastest;

/* The faster of both; of two that are equally fast the one that suits better. */
static void compete(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, fastest *best) {
    lb_formula f;
    if (lb_algo_formula(algo, task, o, &f))
        return;
    if (!best->algo || sooner(&f, &best->formula, o->cost) ||
        (!sooner(&best->formula, &f, o->cost) && lb_algo_suits(algo, task, o) > lb_algo_suits(best->algo, task, o)))
        *best = (fastest){algo, f};
}

static bool hopeless(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, const fastest *best) {
    lb_formula least;
    return best->algo && lb_algo_forward(algo)->least(task, o, &least) == LB_OK &&
           !sooner(&least, &best->formula, o->cost);
}

/* The fastest by its formula, of those that have not failed. Those with slow formulas come last, if they may win. */
static fastest pick_fastest(const lb_task *task, const lb_plan_options *o, const bool *failed) {
    fastest best = {.algo = NULL};
    for (int slow = 0; slow < 2; slow++) {
        for (size_t i = 0; i < lb_algorithms(); i++) {
            const lb_algo *algo = lb_algo_at(i);
            if ((lb_algo_forward(algo)->least != NULL) == (slow == 1) && !failed[i] &&
                !lb_algo_obstacle(algo, task, o) && !(slow && hopeless(algo, task, o, &best)))
                compete(algo, task, o, &best);
        }
    }
    return best;
}

static int check_cost(const lb_cost *cost, lb_why *why) {
    if (cost->tau.num < 0 || cost->beta.num < 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta are times and cannot be negative");
    if (cost->tau.den <= 0 || cost->beta.den <= 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta need denominators above 0");
    if (cost->bytes == 0)
        return lb_fail(why, LB_ERR_ARG, "a message of 0 bytes: there is nothing to send");
    return LB_OK;
}

int lb_fill_options(const lb_task *task, const lb_plan_options *given, lb_plan_options *o, lb_why *why) {
    static const lb_plan_options none;
    *o = given ? *given : none;
    if (o->clock != LB_UNIT && o->clock != LB_LINEAR)
        return lb_fail(why, LB_ERR_ARG, "there is no clock %d", (int)o->clock);
    if (o->ports > task->net.ports && task->net.ports > 0)
        return lb_fail(why, LB_ERR_ARG, "%" PRIu32 " ports: a node of this network has %u", o->ports, task->net.ports);
    if (o->ports == 0 || task->net.ports == 0)
        o->ports = task->net.ports;
    if (o->packets == 0)
        o->packets = 1;
    if (o->packets > LB_MAX_DENOMINATOR)
        return lb_fail(why, LB_ERR_SIZE, "a block of %" PRIu64 " packets is too large", o->packets);
    if (o->clock == LB_LINEAR && o->packets > 1)
        return lb_fail(why, LB_ERR_ARG, "packets are for the unit clock; the linear clock's have any size");
    if (o->effort < LB_ESTIMATE || o->effort > 9)
        return lb_fail(why, LB_ERR_ARG, "an effort of %d: it goes from 0 to 9", o->effort);
    if (o->groups > LB_MAX_GROUPS)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu32 " groups: at most %" PRIu32 " are made", o->groups, LB_MAX_GROUPS);
    if (o->clock == LB_UNIT && o->groups)
        return lb_fail(why, LB_ERR_ARG, "groups are for the linear clock; on the unit clock say packets");
    if (o->tree || o->order) {
        if (o->algorithm && strcmp(o->algorithm, "tree") != 0)
            return lb_fail(why, LB_ERR_ARG, "a tree means nothing to %.60s: only the algorithm tree has one",
                           o->algorithm);
        o->algorithm = "tree";
    }
    if (o->algorithm && strcmp(o->algorithm, "best") == 0) {
        if (o->clock == LB_LINEAR && !o->cost)
            return lb_fail(why, LB_ERR_ARG, "what is best on the linear clock depends on bytes, tau and beta");
        o->algorithm = NULL;
    }
    return o->cost ? check_cost(o->cost, why) : LB_OK;
}

const char *lb_algorithm_obstacle(size_t index, const lb_task *task, const lb_plan_options *options) {
    lb_plan_options o;
    if (index >= lb_algorithms())
        return "there is no such algorithm";
    return lb_fill_options(task, options, &o, NULL) ? "the options are not valid"
                                                    : lb_algo_obstacle(lb_algo_at(index), task, &o);
}

/* Which one lb_plan_create would take, if its plan can be held. */
static int pick(const lb_task *task, const lb_plan_options *o, const lb_algo **picked, lb_why *why) {
    static const bool none[LB_MOST_ALGORITHMS];
    *picked = NULL;
    if (o->algorithm)
        return pick_named(task, o, picked, why);
    if (o->clock == LB_LINEAR && o->cost)
        *picked = pick_fastest(task, o, none).algo;
    return *picked ? LB_OK : pick_best(task, o, none, picked, why);
}

int lb_formula_of(const lb_task *task, const lb_plan_options *options, lb_formula *formula, lb_why *why) {
    lb_plan_options o;
    const lb_algo *algo;
    lb_formula found = {0};
    int error = lb_fill_options(task, options, &o, why);
    if (!error && o.clock != LB_LINEAR)
        error = lb_fail(why, LB_ERR_ARG, "formulas are for the linear clock");
    if (!error)
        error = pick(task, &o, &algo, why);
    if (error)
        return error;
    error = lb_algo_formula(algo, task, &o, &found);
    if (error == LB_ERR_UNSUPPORTED)
        return lb_fail(why, error, "%s has no formula for this", algo->info.name);
    if (error)
        return lb_fail(why, error, "%s: its formula does not fit 63 bits here", algo->info.name);
    *formula = found;
    return LB_OK;
}

int lb_formulas_of(const lb_task *task, const lb_plan_options *options, lb_formula *formulas, size_t room,
                   size_t *count, lb_why *why) {
    lb_plan_options o;
    const lb_algo *algo;
    lb_formulas list = {.at = formulas, .room = room};
    *count = 0;
    int error = lb_fill_options(task, options, &o, why);
    if (!error && (o.clock != LB_LINEAR || !o.algorithm || o.groups))
        error = lb_fail(why, LB_ERR_ARG, "formulas to choose among are those of one algorithm on the linear clock");
    if (!error)
        error = pick(task, &o, &algo, why);
    if (error)
        return error;
    if (!algo->choices || algo->reverse_of)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s has no list of formulas", algo->info.name);
    error = algo->choices(task, &o, &list);
    for (size_t i = 0; i < list.count; i++)
        list.at[i].algorithm = algo->info.name;
    if (error)
        return lb_fail(why, error, "the formulas of %s cannot be listed here", algo->info.name);
    *count = list.count;
    return LB_OK;
}

/* Where nothing has to move, so many packets are as few as one. Who asks for very many is worth the look: the plan of
 * one is small beside theirs. */
static bool build_nothing(const lb_algo *algo, const lb_task *task, const lb_plan_options *options, lb_plan **plan) {
    lb_plan_options o = *options;
    if (o.packets == 1 || (task->net.nodes > 1 && o.packets < MANY_PACKETS))
        return false;
    o.packets = 1;
    if (lb_build_with(algo, task, &o, plan, NULL))
        return false;
    if ((*plan)->nmoves == 0) {
        (*plan)->denominator = options->packets;
        (*plan)->packet = 1;
        return true;
    }
    lb_plan_free(*plan);
    *plan = NULL;
    return false;
}

int lb_algo_build(const lb_algo *algo, const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    int error = build_nothing(algo, task, o, plan) ? LB_OK : lb_build_with(algo, task, o, plan, why);
    if (!error) {
        lb_plan_rename(*plan, algo->info.name);
        (*plan)->ports = o->ports;
    }
    return error;
}

/* Takes the rival's plan if it is shorter. That it cannot be had is no error: there is one already. */
static void try_rival(const lb_algo *rival, const lb_task *task, const lb_plan_options *o, lb_plan **plan) {
    lb_plan *other = NULL;
    if (lb_algo_build(rival, task, o, &other, NULL) == LB_OK)
        lb_keep_shorter(plan, other);
}

static size_t index_of(const lb_algo *algo) {
    size_t i = 0;
    while (lb_algo_at(i) != algo)
        i++;
    return i;
}

/* The fastest may have a plan that cannot be held: then the next. */
static int build_fastest(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    bool failed[LB_MOST_ALGORITHMS] = {false};
    for (;;) {
        const lb_algo *algo = pick_fastest(task, o, failed).algo;
        if (!algo)
            return LB_ERR_UNSUPPORTED;
        int error = lb_algo_build(algo, task, o, plan, why);
        if (error != LB_ERR_SIZE && error != LB_ERR_MEMORY)
            return error;
        failed[index_of(algo)] = true;
    }
}

/* The one that suits best, or its rival. Its plan may be too large to be held: then the next, and where nobody's can
 * be, what the first said. */
static int build_best(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    bool failed[LB_MOST_ALGORITHMS] = {false};
    const lb_algo *algo = NULL;
    int error = pick_best(task, o, failed, &algo, why);
    if (!error)
        error = lb_algo_build(algo, task, o, plan, why);
    while (error == LB_ERR_SIZE || error == LB_ERR_MEMORY) {
        failed[index_of(algo)] = true;
        if (pick_best(task, o, failed, &algo, NULL))
            return error;
        error = lb_algo_build(algo, task, o, plan, NULL) ? error : LB_OK;
    }
    if (!error && algo->rival && !lb_algo_obstacle(algo->rival, task, o) && lb_algo_suits(algo->rival, task, o) >= 20)
        try_rival(algo->rival, task, o, plan);
    return error;
}

int lb_algo_plan(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why) {
    *plan = NULL;
    lb_plan_options o;
    const lb_algo *algo = NULL;
    int error = lb_fill_options(task, options, &o, why);
    if (error)
        return error;
    if (o.algorithm) {
        error = pick_named(task, &o, &algo, why);
        return error ? error : lb_algo_build(algo, task, &o, plan, why);
    }
    if (o.clock == LB_LINEAR && o.cost) {
        error = build_fastest(task, &o, plan, why);
        if (error != LB_ERR_UNSUPPORTED)
            return error;
    }
    return build_best(task, &o, plan, why);
}
