/* Holdings by block, in a hash table, and their ranges, sorted: found by halving, and cut where a packet begins or
 * ends, so that every range is touched as a whole. */
#include "run/ranges.h"
#include "base/base.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static uint64_t slot_of(const lb_holdings *h, uint64_t block) {
    uint64_t at = lb_hash_word(0, block) & (h->slots - 1);
    while (h->table[at] != LB_NO_EVENT && h->list[h->table[at]].block != block)
        at = (at + 1) & (h->slots - 1);
    return at;
}

/* Twice as many slots as holdings, at least. */
static int widen(lb_holdings *h) {
    if (h->slots >= 2 * (h->count + 1))
        return LB_OK;
    uint64_t slots = h->slots ? h->slots * 2 : 64;
    uint32_t *table = lb_array(slots, sizeof *table);
    if (!table || h->count >= LB_NO_EVENT) {
        free(table);
        return LB_ERR_MEMORY;
    }
    memset(table, 0xff, (size_t)slots * sizeof *table);
    free(h->table);
    h->table = table;
    h->slots = slots;
    for (uint64_t i = 0; i < h->count; i++)
        table[slot_of(h, h->list[i].block)] = (uint32_t)i;
    return LB_OK;
}

lb_holding *lb_holding_of(lb_holdings *h, uint64_t block) {
    if (widen(h))
        return NULL;
    uint64_t at = slot_of(h, block);
    if (h->table[at] != LB_NO_EVENT)
        return &h->list[h->table[at]];
    if (lb_grow((void **)&h->list, &h->room, h->count + 1, sizeof *h->list))
        return NULL;
    h->table[at] = (uint32_t)h->count;
    h->list[h->count] = (lb_holding){.block = block, .store = UINT64_MAX};
    return &h->list[h->count++];
}

void lb_holdings_free(lb_holdings *h) {
    for (uint64_t i = 0; i < h->count; i++)
        free(h->list[i].ranges);
    free(h->list);
    free(h->table);
    free(h->readers);
}

int lb_ranges_insert(lb_holding *of, uint64_t at, lb_range range) {
    if (lb_grow((void **)&of->ranges, &of->room, of->count + 1, sizeof *of->ranges))
        return LB_ERR_MEMORY;
    memmove(of->ranges + at + 1, of->ranges + at, (size_t)(of->count - at) * sizeof *of->ranges);
    of->ranges[at] = range;
    of->count++;
    return LB_OK;
}

/* The first range that ends after `byte`. */
static uint64_t find(const lb_holding *of, uint64_t byte) {
    uint64_t low = 0, high = of->count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (of->ranges[middle].last <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int lb_range_read(lb_holdings *h, lb_range *range, uint32_t event) {
    if (lb_grow((void **)&h->readers, &h->reader_room, h->nreaders + 1, sizeof *h->readers))
        return LB_ERR_MEMORY;
    h->readers[h->nreaders] = (lb_range_reader){event, range->readers};
    range->readers = (uint32_t)h->nreaders++;
    return LB_OK;
}

/* The list of readers is shared by the two halves: a list only grows at its head, so each may go on from there. */
static int cut_at(lb_holding *of, uint64_t byte) {
    uint64_t i = find(of, byte);
    if (i == of->count || of->ranges[i].first >= byte)
        return LB_OK;
    lb_range head = of->ranges[i];
    of->ranges[i].place += byte - head.first;
    of->ranges[i].aside += byte - head.first;
    of->ranges[i].first = byte;
    head.last = byte;
    return lb_ranges_insert(of, i, head);
}

uint64_t lb_ranges_cut(lb_holding *of, uint64_t first, uint64_t last) {
    if (cut_at(of, first) || cut_at(of, last))
        return UINT64_MAX;
    return find(of, first);
}
