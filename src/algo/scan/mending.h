/* Packets of a scan that have most of what they need, and buy the rest: what mend.c and finish.c share. */
#ifndef LB_SCAN_MENDING_H
#define LB_SCAN_MENDING_H

#include "algo/scan/bazaar.h"

typedef struct lb_mending {
    lb_bazaar b;
    bool *served, *lacking; /* packets that lost moves */
    uint32_t given_up;      /* one in so many moves that are in nobody's way */
} lb_mending;

/* Room for so many steps. LB_ERR_MEMORY: end it all the same. */
int lb_mending_begin(lb_mending *m, const lb_task *task, const lb_plan_options *o, uint32_t steps);
void lb_mending_end(lb_mending *m);

/* Whether there is the memory for it. */
bool lb_mending_suits(const lb_net *net, uint64_t steps);

/* What is kept takes the place of a plan of the same task, if it is shorter. */
int lb_mending_write(const lb_mending *m, lb_plan **plan, lb_why *why);

/* One round, at the prices that there are: packets that lack something, or are in the way of others, give up what is,
 * and a few other moves by chance, and buy again. *content: there was none. False: there are too few steps, or all work
 * was done that may be. */
bool lb_mending_trade(lb_mending *m, bool *content);

/* Packets have what was kept, but for moves in what is cut off: the last steps, or the first. */
void lb_mending_cut(lb_mending *m, uint32_t steps, bool early);

#endif
