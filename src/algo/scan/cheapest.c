/* The cheapest way for one packet of a scan through space and time.
 *
 * piece(v, [a,b], t) is what it costs that node v is sent the span as one piece by the end of step t: it had it a step
 * before, or a neighbour that can lay it out a step before sends it. cost(v, [a,b], t) is what it costs that v can lay
 * it out of pieces: one, or [a,c-1] laid out and [c,b] one more. What the packet's own moves bring already is free, so
 * that nodes asked for later share what was bought for others; within one question sharing is not seen.
 *
 * All this goes for the members of every group, the lowest level first: a member of a higher level is one piece where
 * its own members can be laid out. */
#include "algo/scan/cheapest.h"

#include <string.h>

/* Spans are looked at some at a time, all that begin with the same node in rows of a multiple of that: what cannot be,
 * a span that ends before it begins, is too dear to matter. */
enum { LANES = 8 };

/* Of the spans of a group that begin with a member, at a moment and node. */
static lb_pay *row(const lb_bazaar *b, lb_pay *of, uint32_t moment, uint32_t v, const lb_span_group *g, uint32_t i) {
    return &of[((uint64_t)moment * b->n + v) * b->groups.cells + g->cells + (uint64_t)i * g->row];
}

static lb_pay *cell(const lb_bazaar *b, lb_pay *of, lb_wish w) {
    return &row(b, of, w.moment, w.v, w.group, w.i)[w.j];
}

/* Whether a node can have anything of a group at a moment. If not, costs are not filled in. */
static bool can_have(const lb_bazaar *b, uint32_t moment, uint32_t v, const lb_span_group *g) {
    return b->near[(uint64_t)v * b->groups.count + (uint64_t)(g - b->groups.at)] <= moment;
}

/* The same nodes as members of the lowest level that has them. */
static lb_wish wish_of(const lb_bazaar *b, uint32_t moment, uint32_t v, uint32_t span) {
    uint32_t first = span / b->n, last = span % b->n;
    unsigned level = 0;
    while (lb_span_group_of(&b->groups, level, first)->last < last)
        level++;
    const lb_span_group *g = lb_span_group_of(&b->groups, level, first);
    return (lb_wish){moment, v, g, (first - g->first) / g->width, (last - g->first) / g->width};
}

/* Sanitizers leave it alone: they would look at every lane of nine tenths of all the work, and took nine times as long
 * over a scan. Every row that is lowered is copied whole where it is laid out, and there they look at it. */
