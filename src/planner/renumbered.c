/* Which network the graph is is found again each time (find/renumber.c): that takes milliseconds, and the same graph
 * gives the same answer in every process. */
#include "planner/renumbered.h"

#include "linkbound-find.h"

bool lb_renumbered_may(const lb_task *task) {
    return lb_net_is_graph(&task->net) && !lb_net_has_faults(&task->net) && lb_task_can_rename(task);
}

int lb_renumbered_find(const lb_task *task, lb_renaming *r, lb_why *why) {
    *r = (lb_renaming){.there = lb_array(task->net.nodes, sizeof *r->there)};
    return r->there ? lb_find_renumbered(&task->net, &r->net, r->there, why)
                    : lb_fail_memory(why, "the names of nodes");
}
