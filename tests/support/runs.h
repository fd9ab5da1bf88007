/* For the tests of the engine: a plan run by a team of threads on data that is recognised afterwards. */
#ifndef LB_TEST_RUNS_H
#define LB_TEST_RUNS_H

#include "linkbound-run.h"
#include "support/support.h"

lb_team *run_team_on(const lb_net *net);
/* On a network that is made for it, and both freed again. */
lb_team *run_team_of(const char *name, lb_net **net);
void run_dismiss(lb_team *team, lb_net *net);

/* Ready to be called: by the best plan there is, or through shared memory. What is combined is bytes, added. */
lb_action *run_planned(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes);
lb_action *run_unplanned(lb_team *team, const lb_net *net, lb_task_kind kind, uint64_t bytes);

/* How often memory is allocated in calls of blocks of up to 6000 bytes on up to 8 nodes, after so many others. */
unsigned long run_allocations(lb_team *team, lb_action *action, unsigned before);

/* Runs it `count` times in a row, every byte checked at every node each time. */
void run_plan(lb_team *team, const lb_plan *plan, uint64_t bytes, unsigned count);

/* The same through shared memory, by no plan. */
void run_shared(lb_team *team, const lb_task *task, uint64_t bytes, unsigned count);

/* Every task on a network, with parameters that are worth trying; visit is called for each. */
typedef void (*run_visit)(const lb_task *task, void *user);
void run_each_task(const lb_net *net, run_visit visit, void *user);

#endif
