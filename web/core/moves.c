/* The moves as flat arrays, which the page reads straight out of the module's memory. */
#include "session.h"

#include <stdlib.h>

void web_moves_clear(web_moves *m) {
    void *all[] = {m->step,   m->from,   m->to,   m->kind, m->first, m->start,
                   m->finish, m->origin, m->dest, m->copy, m->lo,    m->hi};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    *m = (web_moves){0};
}

/* False when there is no memory; what was there stays. */
static bool grow(void **array, uint32_t room, size_t size) {
    void *larger = realloc(*array, room * size);
    if (larger)
        *array = larger;
    return larger;
}

#define GROW(array, room) grow((void **)&(array), room, sizeof *(array))

static bool grow_moves(web_moves *m) {
    uint32_t room = m->room ? m->room * 2 : 1024;
    if (!GROW(m->step, room) || !GROW(m->from, room) || !GROW(m->to, room) || !GROW(m->kind, room) ||
        !GROW(m->first, room + 1) || !GROW(m->start, room) || !GROW(m->finish, room))
        return false;
    m->room = room;
    return true;
}

static bool grow_items(web_moves *m, uint32_t wanted) {
    uint32_t room = m->item_room ? m->item_room : 1024;
    while (room < wanted)
        room *= 2; /* at most WEB_MOST_ITEMS */
    if (!GROW(m->origin, room) || !GROW(m->dest, room) || !GROW(m->copy, room) || !GROW(m->lo, room) ||
        !GROW(m->hi, room))
        return false;
    m->item_room = room;
    return true;
}

bool web_moves_add(web_moves *m, const lb_move *move, unsigned port) {
    uint32_t number = m->count;
    if (number >= WEB_MOST_MOVES || move->nitems > WEB_MOST_ITEMS - m->items)
        return false;
    if (number == m->room && !grow_moves(m))
        return false;
    if (m->items + move->nitems > m->item_room && !grow_items(m, m->items + move->nitems))
        return false;
    m->step[number] = move->step;
    m->from[number] = move->from;
    m->to[number] = move->to;
    m->kind[number] = (uint32_t)port | (uint32_t)move->op << 8;
    m->first[number] = m->items;
    m->start[number] = move->step - 1;
    m->finish[number] = move->step;
    for (uint32_t i = 0; i < move->nitems; i++, m->items++) {
        const lb_item *item = &move->items[i];
        m->origin[m->items] = item->origin;
        m->dest[m->items] = item->dest;
        m->copy[m->items] = item->copy;
        m->lo[m->items] = (double)item->lo;
        m->hi[m->items] = (double)item->hi;
    }
    m->first[++m->count] = m->items;
    return true;
}
