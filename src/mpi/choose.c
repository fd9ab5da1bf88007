/* Which plan: by formula, for the profile's costs and the block's length.
 *
 * A formula says data*tau*m + startups*beta, as if a link were idle for beta before every packet. Where several packets
 * are under way on a link only the first of a chain costs beta, and each keeps its link busy for `gap` beside its
 * bytes: so pipelines are worth many more, shorter packets than the formula's own best. A chain is as long as one
 * group's. */
#include "mpi/engine.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GROUPS = 1 << 14, LEAST_PACKET = 64, MOST_FAILED = 8 };

/* ---- Times ---- */

typedef struct question {
    const lb_mpi_net *net;
    const lb_task *task;
    lb_plan_options options;
    double tau, beta, gap, bytes, window;
} question;

/* Nanoseconds of an algorithm in so many groups, of which one has `depth` start-ups. */
static double time_of(const question *q, const lb_formula *f, double depth) {
    double startups = (double)f->startups, data = lb_ratio_value(f->data) * q->bytes * q->tau;
    if (startups <= 0)
        return data;
    double busy = data / startups + q->gap, hidden = (data / startups + 1.5 * q->beta) / q->window;
    return depth >= startups || q->window < 2 ? data + startups * q->beta
                                              : startups * fmax(busy, hidden) + depth * (q->beta - q->gap);
}

static bool formula_of(const question *q, const char *name, uint32_t groups, lb_formula *f) {
    lb_plan_options options = q->options;
    options.algorithm = name;
    options.groups = groups;
    return lb_formula_of(q->task, &options, f, NULL) == LB_OK;
}

/* Some formulas count on links that have other packets to carry while the first are on their way through `depth`
 * others. That way is up to twice as long as they say where packets share a link, and then it is not hidden unless
 * there are packets enough. What the formula's time is to be multiplied with. */
static double unhidden(const lb_formula *f, uint32_t groups, double depth) {
    double said = (double)f->startups, pipeline = depth + groups - 1;
    double real = fmin(pipeline, 2 * depth + groups / 2.0);
    return said > 0 && said < real ? real / said : 1;
}

static double time_of_groups(const question *q, const char *name, uint32_t groups, double depth) {
    lb_formula f;
    if (groups > MOST_GROUPS || !formula_of(q, name, groups, &f))
        return INFINITY;
    double packet = f.startups ? lb_ratio_value(f.data) * q->bytes / (double)f.startups : 0;
    if (groups > 1 && packet < LEAST_PACKET)
        return INFINITY;
    bool span = lb_task_class(q->task) == LB_SPAN; /* measured of scans only */
    return time_of(q, &f, depth) * (span ? unhidden(&f, groups, depth) : 1);
}

/* The best number of groups: times fall and then rise with it. */
static lb_choice best_groups(const question *q, const char *name, double depth) {
    lb_choice best = {name, 1, time_of_groups(q, name, 1, depth), q->options.ports};
    for (uint32_t g = 2; g <= MOST_GROUPS; g *= 2) {
        double ns = time_of_groups(q, name, g, depth);
        if (ns >= best.ns)
            break;
        best.groups = g;
        best.ns = ns;
    }
    for (uint32_t step = best.groups / 2; step >= 1; step /= 2) {
        uint32_t here = best.groups;
        for (uint32_t g = here - step; g <= here + step; g += 2 * step) {
            double ns = g >= 1 ? time_of_groups(q, name, g, depth) : INFINITY;
            if (ns < best.ns) {
                best.groups = g;
                best.ns = ns;
            }
        }
    }
    return best;
}

static lb_choice choice_of(const question *q, size_t index) {
    const lb_algorithm *algorithm = lb_algorithm_at(index);
    lb_choice choice = {algorithm->name, 0, INFINITY, q->options.ports};
    lb_formula f;
    if (lb_algorithm_obstacle(index, q->task, &q->options))
        return choice;
    if (algorithm->groups && formula_of(q, algorithm->name, 1, &f))
        return best_groups(q, algorithm->name, (double)f.startups);
    if (formula_of(q, algorithm->name, 0, &f))
        choice.ns = time_of(q, &f, (double)f.startups);
    return choice;
}

/* Dimensions from `first` to before `end`. */
typedef struct leg {
    unsigned first, end;
} leg;

/* How many messages pass the busiest link when all go straight to where they are for, dimension by dimension. */
static double load_of_leg(const question *q, leg l) {
    const lb_net *net = q->net->net;
    lb_task_kind kind = lb_task_kind_of(q->task);
    double n = 1, most = 0;
    bool rooted = kind == LB_BROADCAST || kind == LB_SCATTER || kind == LB_GATHER || kind == LB_REDUCE;
    for (unsigned dim = l.first; dim < l.end; dim++)
        n *= lb_net_radix(net, dim);
    for (unsigned dim = l.first; dim < l.end; dim++) {
        double k = lb_net_radix(net, dim), half = floor(k / 2);
        double load = rooted ? n / k * half : n / k * floor(k * k / 4) / (k > 2 ? 2 : 1);
        most = fmax(most, load);
    }
    return q->options.ports ? fmax(most, (n - 1) / q->options.ports) : most;
}

