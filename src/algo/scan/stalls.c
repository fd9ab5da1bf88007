/* What a way costs, and which steps are the cheapest for its moves.
 *
 * now(m, t) is the price of move m in step t, and of what it waits for by step t-1; by(m, t) the least of that up to
 * step t, shared among those who wait for m. So each move in turn, the last first, takes the step that is cheapest for
 * it and all before it, of those that its users leave. Of a tree that is the best there is; where several wait for the
 * same move it need not be. The way itself is in its own way too: what it has taken already costs more. */
#include "algo/scan/stalls.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOVE_PRICE 16 /* of a move that nobody else wants */
#define LANES      4
#define OWN        2 /* times the pressure: what the way has itself */

static int stall_begin(lb_stall *stall, uint64_t things, uint32_t row, uint32_t capacity) {
    stall->capacity = capacity;
    stall->count = things * row;
    stall->used = lb_zeroed(stall->count, sizeof *stall->used);
    stall->own = lb_zeroed(stall->count, sizeof *stall->own);
    stall->grudge = lb_zeroed(stall->count, sizeof *stall->grudge);
    stall->price = lb_zeroed(stall->count, sizeof *stall->price);
    stall->dearer = lb_zeroed(stall->count, sizeof *stall->dearer);
    return stall->used && stall->own && stall->dearer && stall->grudge && stall->price ? LB_OK : LB_ERR_MEMORY;
}

int lb_scan_stalls_begin(lb_scan_stalls *s, const lb_net *net, uint32_t ports, uint32_t steps, uint64_t room) {
    *s = (lb_scan_stalls){.net = net, .row = steps + 1 + LANES, .room = room};
    s->now = lb_zeroed(room * s->row, sizeof *s->now);
    s->by = lb_zeroed(room * s->row, sizeof *s->by);
    s->times = lb_zeroed(room, sizeof *s->times);
    int error = s->now && s->by && s->times ? LB_OK : LB_ERR_MEMORY;
    if (!error)
        error = stall_begin(&s->at[LB_STALL_LINKS], (uint64_t)net->nodes * net->ports, s->row, 1);
    if (!error)
        error = stall_begin(&s->at[LB_STALL_SENDS], net->nodes, s->row, ports);
    return error ? error : stall_begin(&s->at[LB_STALL_RECEIVES], net->nodes, s->row, ports);
}

void lb_scan_stalls_end(lb_scan_stalls *s) {
    for (unsigned k = 0; k < LB_STALLS; k++) {
        free(s->at[k].used);
        free(s->at[k].own);
        free(s->at[k].dearer);
        free(s->at[k].grudge);
        free(s->at[k].price);
    }
    free(s->now);
    free(s->by);
    free(s->times);
}

static void set_price(const lb_scan_stalls *s, lb_stall *stall, uint64_t i) {
    uint32_t used = stall->used[i], more = used >= stall->capacity ? used - stall->capacity + 1 : 0;
    stall->price[i] = stall->grudge[i] + (int32_t)more * s->pressure;
}

void lb_scan_stalls_clear(lb_scan_stalls *s, uint32_t steps, int32_t pressure, uint64_t *chance) {
    s->steps = steps;
    s->pressure = pressure;
    for (unsigned k = 0; k < LB_STALLS; k++) {
        lb_stall *stall = &s->at[k];
        memset(stall->used, 0, stall->count * sizeof *stall->used);
        for (uint64_t i = 0; i < stall->count; i++) { /* so that equals do not all choose alike */
            stall->grudge[i] = k == LB_STALL_LINKS ? (int32_t)(lb_random_mixed(chance) % 4) : 0;
            set_price(s, stall, i);
        }
    }
}

void lb_scan_stalls_raise(lb_scan_stalls *s, int32_t grudge, int32_t pressure) {
    s->pressure = pressure;
    for (unsigned k = 0; k < LB_STALLS; k++) {
        lb_stall *stall = &s->at[k];
        for (uint64_t i = 0; i < stall->count; i++) {
            if (stall->used[i] > stall->capacity)
                stall->grudge[i] += grudge * (int32_t)(stall->used[i] - stall->capacity);
            set_price(s, stall, i);
        }
    }
}

