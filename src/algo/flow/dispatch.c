/* Step by step, parcels are looked at in the order of when they wanted to make their next hop (or of how little time
 * they have to spare), and make it if the link and, under a port limit, both ends are free. */
#include "algo/flow/dispatch.h"
#include "algo/flow/yard.h"

#include <stdlib.h>

typedef struct yard {
    lb_yard all;
    bool by_slack;
    uint32_t *order, *first; /* parcels by urgency */
    uint32_t *busy;          /* per node and place: the last step in which it was taken, and how often */
    uint8_t *times;
} yard;

static uint32_t urgency(const yard *y, uint32_t i) {
    return y->by_slack ? y->all.m->steps - y->all.left[i] : y->all.next[i];
}

/* By counting; of equals those with most hops to make come first. */
static uint32_t sort(yard *y) {
    const lb_market *m = y->all.m;
    uint32_t keys = (m->steps + 1) * 2, waiting = 0;
    for (uint32_t k = 0; k <= keys; k++)
        y->first[k] = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        if (y->all.left[i])
            y->first[2 * urgency(y, i) + (y->all.left[i] < 2) + 1]++;
    }
    for (uint32_t k = 0; k < keys; k++)
        y->first[k + 1] += y->first[k];
    for (uint32_t i = 0; i < m->count; i++) {
        if (!y->all.left[i])
            continue;
        y->order[y->first[2 * urgency(y, i) + (y->all.left[i] < 2)]++] = i;
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
            if (take(y, y->order[k], s))
                lb_yard_go(&y->all, y->order[k], s);
        }
        m->work += m->count + waiting * UINT64_C(2);
    }
}

int lb_dispatch(lb_market *m, bool by_slack, uint8_t *moves, uint32_t *steps) {
    yard y = {.by_slack = by_slack};
    uint64_t places = (uint64_t)m->nodes * (m->map.ports + 2);
    int error = lb_yard_begin(&y.all, m, *steps - 1, moves);
    y.order = lb_array(m->count, sizeof *y.order);
    y.first = lb_array(2 * (uint64_t)m->steps + 4, sizeof *y.first);
    y.busy = lb_zeroed(places, sizeof *y.busy);
    y.times = lb_zeroed(places, 1);
    error = y.order && y.first && y.busy && y.times ? error : LB_ERR_MEMORY;
    if (!error)
        run(&y, steps);
    lb_yard_end(&y.all);
    free(y.order);
    free(y.first);
    free(y.busy);
    free(y.times);
    return error;
}
