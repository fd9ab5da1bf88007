/* Whose data must get to whom, of tasks that carry and of scans. */
#ifndef LB_CHECK_PAIRS_H
#define LB_CHECK_PAIRS_H

#include "task/task.h"

/* Whether there is anything to go through. */
bool lb_pairs_known(const lb_task *task);

/* How many pairs there are at most, and the i-th of them, by origins; false where there is none.
 *
 * Of exscan a pair is a node and the next that is alive: what the one has must get to the other in spans that do not
 * hold what this one has, and end before it therefore. So the spans that carry different pairs' data are different. Of
 * scan they may hold what this one has, as it wants that, too; so only pairs are looked at that have no node in common,
 * the first two nodes and so on, or (choice 1) the second and third; or (2, 3) those of every ring of the lowest
 * dimension; or (5 and a dimension) those between the runs of nodes that differ in lower dimensions only. */
uint64_t lb_pairs_count(const lb_task *task);
bool lb_pairs_get(const lb_task *task, unsigned choice, uint64_t i, uint32_t *origin, uint32_t *dest);

#endif
