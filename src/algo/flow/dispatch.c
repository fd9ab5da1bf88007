/* Step by step, parcels are looked at in the order of when they wanted to make their next hop (or of how little time
 * they have to spare), and make it if the link and, under a port limit, both ends are free. */
#include "algo/flow/dispatch.h"

#include <stdlib.h>

typedef struct yard {
    lb_market *m;
    bool by_slack;
    uint32_t room;           /* steps that may be taken */
    uint32_t *at, *next;     /* per parcel: its node, and when it wanted to go on; m->steps: it is there */
    uint32_t *left;          /* hops to make */
    uint32_t *order, *first; /* parcels by urgency */
    uint32_t *busy;          /* per node and place: the last step in which it was taken, and how often */
    uint8_t *times;
} yard;

static uint32_t next_hop(const lb_market *m, uint32_t i, uint32_t from) {
    while (from < m->steps && m->way[(uint64_t)i * m->room + from] == LB_STAY)
        from++;
    return from;
}

static void set_out(yard *y) {
    lb_market *m = y->m;
    for (uint32_t i = 0; i < m->count; i++) {
        y->at[i] = m->parcel[i].from;
        y->next[i] = next_hop(m, i, 0);
        y->left[i] = 0;
        for (uint32_t s = 0; s < m->steps; s++)
            y->left[i] += m->way[(uint64_t)i * m->room + s] != LB_STAY;
    }
}

static uint32_t urgency(const yard *y, uint32_t i) {
    return y->by_slack ? y->m->steps - y->left[i] : y->next[i];
}

/* By counting; of equals those with most hops to make come first. */
static uint32_t sort(yard *y) {
    const lb_market *m = y->m;
    uint32_t keys = (m->steps + 1) * 2, waiting = 0;
    for (uint32_t k = 0; k <= keys; k++)
        y->first[k] = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        if (y->left[i])
            y->first[2 * urgency(y, i) + (y->left[i] < 2) + 1]++;
    }
    for (uint32_t k = 0; k < keys; k++)
        y->first[k + 1] += y->first[k];
    for (uint32_t i = 0; i < m->count; i++) {
        if (!y->left[i])
            continue;
        y->order[y->first[2 * urgency(y, i) + (y->left[i] < 2)]++] = i;
        waiting++;
    }
    return waiting;
}

/* How often a place has been taken in this step. */
static uint8_t *taken(yard *y, uint32_t node, unsigned place, uint32_t step) {
    uint32_t i = node * (y->m->map.ports + 2) + place;
    if (y->busy[i] != step + 1) {
        y->busy[i] = step + 1;
        y->times[i] = 0;
    }
    return &y->times[i];
}

static bool take(yard *y, uint32_t i, uint32_t step) {
    const lb_market *m = y->m;
    unsigned ports = m->map.ports, port = m->way[(uint64_t)i * m->room + y->next[i]];
    uint32_t from = y->at[i], to = m->map.to[from * ports + port];
    uint8_t *link = taken(y, from, port, step), *out = taken(y, from, ports, step), *in = taken(y, to, ports + 1, step);
    if (*link || *out >= m->ports || *in >= m->ports)
        return false;
    ++*link;
    ++*out;
    ++*in;
    y->at[i] = to;
    y->next[i] = next_hop(m, i, y->next[i] + 1);
    y->left[i]--;
    return true;
}

static void run(yard *y, uint8_t *moves, uint32_t *steps) {
    lb_market *m = y->m;
    set_out(y);
    for (uint64_t i = 0; i < (uint64_t)m->count * y->room; i++)
        moves[i] = LB_STAY;
    for (uint32_t s = 0; s <= y->room; s++) {
        uint32_t waiting = sort(y);
        if (waiting == 0) {
            *steps = s;
            return;
        }
        if (s == y->room)
            return;
        for (uint32_t k = 0; k < waiting; k++) {
            uint32_t i = y->order[k], wanted = y->next[i];
            if (take(y, i, s))
                moves[(uint64_t)i * y->room + s] = m->way[(uint64_t)i * m->room + wanted];
        }
        m->work += m->count + waiting * UINT64_C(2);
    }
}

int lb_dispatch(lb_market *m, bool by_slack, uint8_t *moves, uint32_t *steps) {
    yard y = {.m = m, .by_slack = by_slack, .room = *steps - 1};
    uint64_t places = (uint64_t)m->nodes * (m->map.ports + 2);
    y.at = lb_array(4 * (uint64_t)m->count, sizeof *y.at);
    y.first = lb_array(2 * (uint64_t)m->steps + 4, sizeof *y.first);
    y.busy = lb_zeroed(places, sizeof *y.busy);
    y.times = lb_zeroed(places, 1);
    int error = y.at && y.first && y.busy && y.times ? LB_OK : LB_ERR_MEMORY;
    if (!error) {
        y.next = y.at + m->count;
        y.left = y.next + m->count;
        y.order = y.left + m->count;
        run(&y, moves, steps);
    }
    free(y.at);
    free(y.first);
    free(y.busy);
    free(y.times);
    return error;
}
