/* Building sends. */
#include "algo/send/courier.h"

static bool swapped_pair(const lb_task *task, lb_pair *pair) {
    uint32_t moved = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        if (task->list[v] == v)
            continue;
        if (moved++ == 0) {
            pair->from = v;
            pair->to = task->list[v];
        }
        if (moved > 2)
            return false;
    }
    return true; /* one that moves takes another's place, so it was two, or none */
}

bool lb_pair_of(const lb_task *task, lb_pair *pair) {
    *pair = (lb_pair){.from = task->root, .to = task->to, .d = task->net.ports};
    pair->both = task->kind == LB_PERMUTE;
    if (pair->both) {
        pair->from = pair->to = 0;
        if (!swapped_pair(task, pair))
            return false;
    }
    pair->offset = pair->from ^ pair->to;
    pair->n = (unsigned)__builtin_popcount(pair->offset);
    return true;
}

int lb_courier_build(const lb_task *task, const lb_plan_options *o, uint64_t denominator, uint64_t moves,
                     uint64_t items, lb_route route, const void *what, lb_plan **plan, lb_why *why) {
    lb_courier c;
    if (denominator > LB_MAX_DENOMINATOR)
        return lb_fail(why, LB_ERR_SIZE, "the message would have pieces too small to name");
    lb_pair_of(task, &c.pair);
    lb_build_begin(&c.builder, task, c.pair.both ? LB_EXPLICIT : LB_ROOTED, o->clock, 0, denominator,
                   o->clock == LB_UNIT);
    unsigned ways = c.pair.both ? 2 : 1;
    int error = lb_build_expect(&c.builder, lb_times(moves, ways), lb_times(items, ways), why);
    if (error)
        return error;
    for (unsigned way = 0; way < ways; way++) {
        /* a rooted plan is written for node 0 */
        c.base = c.origin = !c.pair.both ? 0 : way ? c.pair.to : c.pair.from;
        c.dest = c.base ^ c.pair.offset;
        if (c.pair.n > 0)
            route(&c, what);
    }
    return lb_build_finish(&c.builder, "send", plan, why);
}

void lb_courier_packet(lb_courier *c, uint32_t step, uint32_t node, unsigned dim) {
    lb_build_move(&c->builder, step, c->base ^ node, dim, LB_OP_COPY);
}

void lb_courier_piece(lb_courier *c, uint64_t lo, uint64_t hi) {
    lb_build_item(&c->builder, (lb_item){.origin = c->origin, .dest = c->dest, .lo = lo, .hi = hi});
}

/* One group: the stages -1 and n of the extended send, and the stages between. */
static void stream_group(lb_courier *c, const lb_stream *stream, uint32_t group) {
    const lb_spread *s = stream->spread;
    bool aside = stream->aside != LB_NONE;
    uint32_t beside = aside ? UINT32_C(1) << stream->aside : 0, first = group + 1 + aside;
    uint64_t size = s->unit * stream->scale, start = stream->start + group * size;
    if (aside) {
        lb_courier_packet(c, first - 1, 0, stream->aside);
        lb_courier_piece(c, start, start + size);
        lb_courier_packet(c, first + s->n, c->pair.offset ^ beside, stream->aside);
        lb_courier_piece(c, start, start + size);
    }
    for (uint64_t m = 0; m < s->moves; m++) {
        const lb_spread_move *move = &s->move[m];
        uint32_t node = lb_bits_into(move->node, c->pair.offset) ^ beside;
        lb_courier_packet(c, first + move->stage, node, lb_nth_bit(c->pair.offset, move->dim));
        for (uint64_t i = move[0].first_item; i < move[1].first_item; i++)
            lb_courier_piece(c, start + s->item[i].lo * stream->scale, start + s->item[i].hi * stream->scale);
    }
}

void lb_courier_stream(lb_courier *c, const lb_stream *stream) {
    for (uint32_t group = 0; group < stream->groups; group++)
        stream_group(c, stream, group);
}

static void route_stream(lb_courier *c, const void *what) {
    lb_courier_stream(c, what);
}

int lb_stream_build(const lb_task *task, const lb_plan_options *o, unsigned aside, uint32_t groups, lb_plan **plan,
                    lb_why *why) {
    lb_pair pair;
    lb_spread spread;
    lb_pair_of(task, &pair);
    int error = lb_spread_make(pair.n, &spread, why);
    if (error)
        return error;
    uint64_t more = aside == LB_NONE ? 0 : 2; /* there and back */
    lb_stream stream = {.spread = &spread, .aside = aside, .scale = 1, .groups = groups};
    error = lb_courier_build(task, o, lb_times(spread.unit, groups), lb_times(spread.moves + more, groups),
                             lb_times(spread.items + more, groups), route_stream, &stream, plan, why);
    lb_spread_free(&spread);
    return error;
}
