/* symmetrize: as many copies of a plan as there are rotations of the dimensions, each with an equal share of the data
 * (001, section 2: BROADCAST 2 is the symmetrized BROADCAST 1). Where radices exceed 2 each rotation comes twice, the
 * second time reflected, so that - links work as hard as + links.
 *
 * Why it is right: rotations and reflections are automorphisms that fix node 0, so every copy is a valid plan of its
 * share. Packets of several copies that meet on a link in a step are joined; each holds at most 1/copies of what the
 * original sent there, so together they are no larger than one packet of the original. */
#include "plan/plan.h"

typedef struct symmetry {
    unsigned rotation;
    bool reflected;
} symmetry;

static uint32_t map_node(const lb_net *net, symmetry s, uint32_t node) {
    uint32_t turned = lb_rotate(net, node, s.rotation);
    return s.reflected ? lb_reflect(net, turned) : turned;
}

static unsigned map_port(const lb_net *net, symmetry s, unsigned port) {
    unsigned dim = (net->port_dim[port] + s.rotation) % net->dims;
    return lb_port_of(net, dim, s.reflected ? -net->port_sign[port] : net->port_sign[port]);
}

/* A task that names particular nodes must name all their images too. */
static bool task_has(const lb_task *task, symmetry s) {
    if (task->kind == LB_SEND) {
        uint32_t way = lb_net_sub(&task->net, task->to, task->root);
        return map_node(&task->net, s, way) == way;
    }
    if (task->kind == LB_ISOTROPIC) {
        for (size_t i = 0; i < task->count; i++) {
            uint32_t u = task->list[i], image = map_node(&task->net, s, u);
            if (task->first[u + 1] - task->first[u] != task->first[image + 1] - task->first[image])
                return false;
        }
    }
    return true;
}

static void add_copy(const lb_plan *plan, lb_builder *b, symmetry s, uint64_t place) {
    const lb_net *net = &plan->task->net;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            uint32_t node = plan->node ? map_node(net, s, plan->node[m]) : 0;
            lb_build_move(b, step, node, map_port(net, s, plan->port[m]), (lb_op)lb_plan_op_of(plan, m));
            for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
                lb_item item = lb_plan_item(plan, i);
                item.origin = map_node(net, s, item.origin);
                item.dest = map_node(net, s, item.dest);
                item.lo += place * plan->denominator;
                item.hi += place * plan->denominator;
                lb_build_item(b, item);
            }
        }
    }
}

static int refuse(const lb_plan *plan, unsigned copies, unsigned reflections, lb_why *why) {
    const lb_task *task = plan->task;
    if (!lb_net_can_rotate(&task->net))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "dimensions of different radices cannot be rotated");
    if (plan->orbit == LB_EXPLICIT)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "an explicit plan cannot be symmetrized");
    for (unsigned k = 0; k < copies; k++) {
        if (!task_has(task, (symmetry){k / reflections, k % reflections != 0}))
            return lb_fail(why, LB_ERR_UNSUPPORTED, "rotating the dimensions changes this task");
    }
    uint64_t finer;
    if (__builtin_mul_overflow(plan->denominator, (uint64_t)copies, &finer) || finer > LB_MAX_DENOMINATOR)
        return lb_fail(why, LB_ERR_SIZE, "pieces would be smaller than 2^-53 of a block");
    return LB_OK;
}

/* An allreduce may sum in one copy while it copies in another. Such packets cannot be joined. */
static bool has_meeting(const lb_plan *plan) {
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint64_t m = plan->step_first[step - 1] + 1; m < plan->step_first[step]; m++) {
            if (plan->port[m] == plan->port[m - 1] && (!plan->node || plan->node[m] == plan->node[m - 1]))
                return true;
        }
    }
    return false;
}

static int symmetrize_flat(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_net *net = &plan->task->net;
    unsigned reflections = net->radix[0] > 2 ? 2 : 1, copies = net->dims * reflections;
    int error = refuse(plan, copies, reflections, why);
    if (error)
        return error;
    lb_builder b;
    lb_build_begin(&b, plan->task, plan->orbit, plan->clock, 0, plan->denominator * copies, plan->packet * copies);
    error = lb_build_expect(&b, plan->nmoves * copies, plan->nitems * copies, why);
    if (error)
        return error;
    for (unsigned k = 0; k < copies; k++)
        add_copy(plan, &b, (symmetry){k / reflections, k % reflections != 0}, k);
    char name[96];
    snprintf(name, sizeof name, "%s symmetrized", plan->algorithm);
    error = lb_build_finish(&b, name, out, why);
    if (!error && (*out)->op && has_meeting(*out)) {
        lb_plan_free(*out);
        *out = NULL;
        return lb_fail(why, LB_ERR_UNSUPPORTED, "sums and copies would meet on a link: symmetrize before joining");
    }
    return error;
}

int lb_plan_symmetrize(const lb_plan *plan, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = symmetrize_flat(flat, out, why);
    lb_plan_free(made);
    return error;
}
