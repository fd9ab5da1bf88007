/* What the files of the simulation share. */
#ifndef LB_SIMULATE_INSIDE_H
#define LB_SIMULATE_INSIDE_H

#include "check/simulation.h"

#define ABSENT      UINT64_MAX
#define SMALL_CELLS (UINT64_C(1) << 24)
#define STRAYED     (UINT32_C(1) << 31) /* beside a place: it did not always lead away from home */

typedef struct coming {
    uint64_t cell, from, atom, time; /* from: the sender's cell */
    uint32_t to, by;
} coming;

static inline uint64_t cell_of(const lb_simulation *s, uint64_t atom, uint32_t home, uint32_t node) {
    return s->places ? atom : lb_holding_cell(&s->hold, atom, home, node);
}

/* How many links a node may drive at a time; 0: all. */
uint32_t lb_simulation_ports(const lb_simulation *s);

/* Memory for a pass, and everything ready at time 0 where it starts. */
int lb_simulation_take(lb_simulation *s, uint32_t depth, const lb_check_options *options, lb_why *why);
void lb_simulation_lay_out(lb_simulation *s);
void lb_simulation_give_back(lb_simulation *s);

/* LB_ERR_SIZE: it would take so many bytes, with the number of bytes of a message that would take less. */
int lb_simulation_refuse(const lb_simulation *s, uint64_t bytes, uint64_t limit, lb_why *why);

/* All packets, once. */
int lb_simulation_run(lb_simulation *s, const lb_check_options *options, lb_why *why);

#endif
