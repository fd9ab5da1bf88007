/* Times on the linear clock: simulated, by the algorithm's formula, and the bound, whose witness is recounted. */
#include "cli/outcome_time.h"

#include "cli/asked.h"
#include "cli/progress.h"
#include "cli/say.h"

int cli_outcome_time_bound(const cli_args *args, cli_outcome *o) {
    lb_why why = {""};
    lb_witness witness;
    cli_wait_begin("bounding", cli_given(args, OPT_QUIET));
    int error = lb_bound_linear(o->task, o->ports, &o->cost, &o->time_bound, &witness, &why);
    if (!error)
        error = lb_witness_verify_time(o->task, o->ports, &o->cost, &witness, o->time_bound, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    lb_witness_time_text(o->task, &witness, o->time_witness, sizeof o->time_witness);
    return CLI_OK;
}

static int simulate(const cli_args *args, const lb_plan *plan, const lb_cost *cost, lb_timing *timing, int *error,
                    lb_why *why) {
    cli_progress progress;
    lb_check_options options = cli_watched(args, &progress, "simulating", (double)lb_plan_moves(plan), " packets");
    options.checked = true; /* by replay */
    *error = lb_simulate(plan, cost, &options, timing, why);
    return cli_progress_end(&progress);
}

/* The time if bytes could be divided, as papers do. That it cannot be had, exactly, is no error. */
static int find_ideal(const cli_args *args, const lb_plan *plan, cli_outcome *o) {
    lb_timing timing;
    lb_why why = {""};
    lb_cost cost = o->cost;
    int error;
    cost.whole_bytes = false;
    o->idealised = true;
    o->ideal_time = o->timing.makespan;
    uint64_t units, parts = lb_task_parts(o->task);
    if (!__builtin_mul_overflow(lb_plan_denominator(plan), parts, &units) && o->cost.bytes % units == 0)
        return CLI_OK; /* every piece is whole bytes */
    int stopped = simulate(args, plan, &cost, &timing, &error, &why);
    o->idealised = error == LB_OK;
    if (!error)
        o->ideal_time = timing.makespan;
    lb_timing_free(&timing);
    return stopped;
}

static void find_formula(const cli_args *args, cli_outcome *o) {
    lb_plan_options options = cli_asked_options(args, NULL);
    options.algorithm = o->algorithm;
    options.clock = LB_LINEAR;
    options.cost = &o->cost;
    o->has_formula = o->planned && o->clock == LB_LINEAR &&
                     lb_formula_of(o->task, &options, &o->formula, NULL) == LB_OK &&
                     lb_formula_time(&o->formula, &o->cost, &o->formula_time) == LB_OK;
}

int cli_outcome_time(const cli_args *args, const lb_plan *plan, cli_outcome *o) {
    lb_why why = {""};
    int error;
    o->cost.whole_bytes = true;
    int stopped = simulate(args, plan, &o->cost, &o->timing, &error, &why);
    o->timed = error == LB_OK;
    if (stopped || error)
        return stopped ? stopped : cli_fail_why(error, &why);
    stopped = find_ideal(args, plan, o);
    if (stopped)
        return stopped;
    find_formula(args, o);
    return cli_outcome_time_bound(args, o);
}