/* Messages that share a link follow each other on it; those from afar have their latency meanwhile. */
static double time_of_leg(const question *q, leg l) {
    double message = q->bytes * q->tau + q->gap, hop = lb_ratio_value(q->net->set.profile.hop), hops = 0;
    for (unsigned dim = l.first; dim < l.end; dim++)
        hops += floor(lb_net_radix(q->net->net, dim) / 2.0);
    double far = q->beta + (hops - 1) * hop + q->bytes * q->tau;
    return hops > 0 ? fmax(far, q->beta - q->gap + load_of_leg(q, l) * message) : 0;
}

/* A broadcast in one leg or in two, the lower dimensions first; in two if that is quicker by 1 % at least, and of
 * several cuts that are equally quick by that whose links are shared the least. `stride` is the second leg's. */
static double time_of_direct(const question *q, uint32_t *stride) {
    const lb_net *net = q->net->net;
    unsigned dims = lb_net_dims(net);
    double best = time_of_leg(q, (leg){0, dims}), message = q->bytes * q->tau + q->gap, marked = 0.99 * best;
    uint32_t nodes = 1;
    *stride = lb_net_nodes(net);
    for (unsigned cut = 1; cut < dims && lb_task_kind_of(q->task) == LB_BROADCAST; cut++) {
        leg lower = {0, cut}, upper = {cut, dims};
        double ns = time_of_leg(q, lower) + time_of_leg(q, upper);
        double shared = (load_of_leg(q, lower) + load_of_leg(q, upper)) * message / 100;
        nodes *= lb_net_radix(net, cut - 1);
        if (ns + shared >= marked)
            continue;
        marked = ns + shared;
        best = ns;
        *stride = nodes;
    }
    return best;
}

/* ---- Choosing ---- */

static bool has_failed(const char *const *failed, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++) {
        if (strcmp(failed[i], name) == 0)
            return true;
    }
    return false;
}

static question question_of(const lb_mpi_net *net, const lb_task *task, const lb_want *want, const lb_cost *cost) {
    const lb_mpi_profile *profile = &net->set.profile;
    question q = {.net = net, .task = task};
    q.options = (lb_plan_options){.ports = profile->ports < lb_net_ports(net->net) ? profile->ports : 0,
                                  .clock = want->steps ? LB_UNIT : LB_LINEAR,
                                  .cost = want->steps ? NULL : cost};
    q.tau = lb_ratio_value(cost->tau);
    q.beta = lb_ratio_value(cost->beta);
    q.gap = fmin(lb_ratio_value(profile->gap), q.beta);
    q.bytes = (double)cost->bytes;
    q.window = profile->window < 2 || q.gap >= q.beta ? 1 : 2;
    return q;
}

static lb_cost cost_of(const lb_mpi_net *net, const lb_want *want) {
    uint64_t bytes = want->nominal ? want->nominal : want->bytes;
    return (lb_cost){
        .bytes = bytes ? bytes : 1, .tau = net->set.profile.tau, .beta = net->set.profile.beta, .whole_bytes = true};
}

/* A process that can drive k of its p links at a time may also use them all, each at k/p of its rate. */
static question relaxed(const question *q) {
    question all = *q;
    all.tau *= (double)lb_net_ports(q->net->net) / q->options.ports;
    all.options.ports = 0;
    return all;
}

/* Name NULL: none has a formula. */
static lb_choice fastest_of(const question *q, const char *const *failed, unsigned count) {
    lb_choice best = {NULL, 0, INFINITY, q->options.ports};
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (has_failed(failed, count, lb_algorithm_at(i)->name))
            continue;
        lb_choice choice = choice_of(q, i);
        if (choice.ns < best.ns)
            best = choice;
    }
    best.ports = q->options.ports;
    return best;
}

static lb_choice fastest(const question *q, const char *const *failed, unsigned count) {
    lb_choice best = fastest_of(q, failed, count);
    if (q->options.ports) {
        question all = relaxed(q);
        lb_choice other = fastest_of(&all, failed, count);
        best = other.ns < best.ns ? other : best;
    }
    return best;
}

/* ---- Saying ---- */

static void say_time(char *text, size_t size, const char *what, double ns) {
    snprintf(text, size, "%s %.4g us", what, ns / 1000);
}

/* One line on standard error, by rank 0, for every plan that is made. Direct collectives have no steps, and the bound,
 * which is for messages that are taken up at every node, is not theirs. */
