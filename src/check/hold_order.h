/* How sums were made: part of the full record for them. */
#ifndef LB_HOLD_ORDER_H
#define LB_HOLD_ORDER_H

#include "check/holding.h"

/* allreduce: how every node's sum of every atom was made, as a number that tells which was combined with which and on
 * which side. Equal sums have equal numbers; that others have is as likely as one in 2^64. */
uint64_t lb_order_bytes(const lb_holding *h);
int lb_order_begin(lb_holding *h);
int lb_order_settle(lb_holding *h); /* the sums that came are in h->arriving and h->place */
int lb_order_finish(lb_holding *h); /* whether all nodes have the same */
void lb_order_end(lb_holding *h);

#endif
