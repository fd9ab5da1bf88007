/* The unit clock's bound. It is not believed: its witnesses are recounted. */
#include "cli/outcome_bound.h"

#include "cli/faults.h"
#include "cli/progress.h"
#include "cli/say.h"

/* The bound of the whole network, and what its best plan needs, if that is asked for. */
static int find_whole(const cli_args *args, cli_outcome *o, uint64_t packets, bool planned) {
    lb_task *whole = NULL;
    lb_plan *plan = NULL;
    lb_bound bound;
    lb_why why = {""};
    lb_plan_options options = {.ports = args->ports, .packets = packets};
    if (!lb_net_has_faults(lb_task_net(o->task)) || lb_net_is_graph(lb_task_net(o->task)))
        return CLI_OK; /* a graph has no name that could be read again */
    int status = cli_faults_whole(o->task, &whole);
    if (status)
        return status;
    int error = lb_bound_unit(whole, o->ports, packets, &bound, &why);
    if (!error && planned && lb_plan_create(whole, &options, &plan, NULL) == LB_OK)
        o->whole_steps = lb_plan_steps(plan);
    lb_plan_free(plan);
    lb_task_free(whole);
    o->faulty = true;
    o->whole_bound = error ? 0 : bound.steps;
    return error ? cli_fail_why(error, &why) : CLI_OK;
}

/* Who has chosen a plan has mostly found it already. */
static int find(cli_outcome *o, uint64_t packets, lb_why *why) {
    const lb_bound *known = o->planned ? lb_plan_bound(o->plan) : NULL;
    if (!known)
        return lb_bound_unit(o->task, o->ports, packets, &o->bound, why);
    o->bound = *known;
    return LB_OK;
}

int cli_outcome_bound(const cli_args *args, cli_outcome *o, uint64_t packets) {
    lb_why why = {""};
    cli_wait_begin("bounding", cli_given(args, OPT_QUIET));
    int error = find(o, packets, &why);
    if (!error)
        error = lb_bound_verify(o->task, o->ports, packets, &o->bound, &why);
    cli_wait_end();
    if (error)
        return cli_fail_why(error, &why);
    lb_witness_text(o->task, &o->bound.steps_witness, o->steps_witness, sizeof o->steps_witness);
    lb_witness_text(o->task, &o->bound.transmissions_witness, o->transmissions_witness,
                    sizeof o->transmissions_witness);
    o->bounded = true;
    return find_whole(args, o, packets, o->planned);
}
