/* The cheapest way for one packet of a scan through space and time.
 *
 * piece(v, [a,b], t) is what it costs that node v is sent the span as one piece by the end of step t: it had it a step
 * before, or a neighbour that can lay it out a step before sends it. cost(v, [a,b], t) is what it costs that v can lay
 * it out of pieces: one, or [a,c-1] laid out and [c,b] one more. What the packet's own moves bring already is free, so
 * that nodes asked for later share what was bought for others; within one question sharing is not seen. */
#include "algo/scan/cheapest.h"

/* The price of sending something through a slot. */
static uint32_t price_of(const lb_bazaar *b, uint32_t slot, uint32_t to) {
    uint32_t moment = slot / b->degree, arrival = moment / b->n * b->n + to;
    uint32_t price = LB_MOVE_PRICE + b->grudge[slot] + b->used[slot] * b->pressure;
    if (b->ports < b->degree) {
        price += b->send_grudge[moment] + b->receive_grudge[arrival];
        if (b->sends[moment] >= b->ports)
            price += (b->sends[moment] - b->ports + 1) * b->pressure;
        if (b->receives[arrival] >= b->ports)
            price += (b->receives[arrival] - b->ports + 1) * b->pressure;
    }
    return price;
}

/* Spans that end there or later are of use to nobody whom they can still reach from v. */
static uint32_t last_of_use(const lb_bazaar *b, uint32_t moment, uint32_t v) {
    return b->top[(b->steps - moment) * b->n + v];
}

/* What comes to v through one of its ports in a step, for all spans. */
static void offer(lb_bazaar *b, uint32_t step, uint32_t v, unsigned port) {
    uint32_t n = b->n, from = b->map.from[v * b->degree + port];
    if (from == LB_NONE)
        return;
    uint32_t slot = (step * n + from) * b->degree + b->net->opposite[port];
    uint32_t price = price_of(b, slot, v), own = b->own[slot];
    const uint32_t *had = &b->cost[(uint64_t)(step * n + from) * n * n];
    uint32_t *piece = &b->piece[(uint64_t)((step + 1) * n + v) * n * n];
    uint16_t *through = &b->through[(uint64_t)((step + 1) * n + v) * n * n];
    uint32_t end = last_of_use(b, step + 1, v);
    for (uint32_t first = 0; first < end; first++) {
        for (uint32_t span = first * n + first; span < first * n + end; span++) {
            uint32_t asked = had[span] + (own == span + 1 ? 0 : price);
            if (asked < piece[span]) {
                piece[span] = asked;
                through[span] = (uint16_t)port;
            }
        }
    }
}

/* What v can lay out at a moment. */
static void lay_out(lb_bazaar *b, uint32_t moment, uint32_t v) {
    uint32_t n = b->n;
    uint64_t at = (uint64_t)(moment * n + v) * n * n;
    uint32_t *cost = &b->cost[at], *piece = &b->piece[at];
    uint16_t *split = &b->split[at];
    uint32_t end = last_of_use(b, moment, v);
    for (uint32_t first = 0; first < end; first++) {
        uint32_t *laid = &cost[first * n];
        for (uint32_t last = first; last < end; last++) {
            laid[last] = piece[first * n + last];
            split[first * n + last] = (uint16_t)first;
        }
        for (uint32_t middle = first; middle + 1 < end; middle++) { /* laid out to there for good */
            if (laid[middle] >= LB_DEAR)
                continue;
            const uint32_t *more = &piece[(middle + 1) * n];
            for (uint32_t last = middle + 1; last < end; last++) {
                if (laid[middle] + more[last] < laid[last]) {
                    laid[last] = laid[middle] + more[last];
                    split[first * n + last] = (uint16_t)(middle + 1);
                }
            }
        }
    }
}

static void open(lb_bazaar *b) {
    uint32_t n = b->n;
    for (uint64_t i = 0; i < (uint64_t)n * n * n; i++) {
        b->piece[i] = LB_DEAR;
        b->through[i] = LB_WAIT;
    }
    for (uint32_t v = 0; v < n; v++) {
        uint64_t own = (uint64_t)v * n * n + v * n + v;
        b->piece[own] = 0;
        b->through[own] = LB_OWN;
        lay_out(b, 0, v);
    }
}

static uint64_t work_of(const lb_net *net, uint32_t steps) {
    uint64_t n = net->nodes;
    return steps * n * n * n * (n / 6 + net->ports / 2 + 1) / 4;
}

uint64_t lb_bazaar_price(const lb_net *net, uint32_t steps) {
    uint64_t asks = 1; /* for 1, 2, 4, ... nodes at a time */
    while (net->nodes >> asks)
        asks++;
    return work_of(net, steps) * asks;
}

void lb_bazaar_ask(lb_bazaar *b) {
    uint32_t n = b->n;
    open(b);
    for (uint32_t step = 0; step < b->steps; step++) {
        for (uint32_t v = 0; v < n; v++) {
            uint64_t before = (uint64_t)(step * n + v) * n * n, now = before + (uint64_t)n * n * n;
            for (uint32_t span = 0; span < n * n; span++) {
                b->piece[now + span] = b->piece[before + span];
                b->through[now + span] = LB_WAIT;
            }
            for (unsigned port = 0; port < b->degree; port++)
                offer(b, step, v, port);
            lay_out(b, step + 1, v);
        }
    }
    b->work += work_of(b->net, b->steps);
}
