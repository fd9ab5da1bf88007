/* What comes to a node in a step, for the full record of sums and what it knows of their order. */
#ifndef LB_HOLD_COMING_H
#define LB_HOLD_COMING_H

#include "check/holding.h"

typedef struct lb_coming {
    uint64_t cell, atom;
    lb_transit transit;
    uint64_t set;  /* where in more_bits the sender's set was kept */
    uint64_t made; /* allreduce: how the sender's sum was made */
} lb_coming;

/* What has come to a cell in this step, as bits of h->place. */
enum { LB_MET_SUM = 1, LB_MET_COPY = 2, LB_MET_SUMS = 4 };

#endif
