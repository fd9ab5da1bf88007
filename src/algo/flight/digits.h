/* Numbers whose digits are flights: for tasks in which all nodes do the same, in very few start-ups on any torus.
 *
 * A *level* is a set of flights, no more than a node has ports, that leave by different links and come in by different
 * ones: they can all be flown in one step, by all nodes at once. Levels are found such that every node's offset from
 * another is a sum of flights, at most one of each level: its *digits*. In an allgather everybody sends on, level after
 * level, what it has; in an all-to-all a block flies its digits. With k ports that is ceil(log n / log(k+1)) start-ups
 * if nothing is covered twice: the least there can be.
 *
 * On one ring of 3^L nodes the levels are +-1, +-3, +-9, ... (Bruck, Ho, Kipnis, Upfal & Weathersby 1997, whose radix
 * is k+1). On a torus they are codes: 5x5 is covered without overlap by the balls round the multiples of (1,2) (Golomb
 * & Welch 1970), so that links, and +-(1,2), +-(2,-1), are two levels. No closed form has them all, and none is needed:
 * taking every time the flight that covers most that is not covered yet, the shortest of them, finds the least number
 * of levels nearly everywhere. The first level found is the links themselves, each one after it leads farther; they
 * are flown the farthest first, while there is little to carry. */
#ifndef LB_DIGITS_H
#define LB_DIGITS_H

#include "net/flights.h"
#include "plan/plan.h"

#define LB_MOST_LEVELS  64
#define LB_MOST_DIGITS  120  /* flights in all, so that they and their ways back are ports of a network */
#define LB_DIGITS_NODES 1024 /* beyond, looking for levels takes long */

typedef struct lb_digit_flight {
    uint32_t by; /* the offset */
    lb_route route;
} lb_digit_flight;

typedef struct lb_digits {
    const lb_net *net;
    uint32_t levels, count;
    uint32_t first[LB_MOST_LEVELS + 1]; /* the flights of level l are first[l] .. first[l+1]-1; nearest level first */
    lb_digit_flight flight[LB_MOST_DIGITS];
    uint8_t *word;  /* the ports of the routes */
    uint8_t *digit; /* level * nodes + offset: the flight of that level that its sum has, +1; 0: none */
    uint32_t steps;
    uint32_t step[LB_MOST_LEVELS]; /* in which a level is flown, from 1; 0: nothing needs it */
} lb_digits;

/* What the search needs to know of a network, once for all of its runs. */
typedef struct lb_covering {
    const lb_net *net;
    uint32_t ports;             /* flights in a level */
    bool turns;                 /* flights are also flown backwards */
    unsigned ways;              /* routes to choose among for an offset */
    uint16_t *sum;              /* node * nodes + node */
    uint32_t *links;            /* of an offset */
    uint8_t *leaves, *comes_in; /* offset * ways + way: its first and its last port */
    bool *covered, *next;
    uint16_t *base;
} lb_covering;

int lb_covering_begin(lb_covering *c, const lb_net *net, uint32_t ports, bool turns, lb_why *why);
void lb_covering_end(lb_covering *c);

/* How to look: so many levels of single links, then flights of at most so many links; of equals any, by the seed. */
typedef struct lb_look {
    uint32_t near, longest;
    uint64_t seed;
} lb_look;

/* LB_ERR_UNSUPPORTED: it takes too many flights. *d is to be freed in any case. */
int lb_digits_find(lb_covering *c, const lb_look *how, lb_digits *d, lb_why *why);
void lb_digits_free(lb_digits *d);

/* The levels of Bruck's algorithms, ring by ring: 1, 2, 4, ... links, or with two ports 1, 3, 9, ... both ways. */
int lb_digits_bruck(const lb_covering *c, lb_digits *d, lb_why *why);

/* Chooses the digits of every offset. For an allgather those of an offset are those of another and one more, nearer
 * one; few blocks take long flights. Else each has the digits with the fewest links. */
int lb_digits_choose(lb_digits *d, const lb_covering *c, bool gathers, lb_why *why);

/* What a task takes by these digits: the most that a link carries and the links of the longest flight, step by step. */
typedef struct lb_digits_cost {
    uint64_t units, hops, steps;
} lb_digits_cost;
int lb_digits_cost_of(const lb_digits *d, lb_task_kind kind, lb_digits_cost *cost, lb_why *why);

/* The plan; `flown` is the task on the network of the flights. */
int lb_digits_plan(const lb_digits *d, const lb_task *flown, uint32_t ports, const char *name, lb_plan **plan,
                   lb_why *why);

#endif
