/* Step by step, parcels are looked at in the order of when they wanted to make their next hop (or of how little time
 * they have to spare, or of how much the fullest link on their way has to do), and make it if the link and, under a
 * port limit, both ends are free. */
#include "algo/flow/dispatch.h"
#include "algo/flow/yard.h"

#include <stdlib.h>

typedef struct yard {
    lb_yard all;
    lb_urgency by;
    uint32_t *load, most;          /* per link: parcels that will go over it; the most that any had */
    uint32_t *key, *order, *first; /* parcels by urgency */
    uint32_t *busy;                /* per node and place: the last step in which it was taken, and how often */
    uint8_t *times;
} yard;

static uint32_t link_of(const lb_market *m, uint32_t node, unsigned port) {
    return node * m->map.ports + port;
}

/* What the links that a parcel has still to go over have to do: adds that, or (by 0) says what the fullest has. */
static uint32_t look_ahead(yard *y, uint32_t i, uint32_t by) {
    const lb_market *m = y->all.m;
    const uint8_t *way = &m->way[(uint64_t)i * m->room];
    uint32_t at = y->all.at[i], most = 0;
    for (uint32_t s = y->all.next[i]; s < m->steps; s++) {
        if (way[s] == LB_STAY)
            continue;
        uint32_t *load = &y->load[link_of(m, at, way[s])];
        *load += by;
        most = *load > most ? *load : most;
        at = m->map.to[link_of(m, at, way[s])];
    }
    return most;
}

static uint32_t urgency(yard *y, uint32_t i) {
    if (y->by == LB_BY_LOAD)
        return y->most + y->all.m->steps - look_ahead(y, i, 0) - y->all.left[i];
    return y->by == LB_BY_SLACK ? y->all.m->steps - y->all.left[i] : y->all.next[i];
}

static int measure(yard *y) {
    const lb_market *m = y->all.m;
    y->load = lb_zeroed((uint64_t)m->nodes * m->map.ports, sizeof *y->load);
    for (uint32_t i = 0; y->load && i < m->count; i++) {
        uint32_t most = look_ahead(y, i, 1);
        y->most = most > y->most ? most : y->most;
    }
    return y->load ? LB_OK : LB_ERR_MEMORY;
}

/* By counting; of equals those with most hops to make come first. */
static uint32_t sort(yard *y) {
    const lb_market *m = y->all.m;
    uint32_t keys = (y->most + m->steps + 1) * 2, waiting = 0;
    for (uint32_t k = 0; k <= keys; k++)
        y->first[k] = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        y->key[i] = y->all.left[i] ? 2 * urgency(y, i) + (y->all.left[i] < 2) : 0;
        y->first[y->key[i] + 1] += y->all.left[i] > 0;
    }
    for (uint32_t k = 0; k < keys; k++)
        y->first[k + 1] += y->first[k];
    for (uint32_t i = 0; i < m->count; i++) {
        if (!y->all.left[i])
            continue;
        y->order[y->first[y->key[i]]++] = i;
        waiting++;
    }
    return waiting;
}

/* How often a place has been taken in this step. */
static uint8_t *taken(yard *y, uint32_t node, unsigned place, uint32_t step) {
    uint32_t i = node * (y->all.m->map.ports + 2) + place;
    if (y->busy[i] != step + 1) {
        y->busy[i] = step + 1;
        y->times[i] = 0;
    }
    return &y->times[i];
}

static bool take(yard *y, uint32_t i, uint32_t step) {
    const lb_market *m = y->all.m;
    unsigned ports = m->map.ports, port = lb_yard_port(&y->all, i);
    uint32_t from = y->all.at[i], to = m->map.to[from * ports + port];
    uint8_t *link = taken(y, from, port, step), *out = taken(y, from, ports, step), *in = taken(y, to, ports + 1, step);
    if (*link || *out >= m->ports || *in >= m->ports)
        return false;
    ++*link;
    ++*out;
    ++*in;
    return true;
}

static void run(yard *y, uint32_t *steps) {
    lb_market *m = y->all.m;
    for (uint32_t s = 0; s <= y->all.room; s++) {
        uint32_t waiting = sort(y);
        if (waiting == 0) {
            *steps = s;
            return;
        }
        if (s == y->all.room)
            return;
        for (uint32_t k = 0; k < waiting; k++) {
            uint32_t i = y->order[k];
            if (!take(y, i, s))
                continue;
            y->load[link_of(m, y->all.at[i], lb_yard_port(&y->all, i))]--;
            lb_yard_go(&y->all, i, s);
        }
        m->work += m->count + waiting * UINT64_C(2);
    }
}

int lb_dispatch(lb_market *m, lb_urgency by, uint8_t *moves, uint32_t *steps) {
    yard y = {.by = by};
    uint64_t places = (uint64_t)m->nodes * (m->map.ports + 2);
    int error = lb_yard_begin(&y.all, m, *steps - 1, moves);
    if (!error)
        error = measure(&y);
    y.order = lb_array(2 * (uint64_t)m->count, sizeof *y.order);
    y.first = lb_array(2 * (y.most + (uint64_t)m->steps) + 4, sizeof *y.first);
    y.busy = lb_zeroed(places, sizeof *y.busy);
    y.times = lb_zeroed(places, 1);
    error = y.order && y.first && y.busy && y.times ? error : LB_ERR_MEMORY;
    if (!error) {
        y.key = y.order + m->count;
        run(&y, steps);
    }
    lb_yard_end(&y.all);
    free(y.load);
    free(y.order);
    free(y.first);
    free(y.busy);
    free(y.times);
    return error;
}
