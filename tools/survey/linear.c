/* The linear clock: the time of a default plan against all that it must not be longer than, one network at a time. */
#include "survey.h"

#include <string.h>

/* Long and short messages, links whose start-ups are free, dear, or all there is. */
static const lb_cost costs[] = {
    {.bytes = 100000, .tau = {1, 1}, .beta = {40, 1}, .whole_bytes = true},
    {.bytes = 20000, .tau = {1, 1}, .beta = {0, 1}, .whole_bytes = true},
    {.bytes = 777, .tau = {1, 1000}, .beta = {20, 1}, .whole_bytes = true},
    {.bytes = 5001, .tau = {1, 1}, .beta = {999, 1}, .whole_bytes = true},
};

typedef struct question {
    const lb_net *net;
    const char *name;
    const lb_cost *cost;
    uint32_t ports;
} question;

static double time_by(const lb_task *task, const char *algorithm, const question *q) {
    lb_plan_options o = {.algorithm = algorithm, .ports = q->ports, .clock = LB_LINEAR, .cost = q->cost};
    lb_plan *plan = NULL;
    lb_timing timing;
    double time = 0;
    if (lb_plan_create(task, &o, &plan, NULL) != LB_OK)
        return 0;
    if (lb_simulate(plan, q->cost, NULL, &timing, NULL) == LB_OK) {
        time = lb_ratio_value(timing.makespan);
        lb_timing_free(&timing);
    }
    lb_plan_free(plan);
    return time;
}

/* What is allowed: for rounding to whole bytes, and where the other plan is turned round, which is made of other
 * attempts if there is little work to share out. */
#define ROUNDED 1.0001e-4
#define TURNED  0.0015

/* And where dimensions come in another order: of packets that are ready together another one is first. */
#define TIES 0.005

static void compare(survey *s, const question *q, const char *task, double time, const char *by, double other,
                    double allowed) {
    s->compared++;
    if (other > 0 && other < time * (1 - allowed))
        survey_say(s, "%s %s, ports %u, %llu bytes, tau %g, beta %g: %g, by %s %g", task, q->name, q->ports,
                   (unsigned long long)q->cost->bytes, lb_ratio_value(q->cost->tau), lb_ratio_value(q->cost->beta),
                   time, by, other);
}

static void against_algorithms(survey *s, const question *q, const lb_task *task, const char *name, double time) {
    lb_plan_options o = {.ports = q->ports, .clock = LB_LINEAR, .cost = q->cost};
    for (size_t a = 0; a < lb_algorithms() && !s->quick; a++) {
        const char *algorithm = lb_algorithm_at(a)->name;
        if (strcmp(algorithm, "least-delay") != 0 && !lb_algorithm_obstacle(a, task, &o))
            compare(s, q, name, time, algorithm, time_by(task, algorithm, q), ROUNDED);
    }
}

/* A vector of allreduce is all blocks of the two that it is compared with. */
static double time_of_blocks(const question *q) {
    lb_cost cost = *q->cost;
    question blocks = {q->net, q->name, &cost, q->ports};
    cost.bytes *= lb_net_nodes(q->net);
    lb_task *task = survey_task(q->net, &survey_kinds[survey_kind_named("allreduce")]);
    double time = task ? time_by(task, NULL, &blocks) : 0;
    lb_task_free(task);
    return time;
}

static void against_names(survey *s, const question *q, const double time[KINDS]) {
    for (const survey_name *same = survey_names; same < survey_names + SAME; same++) {
        double mine = same->and ? time_of_blocks(q) : time[survey_kind_named(same->task)];
        double other = time[survey_kind_named(same->by)];
        other += same->and ? time[survey_kind_named(same->and)] : 0;
        compare(s, q, same->task, mine, same->by, other, TURNED);
    }
}

/* What is the same whichever dimension comes first. */
static bool is_plain(lb_task_kind kind) {
    return kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_SCATTER || kind == LB_GATHER ||
           kind == LB_ALLGATHER || kind == LB_REDUCE_SCATTER || kind == LB_ALLREDUCE || kind == LB_ALLTOALL;
}

static lb_net *turned(const lb_net *net) {
    uint32_t radices[LB_MAX_DIMS];
    unsigned dims = lb_net_dims(net);
    lb_net *other = NULL;
    for (unsigned i = 0; i < dims; i++)
        radices[i] = lb_net_radix(net, dims - 1 - i);
    return lb_net_create(dims, radices, &other, NULL) == LB_OK ? other : NULL;
}

static void against_turned(survey *s, const question *q, const double time[KINDS]) {
    lb_net *net = turned(q->net);
    char name[128] = "";
    question other = {net, name, q->cost, q->ports};
    if (net)
        lb_net_name(net, name, sizeof name);
    for (unsigned k = 0; k < KINDS && net && !lb_net_equal(net, q->net); k++) {
        lb_task *task = is_plain(survey_kinds[k].kind) ? survey_task(net, &survey_kinds[k]) : NULL;
        double found = task ? time_by(task, NULL, &other) : 0;
        compare(s, q, survey_kinds[k].name, time[k], "the other order of dimensions", found, TIES);
        if (task) /* either may be the worse */
            compare(s, &other, survey_kinds[k].name, found, "the other order of dimensions", time[k], TIES);
        lb_task_free(task);
    }
    lb_net_free(net);
}

static void ask(survey *s, const question *q, double time[KINDS]) {
    for (unsigned k = 0; k < KINDS; k++) {
        lb_task *task = survey_task(q->net, &survey_kinds[k]);
        time[k] = task ? time_by(task, NULL, q) : 0;
        s->plans += task != NULL;
        if (task)
            against_algorithms(s, q, task, survey_kinds[k].name, time[k]);
        lb_task_free(task);
    }
    against_names(s, q, time);
    against_turned(s, q, time);
}

void survey_linear(survey *s, const lb_net *net, const char *name) {
    for (size_t c = 0; c < sizeof costs / sizeof costs[0]; c++) {
        double time[PORTS][KINDS];
        for (unsigned column = 0; column < s->columns; column++) {
            question q = {net, name, &costs[c], survey_ports_of(net, column)};
            if (!q.ports)
                continue;
            ask(s, &q, time[column]);
            for (unsigned k = 0; k < KINDS && column; k++)
                compare(s, &(question){net, name, &costs[c], 0}, survey_kinds[k].name, time[0][k], "fewer ports",
                        time[column][k], ROUNDED);
        }
    }
}
