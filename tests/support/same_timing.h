/* Holding the simulator's times against the oracle's. */
#ifndef LB_TEST_SAME_TIMING_H
#define LB_TEST_SAME_TIMING_H

#include "support/oracle.h"

/* a ticks of `tick` to a unit of time, and b of `other` */
bool same_time(uint64_t a, uint64_t tick, uint64_t b, uint64_t other);
bool is_time(lb_ratio r, uint64_t ticks, uint64_t tick);

/* Simulates the plan and asserts that everything it tells is as in t, the oracle's times of the same schedule (with
 * cost->whole_bytes: of the schedule in bytes). */
void same_timing(const lb_plan *plan, const schedule *s, const oracle_timing *t, const lb_cost *cost, lb_replay how);

#endif
