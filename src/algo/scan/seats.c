/* All moves of a scan take their seats again, in the order of the steps that they had, or that they wish for: each the
 * first that is free on its link and at both ends. Then from the end the last that is free, and once more the first:
 * what justify.c does, but with all steps of a link in one word, so that the first free one is found at once. That is
 * several times as quick, and small changes stay small: who had a seat has it still, or one nearby. */
#include "algo/scan/seats.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 128 };

static uint32_t first_of(lb_scan_steps some) {
    uint64_t low = (uint64_t)some;
    return (uint32_t)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(some >> 64)));
}

static uint32_t last_of(lb_scan_steps some) {
    uint64_t high = (uint64_t)(some >> 64);
    return (uint32_t)(high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)some));
}

int lb_scan_seats_begin(lb_scan_seats *s, const lb_net *net, uint32_t packets, uint32_t ports, uint64_t room) {
    uint64_t n = net->nodes;
    *s = (lb_scan_seats){.net = net, .packets = packets, .ports = ports};
    s->ways = lb_zeroed(packets, sizeof *s->ways); /* NOLINT(bugprone-sizeof-expression): they are pointers */
    s->starts = lb_zeroed(packets, sizeof *s->starts);
    s->links = lb_zeroed(n * net->ports, sizeof *s->links);
    s->limit = ports < net->ports ? ports : 0;
    s->sends = lb_zeroed(n * s->limit, sizeof *s->sends);
    s->receives = lb_zeroed(n * s->limit, sizeof *s->receives);
    s->order = lb_array(packets * room, sizeof *s->order);
    bool all_there = s->order && s->ways && s->starts && s->links && s->sends && s->receives;
    for (uint32_t p = 0; p < packets && all_there; p++) {
        s->starts[p] = lb_array(room, sizeof **s->starts);
        all_there = s->starts[p] != NULL;
    }
    return all_there ? LB_OK : LB_ERR_MEMORY;
}

void lb_scan_seats_end(lb_scan_seats *s) {
    for (uint32_t p = 0; s->starts && p < s->packets; p++)
        free(s->starts[p]);
    void *all[] = {s->ways, s->starts, s->links, s->sends, s->receives, s->order};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

/* Moves by their steps; of a packet, each after those that it waits for. */
static uint64_t sort(lb_scan_seats *s) {
    uint32_t from[STEPS + 1] = {0};
    for (uint32_t p = 0; p < s->packets; p++) {
        for (uint64_t i = 0; i < s->ways[p]->count; i++)
            from[s->starts[p][i] + 1]++;
    }
    for (unsigned t = 1; t <= STEPS; t++)
        from[t] += from[t - 1];
    for (uint32_t p = 0; p < s->packets; p++) {
        for (uint32_t i = 0; i < s->ways[p]->count; i++)
            s->order[from[s->starts[p][i]]++] = (struct lb_scan_seat){p, i};
    }
    return from[STEPS - 1];
}

static void clear(lb_scan_seats *s) {
    uint64_t n = s->net->nodes;
    memset(s->links, 0, n * s->net->ports * sizeof *s->links);
    memset(s->sends, 0, n * s->limit * sizeof *s->sends);
    memset(s->receives, 0, n * s->limit * sizeof *s->receives);
}

static lb_scan_steps free_steps(const lb_scan_seats *s, const lb_scan_move *m) {
    lb_scan_steps taken = s->links[(uint64_t)m->from * s->net->ports + m->port];
    uint64_t last = s->limit - UINT64_C(1);
    if (s->limit)
        taken |= s->sends[m->from * s->limit + last] | s->receives[m->to * s->limit + last];
    return ~taken;
}

/* One more in a step: who had one has two, ... */
static void count_one(lb_scan_steps *counts, uint32_t limit, lb_scan_steps bit) {
    for (uint32_t i = limit; i-- > 1;)
        counts[i] |= counts[i - 1] & bit;
    counts[0] |= bit;
}

static void take(lb_scan_seats *s, const lb_scan_move *m, uint32_t step) {
    lb_scan_steps bit = (lb_scan_steps)1 << step;
    s->links[(uint64_t)m->from * s->net->ports + m->port] |= bit;
    if (s->limit) {
        count_one(&s->sends[(uint64_t)m->from * s->limit], s->limit, bit);
        count_one(&s->receives[(uint64_t)m->to * s->limit], s->limit, bit);
    }
}

static bool seat_early(lb_scan_seats *s, uint64_t count, uint32_t most) {
    clear(s);
    s->steps = 0;
    s->last = 0;
    for (uint64_t k = 0; k < count; k++) {
        const lb_scan_way *way = s->ways[s->order[k].packet];
        uint32_t *starts = s->starts[s->order[k].packet], i = s->order[k].move, step = 1;
        for (uint64_t j = way->need[i]; j < way->need[i + 1]; j++)
            step = starts[way->needs[j]] >= step ? starts[way->needs[j]] + 1 : step;
        lb_scan_steps can = free_steps(s, &way->moves[i]) >> step << step;
        step = can ? first_of(can) : 0;
        if (step == 0 || step > most)
            return false;
        take(s, &way->moves[i], step);
        starts[i] = step;
        s->last = step > s->steps ? 1 : s->last + (step == s->steps);
        s->steps = step > s->steps ? step : s->steps;
    }
    return true;
}

static void seat_late(lb_scan_seats *s, uint64_t count) {
    clear(s);
    for (uint64_t k = count; k-- > 0;) {
        const lb_scan_way *way = s->ways[s->order[k].packet];
        uint32_t *starts = s->starts[s->order[k].packet], i = s->order[k].move, step = s->steps;
        for (uint64_t j = way->user[i]; j < way->user[i + 1]; j++)
            step = starts[way->users[j]] <= step ? starts[way->users[j]] - 1 : step;
        step = last_of(free_steps(s, &way->moves[i]) & (((lb_scan_steps)2 << step) - 1));
        take(s, &way->moves[i], step);
        starts[i] = step;
    }
}

bool lb_scan_seats_take(lb_scan_seats *s, uint32_t most, uint64_t *work) {
    uint64_t count = sort(s);
    *work += 3 * count;
    if (!seat_early(s, count, most < LB_SEATS_STEPS ? most : LB_SEATS_STEPS))
        return false;
    sort(s);
    seat_late(s, count);
    sort(s);
    return seat_early(s, count, most);
}
