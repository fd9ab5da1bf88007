/* Flights on the linear clock. A flight takes
 *     beta + hop*(links-1) + tau*s,
 * s being the most bytes that the flights of its step, itself among them, put on any one of its links: flights of a
 * step share what a link can carry, and the one that is through first has no use of the rest. It starts when its data
 * is there and all its links have finished the flights of earlier steps. */
#ifndef LB_FLYING_H
#define LB_FLYING_H

#include "check/simulation.h"
#include "net/flights.h"

typedef struct lb_landing {
    uint64_t link;
    lb_when when;
} lb_landing;

struct lb_flying {
    lb_plan_source ahead; /* reads every step before the simulation does, to see who shares which link */
    lb_move next;         /* of the source, `there` if it has any more */
    bool there, open;
    uint32_t step;    /* whose loads these are */
    uint64_t *load;   /* per link: units of data */
    uint64_t *loaded; /* links that have some */
    uint64_t count;
    lb_landing *landing; /* links of this step's flights: later ones wait */
    uint64_t landings, room;
};

/* For networks of flights; s->flying is NULL on others. */
int lb_flying_open(lb_simulation *s, const lb_plan *plan, lb_why *why);
void lb_flying_close(lb_simulation *s);
int lb_flying_rewind(lb_simulation *s, lb_why *why);

/* Begins a step: its links' loads, and what those before it leave behind. LB_ERR_SIZE: more data than can be counted.
 */
int lb_flying_step(lb_simulation *s, uint32_t step);

/* What a flight waits for, and how long it takes. LB_ERR_SIZE when that does not fit. */
lb_when lb_flying_free(const lb_simulation *s, const lb_move *move);
int lb_flying_time(const lb_simulation *s, const lb_move *move, uint64_t *time);

/* Its links are busy until then. LB_ERR_MEMORY */
int lb_flying_land(lb_simulation *s, const lb_move *move, uint64_t size, lb_when when);

#endif
