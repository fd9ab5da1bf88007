/* What the packets of a scan have settled on: which spans go through which slots. */
#ifndef LB_SCAN_DEALS_H
#define LB_SCAN_DEALS_H

#include "algo/scan/cheapest.h"

/* A slot is used by one packet more (1) or fewer (-1). */
void lb_deal_count(lb_bazaar *b, uint32_t slot, int change);

/* A packet has a deal more; or if it does not have it yet. The latter is for the packet that is choosing. */
void lb_deal_add(lb_bazaar *b, uint32_t packet, lb_deal deal);
void lb_deal_make(lb_bazaar *b, uint32_t packet, uint32_t slot, uint32_t span);

/* A packet has none any more. */
void lb_deals_call_off(lb_bazaar *b, uint32_t packet);

/* Whether more want the link of a slot, or one of the ports, than there is room for. */
bool lb_deal_too_many(const lb_bazaar *b, uint32_t slot);

/* Whether a packet has deals, and none of them is in anybody's way. */
bool lb_deals_content(const lb_bazaar *b, uint32_t packet);

#endif
