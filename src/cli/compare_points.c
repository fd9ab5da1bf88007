/* One algorithm at one size: its time by its formula, or simulated. */
#include "cli/compare_points.h"

#include "draw/plot.h"

#include <string.h>

#define SIMULATE_MEMORY (UINT64_C(512) << 20)

lb_cost cli_compare_cost(const cli_comparison *c, uint64_t bytes) {
    return (lb_cost){.bytes = bytes, .tau = c->tau, .beta = c->beta, .hop = c->hop};
}

lb_plan_options cli_compare_options(const cli_comparison *c, size_t rival, const lb_cost *cost) {
    return (lb_plan_options){
        .algorithm = c->rival[rival].info->name, .ports = c->ports, .clock = LB_LINEAR, .cost = cost};
}

uint64_t cli_compare_packets(const cli_comparison *c) {
    lb_bound bound;
    if (lb_bound_unit(c->task, c->ports, 1, &bound, NULL))
        return UINT64_MAX;
    return lb_task_is_symmetric(c->task) ? bound.transmissions / lb_net_nodes(lb_task_net(c->task))
                                         : bound.transmissions;
}

uint64_t cli_compare_effort(const lb_plan *plan) {
    return lb_plan_template_moves(plan) + lb_plan_bytes(plan) / 32 + 1;
}

int cli_compare_simulate(const lb_plan *plan, const lb_cost *cost, lb_ratio *time, lb_why *why) {
    lb_timing timing;
    lb_check_options options = {.memory = SIMULATE_MEMORY};
    if (lb_plan_orbit(plan) == LB_SYMMETRIC)
        options.replay = LB_REPLAY_RELATIVE;
    int error = lb_simulate(plan, cost, &options, &timing, why);
    if (error)
        return error;
    *time = timing.makespan;
    lb_timing_free(&timing);
    return LB_OK;
}

static void by_formula(const lb_cost *cost, cli_point *p) {
    const lb_formula *f = &p->formula;
    p->known = true;
    p->at_most = !f->exact;
    p->held = lb_formula_time(f, cost, &p->time) == LB_OK;
    p->value = p->held ? lb_ratio_value(p->time)
                       : lb_ratio_value(f->data) * lb_ratio_value(cost->tau) * (double)cost->bytes +
                             (double)f->startups * lb_ratio_value(cost->beta);
}

/* By whichever of its plans is the fastest. */
static void by_plans(const cli_rival *rival, const lb_cost *cost, cli_point *p) {
    lb_ratio time;
    p->known = p->held = cli_compare_simulate(rival->plan, cost, &p->time, NULL) == LB_OK;
    for (size_t i = 0; i < CLI_OTHER_PLANS; i++) {
        if (!rival->other[i] || cli_compare_simulate(rival->other[i], cost, &time, NULL))
            continue;
        if (!p->known || lb_ratio_compare(time, p->time) < 0)
            p->time = time;
        p->known = p->held = true;
    }
    p->value = p->known ? lb_ratio_value(p->time) : 0;
}

void cli_compare_point(const cli_comparison *c, size_t rival, uint64_t bytes, cli_point *p) {
    lb_cost cost = cli_compare_cost(c, bytes);
    lb_plan_options options = cli_compare_options(c, rival, &cost);
    *p = (cli_point){.known = false};
    if (c->rival[rival].plan)
        by_plans(&c->rival[rival], &cost, p);
    else if (lb_formula_of(c->task, &options, &p->formula, NULL) == LB_OK)
        by_formula(&cost, p);
}

/* Negative when a is sooner; what does not fit is compared nearly. */
static int order(const cli_point *a, const cli_point *b) {
    if (a->held && b->held)
        return lb_ratio_compare(a->time, b->time);
    return (a->value > b->value) - (a->value < b->value);
}

size_t cli_compare_best(const cli_comparison *c, uint64_t bytes, const cli_point *points) {
    size_t best = c->rivals;
    for (size_t i = 0; i < c->rivals; i++) {
        if (points[i].known && (best == c->rivals || order(&points[i], &points[best]) < 0))
            best = i;
    }
    lb_cost cost = cli_compare_cost(c, bytes);
    lb_plan_options options = {.ports = c->ports, .clock = LB_LINEAR, .cost = &cost};
    lb_formula formula;
    if (best == c->rivals || lb_formula_of(c->task, &options, &formula, NULL))
        return best;
    for (size_t i = 0; i < c->rivals; i++) {
        if (points[i].known && strcmp(c->rival[i].info->name, formula.algorithm) == 0 &&
            order(&points[i], &points[best]) == 0)
            return i;
    }
    return best;
}

double cli_over_bound(const cli_point *p, lb_ratio bound) {
    if (p->held && lb_ratio_compare(p->time, bound) == 0)
        return 1;
    return bound.num ? p->value / lb_ratio_value(bound) : 0;
}

uint64_t cli_size_between(uint64_t lo, uint64_t hi, size_t part, size_t parts) {
    double target = lb_log2((double)lo) + (lb_log2((double)hi) - lb_log2((double)lo)) * (double)part / (double)parts;
    while (hi - lo > 1) { /* the largest that is not beyond, or the one after it, whichever is nearer */
        uint64_t middle = lo + (hi - lo) / 2;
        if (lb_log2((double)middle) <= target)
            lo = middle;
        else
            hi = middle;
    }
    return target - lb_log2((double)lo) <= lb_log2((double)hi) - target ? lo : hi;
}
