/* Timetables: a bit a link and step, and counts where ports are limited. */
#include "algo/faulty/timetable.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };
#define MOST_BYTES (UINT64_C(1) << 31)

int lb_timetable_begin(lb_timetable *t, const lb_map *map, uint32_t limit, uint32_t period) {
    uint64_t links = (uint64_t)map->nodes * map->ports;
    *t = (lb_timetable){.map = map, .limit = limit, .limited = limit < map->ports, .period = period};
    t->steps = period ? period : FIRST_ROOM;
    t->words = links / 64 + 1;
    t->busy = lb_zeroed(t->steps * t->words, sizeof *t->busy);
    t->sends = lb_zeroed(t->limited ? (uint64_t)t->steps * map->nodes : 0, 1);
    t->gets = lb_zeroed(t->limited ? (uint64_t)t->steps * map->nodes : 0, 1);
    t->full = lb_zeroed(links, sizeof *t->full);
    if (t->busy && t->sends && t->gets && t->full)
        return LB_OK;
    lb_timetable_end(t);
    return LB_ERR_MEMORY;
}

void lb_timetable_end(lb_timetable *t) {
    free(t->busy);
    free(t->sends);
    free(t->gets);
    free(t->full);
    t->busy = NULL;
    t->sends = t->gets = NULL;
    t->full = NULL;
}

static void *widened(void *old, uint64_t before, uint64_t bytes) {
    char *array = lb_zeroed(bytes, 1);
    if (array)
        memcpy(array, old, before);
    free(old);
    return array;
}

static int make_room(lb_timetable *t, uint32_t step) {
    uint64_t steps = t->steps, row = t->words * sizeof *t->busy, nodes = t->limited ? t->map->nodes : 0;
    while (steps <= step)
        steps *= 2;
    if (steps > UINT32_MAX || steps > MOST_BYTES / (row + 2 * nodes))
        return LB_ERR_SIZE;
    t->busy = widened(t->busy, t->steps * row, steps * row);
    t->sends = widened(t->sends, t->steps * nodes, steps * nodes);
    t->gets = widened(t->gets, t->steps * nodes, steps * nodes);
    t->steps = (uint32_t)steps;
    return t->busy && t->sends && t->gets ? LB_OK : LB_ERR_MEMORY;
}

static uint32_t row_of(const lb_timetable *t, uint32_t step) {
    return t->period ? step % t->period : step;
}

/* Whether a link that works is free in a step, from 1 on. */
static bool is_free(const lb_timetable *t, uint32_t step, uint32_t link) {
    uint64_t row = row_of(t, step);
    if (row >= t->steps)
        return true;
    if (t->busy[row * t->words + link / 64] >> link % 64 & 1)
        return false;
    row *= t->map->nodes;
    return !t->limited ||
           (t->sends[row + link / t->map->ports] < t->limit && t->gets[row + t->map->to[link]] < t->limit);
}

uint32_t lb_timetable_next(lb_timetable *t, uint32_t from, uint32_t link) {
    if (t->period == 0 && !t->limited && from <= t->full[link] + 1) {
        while (!is_free(t, t->full[link] + 1, link))
            t->full[link]++;
        return t->full[link] + 1;
    }
    for (uint32_t i = 0; t->period == 0 || i < t->period; i++) {
        if (is_free(t, from + i, link))
            return from + i;
    }
    return 0;
}

uint32_t lb_timetable_last(const lb_timetable *t, uint32_t from, uint32_t until, uint32_t link) {
    for (; until >= from; until--) {
        if (is_free(t, until, link))
            return until;
    }
    return 0;
}

static void mark(lb_timetable *t, uint32_t step, uint32_t link, bool taken) {
    uint64_t row = row_of(t, step);
    t->busy[row * t->words + link / 64] ^= UINT64_C(1) << link % 64;
    if (!t->limited)
        return;
    row *= t->map->nodes;
    uint8_t by = taken ? 1 : UINT8_MAX; /* modulo 256 */
    t->sends[row + link / t->map->ports] = (uint8_t)(t->sends[row + link / t->map->ports] + by);
    t->gets[row + t->map->to[link]] = (uint8_t)(t->gets[row + t->map->to[link]] + by);
}

int lb_timetable_take(lb_timetable *t, uint32_t step, uint32_t link) {
    if (row_of(t, step) >= t->steps) {
        int error = make_room(t, step);
        if (error)
            return error;
    }
    mark(t, step, link, true);
    return LB_OK;
}

void lb_timetable_give_back(lb_timetable *t, uint32_t step, uint32_t link) {
    mark(t, step, link, false);
    if (t->full[link] >= step)
        t->full[link] = step - 1;
}
