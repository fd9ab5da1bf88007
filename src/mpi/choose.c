/* Which plan: by formula, for the profile's costs and the block's length. */
#include "mpi/engine.h"

#include <inttypes.h>
#include <stdio.h>

static void say_time(char *text, size_t size, const char *what, lb_ratio time) {
    snprintf(text, size, "%s %.4g us", what, lb_ratio_value(time) / 1000);
}

/* One line on standard error, by rank 0, for every plan that is made. */
static void say(const lb_mpi_net *net, const lb_plan *plan, const lb_plan_options *options, const lb_want *want) {
    const lb_task *task = lb_plan_task(plan);
    lb_formula formula;
    lb_ratio time;
    char name[128], took[96] = "", bound[64] = "";
    lb_plan_options chosen = *options;
    chosen.algorithm = lb_plan_algorithm(plan);
    lb_net_name(net->net, name, sizeof name);
    if (options->cost && lb_formula_of(task, &chosen, &formula, NULL) == LB_OK &&
        lb_formula_time(&formula, options->cost, &time) == LB_OK) {
        int at = snprintf(took, sizeof took, ", %s", formula.text);
        if (at > 0 && (size_t)at < sizeof took)
            say_time(took + at, sizeof took - (size_t)at, " =", time);
    }
    if (options->cost && lb_bound_linear(task, options->ports, options->cost, &time, NULL, NULL) == LB_OK)
        say_time(bound, sizeof bound, ", bound", time);
    fprintf(stderr, "linkbound: %s of %" PRIu64 " bytes on %s: %s, %" PRIu32 " steps%s%s%s\n",
            lb_task_kind_name(want->kind), want->bytes, name, chosen.algorithm, lb_plan_steps(plan), took, bound,
            net->set.algorithm[0] ? " (LINKBOUND_ALGORITHM)" : "");
}

int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, lb_why *why) {
    const lb_mpi_profile *profile = &net->set.profile;
    uint64_t bytes = want->nominal ? want->nominal : want->bytes;
    uint32_t ports = profile->ports < lb_net_ports(net->net) ? profile->ports : 0;
    lb_cost cost = {.bytes = bytes ? bytes : 1, .tau = profile->tau, .beta = profile->beta, .whole_bytes = true};
    lb_plan_options options = {.ports = ports, .clock = want->steps ? LB_UNIT : LB_LINEAR};
    options.cost = want->steps ? NULL : &cost;
    /* A forced algorithm is for the tasks it can do; for others the best is taken. */
    options.algorithm = net->set.algorithm[0] ? net->set.algorithm : NULL;
    int error = lb_plan_create(task, &options, plan, why);
    if (error && options.algorithm) {
        options.algorithm = NULL;
        error = lb_plan_create(task, &options, plan, why);
    }
    if (!error) {
        net->facts.plans++;
        if (net->set.verbose && net->rank == 0)
            say(net, *plan, &options, want);
    }
    return error;
}
