/* Recognising permutations that cross dimensions alone or in pairs, and what is sent where. */
#include "algo/permute/crossing.h"

/* P and b: v -> Pv^b. False: the permutation is none of these, or P does more than swap. */
static bool read_map(const lb_task *task, uint8_t *to, uint32_t *flip) {
    const uint32_t *list = task->list;
    unsigned d = task->net.ports;
    *flip = list[0];
    for (unsigned i = 0; i < d; i++) {
        uint32_t image = list[UINT32_C(1) << i] ^ *flip;
        if (__builtin_popcount(image) != 1)
            return false;
        to[i] = (uint8_t)__builtin_ctz(image);
    }
    for (unsigned i = 0; i < d; i++) {
        if (to[to[i]] != i)
            return false;
    }
    for (uint32_t v = 1; v < task->net.nodes; v++) { /* without its lowest bit it has been looked at */
        if (list[v] != (list[v & (v - 1)] ^ UINT32_C(1) << to[__builtin_ctz(v)]))
            return false;
    }
    return true;
}

static void add(lb_crossings *c, uint32_t mask, lb_crossing_kind kind) {
    c->mask[c->count] = mask;
    c->kind[c->count] = kind;
    for (; mask; mask &= mask - 1)
        c->of[__builtin_ctz(mask)] = (uint8_t)c->count;
    c->count++;
    c->flips += kind == LB_FLIP;
    c->swaps += kind == LB_SWAP;
    c->rotates += kind == LB_ROTATE;
}

bool lb_crossings_of(const lb_task *task, lb_crossings *c) {
    uint8_t to[LB_TORUS_PORTS] = {0};
    uint32_t flip;
    *c = (lb_crossings){0};
    if (task->kind != LB_PERMUTE || !task->net.cube || !read_map(task, to, &flip))
        return false;
    for (unsigned i = 0; i < LB_TORUS_PORTS; i++)
        c->of[i] = LB_NO_CROSSING;
    for (unsigned i = 0; i < task->net.ports; i++) {
        uint32_t bit = UINT32_C(1) << i, pair = bit | UINT32_C(1) << to[i];
        if (to[i] > i)
            add(c, pair, (flip & pair) == 0 || (flip & pair) == pair ? LB_SWAP : LB_ROTATE);
        else if (to[i] == i && flip & bit)
            add(c, bit, LB_FLIP);
    }
    return true;
}

/* Where data that has crossed q to come to a node was before, as a change of its id. */
static uint32_t change_back(const lb_crossings *c, const uint32_t *list, uint32_t node, unsigned q) {
    uint32_t change = lb_crossing_change(c, list, node, q);
    return c->kind[q] == LB_ROTATE ? change ^ c->mask[q] : change;
}

/* The crossings that move a node, in order; returns how many. */
static unsigned dims_of(const lb_crossings *c, const uint32_t *list, uint32_t node, uint8_t *dims) {
    unsigned count = 0;
    for (unsigned q = 0; q < c->count; q++) {
        if (lb_crossing_change(c, list, node, q))
            dims[count++] = (uint8_t)q;
    }
    return count;
}

unsigned lb_crossing_dims(const lb_crossings *c, const uint32_t *list, uint32_t node) {
    uint8_t dims[LB_TORUS_PORTS];
    return dims_of(c, list, node, dims);
}

void lb_crossing_send(const lb_plan *plan, const lb_crossings *c, const lb_shares *s, uint32_t node, unsigned port,
                      lb_plan *room) {
    const uint32_t *list = plan->task->list;
    uint8_t dims[LB_TORUS_PORTS] = {0};
    unsigned count = dims_of(c, list, s->by, dims), place = 0;
    while (place + 1 < count && dims[place] != s->crossing)
        place++;
    if (count == 0)
        return; /* nobody asks */
    unsigned part = (place + count - s->stage) % count;
    uint32_t origin = s->by;
    for (unsigned l = 0; l < s->stage; l++)
        origin ^= change_back(c, list, s->by, dims[(part + l) % count]);
    uint64_t unit = plan->denominator / (count * s->all), at = (part * s->all + s->first) * unit;
    lb_room_move(room, node, port);
    lb_room_item(room, origin, list[origin], at, at + s->count * unit);
}
