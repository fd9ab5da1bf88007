/* A flow in the network drawn out in time, from one node to all others. */
#ifndef LB_DEAL_NAMES_H
#define LB_DEAL_NAMES_H

#include "algo/faulty/faulty_plan.h"

typedef struct lb_dealt {
    const lb_scene *s;
    uint32_t root, steps;
    uint64_t links;
    uint8_t *used; /* (step-1) * links + link */
    uint32_t *got; /* per node: units that are there after the last step */
} lb_dealt;

static inline uint8_t *lb_dealt_slot(const lb_dealt *x, uint32_t step, uint32_t link) {
    return &x->used[(step - 1) * x->links + link];
}

/* Says which unit is which token, without detours back to where it was. 0 or LB_ERR_MEMORY. */
int lb_dealt_legs(const lb_dealt *x, lb_legs *legs);

#endif
