/* Tasks and plans on a network whose nodes have other numbers. */
#ifndef LB_RENAME_H
#define LB_RENAME_H

#include "plan/graft.h"

/* Whether a task means the same there. */
bool lb_task_can_rename(const lb_task *task);

/* The task on `net`, where node v is there[v]. */
int lb_task_rename(const lb_task *task, const lb_net *net, const uint32_t *there, lb_task **out, lb_why *why);

/* Another network with the same nodes, and what it calls each. */
typedef struct lb_renaming {
    lb_net *net;
    uint32_t *there;
} lb_renaming;

void lb_renaming_free(lb_renaming *r);

/* The task as it is there; and a plan for that task, told for this one, with so many ports. */
int lb_renaming_task(const lb_renaming *r, const lb_task *task, lb_task **out, lb_why *why);
int lb_renaming_recast(const lb_renaming *r, const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out,
                       lb_why *why);

/* Looks for such a network for a task. What it fills in is freed by who asked, even where it failed. */
typedef int lb_renaming_finder(const lb_task *task, lb_renaming *r, lb_why *why);

/* The same two with what is found, which is looked for each time: the same task gives the same in every process. */
int lb_found_task(lb_renaming_finder *find, const lb_task *task, lb_task **out, lb_why *why);
int lb_found_recast(lb_renaming_finder *find, const lb_plan *plan, const lb_task *task, uint32_t ports, lb_plan **out,
                    lb_why *why);

#endif
