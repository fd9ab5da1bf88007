/* reverse: time and links run backwards. Broadcast becomes reduce, scatter gather, allgather reduce-scatter.
 *
 * Why it is right: where a broadcast's tree hands a piece from parent to child in step s, the reverse hands the child's
 * sum to the parent in step S+1-s. All of a node's children sent to it before it sends on, because in the original it
 * received before it sent. Links are used once a step because they were. */
#include "plan/plan.h"

/* Swaps what begins and ends, then moves the names by -by into the frame of the new sender (or root). */
static lb_item turned(const lb_net *net, lb_class from, lb_class to, lb_item item, uint32_t by) {
    uint32_t origin = item.origin, dest = item.dest;
    if (from == LB_SUM && to == LB_SUM) {
        item.dest = lb_net_sub(net, dest, by);
    } else {
        item.origin = lb_net_sub(net, dest, by);
        item.dest = lb_net_sub(net, origin, by);
    }
    return item;
}

/* allreduce turns its sums into copies and back; elsewhere the class says it. */
static lb_op turned_op(const lb_plan *plan, lb_class to, uint64_t m) {
    if (plan->task->kind == LB_ALLREDUCE)
        return lb_plan_op_of(plan, m) == LB_OP_SUM ? LB_OP_COPY : LB_OP_SUM;
    return to == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
}

static void turn_moves(const lb_plan *plan, const lb_task *task, lb_builder *b) {
    const lb_net *net = &task->net;
    lb_class from = lb_task_class(plan->task), to = lb_task_class(task);
    uint32_t root_way = plan->orbit == LB_ROOTED ? lb_net_sub(net, task->root, plan->task->root) : 0;
    for (uint32_t step = plan->steps; step >= 1; step--) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            unsigned port = plan->port[m];
            uint32_t sender = 0, by = net->unit[port];
            if (plan->orbit != LB_SYMMETRIC) {
                sender = lb_net_sub(net, lb_neighbor(net, plan->node[m], port), root_way);
                by = root_way;
            }
            lb_build_move(b, plan->steps + 1 - step, sender, net->opposite[port], turned_op(plan, to, m));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++)
                lb_build_item(b, turned(net, from, to, lb_plan_item(plan, i), by));
        }
    }
}

/* Sums are made in one place each, and then copied: so backwards. */
static bool only_sums(const lb_plan *plan) {
    return plan->task->kind == LB_ALLREDUCE && plan->nmoves > 0 && !plan->op;
}

static int reverse_flat(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    lb_task *task;
    if (only_sums(plan))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s makes its sums in several places, and has no reverse",
                       plan->algorithm);
    int error = lb_task_reverse(plan->task, &task, why);
    if (error)
        return error;
    lb_builder b;
    lb_build_begin(&b, task, plan->orbit, plan->clock, plan->ports, plan->denominator, plan->packet);
    error = lb_build_expect(&b, plan->nmoves, plan->nitems, why);
    if (!error) {
        char name[96];
        snprintf(name, sizeof name, "%s reversed", plan->algorithm);
        turn_moves(plan, task, &b);
        error = lb_build_finish(&b, name, out, why);
    }
    lb_task_free(task);
    return error;
}

int lb_plan_reverse(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = reverse_flat(flat, out, why);
    lb_plan_free(made);
    return error;
}
