/* Networks with faults: tasks whose parameters are alive, and what every plan around faults must stand. */
#ifndef LB_TEST_FAULTS_H
#define LB_TEST_FAULTS_H

#include "support/support.h"

/* Every test sets it before it draws. */
extern uint64_t t_random;
uint32_t t_random_below(uint32_t limit);

lb_net *t_without(const lb_net *whole, const lb_fault *links, size_t count, const uint32_t *nodes, size_t node_count);

/* Whether tasks of this kind are planned on networks with faults. */
bool t_faults_planned(lb_task_kind kind);

/* A task with random parameters that are alive; root: LB_NONE for a random one. */
lb_task *t_living_task(const lb_net *net, lb_task_kind kind, uint32_t root);

/* Plans, replays (small ones by the oracle too), and holds the steps and moves against the bound, whose witness must
 * stand a recount and prove no more than it says. *bound: of the steps, on the unit clock. */
lb_report t_try_faulty(const lb_task *task, const lb_plan_options *o, uint64_t *bound);

#endif
