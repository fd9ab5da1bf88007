/* Where the packets of a scan bargain for links and steps: each takes the cheapest way that gives every node what comes
 * before it, prices rise where too many want the same. */
#ifndef LB_SCAN_BAZAAR_H
#define LB_SCAN_BAZAAR_H

#include "algo/scan/cheapest.h"

/* Room for so many steps; takes over the groups. LB_ERR_MEMORY: end it all the same. */
int lb_bazaar_begin(lb_bazaar *b, const lb_net *net, lb_span_groups groups, const lb_plan_options *o, uint32_t steps);
void lb_bazaar_end(lb_bazaar *b);

/* Keeps a plan of the same task, packet by packet, to begin with. */
int lb_bazaar_learn(lb_bazaar *b, const lb_plan *plan, lb_why *why);

/* How ways for all packets are looked for: from nothing; or as they were kept, without what was done in the last steps
 * or the first. */
typedef enum lb_opening { LB_AFRESH, LB_CUT_LATE, LB_CUT_EARLY } lb_opening;

/* Whether they were found within so many steps, in so many rounds. Then they are kept. */
bool lb_bazaar_settle(lb_bazaar *b, uint32_t steps, lb_opening opening, uint32_t rounds);

/* ---- What settling is made of ---- */

/* Nobody has anything, nor bears a grudge but for a little, at random. */
void lb_bazaar_clear(lb_bazaar *b, uint32_t steps);

/* What too many want costs so much more for good. */
void lb_bazaar_bear_grudges(lb_bazaar *b, uint32_t bitter);

/* What packets have is kept. */
void lb_bazaar_keep(lb_bazaar *b);

/* Room for who was served; NULL: no memory. */
bool *lb_bazaar_clients(const lb_bazaar *b);

/* Buys what a packet's nodes still need, beside what it has, which `own` says. False: it cannot be. */
bool lb_bazaar_serve(lb_bazaar *b, uint32_t packet, bool *served);

#endif
