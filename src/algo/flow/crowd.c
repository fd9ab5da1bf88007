/* Counting who wants what, with a list of what is wanted too often. */
#include "algo/flow/crowd.h"
#include "base/random.h"

#include <stdlib.h>

enum { FIRST_WEIGHT = 64, MORE = 1, ANY = 8 };

int lb_crowd_begin(lb_crowd *c, lb_market *m) {
    *c = (lb_crowd){.m = m, .places = lb_place_at(m, m->steps, 0, 0)};
    c->wanted = lb_zeroed(c->places, sizeof *c->wanted);
    c->weight = lb_array(c->places, sizeof *c->weight);
    c->list = lb_array(c->places, sizeof *c->list);
    c->index = lb_array(c->places, sizeof *c->index);
    c->at = lb_array(m->count * (m->steps + UINT64_C(1)), sizeof *c->at);
    c->moved = lb_zeroed(m->count, sizeof *c->moved);
    if (!c->wanted || !c->weight || !c->list || !c->index || !c->at || !c->moved)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < c->places; i++) {
        c->weight[i] = FIRST_WEIGHT;
        c->index[i] = LB_NONE;
    }
    return LB_OK;
}

void lb_crowd_end(lb_crowd *c) {
    free(c->wanted);
    free(c->weight);
    free(c->list);
    free(c->index);
    free(c->at);
    free(c->moved);
}

static void want(lb_crowd *c, uint64_t place, uint32_t room, int by) {
    c->wanted[place] = (uint16_t)(c->wanted[place] + by);
    bool crowded = c->wanted[place] > room, listed = c->index[place] != LB_NONE;
    if (crowded && !listed) {
        c->index[place] = c->count;
        c->list[c->count++] = (uint32_t)place;
    } else if (!crowded && listed) {
        uint32_t last = c->list[--c->count];
        c->list[c->index[place]] = last;
        c->index[last] = c->index[place];
        c->index[place] = LB_NONE;
    }
}

static void walk(lb_crowd *c, uint32_t parcel, int by) {
    const lb_market *m = c->m;
    const uint8_t *way = &m->way[(uint64_t)parcel * m->room];
    uint16_t *at = &c->at[parcel * (m->steps + UINT64_C(1))];
    unsigned ports = m->map.ports;
    uint32_t node = m->parcel[parcel].from;
    for (uint32_t s = 0; s < m->steps; s++) {
        at[s] = (uint16_t)node;
        if (way[s] == LB_STAY)
            continue;
        want(c, lb_place_at(m, s, node, way[s]), 1, by);
        if (m->limited)
            want(c, lb_place_at(m, s, node, ports), m->ports, by);
        node = m->map.to[node * ports + way[s]];
        if (m->limited)
            want(c, lb_place_at(m, s, node, ports + 1), m->ports, by);
    }
    at[m->steps] = (uint16_t)node;
}

void lb_crowd_join(lb_crowd *c, uint32_t parcel) {
    walk(c, parcel, 1);
}

void lb_crowd_leave(lb_crowd *c, uint32_t parcel) {
    walk(c, parcel, -1);
}

/* Whether a parcel wants this place of a node in a step. */
static bool wants(const lb_crowd *c, uint32_t parcel, uint32_t step, uint32_t node, unsigned place) {
    const lb_market *m = c->m;
    unsigned port = m->way[(uint64_t)parcel * m->room + step];
    const uint16_t *at = &c->at[parcel * (m->steps + UINT64_C(1)) + step];
    if (port == LB_STAY)
        return false;
    return place == m->map.ports + 1 ? at[1] == node : at[0] == node && (place == m->map.ports || place == port);
}

uint32_t lb_crowd_pick(lb_crowd *c, uint64_t *random) {
    lb_market *m = c->m;
    uint32_t i = c->list[lb_random_below(random, c->count)], places = m->map.ports + 2, best = LB_NONE, seen = 0;
    uint32_t step = i / places / m->nodes, node = i / places % m->nodes;
    bool any = lb_random_below(random, ANY) == 0;
    for (uint32_t parcel = 0; parcel < m->count; parcel++) {
        if (!wants(c, parcel, step, node, i % places))
            continue;
        seen++;
        if (best == LB_NONE || (any ? lb_random_below(random, seen) == 0 : c->moved[parcel] < c->moved[best]))
            best = parcel;
    }
    m->work += m->count / 4; /* which are quicker to look at than hops */
    return best;
}

void lb_crowd_raise(lb_crowd *c) {
    for (uint32_t i = 0; i < c->count; i++)
        c->weight[c->list[i]] += MORE;
}
