/* Which links are taken in which steps, and how many links of each node: what schedules are filled in with. */
#ifndef LB_SLOTS_H
#define LB_SLOTS_H

#include "algo/faulty/faulty_plan.h"

typedef struct lb_slots {
    const lb_map *map;
    uint32_t steps, limit;
    uint64_t words;               /* of a row: steps from step 1 on, as bits */
    uint64_t *link;               /* a row for each link: taken */
    uint64_t *out_full, *in_full; /* a row for each node: it sends (receives) as much as it may; NULL: no limit */
    uint8_t *sends, *receives;    /* node * steps + step - 1 */
} lb_slots;

int lb_slots_take(lb_slots *s, const lb_map *map, uint32_t limit, uint32_t steps); /* 0 or LB_ERR_MEMORY */
void lb_slots_free(lb_slots *s);

/* The first step after `after` in which the link, and both its nodes, may be used; steps+1 or later: none. */
uint32_t lb_slots_next(const lb_slots *s, uint32_t link, uint32_t after);

void lb_slots_use(lb_slots *s, uint32_t link, uint32_t step);

#endif
