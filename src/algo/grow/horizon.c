/* Flows over time: finding them, and leading them round a link that was given to somebody else. */
#include "algo/grow/horizon.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* How a place was come to. */
enum { START, BY_LINK, BACK_LINK, BY_HOLDING, BACK_HOLDING, BY_PACKET };

uint64_t lb_horizon_bytes(const lb_net *net, uint64_t count, uint64_t steps) {
    uint64_t n = net->nodes, flow = lb_ceil_div(n * net->ports * steps, 64) * 8;
    return lb_times(n, flow + n * steps * 2 + count * 4 + count / 4 + 16) + n * (steps + 1) * 16 + count * 4;
}

int lb_horizon_take(lb_horizon *h, const lb_net *net, uint32_t count, uint32_t steps, lb_why *why) {
    uint64_t n = net->nodes, places = n * ((uint64_t)steps + 1);
    *h = (lb_horizon){.net = net, .nodes = net->nodes, .ports = net->ports, .count = count, .steps = steps, .now = 1};
    int error = lb_affordable(lb_horizon_bytes(net, count, steps), "flows over time", why);
    if (error)
        return error;
    h->links = h->nodes * h->ports;
    h->words = lb_ceil_div(count, 64);
    h->flow_words = lb_ceil_div((uint64_t)h->links * steps, 64);
    h->have = lb_zeroed(n * h->words, sizeof *h->have);
    h->comes = lb_zeroed(n * h->words, sizeof *h->comes);
    h->given = lb_zeroed(h->links, sizeof *h->given);
    h->flow = lb_zeroed(n * h->flow_words, sizeof *h->flow);
    h->held = lb_zeroed(n * n * steps, sizeof *h->held);
    h->from = lb_array(n * count, sizeof *h->from);
    h->previous = lb_array(places, sizeof *h->previous);
    h->how = lb_array(places, sizeof *h->how);
    h->seen = lb_zeroed(places, sizeof *h->seen);
    h->queue = lb_array(places, sizeof *h->queue);
    h->seen_packet = lb_zeroed(count, sizeof *h->seen_packet);
    bool taken = h->have && h->comes && h->given && h->flow && h->held && h->from && h->previous && h->how && h->seen &&
                 h->queue && h->seen_packet;
    if (taken)
        memset(h->from, 0xFF, n * count * sizeof *h->from); /* LB_NONE */
    return taken ? LB_OK : lb_fail_memory(why, "flows over time");
}

void lb_horizon_free(lb_horizon *h) {
    free(h->have);
    free(h->comes);
    free(h->given);
    free(h->flow);
    free(h->held);
    free(h->from);
    free(h->previous);
    free(h->how);
    free(h->seen);
    free(h->queue);
    free(h->seen_packet);
    free(h->turns);
}

/* ---- One node's flow ---------------------------------------------------------------------------------------- */

static uint64_t bit_of(const lb_horizon *h, uint32_t link, uint32_t step) {
    return (uint64_t)(step - 1) * h->links + link;
}

bool lb_horizon_uses(const lb_horizon *h, uint32_t v, uint32_t link, uint32_t step) {
    uint64_t bit = bit_of(h, link, step);
    return h->flow[v * h->flow_words + bit / 64] >> bit % 64 & 1;
}

static void flip(lb_horizon *h, uint32_t v, uint32_t link, uint32_t step) {
    uint64_t bit = bit_of(h, link, step);
    h->flow[v * h->flow_words + bit / 64] ^= UINT64_C(1) << bit % 64;
}

static uint16_t *held_of(const lb_horizon *h, uint32_t v, uint32_t place) {
    return &h->held[(uint64_t)v * h->nodes * h->steps + place];
}

static uint32_t *from_of(const lb_horizon *h, uint32_t v, uint32_t packet) {
    return &h->from[(uint64_t)v * h->count + packet];
}

