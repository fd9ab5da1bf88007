/* All packets on their cheapest ways through nodes and moments: what they pay, and where they crowd. */
#ifndef LB_TIMED_WAYS_H
#define LB_TIMED_WAYS_H

#include "flow/timed_prices.h"

enum { LB_TIMED_UNIT = 256 }; /* a packet, in `use` and `flow` */

/* The table of a step, from 0 on. */
static inline uint32_t lb_timed_table(const lb_timed *t, uint32_t step) {
    uint32_t early = t->tables / 2, late = (t->tables - 1) / 2;
    return step < early ? step : step < t->steps - late ? early : t->tables - (t->steps - step);
}

/* What all pairs pay; sets `use`. */
uint64_t lb_timed_pay(lb_timed *t);

#endif
