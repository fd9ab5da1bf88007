/* Those who enter plans in a contest, and what they try. */
#ifndef LB_ENTRIES_H
#define LB_ENTRIES_H

#include "planner/contest.h"

void lb_enter_renumbered(lb_contest *c);        /* a graph as the network with a name that it is */
int lb_enter_first(lb_contest *c, lb_why *why); /* what suits best; an error if there is nothing */
void lb_enter_ways(lb_contest *c);              /* a graph as a ring, or a torus */
void lb_enter_algorithms(lb_contest *c);        /* all others */
void lb_enter_names(lb_contest *c);             /* the same task under another name */
void lb_enter_parts(lb_contest *c);             /* packets in parts, and one too many */
void lb_enter_squares(lb_contest *c);           /* rings of 4 as squares */
void lb_enter_kin(lb_contest *c);               /* dimensions in another order, links all alike */
void lb_enter_detours(lb_contest *c);           /* around a link that is not dead */
void lb_enter_stops(lb_contest *c);             /* cut-through: as if it were not */
void lb_enter_ports(lb_contest *c);             /* on fewer ports */

#endif
