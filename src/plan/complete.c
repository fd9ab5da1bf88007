/* complete: all nodes do a rooted plan at once (001, section 6: COMPLETE BROADCAST, COMPLETE EXCHANGE).
 *
 * Why it is right: every node's copy is a valid plan of its own blocks, and copies do not touch each other's blocks.
 * They do meet on links: what node v's copy sends from v+x through port p in step s, all n translations send through
 * port p of every node. So a link carries as many packets in step s as the template has moves through p in step s, and
 * these are batched into one packet (linear clock) or sent one after another (unit clock). */
#include "plan/plan.h"

/* Joined packets of all copies, on the linear clock. */
static int batch(const lb_plan *plan, const lb_task *task, lb_clock clock, lb_plan **out, lb_why *why) {
    const lb_net *net = &task->net;
    lb_builder b;
    lb_build_begin(&b, task, LB_SYMMETRIC, clock, plan->ports, plan->denominator, plan->packet);
    int error = lb_build_expect(&b, plan->nmoves, plan->nitems, why);
    if (error)
        return error;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            lb_build_move(&b, step, 0, plan->port[m], (lb_op)lb_plan_op_of(plan, m));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
                lb_item item = lb_plan_item(plan, i);
                item.origin = lb_net_sub(net, item.origin, plan->node[m]);
                item.dest = lb_net_sub(net, item.dest, plan->node[m]);
                lb_build_item(&b, item);
            }
        }
    }
    char name[96];
    snprintf(name, sizeof name, "%s completed", plan->algorithm);
    return lb_build_finish(&b, name, out, why);
}

/* Every node now does what before only some did: the most ports a node uses in a step. */
static uint32_t most_ports(const lb_plan *plan) {
    uint32_t most = 0;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        uint32_t mask = 0;
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++)
            mask |= UINT32_C(1) << plan->port[m];
        uint32_t used = (uint32_t)__builtin_popcount(mask);
        most = used > most ? used : most;
    }
    return most;
}

static int complete_flat(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    if (plan->orbit != LB_ROOTED)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "only a rooted plan can be done by all nodes at once");
    lb_task *task;
    int error = lb_task_complete(plan->task, &task, why);
    if (error)
        return error;
    lb_plan *batched = NULL;
    error = batch(plan, task, plan->clock, &batched, why);
    lb_task_free(task);
    if (error)
        return error;
    if (most_ports(batched) > batched->ports) /* the limit cannot be kept */
        batched->ports = batched->task->net.ports;
    if (plan->clock == LB_LINEAR) {
        *out = batched;
        return LB_OK;
    }
    error = lb_plan_packetize(batched, plan->packet, out, why);
    lb_plan_free(batched);
    return error;
}

int lb_plan_complete(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = complete_flat(flat, out, why);
    lb_plan_free(made);
    return error;
}
