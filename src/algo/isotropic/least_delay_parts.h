/* The parts of least-delay that have files of their own. */
#ifndef LB_LEAST_DELAY_PARTS_H
#define LB_LEAST_DELAY_PARTS_H

#include "algo/common/algo.h"

#define LB_SEARCH_WORK (UINT64_C(1) << 25) /* links looked at while a timetable is improved: some seconds at most */

/* Small tori of any kind, one packet a block. */
bool lb_least_delay_searchable(const lb_net *net);
int lb_least_delay_search(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

/* p x p, p odd and at least 3. */
int lb_least_delay_square(const lb_task *task, const lb_plan_options *options, lb_plan **plan, lb_why *why);

#endif
