/* The linear clock in whole numbers. With tau = a/q and beta = b/q, a packet of u units of a block of `bytes` bytes,
 * `denominator` units to a block, takes (a*bytes*u + b*denominator) / (q*denominator): all times are multiples of
 * 1/(q*denominator), so they are kept as integers in that unit, with every product and sum checked. In whole bytes the
 * units are bytes, and times multiples of 1/q. */
#ifndef LB_CLOCK_H
#define LB_CLOCK_H

#include "task/task.h"

typedef struct lb_ticks {
    uint64_t per_unit, per_packet; /* ticks for a unit of data, and for a start-up */
    uint64_t per_hop;              /* for every link of a flight but the first */
    uint64_t scale;                /* ticks in one unit of time */
} lb_ticks;

int lb_ticks_make(const lb_task *task, uint64_t denominator, const lb_cost *cost, lb_ticks *ticks, lb_why *why);

/* How long a packet takes. LB_ERR_SIZE when it does not fit. */
static inline int lb_ticks_packet(const lb_ticks *ticks, uint64_t units, uint64_t *time) {
    return __builtin_mul_overflow(ticks->per_unit, units, time) ||
                   __builtin_add_overflow(*time, ticks->per_packet, time)
               ? LB_ERR_SIZE
               : LB_OK;
}

#endif
