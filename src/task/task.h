/* The inside of a task. See linkbound.h for the table of tasks and their blocks. */
#ifndef LB_TASK_H
#define LB_TASK_H

#include "net/net.h"

struct lb_task {
    lb_net net;
    lb_task_kind kind;
    uint32_t root, to, near, far;
    uint32_t *list; /* permute: as given; isotropic, neighbors, multibroadcast: sorted */
    size_t count;
    uint32_t *first; /* sorted lists: where entries of value v begin; nodes+1 long */
    /* What took an algorithm milliseconds to find out about the network, so that choosing by formula takes them once: 0
     * until known. All else is fixed at creation, and these are atomic, so a task can be shared by threads. */
    _Atomic uint32_t trees_depth, trees_steps;
};

/* The tasks that a task turns into: with all ids shifted, run backwards, done by all nodes at once. */
int lb_task_translate(const lb_task *task, uint32_t by, lb_task **out, lb_why *why);
int lb_task_reverse(const lb_task *task, lb_task **out, lb_why *why);
int lb_task_complete(const lb_task *task, lb_task **out, lb_why *why);

/* The same task on another network of as many nodes. */
int lb_task_on(const lb_task *task, const lb_net *net, lb_task **out, lb_why *why);

/* Whether blocks are named by a sorted list: isotropic, neighbors, multibroadcast. */
bool lb_task_has_index(lb_task_kind kind);

/* Whether a block has a root: everything the template of a rooted plan may leave unsaid. */
bool lb_task_is_rooted(lb_task_kind kind);

#endif
