/* Formulas are not believed: where the plan is small enough it is made, checked and simulated, and must take what the
 * formula says, exactly; or no longer, where the formula does not claim more. */
#include "cli/compare_verify.h"

#include "cli/compare_points.h"

#include <inttypes.h>

/* Of a plan to be verified: the packets that any has at least, and what simulating it costs. */
enum { LEAST_PACKETS = 50000, MOST_EFFORT = 400000 };

/* What the rival's plan at this row costs, about; UINT64_MAX when that is not known. */
static uint64_t effort_at(const cli_row *row, size_t rival, uint64_t one_group) {
    const cli_point *p = &row->point[rival];
    uint64_t groups = p->formula.groups ? p->formula.groups : 1, effort;
    if (!p->known || !p->held || __builtin_mul_overflow(one_group, groups, &effort))
        return UINT64_MAX;
    return effort;
}

/* What a plan of one group costs. */
static uint64_t effort_of_group(const cli_comparison *c, size_t rival) {
    lb_cost cost = cli_compare_cost(c, c->row[0].bytes);
    lb_plan_options options = cli_compare_options(c, rival, &cost);
    bool grouped = false;
    for (size_t i = 0; i < c->rows; i++)
        grouped = grouped || c->row[i].point[rival].formula.groups > 1;
    if (!grouped || !c->rival[rival].info->groups)
        return 1; /* it shows when it is made */
    lb_plan *plan = NULL;
    options.groups = 1;
    if (lb_plan_create(c->task, &options, &plan, NULL))
        return UINT64_MAX;
    uint64_t effort = cli_compare_effort(plan);
    lb_plan_free(plan);
    return effort;
}

static void contradict(cli_comparison *c, size_t rival, uint64_t bytes, const char *says, const char *instead) {
    c->rival[rival].wrong = true;
    if (!*c->wrong)
        snprintf(c->wrong, sizeof c->wrong, "%s at %" PRIu64 " byte%s: the formula says %s, %s",
                 c->rival[rival].info->name, bytes, bytes == 1 ? "" : "s", says, instead);
}

static void compare_times(cli_comparison *c, size_t rival, const cli_row *row, lb_ratio simulated) {
    const cli_point *p = &row->point[rival];
    int order = lb_ratio_compare(simulated, p->time);
    if (order > 0 || (order < 0 && !p->at_most)) {
        char says[64], took[64], instead[96];
        lb_ratio_text(p->time, says, sizeof says);
        lb_ratio_text(simulated, took, sizeof took);
        snprintf(instead, sizeof instead, "the simulation %s", took);
        contradict(c, rival, row->bytes, says, instead);
        return;
    }
    double spare = p->value > 0 ? 1 - lb_ratio_value(simulated) / p->value : 0;
    cli_rival *r = &c->rival[rival];
    r->spare = spare > r->spare ? spare : r->spare;
    r->verified_at[r->verified++] = row->bytes;
}

/* The plan that was made last, and the formula it was made for: where that stays, so does the plan. */
typedef struct made {
    lb_plan *plan;
    lb_formula formula;
} made;

static bool same(const lb_formula *a, const lb_formula *b) {
    return a->text == b->text && a->groups == b->groups && a->startups == b->startups &&
           lb_ratio_compare(a->data, b->data) == 0;
}

static void verify_at(cli_comparison *c, size_t rival, const cli_row *row, made *last) {
    lb_cost cost = cli_compare_cost(c, row->bytes);
    lb_plan_options options = cli_compare_options(c, rival, &cost);
    const lb_formula *formula = &row->point[rival].formula;
    lb_why why = {""};
    lb_ratio time;
    if (!last->plan || !same(formula, &last->formula)) {
        lb_plan_free(last->plan);
        last->formula = *formula;
        if (lb_plan_create(c->task, &options, &last->plan, &why))
            return;
    }
    if (cli_compare_effort(last->plan) > MOST_EFFORT)
        return;
    int error = cli_compare_simulate(last->plan, &cost, &time, &why); /* which checks it too */
    if (error == LB_ERR_CHECK)
        contradict(c, rival, row->bytes, "it can be done", why.text);
    else if (!error)
        compare_times(c, rival, row, time);
}

/* At the first size, at the last that is small enough, and half way. */
static void verify_rival(cli_comparison *c, size_t rival) {
    uint64_t one_group = effort_of_group(c, rival);
    size_t last = c->rows;
    while (last > 0 && effort_at(&c->row[last - 1], rival, one_group) > MOST_EFFORT)
        last--;
    if (last == 0)
        return;
    made plan = {.plan = NULL};
    size_t at[CLI_VERIFIED_MAX] = {0, (last - 1) / 2, last - 1};
    for (size_t i = 0; i < CLI_VERIFIED_MAX; i++) {
        bool again = i > 0 && at[i] == at[i - 1];
        if (!again && effort_at(&c->row[at[i]], rival, one_group) <= MOST_EFFORT)
            verify_at(c, rival, &c->row[at[i]], &plan);
    }
    lb_plan_free(plan.plan);
}

void cli_compare_verify(cli_comparison *c) {
    if (cli_compare_packets(c) > LEAST_PACKETS)
        return;
    for (size_t i = 0; i < c->rivals; i++) {
        if (!c->rival[i].plan)
            verify_rival(c, i);
    }
}
