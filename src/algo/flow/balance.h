/* Ways on which no place has more to do than there are steps, whenever that is. */
#ifndef LB_BALANCE_H
#define LB_BALANCE_H

#include "algo/flow/parcels.h"

/* Sets the ways of all parcels, every hop right after the one before, so that no link, and under a port limit no node's
 * sending or receiving, is wanted more often than in all of the market's steps; or nearly so. 0 or LB_ERR_MEMORY. */
int lb_balance(lb_market *m);

#endif