/* Where a move's link, sender and receiver have their first step. */
typedef struct lb_stall_places {
    uint64_t at[LB_STALLS];
} places;

static places places_of(const lb_scan_stalls *s, const lb_scan_move *m) {
    return (places){
        {((uint64_t)m->from * s->net->ports + m->port) * s->row, (uint64_t)m->from * s->row, (uint64_t)m->to * s->row}};
}

void lb_scan_stalls_take(lb_scan_stalls *s, const lb_scan_way *way, const uint32_t *times, int change) {
    for (uint64_t i = 0; i < way->count; i++) {
        places p = places_of(s, &way->moves[i]);
        for (unsigned k = 0; k < LB_STALLS; k++) {
            uint64_t at = p.at[k] + times[i];
            s->at[k].used[at] = (uint16_t)(s->at[k].used[at] + change);
            set_price(s, &s->at[k], at);
        }
    }
}

bool lb_scan_stalls_content(const lb_scan_stalls *s, const lb_scan_way *way, const uint32_t *times) {
    for (uint64_t i = 0; i < way->count; i++) {
        places p = places_of(s, &way->moves[i]);
        for (unsigned k = 0; k < LB_STALLS; k++) {
            if (s->at[k].used[p.at[k] + times[i]] > s->at[k].capacity)
                return false;
        }
    }
    return true;
}

uint32_t lb_scan_stalls_clashes(const lb_scan_stalls *s) {
    uint32_t sum = 0;
    for (unsigned k = 0; k < LB_STALLS; k++) {
        const lb_stall *stall = &s->at[k];
        for (uint64_t i = 0; i < stall->count; i++)
            sum += stall->used[i] > stall->capacity ? stall->used[i] - stall->capacity : 0;
    }
    return sum;
}

static uint32_t latest(const lb_scan_stalls *s, const lb_scan_move *m) {
    return s->steps + 1 - m->tail;
}

/* Steps are looked at some at a time, from the first that can be; what is beyond the last one of use is not read. */
static void add_rows(int32_t *restrict to, const int32_t *restrict a, const int32_t *restrict b,
                     const int32_t *restrict c) {
    for (unsigned i = 0; i < LANES; i++)
        to[i] = MOVE_PRICE + a[i] + b[i] + c[i];
}

static void add_row(int32_t *restrict to, const int32_t *restrict a) {
    for (unsigned i = 0; i < LANES; i++)
        to[i] += a[i];
}

/* What it costs to have made a move by the end of every step, for each of those who wait for it. */
static int32_t share_out(const lb_scan_stalls *s, const int32_t *now, uint32_t ready, uint32_t users, int32_t *by) {
    int32_t least = LB_STALL_DEAR;
    uint32_t end = s->steps;
    for (uint32_t t = ready; t <= end; t++) {
        least = now[t] < least ? now[t] : least;
        by[t] = least;
    }
    uint64_t part = (UINT64_C(1) << 32) / (users ? users : 1) + 1; /* a division would take longer than all the rest */
    for (uint32_t t = ready; t <= end && users > 1; t++)
        by[t] = (int32_t)((uint64_t)by[t] * part >> 32);
    return least;
}

/* What a move costs, in every step that it can be made in. What it costs at the least, and all before it, if nobody
 * waits for it. */
