/* 001's formulas held against plans: each is planned, replayed, simulated, and compared with what the paper says, with
 * the formula beside the algorithm, and with the lower bound. */
#include "cli/papers_001.h"

#include "cli/say.h"

#include <stdlib.h>
#include <string.h>

enum { RELATIVE_FROM = 1 << 18 }; /* moves; from there one node of a symmetric plan is replayed */

unsigned p001_distances(p001_shape shape, unsigned d, unsigned n[P001_MOST]) {
    unsigned wanted[] = {1, (d + 1) / 2, d - 1, d}, count = 0, last = 0;
    if (shape == P001_SWAP && d % 2)
        return 0;
    if (shape != P001_SEND && shape != P001_ASIDE) {
        n[0] = d;
        return 1;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (wanted[i] > last && !(shape == P001_ASIDE && wanted[i] == d))
            n[count++] = last = wanted[i];
    }
    return count;
}

/* Where node v's message goes. */
static uint32_t image(p001_shape shape, unsigned d, uint32_t v) {
    uint32_t all = (UINT32_C(1) << d) - 1;
    if (shape == P001_OPPOSITE)
        return v ^ all;
    if (shape == P001_NEXT)
        return (v + 1) & all;
    return (v << d / 2 | v >> d / 2) & all;
}

int p001_task(const p001_case *c, lb_task_kind kind, p001_shape shape, lb_task **task) {
    lb_why why = {""};
    lb_net *net = NULL;
    char name[16];
    uint32_t list[1 << P001_MOST], nodes = UINT32_C(1) << c->d;
    lb_task_params params = {.to = (UINT32_C(1) << c->n) - 1, .list = list, .count = nodes};
    *task = NULL;
    for (uint32_t v = 0; v < nodes; v++)
        list[v] = image(shape, c->d, v);
    snprintf(name, sizeof name, "cube:%u", c->d);
    int error = lb_net_parse(name, &net, &why);
    if (!error)
        error = lb_task_create(net, kind, &params, task, &why);
    lb_net_free(net);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int tick(void *user, double done) {
    p001 *all = user;
    return cli_progress_tick(&all->progress, (all->done + done) / all->total);
}

/* A cancelled check says nothing: the signal's status follows. */
int p001_check(p001 *all, const lb_plan *plan) {
    lb_why why = {""};
    lb_report report = {0};
    lb_check_options options = {.progress = tick, .user = all};
    if (lb_plan_orbit(plan) == LB_SYMMETRIC && lb_plan_moves(plan) >= RELATIVE_FROM)
        options.replay = LB_REPLAY_RELATIVE;
    int error = lb_check_plan(plan, &options, &report, &why), status = CLI_OK;
    if (error == LB_ERR_CHECK) {
        cli_fail("%s: %s: %s", lb_plan_algorithm(plan), lb_rule_name(report.rule), report.text);
        status = CLI_BROKEN;
    } else if (error) {
        status = error == LB_ERR_CANCELLED ? CLI_CANNOT : cli_fail_why(error, &why);
    }
    lb_report_free(&report);
    return status;
}

static int simulate(p001 *all, const lb_plan *plan, const lb_cost *cost, p001_row *row) {
    lb_why why = {""};
    lb_timing timing;
    int status = p001_check(all, plan);
    if (status)
        return status;
    int error = lb_simulate(plan, cost, &(lb_check_options){.progress = tick, .user = all}, &timing, &why);
    if (error)
        return error == LB_ERR_CANCELLED ? CLI_CANNOT : cli_fail_why(error, &why);
    row->simulated = timing.makespan;
    lb_timing_free(&timing);
    return CLI_OK;
}

/* The bound, and the same without start-ups: its highest-order term. */
static int bound(const lb_task *task, const lb_cost *cost, p001_row *row) {
    lb_why why = {""};
    lb_cost data = *cost;
    data.beta = (lb_ratio){0, 1};
    int error = lb_bound_linear(task, 0, cost, &row->bound, NULL, &why);
    if (!error)
        error = lb_bound_linear(task, 0, &data, &row->data_bound, NULL, &why);
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

static int measure(p001 *all, const p001_box *box, const p001_case *c, p001_row *row) {
    lb_why why = {""};
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_formula formula;
    lb_cost cost = c->cost;
    if (box->share && !lb_ratio_scale(&cost.tau, 1, UINT64_C(1) << c->d))
        return cli_fail("tau/2^%u does not fit 63 bits; choose a coarser tau", c->d);
    lb_plan_options options = {.algorithm = box->algorithm, .clock = LB_LINEAR, .cost = &cost};
    int status = p001_task(c, box->kind, box->shape, &task);
    if (status)
        return status;
    int error = lb_formula_of(task, &options, &formula, &why);
    if (!error)
        error = lb_formula_time(&formula, &cost, &row->formula);
    if (!error)
        error = lb_plan_create(task, &options, &plan, &why);
    row->groups = formula.groups;
    status = error ? cli_fail_why(error, &why) : simulate(all, plan, &cost, row);
    if (!status)
        status = bound(task, &cost, row);
    lb_plan_free(plan);
    lb_task_free(task);
    return status;
}

/* tau*m is so long that DISTRIBUTE 2's boxed time holds up to the 9-cube. */
static bool is_large(const p001_case *c) {
    return p001_tau_m(c) >= 24 * p001_beta(c);
}

/* Whether a share of the message, times tau, is the bound's highest-order term. */
static bool is_least(const p001_case *c, lb_ratio order, lb_ratio time) {
    return lb_ratio_times(&order, c->cost.tau) && lb_ratio_scale(&order, c->cost.bytes, 1) &&
           lb_ratio_compare(order, time) == 0;
}

static void judge(const p001_box *box, const p001_case *c, p001_row *row) {
    int against = lb_ratio_compare(row->simulated, row->box.time);
    row->equal = against == 0;
    row->holds = lb_ratio_compare(row->formula, row->simulated) == 0 &&
                 lb_ratio_compare(row->simulated, row->bound) >= 0 &&
                 (row->equal || (box->relation == P001_AT_MOST && (against < 0 || row->box.capped)) ||
                  (box->relation == P001_LARGE && against > 0 && !is_large(c)));
    if (!box->least)
        return;
    row->holds = row->holds && is_least(c, row->least, row->data_bound);
    if (box->optimal && (box->shape != P001_SEND || c->n == c->d))
        row->holds = row->holds && lb_ratio_compare(row->box.order, row->least) == 0;
}

static int make_row(p001 *all, const p001_box *box, const p001_case *c, p001_row *row) {
    *row = (p001_row){.d = c->d, .n = c->n};
    int error = box->best(c, &row->box);
    if (!error && box->least)
        error = box->least(c, &row->least);
    if (error)
        return cli_fail("%s: its time does not fit 63 bits; choose a coarser tau and beta", box->name);
    int status = measure(all, box, c, row);
    if (!status)
        judge(box, c, row);
    all->done++;
    if (!status && tick(all, 0))
        status = CLI_CANNOT;
    return status;
}

static bool is_known(const char *algorithm) {
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, algorithm) == 0)
            return true;
    }
    return false;
}