__attribute__((no_sanitize("address", "undefined"))) static void lower(lb_pay *restrict to, const lb_pay *restrict by,
                                                                       lb_pay more) {
    for (unsigned i = 0; i < LANES; i++) {
        lb_pay sum = (lb_pay)(by[i] + more);
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
    uint32_t links = b->n * b->degree, coarse = UINT32_C(1) << b->coarse;
    for (uint32_t slot = 0; slot < b->steps * links; slot++) {
        uint32_t to = b->map.to[slot % links], price = LB_DEAR;
        if (to != LB_NONE)
            price = (price_of(b, lb_bazaar_slot(b, slot), to) + coarse - 1) / coarse; /* 0 would say that it is there */
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
    for (uint32_t k = 0; k < b->groups.count; k++) {
        const lb_span_group *g = &b->groups.at[k];
        uint32_t members = can_have(b, step, from, g) ? lb_group_below(g, end) : 0;
        const lb_pay *had = row(b, b->cost, step, from, g, 0);
        lb_pay *piece = row(b, b->piece, step + 1, v, g, 0);
        for (uint32_t i = 0; i < members; i++, had += g->row, piece += g->row) {
            for (uint32_t j = i / LANES * LANES; j < members; j += LANES)
                lower(&piece[j], &had[j], (lb_pay)ask.price);
        }
    }
    if (ask.own && (ask.own - 1) / n < end && can_have(b, step, from, wish_of(b, step, from, ask.own - 1).group)) {
        lb_pay *piece = cell(b, b->piece, wish_of(b, step + 1, v, ask.own - 1));
        lb_pay had = *cell(b, b->cost, wish_of(b, step, from, ask.own - 1));
        *piece = had < *piece ? had : *piece;
    }
}

/* What v can lay out at a moment, of members of a group, the first so many. */
static void lay_out_group(lb_bazaar *b, uint32_t moment, uint32_t v, const lb_span_group *g, uint32_t members) {
    for (uint32_t i = 0; i < members && g->below != LB_NONE; i++) {
        const lb_span_group *below = &b->groups.at[g->below + i];
        if (!can_have(b, moment, v, below))
            continue;
        lb_pay *piece = &row(b, b->piece, moment, v, g, i)[i],
               laid = row(b, b->cost, moment, v, below, 0)[below->fan - 1];
        *piece = laid < *piece ? laid : *piece;
    }
    const lb_pay *pieces = row(b, b->piece, moment, v, g, 0);
    lb_pay *costs = row(b, b->cost, moment, v, g, 0);
    for (uint32_t i = members; i-- > 0;) { /* a piece, and then what can be laid out from there on */
        const lb_pay *piece = pieces + (uint64_t)i * g->row;
        lb_pay *restrict laid = costs + (uint64_t)i * g->row;
        memcpy(laid, piece, g->row * sizeof *laid);
        for (uint32_t next = i + 1; next < members; next++) {
            if (piece[next - 1] >= LB_DEAR)
                continue;
            const lb_pay *rest = costs + (uint64_t)next * g->row;
            for (uint32_t k = next / LANES * LANES; k < members; k += LANES)
                lower(&laid[k], &rest[k], piece[next - 1]);
        }
    }
}

static void lay_out(lb_bazaar *b, uint32_t moment, uint32_t v) {
    uint32_t end = last_of_use(b, moment, v);
    for (uint32_t k = 0; k < b->groups.count; k++) {
        const lb_span_group *g = &b->groups.at[k];
        if (can_have(b, moment, v, g))
            lay_out_group(b, moment, v, g, lb_group_below(g, end));
    }
}

static void open(lb_bazaar *b) {
    uint32_t n = b->n;
    for (uint64_t i = 0; i < n * b->groups.cells; i++)
        b->piece[i] = LB_DEAR;
    for (uint32_t v = 0; v < n; v++) {
        *cell(b, b->piece, wish_of(b, 0, v, v * n + v)) = 0;
        lay_out(b, 0, v);
    }
}

/* ---- Answers ---- */

int32_t lb_bazaar_cost(const lb_bazaar *b, lb_wish wish) {
    return *cell(b, b->cost, wish);
}

uint32_t lb_bazaar_split(const lb_bazaar *b, lb_wish w) {
    const lb_pay *laid = row(b, b->cost, w.moment, w.v, w.group, w.i);
    if (*cell(b, b->piece, w) == laid[w.j])
        return w.i;
    uint32_t middle = w.i;
    while (laid[middle] + row(b, b->piece, w.moment, w.v, w.group, middle + 1)[w.j] != laid[w.j])
        middle++;
    return middle + 1;
}

static bool is_laid_out(const lb_bazaar *b, const lb_wish *w, int32_t cost) {
    if (w->group->below == LB_NONE || w->i != w->j)
        return false;
    const lb_span_group *below = &b->groups.at[w->group->below + w->i];
    return can_have(b, w->moment, w->v, below) && row(b, b->cost, w->moment, w->v, below, 0)[below->fan - 1] == cost;
}

lb_source lb_bazaar_source(const lb_bazaar *b, lb_wish *w, unsigned *port) {
    int32_t cost = *cell(b, b->piece, *w);
    uint32_t first = lb_group_first(w->group, w->i), last = lb_group_last(w->group, w->j);
    lb_wish before = *w;
    for (; w->moment > 0; w->moment--) {
        before.moment = w->moment - 1;
        if (*cell(b, b->piece, before) != cost)
            break;
    }
    if (is_laid_out(b, w, cost))
        return LB_SOURCE_BELOW;
    for (*port = 0; w->moment > 0; ++*port) {
        before.v = b->map.from[w->v * b->degree + *port];
        if (before.v == LB_NONE || !can_have(b, before.moment, before.v, before.group))
            continue;
        lb_ask ask = b->asked[(before.moment * b->n + before.v) * b->degree + b->net->opposite[*port]];
        int32_t price = ask.own == first * b->n + last + 1 ? 0 : ask.price;
        if (*cell(b, b->cost, before) + price == cost)
            return LB_SOURCE_PORT;
    }
    return LB_SOURCE_OWN;
}

/* ---- The question ---- */

static uint64_t work_of(const lb_net *net, const lb_span_groups *groups, uint32_t steps) {
    uint64_t spans = 0;
    for (uint32_t k = 0; k < groups->count; k++) {
        uint64_t n = groups->at[k].fan;
        spans += n * n * (n / 6 + net->ports / 2 + 1) / 10;
        spans += groups->levels > 1 ? n * (net->ports + n / 2) : 0; /* short rows take what it takes to begin them */
    }
    return (uint64_t)steps * net->nodes * (spans + 12 * net->ports);
}

uint64_t lb_bazaar_price(const lb_net *net, const lb_span_groups *groups, uint32_t steps) {
    uint64_t asks = 1; /* for 1, 2, 4, ... nodes at a time */
    while (net->nodes >> asks)
        asks++;
    return work_of(net, groups, steps) * asks;
}

void lb_bazaar_ask(lb_bazaar *b) {
    uint32_t n = b->n;
    const lb_span_group *all = b->groups.at;
    set_prices(b);
    open(b);
    for (uint32_t step = 0; step < b->steps; step++) {
        for (uint32_t v = 0; v < n; v++) {
            memcpy(row(b, b->piece, step + 1, v, all, 0), row(b, b->piece, step, v, all, 0),
                   b->groups.cells * sizeof *b->piece);
            for (unsigned port = 0; port < b->degree; port++)
                offer(b, step, v, port);
            lay_out(b, step + 1, v);
        }
    }
    b->work += work_of(b->net, &b->groups, b->steps);
}
