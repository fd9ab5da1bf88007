/* The model, written a second time and as plainly as it can be: what the checker and the simulator are held against.
 *
 * Everything is spelled out unit by unit (of the denominator) and node by node, so it is slow and small: at most 64
 * nodes, small denominators. It shares nothing with src/check. */
#ifndef LB_TEST_ORACLE_H
#define LB_TEST_ORACLE_H

#include "support/schedule.h"

typedef struct oracle_verdict {
    lb_rule rule; /* the first one broken */
    uint32_t step, from, to;
    lb_item item;
    bool has_item;
    uint32_t steps, most_sends;
    uint64_t moves, items, units;
    double mean_delay, utilisation;
    uint32_t *busy; /* per step 1..steps; freed by the caller */
} oracle_verdict;

/* Replays the schedule in lockstep. */
oracle_verdict oracle_check(const schedule *s);

/* Whether this piece is wanted at the node and no unit of it is there, complete, when all moves are done. */
bool oracle_lacks(const schedule *s, const lb_item *item, uint32_t node);

/* How each sum is made, as a number: of a contribution oracle_own, of left and right together oracle_combine. For node,
 * block and unit at (node * blocks + block) * units + unit, when all moves are done; freed by the caller. NULL: the
 * schedule is not valid. */
uint64_t *oracle_sums(const schedule *s);
uint64_t oracle_own(uint32_t node);
uint64_t oracle_combine(uint64_t left, uint64_t right);
/* The same as an operator on elements of 8 bytes. */
void oracle_tell_apart(void *user, const void *left, const void *right, void *into, size_t count);

/* The linear clock by events. Times are in ticks, `tick` of them to a unit of time. */
typedef struct oracle_timing {
    uint64_t tick, makespan, busiest, busy; /* busy: of all links together */
    uint64_t *start, *finish;               /* per packet of the schedule */
    bool stuck;                             /* some packet never starts */
} oracle_timing;

/* The schedule must be valid. With cost->whole_bytes it must be one in bytes, that is, a unit is a byte. The costs must
 * be small enough for 64 bits. */
oracle_timing oracle_simulate(const schedule *s, const lb_cost *cost);
void oracle_timing_free(oracle_timing *t);

#endif
