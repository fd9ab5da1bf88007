/* The nodes of a ring of 4 stand in a square in the order 0, 1, 3, 2 (sums are made in that order, lb_sum_place). What
 * is best for one network is at least as good for the other. */
#include "planner/twin.h"

#include "planner/rename.h"

/* The other network's digits. */
typedef struct twin {
    uint32_t radices[LB_MAX_DIMS];
    unsigned dims;
} twin;

/* Every 4 becomes 2, 2; or every two adjacent 2s become 4. false: there is nothing to change. */
static bool change_radices(const lb_net *net, bool split, twin *t) {
    bool changed = false;
    t->dims = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t radix = net->radix[i];
        bool pair = !split && radix == 2 && i + 1 < net->dims && net->radix[i + 1] == 2;
        if (t->dims + 2 > LB_MAX_DIMS)
            return false;
        if (split && radix == 4) {
            t->radices[t->dims++] = 2;
            t->radices[t->dims++] = 2;
        } else {
            t->radices[t->dims++] = pair ? 4 : radix;
        }
        i += pair;
        changed |= pair || (split && radix == 4);
    }
    return changed;
}

/* 0, 1, 2, 3 around the ring is 00, 01, 11, 10 on the square; its own inverse. */
static uint32_t turned(uint32_t place) {
    return place ^ place >> 1;
}

/* A node's name in a network where places of four are counted otherwise. Both networks count nodes alike but for that:
 * the digits of a square are, together, a digit of 4. */
static uint32_t rename_node(const lb_net *net, bool split, uint32_t node) {
    uint32_t name = 0, weight = 1;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t radix = net->radix[i];
        bool pair = !split && radix == 2 && i + 1 < net->dims && net->radix[i + 1] == 2;
        radix = pair ? 4 : radix;
        uint32_t place = node / weight % radix;
        name += weight * (pair || (split && radix == 4) ? turned(place) : place);
        weight *= radix;
        i += pair;
    }
    return name;
}

static int make_twin(const lb_net *net, bool split, lb_renaming *r, lb_why *why) {
    twin t;
    *r = (lb_renaming){NULL, NULL};
    if (!change_radices(net, split, &t))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "this network has no other name");
    int error = lb_net_create(t.dims, t.radices, &r->net, why);
    if (error)
        return error;
    r->there = lb_array(net->nodes, sizeof *r->there);
    if (!r->there)
        return lb_fail_memory(why, "the names of nodes");
    for (uint32_t v = 0; v < net->nodes; v++)
        r->there[v] = rename_node(net, split, v);
    return LB_OK;
}

bool lb_twin_is(const lb_task *task, bool split) {
    twin t;
    return lb_task_can_rename(task) && lb_net_is_whole(&task->net) && change_radices(&task->net, split, &t);
}

int lb_twin_task(const lb_task *task, bool split, lb_task **out, lb_why *why) {
    lb_renaming r;
    *out = NULL;
    if (!lb_twin_is(task, split))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "this network has no other name");
    int error = make_twin(&task->net, split, &r, why);
    if (!error)
        error = lb_renaming_task(&r, task, out, why);
    lb_renaming_free(&r);
    return error;
}

int lb_twin_recast(const lb_plan *plan, const lb_task *task, bool split, lb_plan **out, lb_why *why) {
    lb_renaming r;
    *out = NULL;
    int error = make_twin(&task->net, split, &r, why);
    if (!error)
        error = lb_renaming_recast(&r, plan, task, plan->ports, out, why);
    lb_renaming_free(&r);
    return error;
}
