/* The critical path: from the packet that ends last back through what each packet waited for. */
#include "check/simulation.h"

#include <stdlib.h>

typedef struct chain {
    uint32_t *moves; /* first to last, +1 */
    uint64_t count, room;
} chain;

/* Not a chain: all of them. */
static int take_every(const lb_simulation *s, chain *c) {
    c->moves = lb_array(s->moves, sizeof *c->moves);
    if (!c->moves)
        return LB_ERR_MEMORY;
    for (c->count = 0; c->count < s->moves; c->count++)
        c->moves[c->count] = (uint32_t)(c->count + 1);
    return LB_OK;
}

/* Back from the last move; turned round at the end. */
static int walk_back(const lb_simulation *s, chain *c) {
    if (s->every)
        return take_every(s, c);
    for (uint32_t m = s->last; m; m = s->past[m - 1].before) {
        void *moves = c->moves;
        if (lb_grow(&moves, &c->room, c->count + 1, sizeof *c->moves))
            return LB_ERR_MEMORY;
        c->moves = moves;
        c->moves[c->count++] = m;
    }
    for (uint64_t i = 0; i < c->count / 2; i++) {
        uint32_t m = c->moves[i];
        c->moves[i] = c->moves[c->count - 1 - i];
        c->moves[c->count - 1 - i] = m;
    }
    return LB_OK;
}

/* What a packet carries: in units, and in bytes where they are whole. */
static void weigh(const lb_simulation *s, const lb_move *move, lb_hop *hop) {
    const lb_cuts *cuts = &s->hold.cuts;
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        lb_transit t;
        uint64_t block;
        hop->units += item->hi - item->lo;
        if (!s->cost->whole_bytes || lb_frame_place(&s->hold, move, item, &block, &t))
            continue;
        const uint64_t *at = lb_sizes_row(&s->sizes, block);
        hop->bytes += at[lb_cuts_find(cuts, item->hi)] - at[lb_cuts_find(cuts, item->lo)];
    }
}

/* Fills in what the past does not keep - step, ends, size - by reading the source again. Moves wait only
 * for moves of lower numbers, so the chain is sorted. */
static int read_hops(lb_simulation *s, const chain *c, lb_timing *timing, lb_why *why) {
    lb_move move;
    uint64_t at = 0;
    uint32_t number = 0;
    int error = s->source->rewind(s->source, why);
    while (!error && at < c->count && s->source->next(s->source, &move, why) == 1) {
        if (++number != c->moves[at])
            continue;
        lb_hop *hop = &timing->critical[at++];
        const lb_past *past = &s->past[number - 1];
        *hop = (lb_hop){.step = move.step, .from = move.from, .to = move.to};
        weigh(s, &move, hop);
        if (lb_ratio_make(past->start, s->ticks.scale, &hop->start) ||
            lb_ratio_make(past->start + past->duration, s->ticks.scale, &hop->finish))
            return lb_fail(why, LB_ERR_SIZE, "times need more than 63 bits to be exact; use rounder numbers");
    }
    return error;
}

/* On relative addresses every move was node 0's. The chain is laid through the network from node 0 on: what a packet
 * waited for happened at its own sender, except data, which came from the neighbour, and a receiver's port. */
static void place_hops(const lb_simulation *s, const chain *c, lb_timing *timing) {
    const lb_net *net = s->net;
    uint32_t sender = 0;
    for (uint64_t i = c->count; i-- > 0;) {
        const lb_past *past = &s->past[c->moves[i] - 1];
        lb_hop *hop = &timing->critical[i];
        hop->from = sender;
        hop->to = lb_net_add(net, sender, net->unit[past->port]);
        if (i == 0)
            break;
        uint32_t way = net->unit[s->past[c->moves[i - 1] - 1].port];
        if (past->cause == LB_CAUSE_DATA)
            sender = lb_net_sub(net, sender, way);
        else if (past->cause == LB_CAUSE_RECEIVE_PORT)
            sender = lb_net_sub(net, hop->to, way);
    }
}

int lb_critical_path(lb_simulation *s, lb_timing *timing, lb_why *why) {
    chain c = {0};
    int error = walk_back(s, &c) ? lb_fail_memory(why, "the critical path") : LB_OK;
    if (!error) {
        timing->critical = lb_zeroed(c.count, sizeof *timing->critical);
        timing->critical_count = timing->critical ? c.count : 0;
        error = timing->critical ? LB_OK : lb_fail_memory(why, "the critical path");
    }
    if (!error)
        error = read_hops(s, &c, timing, why);
    if (!error && s->source->relative)
        place_hops(s, &c, timing);
    free(c.moves);
    return error;
}
