/* Step by step, on every link the parcel that is most urgent is looked at, and of these links those are used which
 * weigh most together (matching.c). A node that must send, or receive, in nearly all of the steps that are left weighs
 * much: if it rests, it will be late. So does a parcel with as many hops to go. This is how edges are coloured with the
 * fewest colours, the fullest nodes in every colour (Koenig 1916), but that parcels must be there to be sent. */
#include "algo/flow/dispatch.h"
#include "algo/flow/matching.h"
#include "algo/flow/yard.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { SOON = 12, WEIGHT = 8, NOISE = 2048 };

typedef struct station {
    lb_yard yard;
    lb_matching links;
    uint32_t *sends, *receives; /* per node: that it still has to do */
    uint32_t *first;            /* per link: the parcel that would use it */
    uint64_t *dice;             /* NULL: nothing is left to chance */
} station;

static int station_begin(station *s, lb_market *m, uint8_t *moves, uint32_t room) {
    uint32_t n = m->nodes;
    *s = (station){0};
    int error = lb_yard_begin(&s->yard, m, room, moves);
    error = lb_matching_begin(&s->links, &m->map, n, m->ports) ? LB_ERR_MEMORY : error;
    s->first = lb_array((uint64_t)n * m->map.ports, sizeof *s->first);
    s->sends = lb_zeroed(2 * (uint64_t)n, sizeof *s->sends);
    if (error || !s->first || !s->sends)
        return LB_ERR_MEMORY;
    s->receives = s->sends + n;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t at = m->parcel[i].from;
        for (uint32_t step = 0; step < m->steps; step++) {
            unsigned port = m->way[(uint64_t)i * m->room + step];
            if (port == LB_STAY)
                continue;
            s->sends[at]++;
            at = m->map.to[at * m->map.ports + port];
            s->receives[at]++;
        }
    }
    return LB_OK;
}

static void station_end(station *s) {
    lb_yard_end(&s->yard);
    lb_matching_end(&s->links);
    free(s->first);
    free(s->sends);
}

/* Twice as much for every step less that there is to spare. */
static uint32_t urgency(uint32_t left, uint32_t time) {
    uint32_t spare = time > left ? time - left : 0;
    return UINT32_C(1) << (spare < SOON ? SOON - spare : 0);
}

/* Which parcel would use each link, and how urgent that is. Returns how many parcels have hops to make. */
static uint32_t weigh(station *s, uint32_t time) {
    const lb_yard *y = &s->yard;
    const lb_market *m = y->m;
    uint32_t waiting = 0, degree = m->map.ports, *weight = s->links.weight;
    memset(weight, 0, (uint64_t)m->nodes * degree * sizeof *weight);
    for (uint32_t i = 0; i < m->count; i++) {
        if (!y->left[i])
            continue;
        uint32_t link = y->at[i] * degree + lb_yard_port(y, i), own = WEIGHT * urgency(y->left[i], time) + y->left[i];
        waiting++;
        if (own > weight[link]) {
            weight[link] = own;
            s->first[link] = i;
        }
    }
    for (uint32_t link = 0; link < m->nodes * degree; link++) {
        if (weight[link] && s->dice)
            weight[link] += (uint32_t)(lb_random_mixed(s->dice) % NOISE);
        if (weight[link])
            weight[link] += WEIGHT * (urgency((uint32_t)lb_ceil_div(s->sends[link / degree], m->ports), time) +
                                      urgency((uint32_t)lb_ceil_div(s->receives[m->map.to[link]], m->ports), time));
    }
    return waiting;
}

static void make_step(station *s, uint32_t step) {
    const lb_market *m = s->yard.m;
    lb_matching_find(&s->links);
    for (uint32_t link = 0; link < m->nodes * m->map.ports; link++) {
        if (!s->links.taken[link])
            continue;
        s->sends[link / m->map.ports]--;
        s->receives[m->map.to[link]]--;
        lb_yard_go(&s->yard, s->first[link], step);
    }
}

int lb_dispatch_matched(lb_market *m, uint64_t *dice, uint8_t *moves, uint32_t *steps) {
    station s;
    uint32_t room = *steps - 1;
    int error = station_begin(&s, m, moves, room);
    s.dice = dice;
    for (uint32_t step = 0; !error && step <= room; step++) {
        if (weigh(&s, room - step) == 0) {
            *steps = step;
            break;
        }
        if (step < room)
            make_step(&s, step);
        m->work += m->count;
    }
    m->work += s.links.work / 4; /* which are quicker to look at than hops */
    station_end(&s);
    return error;
}