int p001_make_tables(p001 *all) {
    int status = CLI_OK;
    for (unsigned i = 0; i < P001_BOXES && !status; i++) {
        const p001_box *box = &p001_boxes[i];
        p001_table *table = &all->table[i];
        table->there = is_known(box->algorithm);
        for (unsigned d = 1; d <= all->most && table->there && !status; d++) {
            unsigned n[P001_MOST], count = p001_distances(box->shape, d, n);
            for (unsigned k = 0; k < count && !status; k++) {
                p001_case c = {.d = d, .n = n[k], .cost = all->cost};
                status = make_row(all, box, &c, &table->row[table->rows++]);
            }
        }
    }
    return status;
}

/* ---- K_d ---- */

/* 2 + 2/d, and with 4/(d(d-1)) + 6(d-5)/(d(d-1)(d-2)) more. */
static int bracket(unsigned d, p001_sum *s) {
    lb_ratio third, fourth;
    uint64_t pairs = (uint64_t)d * (d - 1);
    if (lb_ratio_make(UINT64_C(2) * d + 2, d, &s->low) || lb_ratio_make(4, pairs, &third) ||
        lb_ratio_make(UINT64_C(6) * (d - 5), pairs * (d - 2), &fourth))
        return LB_ERR_SIZE;
    s->high = s->low;
    return lb_ratio_plus(&s->high, third) && lb_ratio_plus(&s->high, fourth) ? LB_OK : LB_ERR_SIZE;
}

/* The sums, checked by K_d = (d+1)/(2d)*K_(d-1) + 1 and, from d = 5, by what the paper brackets them with. */
int p001_make_sums(p001 *all) {
    int error = LB_OK;
    lb_ratio next = {1, 1};
    for (unsigned d = 0; d < P001_SUMS && !error; d++) {
        p001_sum *s = &all->sum[d];
        error = p001_sum_of(d, &s->value);
        if (d > 0 && !error &&
            (!lb_ratio_scale(&next, d + 1, UINT64_C(2) * d) || !lb_ratio_plus(&next, (lb_ratio){1, 1})))
            error = LB_ERR_SIZE;
        s->holds = lb_ratio_compare(s->value, next) == 0;
        if (d >= 5 && !error) {
            error = bracket(d, s);
            s->holds = s->holds && lb_ratio_compare(s->low, s->value) <= 0 && lb_ratio_compare(s->value, s->high) <= 0;
        }
    }
    return error ? cli_fail("K_d does not fit 63 bits") : CLI_OK;
}
