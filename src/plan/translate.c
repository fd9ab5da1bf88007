/* translate: the same plan seen from another place. Rooted templates only change their root; symmetric plans are what
 * they were; explicit ones have `by` added to every id. */
#include "plan/plan.h"

static int translate_flat(const lb_plan *plan, uint32_t by, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_net *net = &plan->task->net;
    if (by >= net->nodes)
        return lb_fail(why, LB_ERR_ARG, "translating by %u: not a node of the network", (unsigned)by);
    lb_task *task;
    int error = lb_task_translate(plan->task, by, &task, why);
    if (error)
        return error;
    uint32_t shift = plan->orbit == LB_EXPLICIT ? by : 0;
    lb_builder b;
    lb_build_begin(&b, task, plan->orbit, plan->clock, plan->ports, plan->denominator, plan->packet);
    error = lb_build_expect(&b, plan->nmoves, plan->nitems, why);
    for (uint32_t step = 1; step <= plan->steps && !error; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            uint32_t node = plan->node ? lb_net_add(net, plan->node[m], shift) : 0;
            lb_build_move(&b, step, node, plan->port[m], (lb_op)lb_plan_op_of(plan, m));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
                lb_item item = lb_plan_item(plan, i);
                item.origin = lb_net_add(net, item.origin, shift);
                item.dest = lb_net_add(net, item.dest, shift);
                lb_build_item(&b, item);
            }
        }
    }
    if (!error)
        error = lb_build_finish(&b, plan->algorithm, out, why);
    lb_task_free(task);
    return error;
}

int lb_plan_translate(const lb_plan *plan, uint32_t by, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = translate_flat(flat, by, out, why);
    if (!error) {
        (*out)->control_before = plan->control_before;
        (*out)->control_after = plan->control_after;
    }
    lb_plan_free(made);
    return error;
}
