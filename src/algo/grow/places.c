/* Places, what they cost, and which of them are crowded. */
#include "algo/grow/places.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

enum { PRICE = 64, RAISE = 64, CROWDED = 100 };

static uint64_t width_of(const lb_net *net) {
    return (uint64_t)net->nodes * (net->ports + 2);
}

uint64_t lb_places_bytes(const lb_net *net, uint32_t steps) {
    return lb_times(width_of(net), (uint64_t)steps + 1) * 4 * sizeof(uint32_t);
}

int lb_places_take(lb_places *p, const lb_net *net, uint32_t use, uint32_t steps, lb_why *why) {
    *p = (lb_places){.net = net, .use = use, .steps = steps};
    int error = lb_affordable(lb_places_bytes(net, steps), "every port in every step", why);
    if (error)
        return error;
    uint64_t all = width_of(net) * ((uint64_t)steps + 1);
    p->width = (uint32_t)width_of(net);
    p->used = lb_array(all, sizeof *p->used);
    p->price = lb_array(all, sizeof *p->price);
    p->crowded = lb_array(all, sizeof *p->crowded);
    p->where = lb_array(all, sizeof *p->where);
    return p->used && p->price && p->crowded && p->where ? LB_OK : lb_fail_memory(why, "every port in every step");
}

void lb_places_free(lb_places *p) {
    free(p->used);
    free(p->price);
    free(p->crowded);
    free(p->where);
}

void lb_places_clear(lb_places *p) {
    size_t all = (size_t)p->width * ((size_t)p->steps + 1);
    memset(p->used, 0, all * sizeof *p->used);
    for (size_t i = 0; i < all; i++)
        p->price[i] = PRICE;
    p->crowd = p->excess = 0;
}

static uint32_t room_of(const lb_places *p, unsigned kind) {
    return kind == 2 ? 1 : p->use;
}

/* The sender's, the receiver's, and the link's. */
static void places_of(const lb_places *p, uint32_t link, uint32_t to, uint32_t step, uint32_t place[3]) {
    uint32_t first = step * p->width, nodes = p->net->nodes;
    place[0] = first + link / p->net->ports;
    place[1] = first + nodes + to;
    place[2] = first + 2 * nodes + link;
}

void lb_places_use(lb_places *p, uint32_t link, uint32_t to, uint32_t step) {
    uint32_t place[3];
    places_of(p, link, to, step, place);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t used = ++p->used[place[i]], room = room_of(p, i);
        p->excess += used > room ? p->price[place[i]] : 0;
        if (used == room + 1) {
            p->where[place[i]] = p->crowd;
            p->crowded[p->crowd++] = place[i];
        }
    }
}

void lb_places_leave(lb_places *p, uint32_t link, uint32_t to, uint32_t step) {
    uint32_t place[3];
    places_of(p, link, to, step, place);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t used = p->used[place[i]]--, room = room_of(p, i);
        p->excess -= used > room ? p->price[place[i]] : 0;
        if (used == room + 1) {
            uint32_t last = p->crowded[--p->crowd];
            p->crowded[p->where[place[i]]] = last;
            p->where[last] = p->where[place[i]];
        }
    }
}

static uint64_t cost_of(const lb_places *p, uint32_t place, uint32_t room) {
    uint32_t used = p->used[place];
    return (uint64_t)p->price[place] * (used < room ? 1 : 1 + CROWDED * (used + 1 - room));
}

uint64_t lb_places_cost(const lb_places *p, uint32_t link, uint32_t to, uint32_t step) {
    uint32_t place[3];
    places_of(p, link, to, step, place);
    uint64_t ends = cost_of(p, place[0], p->use) + cost_of(p, place[1], p->use);
    return p->use == 1 ? ends : ends + cost_of(p, place[2], 1);
}

bool lb_places_has(const lb_places *p, uint32_t place, uint32_t link, uint32_t to, uint32_t step) {
    uint32_t of[3];
    places_of(p, link, to, step, of);
    return place == of[0] || place == of[1] || place == of[2];
}

void lb_places_raise(lb_places *p, uint32_t place) {
    uint32_t room = place % p->width < 2 * p->net->nodes ? p->use : 1;
    if (p->price[place] > UINT32_MAX / 2)
        return;
    p->price[place] += RAISE;
    p->excess += (uint64_t)(p->used[place] - room) * RAISE;
}
