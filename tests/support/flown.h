/* Plans of flights, each held against all there is to hold it against. */
#ifndef TEST_FLOWN_H
#define TEST_FLOWN_H

#include "linkbound.h"

/* "5x5 cut-through", or dimension-order. */
lb_net *flown_net(const char *name, bool ordered);

/* ceil(log n / log(k+1)). */
uint32_t flown_least(uint64_t nodes, uint64_t ports);

/* Makes the plan of an algorithm that may refuse, with so many groups (0: as it likes), on the linear clock: replayed,
 * not slower than its formula nor faster than the bound, and run on real bytes where there are few nodes. Returns its
 * start-ups, 0 where it is refused. */
uint64_t flown_plan(const lb_net *net, lb_task_kind kind, const char *algorithm, uint32_t ports, uint32_t groups,
                    const lb_cost *cost);

#endif
