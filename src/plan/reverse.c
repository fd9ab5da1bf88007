/* reverse: time and links run backwards. Broadcast becomes reduce, scatter gather, allgather reduce-scatter.
 *
 * Why it is right: where a broadcast's tree hands a piece from parent to child in step s, the reverse hands the child's
 * sum to the parent in step S+1-s. All of a node's children sent to it before it sends on, because in the original it
 * received before it sent. Links are used once a step because they were. Where an allreduce's sum is whole at two
 * neighbours at once, because they have exchanged halves of it, they do so backwards as well. */
#include "net/route.h"
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

/* The move of this step through the same link the other way; UINT64_MAX: none. */
static uint64_t move_back(const lb_plan *plan, uint32_t step, uint64_t m) {
    const lb_net *net = &plan->task->net;
    uint64_t low = plan->step_first[step - 1], high = plan->step_first[step], end = high;
    unsigned port = net->opposite[plan->port[m]];
    uint32_t node = plan->node ? lb_neighbor(net, plan->node[m], plan->port[m]) : 0;
    while (low < high) { /* they are sorted by node and port */
        uint64_t middle = low + (high - low) / 2;
        uint32_t at = plan->node ? plan->node[middle] : 0;
        if (at < node || (at == node && plan->port[middle] < port))
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && plan->port[low] == port && (!plan->node || plan->node[low] == node) ? low : UINT64_MAX;
}

/* Whether neighbours send each other their sums of the same: what they do backwards as well. */
static bool is_exchange(const lb_plan *plan, uint32_t step, uint64_t m) {
    const lb_net *net = &plan->task->net;
    uint64_t back = move_back(plan, step, m);
    uint32_t by = plan->orbit == LB_SYMMETRIC ? net->unit[plan->port[m]] : 0;
    if (back == UINT64_MAX || lb_plan_op_of(plan, back) != LB_OP_SUM)
        return false;
    uint64_t i = lb_plan_first_item(plan, m), j = lb_plan_first_item(plan, back);
    uint64_t count = lb_plan_first_item(plan, m + 1) - i, same = 0;
    if (count != lb_plan_first_item(plan, back + 1) - j)
        return false;
    for (; same < count; same++) {
        lb_item there = lb_plan_item(plan, i + same), here = lb_plan_item(plan, j + same);
        if (lb_net_sub(net, there.dest, by) != here.dest || there.lo != here.lo || there.hi != here.hi)
            break;
    }
    return same == count;
}

/* allreduce turns its sums into copies and back, unless they are exchanged; elsewhere the class says it. */
static lb_op turned_op(const lb_plan *plan, lb_class to, uint32_t step, uint64_t m) {
    if (plan->task->kind != LB_ALLREDUCE)
        return to == LB_SUM ? LB_OP_SUM : LB_OP_COPY;
    if (lb_plan_op_of(plan, m) != LB_OP_SUM)
        return LB_OP_SUM;
    return is_exchange(plan, step, m) ? LB_OP_SUM : LB_OP_COPY;
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
            lb_build_move(b, plan->steps + 1 - step, sender, net->opposite[port], turned_op(plan, to, step, m));
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
    if (lb_net_base(&plan->task->net) != &plan->task->net && lb_net_routing(&plan->task->net) == LB_DIMENSION_ORDER)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "flights come back by other routes under dimension order");
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = reverse_flat(flat, out, why);
    lb_plan_free(made);
    return error;
}
