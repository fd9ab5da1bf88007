/* What a default plan must not be worse than, one network at a time. */
#include "survey.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void survey_say(survey *s, const char *format, ...) {
    va_list arguments;
    s->violations++;
    va_start(arguments, format);
    printf("WORSE: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

static void broken(const lb_task *task, const char *what, const lb_why *why) {
    char net[64] = "";
    lb_net_name(lb_task_net(task), net, sizeof net);
    printf("BROKEN: %s on %s: %s: %s\n", lb_task_kind_name(lb_task_kind_of(task)), net, what, why->text);
    exit(1);
}

uint32_t survey_steps(const lb_task *task, const char *algorithm, uint32_t ports, uint64_t packets) {
    lb_plan_options o = {.algorithm = algorithm, .ports = ports, .packets = packets};
    lb_plan *plan = NULL;
    lb_report report = {0};
    lb_why why = {""};
    if (lb_plan_create(task, &o, &plan, &why) != LB_OK)
        return 0;
    if (lb_check_plan(plan, NULL, &report, &why) != LB_OK)
        broken(task, lb_plan_algorithm(plan), &(lb_why){"the checker refuses it"});
    uint32_t steps = lb_plan_steps(plan);
    lb_report_free(&report);
    lb_plan_free(plan);
    return steps;
}

/* ---- Against the bound ---- */

static uint32_t bound_of(const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_bound bound;
    lb_why why = {""};
    if (lb_bound_unit(task, ports, packets, &bound, &why) != LB_OK ||
        lb_witness_verify(task, ports, packets, &bound.steps_witness, &why) != LB_OK)
        broken(task, "the bound", &why);
    return (uint32_t)bound.steps;
}

/* The default plan and its bound. */
static survey_found found_for(survey *s, const lb_task *task, uint32_t ports, uint64_t packets) {
    survey_found found = {survey_steps(task, NULL, ports, packets), bound_of(task, ports, packets)};
    if (found.steps < found.bound)
        broken(task, "the bound", &(lb_why){"a plan is below it"});
    s->plans++;
    return found;
}

/* ---- Against what it is made of ---- */

static void against_algorithms(survey *s, const lb_task *task, const char *name, const char *net, uint32_t ports,
                               uint64_t packets, uint32_t steps) {
    lb_plan_options o = {.ports = ports, .packets = packets};
    for (size_t i = 0; i < lb_algorithms() && !s->quick; i++) {
        const char *algorithm = lb_algorithm_at(i)->name;
        bool slow = strcmp(algorithm, "least-delay") == 0 && lb_net_nodes(lb_task_net(task)) > 9;
        if (slow || lb_algorithm_obstacle(i, task, &o))
            continue;
        uint32_t other = survey_steps(task, algorithm, ports, packets);
        s->compared++;
        if (other && other < steps)
            survey_say(s, "%s %s, ports %u, packets %u: %u, by %s %u", name, net, ports, (unsigned)packets, steps,
                       algorithm, other);
    }
}

static void against_parts(survey *s, const survey_row *row, const char *name, const char *net, uint32_t ports) {
    for (unsigned p = 1; p <= s->packets; p++) {
        for (unsigned some = 1; some <= p / 2; some++) {
            s->compared++;
            if (row->steps[p] > row->steps[some] + row->steps[p - some])
                survey_say(s, "%s %s, ports %u, packets %u: %u, in parts of %u and %u %u", name, net, ports, p,
                           row->steps[p], some, p - some, row->steps[some] + row->steps[p - some]);
        }
        s->compared++;
        if (p < s->packets && row->steps[p] > row->steps[p + 1])
            survey_say(s, "%s %s, ports %u, packets %u: %u, for one more %u", name, net, ports, p, row->steps[p],
                       row->steps[p + 1]);
    }
}

/* As if a link far from node 0 were dead: no plan there is shorter, and no bound lower. */
static void against_fault(survey *s, const lb_task *task, const char *name, const char *net, uint32_t ports,
                          uint64_t packets, uint32_t steps) {
    const lb_net *whole = lb_task_net(task);
    uint32_t from = lb_net_nodes(whole) - 1;
    lb_fault fault = {.from = from, .to = lb_neighbor(whole, from, 0)};
    lb_net *faulty = NULL;
    lb_task *other = NULL;
    lb_bound a, b;
    lb_task_params params = lb_task_params_of(task);
    if (s->quick || lb_net_without(whole, &fault, 1, NULL, 0, &faulty, NULL) != LB_OK)
        return;
    if (lb_task_create(faulty, lb_task_kind_of(task), &params, &other, NULL) == LB_OK) {
        uint32_t around = survey_steps(other, NULL, ports, packets);
        s->compared += 2;
        if (around && around < steps)
            survey_say(s, "%s %s, ports %u, packets %u: %u, without a link %u", name, net, ports, (unsigned)packets,
                       steps, around);
        if (lb_bound_unit(task, ports, packets, &a, NULL) == LB_OK &&
            lb_bound_unit(other, ports, packets, &b, NULL) == LB_OK && b.steps < a.steps)
            survey_say(s, "%s %s, ports %u, packets %u: bound %u, without a link %u", name, net, ports,
                       (unsigned)packets, (unsigned)a.steps, (unsigned)b.steps);
    }
    lb_task_free(other);
    lb_net_free(faulty);
}

/* ---- Against other names ---- */

const survey_name survey_names[SAME] = {{"reduce", "broadcast", NULL},
                                        {"gather", "scatter", NULL},
                                        {"reduce-scatter", "allgather", NULL},
                                        {"broadcast", "multibroadcast, one node", NULL},
                                        {"multibroadcast, one node", "broadcast", NULL},
                                        {"send, far", "scatter", NULL},
                                        {"send, near", "scatter", NULL},
                                        {"scatter", "alltoall", NULL},
                                        {"broadcast", "allgather", NULL},
                                        {"allreduce", "reduce-scatter", "allgather"}};

static void against_names(survey *s, const survey_row rows[KINDS], const char *net, uint32_t ports) {
    for (const survey_name *same = survey_names; same < survey_names + SAME; same++) {
        for (unsigned p = 1; p <= s->packets; p++) {
            uint32_t mine = rows[survey_kind_named(same->task)].steps[p],
                     theirs = rows[survey_kind_named(same->by)].steps[p];
            theirs += same->and ? rows[survey_kind_named(same->and)].steps[p] : 0;
            s->compared++;
            if (mine > theirs)
                survey_say(s, "%s %s, ports %u, packets %u: %u, by %s %u", same->task, net, ports, p, mine, same->by,
                           theirs);
        }
    }
}

uint32_t survey_ports_of(const lb_net *net, unsigned column) {
    static const uint32_t few[PORTS] = {0, 2, 1, 3};
    uint32_t degree = lb_net_ports(net), ports = column == 0 ? degree : few[column];
    return column && ports >= degree ? 0 : ports;
}

void survey_net(survey *s, const lb_net *net, const char *name) {
    static survey_row rows[PORTS][KINDS];
    survey_results *results = survey_results_of(s, name);
    results->packets = s->packets;
    for (unsigned column = 0; column < s->columns; column++) {
        uint32_t ports = survey_ports_of(net, column);
        for (unsigned k = 0; k < KINDS && ports; k++) {
            lb_task *task = survey_task(net, &survey_kinds[k]);
            survey_row *row = &rows[column][k];
            for (unsigned p = 1; task && p <= s->packets; p++) {
                survey_found found = found_for(s, task, ports, p);
                row->steps[p] = found.steps;
                survey_note(s, results, k, column, p, found);
                against_algorithms(s, task, survey_kinds[k].name, name, ports, p, row->steps[p]);
                against_fault(s, task, survey_kinds[k].name, name, ports, p, row->steps[p]);
                s->compared += column > 0;
                if (column > 0 && rows[0][k].steps[p] > row->steps[p])
                    survey_say(s, "%s %s, packets %u: %u, on %u ports %u", survey_kinds[k].name, name, p,
                               rows[0][k].steps[p], ports, row->steps[p]);
            }
            against_parts(s, row, survey_kinds[k].name, name, ports);
            lb_task_free(task);
        }
        if (ports)
            against_names(s, rows[column], name, ports);
    }
}

void survey_net_bounds(survey *s, const lb_net *net, const char *name) {
    survey_results *results = survey_results_of(s, name);
    results->packets = s->packets;
    for (unsigned i = 0; i < s->columns * KINDS; i++) {
        unsigned column = i / KINDS, k = i % KINDS;
        uint32_t ports = survey_ports_of(net, column);
        bool asked = !s->task || strncmp(survey_kinds[k].name, s->task, strlen(s->task)) == 0;
        lb_task *task = ports && asked ? survey_task(net, &survey_kinds[k]) : NULL;
        for (unsigned p = 1; task && p <= s->packets; p++) {
            if (!results->found[k][column][p].bound)
                survey_note(s, results, k, column, p, found_for(s, task, ports, p));
        }
        lb_task_free(task);
        if (s->file)
            fflush(s->file);
    }
}