static int32_t ask(lb_scan_stalls *s, const lb_scan_way *way, uint64_t i) {
    const lb_scan_move *m = &way->moves[i];
    places p = places_of(s, m);
    const int32_t *link = s->at[LB_STALL_LINKS].price + p.at[LB_STALL_LINKS];
    const int32_t *sends = s->at[LB_STALL_SENDS].price + p.at[LB_STALL_SENDS];
    const int32_t *receives = s->at[LB_STALL_RECEIVES].price + p.at[LB_STALL_RECEIVES];
    int32_t *now = &s->now[i * s->row];
    uint32_t late = latest(s, m), users = (uint32_t)(way->user[i + 1] - way->user[i]);
    for (uint32_t t = m->ready; t <= late; t += LANES)
        add_rows(&now[t], &link[t], &sends[t], &receives[t]);
    for (uint64_t j = way->need[i]; j < way->need[i + 1]; j++) {
        const int32_t *before = &s->by[way->needs[j] * (uint64_t)s->row];
        for (uint32_t t = m->ready; t <= late; t += LANES)
            add_row(&now[t], &before[t - 1]);
    }
    for (uint32_t t = late + 1; t <= s->steps; t++)
        now[t] = LB_STALL_DEAR;
    int32_t least = share_out(s, now, m->ready, users, &s->by[i * s->row]);
    return users ? 0 : least;
}

/* What the way takes itself, if there is no more of it then, it had better not want again. */
static void take_own(const lb_scan_stalls *s, lb_stall *stall, uint64_t at) {
    stall->own[at]++;
    stall->dearer[at] = (uint32_t)stall->own[at] + stall->used[at] >= stall->capacity ? OWN * s->pressure : 0;
}

/* The cheapest step for a move. What it costs, alone. */
static int32_t choose(lb_scan_stalls *s, const lb_scan_way *way, uint64_t i) {
    const lb_scan_move *m = &way->moves[i];
    const int32_t *now = &s->now[i * s->row];
    places p = places_of(s, m);
    uint32_t late = latest(s, m), best = m->ready;
    for (uint64_t j = way->user[i]; j < way->user[i + 1]; j++)
        late = s->times[way->users[j]] <= late ? s->times[way->users[j]] - 1 : late;
    const int32_t *link = s->at[LB_STALL_LINKS].dearer + p.at[LB_STALL_LINKS];
    const int32_t *sends = s->at[LB_STALL_SENDS].dearer + p.at[LB_STALL_SENDS];
    const int32_t *receives = s->at[LB_STALL_RECEIVES].dearer + p.at[LB_STALL_RECEIVES];
    int32_t least = INT32_MAX;
    for (uint32_t t = m->ready; t <= late; t++) {
        int32_t price = now[t] + link[t] + sends[t] + receives[t];
        best = price < least ? t : best;
        least = price < least ? price : least;
    }
    s->times[i] = best;
    int32_t cost = MOVE_PRICE;
    for (unsigned k = 0; k < LB_STALLS; k++) {
        uint64_t at = p.at[k] + best;
        cost += s->at[k].price[at] + s->at[k].dearer[at];
        take_own(s, &s->at[k], at);
    }
    return cost;
}

static void forget_own(lb_scan_stalls *s, const lb_scan_way *way, uint64_t from) {
    for (uint64_t i = from; i < way->count; i++) {
        places p = places_of(s, &way->moves[i]);
        for (unsigned k = 0; k < LB_STALLS; k++) {
            uint64_t at = p.at[k] + s->times[i];
            s->at[k].own[at] = 0;
            s->at[k].dearer[at] = 0;
        }
    }
}

int32_t lb_scan_stalls_price(lb_scan_stalls *s, const lb_scan_way *way, int32_t limit) {
    s->work += way->count * s->steps; /* of what is refused too, or those who only meet such would ask for ever */
    if (way->depth > s->steps || way->count > s->room)
        return LB_STALL_DEAR;
    int32_t least = 0, cost = 0;
    for (uint64_t i = 0; i < way->count; i++)
        least += ask(s, way, i);
    if (least >= limit)
        return LB_STALL_DEAR;
    uint64_t i = way->count;
    while (i > 0 && cost < limit)
        cost += choose(s, way, --i);
    forget_own(s, way, i);
    return cost < limit ? cost : LB_STALL_DEAR;
}
