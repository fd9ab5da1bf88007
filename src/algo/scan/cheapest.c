/* The cheapest way for one packet of a scan through space and time.
 *
 * piece(v, [a,b], t) is what it costs that node v is sent the span as one piece by the end of step t: it had it a step
 * before, or a neighbour that can lay it out a step before sends it. cost(v, [a,b], t) is what it costs that v can lay
 * it out of pieces: one, or [a,c-1] laid out and [c,b] one more. What the packet's own moves bring already is free, so
 * that nodes asked for later share what was bought for others; within one question sharing is not seen. */
#include "algo/scan/cheapest.h"

#include <string.h>

/* Spans are looked at some at a time, all that begin with the same node in rows of a multiple of that: what cannot be,
 * a span that ends before it begins, is too dear to matter. */
enum { LANES = 8 };

static uint32_t row_of(uint32_t n) {
    return (n + LANES - 1) / LANES * LANES;
}

uint64_t lb_bazaar_cells(uint32_t n, uint32_t steps) {
    return (steps + UINT64_C(1)) * n * n * row_of(n);
}

/* Of the spans that begin with a node, at a moment and node. */
static int32_t *row(const lb_bazaar *b, int32_t *of, uint32_t moment, uint32_t v, uint32_t first) {
    return &of[(uint64_t)((moment * b->n + v) * b->n + first) * row_of(b->n)];
}

static void lower(int32_t *restrict to, const int32_t *restrict by, int32_t more) {
    for (unsigned i = 0; i < LANES; i++) {
        int32_t sum = by[i] + more;
        to[i] = sum < to[i] ? sum : to[i];
    }
}

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

/* Prices stay as they are until the next question, whatever is bought. */
static void set_prices(lb_bazaar *b) {
    uint32_t links = b->n * b->degree;
    for (uint32_t slot = 0; slot < b->steps * links; slot++) {
        uint32_t to = b->map.to[slot % links], price = to == LB_NONE ? LB_DEAR : price_of(b, slot, to);
        b->asked[slot] = (lb_ask){(int32_t)(price < LB_DEAR ? price : LB_DEAR), b->own[slot]};
    }
}

/* Spans that end there or later are of use to nobody whom they can still reach from v. Of scan those that end with the
 * last such node are: it may get back what it has itself with what comes before. */
static uint32_t last_of_use(const lb_bazaar *b, uint32_t moment, uint32_t v) {
    return b->top[(b->steps - moment) * b->n + v] + b->back;
}

/* What comes to v through one of its ports in a step, for all spans. */
static void offer(lb_bazaar *b, uint32_t step, uint32_t v, unsigned port) {
    uint32_t n = b->n, from = b->map.from[v * b->degree + port], end = last_of_use(b, step + 1, v);
    if (from == LB_NONE)
        return;
    lb_ask ask = b->asked[(step * n + from) * b->degree + b->net->opposite[port]];
    for (uint32_t first = 0; first < end; first++) {
        const int32_t *had = row(b, b->cost, step, from, first);
        int32_t *piece = row(b, b->piece, step + 1, v, first);
        for (uint32_t last = first / LANES * LANES; last < end; last += LANES)
            lower(&piece[last], &had[last], ask.price);
    }
    if (ask.own && (ask.own - 1) / n < end) {
        int32_t *piece = &row(b, b->piece, step + 1, v, (ask.own - 1) / n)[(ask.own - 1) % n];
        int32_t had = row(b, b->cost, step, from, (ask.own - 1) / n)[(ask.own - 1) % n];
        *piece = had < *piece ? had : *piece;
    }
}

/* What v can lay out at a moment. */
static void lay_out(lb_bazaar *b, uint32_t moment, uint32_t v) {
    uint32_t end = last_of_use(b, moment, v);
    for (uint32_t first = 0; first < end; first++) {
        int32_t *laid = row(b, b->cost, moment, v, first);
        memcpy(laid, row(b, b->piece, moment, v, first), row_of(b->n) * sizeof *laid);
        for (uint32_t middle = first; middle + 1 < end; middle++) { /* laid out to there for good */
            if (laid[middle] >= LB_DEAR)
                continue;
            const int32_t *more = row(b, b->piece, moment, v, middle + 1);
            for (uint32_t last = (middle + 1) / LANES * LANES; last < end; last += LANES)
                lower(&laid[last], &more[last], laid[middle]);
        }
    }
}

static void open(lb_bazaar *b) {
    uint32_t n = b->n;
    for (uint64_t i = 0; i < (uint64_t)n * n * row_of(n); i++)
        b->piece[i] = LB_DEAR;
    for (uint32_t v = 0; v < n; v++) {
        row(b, b->piece, 0, v, v)[v] = 0;
        lay_out(b, 0, v);
    }
}

/* ---- Answers ---- */

int32_t lb_bazaar_cost(const lb_bazaar *b, uint32_t moment, uint32_t v, uint32_t first, uint32_t last) {
    return row(b, b->cost, moment, v, first)[last];
}

uint32_t lb_bazaar_split(const lb_bazaar *b, uint32_t moment, uint32_t v, uint32_t first, uint32_t last) {
    const int32_t *laid = row(b, b->cost, moment, v, first);
    if (row(b, b->piece, moment, v, first)[last] == laid[last])
        return first;
    uint32_t middle = first;
    while (laid[middle] + row(b, b->piece, moment, v, middle + 1)[last] != laid[last])
        middle++;
    return middle + 1;
}

bool lb_bazaar_source(const lb_bazaar *b, uint32_t *moment, uint32_t v, uint32_t first, uint32_t last, unsigned *port) {
    int32_t cost = row(b, b->piece, *moment, v, first)[last];
    while (*moment > 0 && row(b, b->piece, *moment - 1, v, first)[last] == cost)
        --*moment;
    for (*port = 0; *moment > 0; ++*port) {
        uint32_t from = b->map.from[v * b->degree + *port];
        if (from == LB_NONE)
            continue;
        lb_ask ask = b->asked[((*moment - 1) * b->n + from) * b->degree + b->net->opposite[*port]];
        int32_t price = ask.own == first * b->n + last + 1 ? 0 : ask.price;
        if (row(b, b->cost, *moment - 1, from, first)[last] + price == cost)
            return true;
    }
    return false;
}

/* ---- The question ---- */

static uint64_t work_of(const lb_net *net, uint32_t steps) {
    uint64_t n = net->nodes;
    return steps * n * (n * n * (n / 6 + net->ports / 2 + 1) / 10 + 12 * net->ports);
}

uint64_t lb_bazaar_price(const lb_net *net, uint32_t steps) {
    uint64_t asks = 1; /* for 1, 2, 4, ... nodes at a time */
    while (net->nodes >> asks)
        asks++;
    return work_of(net, steps) * asks;
}

void lb_bazaar_ask(lb_bazaar *b) {
    uint32_t n = b->n;
    uint64_t each = (uint64_t)n * row_of(n);
    set_prices(b);
    open(b);
    for (uint32_t step = 0; step < b->steps; step++) {
        for (uint32_t v = 0; v < n; v++) {
            memcpy(row(b, b->piece, step + 1, v, 0), row(b, b->piece, step, v, 0), each * sizeof *b->piece);
            for (unsigned port = 0; port < b->degree; port++)
                offer(b, step, v, port);
            lay_out(b, step + 1, v);
        }
    }
    b->work += work_of(b->net, b->steps);
}