static void say(const question *q, const lb_want *want, const lb_choice *choice, const char *algorithm,
                const lb_plan *plan) {
    lb_ratio time;
    char name[128], took[96] = "", bound[64] = "", groups[32] = "", steps[32] = "";
    if (!q->net->set.verbose || q->net->rank != 0)
        return;
    lb_net_name(q->net->net, name, sizeof name);
    if (choice->name)
        say_time(took, sizeof took, ", expected", choice->ns);
    if (choice->groups > 1)
        snprintf(groups, sizeof groups, " in %" PRIu32 " groups", choice->groups);
    if (plan)
        snprintf(steps, sizeof steps, ", %" PRIu32 " steps", lb_plan_steps(plan));
    if (plan && q->options.cost &&
        lb_bound_linear(q->task, q->options.ports, q->options.cost, &time, NULL, NULL) == LB_OK)
        say_time(bound, sizeof bound, ", bound", lb_ratio_value(time));
    fprintf(stderr, "linkbound: %s of %" PRIu64 " bytes on %s: %s%s%s%s%s%s\n", lb_task_kind_name(want->kind),
            want->bytes, name, algorithm, groups, steps, took, bound,
            strcmp(q->net->set.algorithm, algorithm) == 0 ? " (LINKBOUND_ALGORITHM)" : "");
}

/* ---- Direct ---- */

static bool is_best_direct(const question *q, double ns) {
    const lb_settings *set = &q->net->set;
    if (set->algorithm[0])
        return strcmp(set->algorithm, LB_MPI_DIRECT) == 0;
    return set->profile.routed && !lb_net_has_faults(q->net->net) && ns <= fastest(q, NULL, 0).ns;
}

/* Direct collectives are no plans: their messages do not go to neighbours only. */
bool lb_mpi_direct(const lb_mpi_net *net, const lb_task *task, const lb_want *want, uint32_t *stride) {
    lb_cost cost = cost_of(net, want);
    question q = question_of(net, task, want, &cost);
    lb_choice choice = {.name = LB_MPI_DIRECT, .ns = lb_direct_can(net, want) ? time_of_direct(&q, stride) : INFINITY};
    if (choice.ns == INFINITY || !is_best_direct(&q, choice.ns))
        return false;
    say(&q, want, &choice, LB_MPI_DIRECT, NULL);
    return true;
}

/* ---- Planning ---- */

/* An algorithm by its name, in the number of groups that is best; LB_ERR_UNSUPPORTED where it cannot do it. */
/* NOLINTNEXTLINE(misc-no-recursion): once more, without a port limit */
static int plan_named(question *q, const char *name, lb_choice *choice, lb_plan **plan, lb_why *why) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, name) == 0)
            *choice = q->options.cost ? choice_of(q, i) : (lb_choice){.name = lb_algorithm_at(i)->name};
    }
    lb_plan_options options = q->options;
    options.algorithm = name;
    options.groups = choice->ns < INFINITY ? choice->groups : 0;
    int error = lb_plan_create(q->task, &options, plan, why);
    if (error != LB_ERR_UNSUPPORTED || !q->options.ports)
        return error;
    question all = relaxed(q); /* by name also those that need all links, though only some work at a time */
    return plan_named(&all, name, choice, plan, why);
}

/* The fastest whose plan can be held; where there are no formulas, what suits best. */
static int plan_best(question *q, lb_choice *choice, lb_plan **plan, lb_why *why) {
    const char *failed[MOST_FAILED];
    for (unsigned count = 0; q->options.cost && count < MOST_FAILED; count++) {
        *choice = fastest(q, failed, count);
        if (!choice->name)
            break;
        lb_plan_options options = q->options;
        options.algorithm = failed[count] = choice->name;
        options.groups = choice->groups;
        options.ports = choice->ports;
        int error = lb_plan_create(q->task, &options, plan, why);
        if (error != LB_ERR_SIZE && error != LB_ERR_MEMORY && error != LB_ERR_UNSUPPORTED)
            return error;
    }
    *choice = (lb_choice){.ns = INFINITY};
    return lb_plan_create(q->task, &q->options, plan, why);
}

int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, bool *pipelined,
                lb_why *why) {
    lb_cost cost = cost_of(net, want);
    question q = question_of(net, task, want, &cost);
    lb_choice choice = {.ns = INFINITY};
    int error = LB_ERR_UNSUPPORTED;
    /* A forced algorithm is for the tasks it can do; for others the best is taken. */
    if (net->set.algorithm[0])
        error = plan_named(&q, net->set.algorithm, &choice, plan, why);
    if (error)
        error = plan_best(&q, &choice, plan, why);
    if (!error) {
        net->facts.plans++;
        *pipelined = choice.groups > 1;
        say(&q, want, &choice, lb_plan_algorithm(*plan), *plan);
    }
    return error;
}
