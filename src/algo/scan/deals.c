/* Keeping count of what the packets of a scan have settled on. */
#include "algo/scan/deals.h"

#include <stdlib.h>

static uint32_t receiver(const lb_bazaar *b, uint32_t slot) {
    return b->map.to[slot % (b->n * b->degree)];
}

static uint32_t arrival(const lb_bazaar *b, uint32_t slot) {
    return slot / (b->n * b->degree) * b->n + receiver(b, slot);
}

void lb_deal_count(lb_bazaar *b, uint32_t slot, int change) {
    slot = lb_bazaar_slot(b, slot);
    b->used[slot] = (uint16_t)(b->used[slot] + change);
    b->sends[slot / b->degree] = (uint16_t)(b->sends[slot / b->degree] + change);
    b->receives[arrival(b, slot)] = (uint16_t)(b->receives[arrival(b, slot)] + change);
}

void lb_deal_add(lb_bazaar *b, uint32_t packet, lb_deal deal) {
    lb_deals *deals = &b->deals[packet];
    if (deals->count == deals->room) {
        uint32_t room = 2 * deals->room + 4 * b->n;
        lb_deal *more = realloc(deals->at, room * sizeof *more);
        if (!more) {
            b->error = LB_ERR_MEMORY;
            return;
        }
        deals->at = more;
        deals->room = room;
    }
    deals->at[deals->count++] = deal;
    lb_deal_count(b, deal.slot, 1);
}

void lb_deal_make(lb_bazaar *b, uint32_t packet, uint32_t slot, uint32_t span) {
    if (b->own[slot] == span + 1) {
        if (b->needed && !b->needed[slot])
            b->needed[slot] = b->client;
        return;
    }
    for (uint32_t i = 0; b->own[slot] && i < b->deals[packet].count; i++) { /* it may be the second span in this slot */
        if (b->deals[packet].at[i].slot == slot && b->deals[packet].at[i].span == span)
            return;
    }
    b->own[slot] = b->own[slot] ? b->own[slot] : span + 1;
    lb_deal_add(b, packet, (lb_deal){slot, span});
}

void lb_deals_call_off(lb_bazaar *b, uint32_t packet) {
    for (uint32_t i = 0; i < b->deals[packet].count; i++)
        lb_deal_count(b, b->deals[packet].at[i].slot, -1);
    b->deals[packet].count = 0;
}

bool lb_deal_too_many(const lb_bazaar *b, uint32_t slot) {
    slot = lb_bazaar_slot(b, slot);
    return b->used[slot] > 1 || b->sends[slot / b->degree] > b->ports || b->receives[arrival(b, slot)] > b->ports;
}

bool lb_deals_content(const lb_bazaar *b, uint32_t packet) {
    for (uint32_t i = 0; i < b->deals[packet].count; i++) {
        if (lb_deal_too_many(b, b->deals[packet].at[i].slot))
            return false;
    }
    return b->deals[packet].count > 0;
}
