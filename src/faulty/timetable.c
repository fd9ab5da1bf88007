/* Timetables: a bit a link and step, and counts where ports are limited. */
#include "faulty/timetable.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };
#define MOST_BYTES (UINT64_C(1) << 31)

int lb_timetable_begin(lb_timetable *t, const lb_map *map, uint32_t limit) {
    uint64_t links = (uint64_t)map->nodes * map->ports;
    *t = (lb_timetable){.map = map, .limit = limit, .limited = limit < map->ports, .steps = FIRST_ROOM};
    t->words = links / 64 + 1;
    t->busy = lb_zeroed(FIRST_ROOM * t->words, sizeof *t->busy);
    t->sends = lb_zeroed(t->limited ? (uint64_t)FIRST_ROOM * map->nodes : 0, 1);
    t->gets = lb_zeroed(t->limited ? (uint64_t)FIRST_ROOM * map->nodes : 0, 1);
    if (t->busy && t->sends && t->gets)
        return LB_OK;
    lb_timetable_end(t);
    return LB_ERR_MEMORY;
}

void lb_timetable_end(lb_timetable *t) {
    free(t->busy);
    free(t->sends);
    free(t->gets);
    t->busy = NULL;
    t->sends = t->gets = NULL;
}

void lb_timetable_clear(lb_timetable *t) {
    memset(t->busy, 0, t->steps * t->words * sizeof *t->busy);
    if (t->limited) {
        memset(t->sends, 0, (uint64_t)t->steps * t->map->nodes);
        memset(t->gets, 0, (uint64_t)t->steps * t->map->nodes);
    }
    t->latest = 0;
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

bool lb_timetable_free(const lb_timetable *t, uint32_t step, uint32_t link) {
    if (step >= t->steps)
        return true;
    if (t->busy[step * t->words + link / 64] >> link % 64 & 1)
        return false;
    uint64_t row = (uint64_t)step * t->map->nodes;
    return !t->limited ||
           (t->sends[row + link / t->map->ports] < t->limit && t->gets[row + t->map->to[link]] < t->limit);
}

uint32_t lb_timetable_next(const lb_timetable *t, uint32_t from, uint32_t link) {
    while (!lb_timetable_free(t, from, link))
        from++;
    return from;
}

uint32_t lb_timetable_last(const lb_timetable *t, uint32_t from, uint32_t until, uint32_t link) {
    while (until >= from && !lb_timetable_free(t, until, link))
        until--;
    return until >= from ? until : 0;
}

static void mark(lb_timetable *t, uint32_t step, uint32_t link, bool taken) {
    t->busy[step * t->words + link / 64] ^= UINT64_C(1) << link % 64;
    if (!t->limited)
        return;
    uint64_t row = (uint64_t)step * t->map->nodes;
    uint8_t by = taken ? 1 : UINT8_MAX; /* modulo 256 */
    t->sends[row + link / t->map->ports] = (uint8_t)(t->sends[row + link / t->map->ports] + by);
    t->gets[row + t->map->to[link]] = (uint8_t)(t->gets[row + t->map->to[link]] + by);
}

int lb_timetable_take(lb_timetable *t, uint32_t step, uint32_t link) {
    if (step >= t->steps) {
        int error = make_room(t, step);
        if (error)
            return error;
    }
    mark(t, step, link, true);
    t->latest = step > t->latest ? step : t->latest;
    return LB_OK;
}

void lb_timetable_give_back(lb_timetable *t, uint32_t step, uint32_t link) {
    mark(t, step, link, false);
}
