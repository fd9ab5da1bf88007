/* How to go about pulling. */
#ifndef LB_SPAN_MANNER_H
#define LB_SPAN_MANNER_H

#include "base/base.h"

typedef struct lb_pull_manner {
    uint32_t patience;       /* steps that are waited for a whole span before two parts are asked for */
    bool takes_back;         /* what was asked for in vain */
    bool straight;           /* only those are asked for a span who are nearer to all of it */
    uint32_t pieces, period; /* so many pieces every so many steps; period 0: one piece, once */
    uint64_t seed;           /* 0: nodes in order; else shuffled */
    uint32_t most_steps;     /* a plan with more is not wanted, */
    uint64_t most_legs;      /* nor is one with more packets */
} lb_pull_manner;

#endif