static void note(lb_horizon *h, lb_flow_change turn) {
    void *turns = h->turns;
    if (lb_grow(&turns, &h->turn_room, h->turn_count + 1, sizeof *h->turns)) {
        h->failed = true;
        return;
    }
    h->turns = turns;
    h->turns[h->turn_count++] = turn;
}

void lb_horizon_mark(lb_horizon *h) {
    h->turn_count = 0;
}

void lb_horizon_undo(lb_horizon *h) {
    while (h->turn_count) {
        lb_flow_change t = h->turns[--h->turn_count];
        if (t.kind == BY_LINK)
            flip(h, t.node, t.at, t.old);
        else if (t.kind == BY_PACKET)
            *from_of(h, t.node, t.at) = t.old;
        else
            *held_of(h, t.node, t.at) = (uint16_t)t.old;
    }
}

static void turn_link(lb_horizon *h, uint32_t v, uint32_t link, uint32_t step) {
    note(h, (lb_flow_change){v, BY_LINK, link, step});
    flip(h, v, link, step);
}

static void turn_holding(lb_horizon *h, uint32_t v, uint32_t place, int by) {
    uint16_t *held = held_of(h, v, place);
    note(h, (lb_flow_change){v, BY_HOLDING, place, *held});
    *held = (uint16_t)(*held + by);
}

static void turn_packet(lb_horizon *h, uint32_t v, uint32_t packet, uint32_t place) {
    uint32_t *from = from_of(h, v, packet);
    note(h, (lb_flow_change){v, BY_PACKET, packet, *from});
    *from = place;
}

/* ---- Searching ---------------------------------------------------------------------------------------------- */

typedef struct search {
    lb_horizon *h;
    uint32_t v, target, head, tail;
} search;

static void visit(search *s, uint32_t place, uint32_t previous, uint32_t kind, uint32_t what) {
    lb_horizon *h = s->h;
    if (h->seen[place] == h->epoch)
        return;
    h->seen[place] = h->epoch;
    h->previous[place] = previous;
    h->how[place] = kind << 28 | what;
    h->queue[s->tail++] = place;
}

/* A unit of this packet may start at any node that has it, or gets it in this step. */
static void visit_holders(search *s, uint32_t packet, uint32_t previous) {
    lb_horizon *h = s->h;
    if (h->seen_packet[packet] == h->epoch)
        return;
    h->seen_packet[packet] = h->epoch;
    h->work += h->nodes;
    for (uint32_t x = 0; x < h->nodes; x++) {
        if (lb_in_set(lb_horizon_have(h, x), packet))
            visit(s, (h->now - 1) * h->nodes + x, previous, BY_PACKET, packet);
        else if (lb_in_set(lb_horizon_comes(h, x), packet))
            visit(s, h->now * h->nodes + x, previous, BY_PACKET, packet);
    }
}

static void visit_forward(search *s, uint32_t place, uint32_t x, uint32_t t) {
    lb_horizon *h = s->h;
    if (t == h->steps)
        return;
    visit(s, place + h->nodes, place, BY_HOLDING, 0);
    for (unsigned p = 0; p < h->ports; p++) {
        uint32_t link = x * h->ports + p;
        if (!lb_horizon_uses(h, s->v, link, t + 1) && !(t + 1 == h->now && h->given[link]))
            visit(s, (t + 1) * h->nodes + lb_neighbor(h->net, x, p), place, BY_LINK, p);
    }
}

static void visit_backward(search *s, uint32_t place, uint32_t x, uint32_t t) {
    lb_horizon *h = s->h;
    if (t >= h->now) {
        if (*held_of(h, s->v, place - h->nodes))
            visit(s, place - h->nodes, place, BACK_HOLDING, 0);
        for (unsigned p = 0; p < h->ports; p++) {
            uint32_t y = lb_neighbor(h->net, x, p), back = h->net->opposite[p];
            if (lb_horizon_uses(h, s->v, y * h->ports + back, t))
                visit(s, (t - 1) * h->nodes + y, place, BACK_LINK, back);
        }
    }
    if (t <= h->now) {
        h->work += h->count / 4;
        for (uint32_t i = 0; i < h->count; i++) {
            if (*from_of(h, s->v, i) == place)
                visit_holders(s, i, place);
        }
    }
}

