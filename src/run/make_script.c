/* One node's script: its program's packets in step order (make_packets.c), each turned into an event with the memory it
 * touches and the events it waits for. */
#include "base/base.h"
#include "plan/plan.h"
#include "run/make.h"

#include <inttypes.h>
#include <stdlib.h>

static int check_arguments(const lb_plan *plan, uint32_t node, const lb_data *data, lb_why *why) {
    const lb_net *net = lb_plan_net(plan);
    if (node >= lb_net_nodes(net) || !lb_node_alive(net, node))
        return lb_fail(why, LB_ERR_ARG, "there is no node %" PRIu32 " in the network", node);
    return lb_check_data(lb_plan_task(plan), data, why);
}

static int create(const lb_plan *plan, uint32_t node, const lb_data *data, bool forwards, lb_script **script,
                  lb_why *why) {
    *script = NULL;
    int error = check_arguments(plan, node, data, why);
    if (error)
        return error;
    lb_script *s = lb_zeroed(1, sizeof *s);
    if (!s)
        return lb_fail_memory(why, "a node's script");
    s->node = node;
    s->steps = lb_plan_steps(plan);
    s->ports = lb_net_ports(lb_plan_net(plan));
    s->op = data->op;
    s->op.size = s->op.size ? s->op.size : 1;
    lb_maker m = {.script = s,
                  .plan = plan,
                  .data = data,
                  .task = lb_plan_task(plan),
                  .class = lb_task_class(lb_plan_task(plan)),
                  .denominator = lb_plan_denominator(plan),
                  .place = lb_sum_place(lb_plan_net(plan), node),
                  .forwards = forwards,
                  .why = why};
    error = lb_make_all(&m);
    lb_holdings_free(&m.holdings);
    lb_storage_free(&m.storage);
    free(m.edges);
    if (error) {
        lb_script_free(s);
        return error;
    }
    *script = s;
    return LB_OK;
}

int lb_script_create(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script, lb_why *why) {
    return create(plan, node, data, false, script, why);
}

int lb_script_create_forwarding(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script,
                                lb_why *why) {
    return create(plan, node, data, true, script, why);
}
