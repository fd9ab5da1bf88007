/* Which tree, and in which order the root serves its nodes: what is asked for, or the default. */
#include "algo/tree/route.h"

#include <string.h>

static int read_order(const char *name, lb_tree_order *order) {
    static const char *const names[] = {"reverse-breadth-first", "breadth-first", "postorder"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            *order = (lb_tree_order)i;
            return LB_OK;
        }
    }
    return LB_ERR_ARG;
}

/* Scattering is what an SBG is for; its data term is the lower bound. */
static lb_tree_kind default_tree(const lb_task *task) {
    return task->net.cube ? LB_TREE_SBG_MINR : LB_TREE_BINOMIAL;
}

int lb_route_options(const lb_task *task, const lb_plan_options *o, lb_tree_kind *kind, lb_route *r, lb_why *why) {
    *kind = default_tree(task);
    r->options = o;
    r->order = LB_ORDER_REVERSE_BREADTH_FIRST;
    r->ordered = o->order != NULL;
    if (o->tree && lb_tree_kind_parse(o->tree, kind))
        return lb_fail(why, LB_ERR_ARG, "there is no tree '%.60s'", o->tree);
    if (o->order && read_order(o->order, &r->order))
        return lb_fail(why, LB_ERR_ARG, "there is no order '%.60s': postorder, breadth-first or reverse-breadth-first",
                       o->order);
    bool carried = task->kind == LB_SCATTER || task->kind == LB_GATHER || task->kind == LB_ALLTOALL;
    if (o->order && !carried)
        return lb_fail(why, LB_ERR_ARG, "an order is for scatter, gather and alltoall, not for %s",
                       lb_task_kind_name(task->kind));
    return LB_OK;
}