/* From the places in the queue to the target. */
static bool reach(search *s) {
    lb_horizon *h = s->h;
    while (s->head < s->tail && h->seen[s->target] != h->epoch) {
        uint32_t place = h->queue[s->head++], x = place % h->nodes, t = place / h->nodes;
        h->work += 2 * h->ports;
        visit_forward(s, place, x, t);
        visit_backward(s, place, x, t);
    }
    return h->seen[s->target] == h->epoch;
}

/* Pushes a unit along the way that was found. */
static void push(const search *s) {
    lb_horizon *h = s->h;
    for (uint32_t place = s->target; place != LB_NONE && h->how[place] >> 28 != START; place = h->previous[place]) {
        uint32_t what = h->how[place] & ((UINT32_C(1) << 28) - 1), before = h->previous[place];
        switch (h->how[place] >> 28) {
        case BY_LINK: turn_link(h, s->v, before % h->nodes * h->ports + what, place / h->nodes); break;
        case BACK_LINK: turn_link(h, s->v, place % h->nodes * h->ports + what, before / h->nodes); break;
        case BY_HOLDING: turn_holding(h, s->v, before, 1); break;
        case BACK_HOLDING: turn_holding(h, s->v, place, -1); break;
        default: turn_packet(h, s->v, what, place); break;
        }
    }
}

bool lb_horizon_open(lb_horizon *h, uint32_t v) {
    lb_horizon_mark(h);
    for (uint32_t i = 0; i < h->count; i++) {
        if (lb_in_set(lb_horizon_have(h, v), i))
            continue;
        search s = {.h = h, .v = v, .target = h->steps * h->nodes + v};
        h->epoch++;
        visit_holders(&s, i, LB_NONE);
        if (!reach(&s))
            return false;
        push(&s);
        lb_horizon_mark(h);
    }
    return true;
}

bool lb_horizon_avoid(lb_horizon *h, uint32_t v, uint32_t link) {
    uint32_t x = link / h->ports, y = lb_neighbor(h->net, x, link % h->ports);
    search s = {.h = h, .v = v, .target = h->now * h->nodes + y};
    turn_link(h, v, link, h->now);
    h->epoch++;
    visit(&s, (h->now - 1) * h->nodes + x, LB_NONE, START, 0);
    if (!reach(&s))
        return false;
    push(&s);
    return true;
}

void lb_horizon_drop(lb_horizon *h, uint32_t v, uint32_t packet) {
    uint32_t place = *from_of(h, v, packet);
    if (place == LB_NONE)
        return;
    *from_of(h, v, packet) = LB_NONE;
    while (place / h->nodes < h->steps) {
        uint32_t x = place % h->nodes, t = place / h->nodes, next = LB_NONE;
        for (unsigned p = 0; p < h->ports && next == LB_NONE; p++) {
            if (lb_horizon_uses(h, v, x * h->ports + p, t + 1)) {
                flip(h, v, x * h->ports + p, t + 1);
                next = (t + 1) * h->nodes + lb_neighbor(h->net, x, p);
            }
        }
        if (next == LB_NONE) {
            --*held_of(h, v, place);
            next = place + h->nodes;
        }
        place = next;
    }
}

void lb_horizon_advance(lb_horizon *h) {
    uint64_t units = (uint64_t)h->nodes * h->count;
    for (uint64_t i = 0; i < units; i++) {
        if (h->from[i] != LB_NONE && h->from[i] / h->nodes < h->now)
            h->from[i] += h->nodes; /* no link of this step is left, so it was held */
    }
    for (uint64_t i = 0; i < h->nodes * h->words; i++) {
        h->have[i] |= h->comes[i];
        h->comes[i] = 0;
    }
    memset(h->given, 0, h->links);
    h->now++;
}
