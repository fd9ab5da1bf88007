/* From ways to a plan: edge colouring says in which step each hop is made. */
#ifndef LB_LATTICE_WRITE_H
#define LB_LATTICE_WRITE_H

#include "algo/common/algo.h"
#include "algo/lattice/colour.h"
#include "algo/lattice/ways.h"

#define LB_COLOURS_BYTES (UINT64_C(1) << 28) /* more memory is not taken for it */

/* In so many steps: no fewer than a row has hops, or a port by the parts of a packet, or all by the ports that can be
 * used at a time. Parts are for all ports at a time only: those of one packet need the same port. */
int lb_even_ways_write(const lb_even_ways *w, uint64_t steps, const lb_plan_options *o, const char *name,
                       lb_plan **plan, lb_why *why);

#endif
