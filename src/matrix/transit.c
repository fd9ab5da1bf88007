/* Bytes under way, in cells with a bit for each byte that is there. So it does not matter into what pieces they were
 * cut when they came and are when they go, and finding them takes the same time however many pieces a node holds. */
#include "matrix/transit.h"
#include "matrix/bits.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_CELL = 64, LARGEST_CELL = 4096, SPREAD = 1024 };

struct lb_transit_cell {
    lb_transit_cell *next;
    uint64_t block, place; /* bytes place*size .. of the block */
    uint64_t count;        /* of the bytes that are there */
    uint32_t node;
    uint64_t there[]; /* size bits; then size bytes */
};

typedef lb_transit_cell cell;

/* Large cells are quick, small ones waste little where a block is spread over many nodes. */
void lb_transit_open(lb_transit_cells *t, uint64_t bytes, uint64_t nodes) {
    uint64_t most = bytes / (nodes > SPREAD ? nodes : SPREAD);
    *t = (lb_transit_cells){.size = LEAST_CELL};
    while (t->size < LARGEST_CELL && t->size * 2 <= most)
        t->size *= 2;
}

static unsigned char *data_of(const lb_transit_cells *t, cell *c) {
    return (unsigned char *)(c->there + t->size / 64);
}

static cell **chain_of(const lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t place) {
    uint64_t key = (block * UINT64_C(0x9e3779b97f4a7c15)) ^ (node * UINT64_C(0xc2b2ae3d27d4eb4f));
    key = (key ^ key >> 29) + place * UINT64_C(0xbf58476d1ce4e5b9);
    return &t->chain[(key ^ key >> 32) & (t->chains - 1)];
}

/* Where the cell hangs, or would. */
static cell **find(const lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t place) {
    cell **at = chain_of(t, node, block, place);
    while (*at && ((*at)->node != node || (*at)->block != block || (*at)->place != place))
        at = &(*at)->next;
    return at;
}

/* More chains, when there are more cells than chains. */
static bool widen(lb_transit_cells *t) {
    lb_transit_cells wide = {.chains = t->chains ? t->chains * 2 : 1024};
    if (t->held < t->chains)
        return true;
    wide.chain = lb_zeroed(wide.chains, sizeof(cell *));
    if (!wide.chain)
        return false;
    for (uint64_t i = 0; i < t->chains; i++) {
        for (cell *c = t->chain[i], *next; c; c = next) {
            next = c->next;
            cell **at = chain_of(&wide, c->node, c->block, c->place);
            c->next = *at;
            *at = c;
        }
    }
    free(t->chain);
    t->chain = wide.chain;
    t->chains = wide.chains;
    return true;
}

/* The cell, made if there is none yet; NULL: no memory. */
static cell *cell_for(lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t place) {
    if (!widen(t))
        return NULL;
    cell **at = find(t, node, block, place), *c = *at;
    if (c)
        return c;
    c = t->spare;
    if (c)
        t->spare = c->next;
    else
        c = malloc(sizeof *c + (size_t)(t->size / 8 + t->size));
    if (!c)
        return NULL;
    *c = (cell){.block = block, .place = place, .node = node};
    memset(c->there, 0, (size_t)(t->size / 8));
    t->held++;
    *at = c;
    return c;
}

/* The part of [first,last) that lies in the cell at `place`, counted from the cell's beginning. */
static void within(const lb_transit_cells *t, uint64_t first, uint64_t last, uint64_t place, uint64_t *from,
                   uint64_t *to) {
    uint64_t start = place * t->size;
    *from = first > start ? first - start : 0;
    *to = last - start < t->size ? last - start : t->size;
}

int lb_transit_put(lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t first, uint64_t last,
                   const unsigned char *data, lb_why *why) {
    for (uint64_t place = first / t->size, from, to; place * t->size < last; place++) {
        cell *c = cell_for(t, node, block, place);
        if (!c)
            return lb_fail_memory(why, "the bytes under way");
        within(t, first, last, place, &from, &to);
        memcpy(data_of(t, c) + from, data, (size_t)(to - from));
        data += to - from;
        c->count += lb_bits_set(c->there, from, to);
    }
    return LB_OK;
}

bool lb_transit_take(lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t first, uint64_t last,
                     unsigned char *data) {
    for (uint64_t place = first / t->size, from, to; place * t->size < last; place++) {
        cell **at = t->chains ? find(t, node, block, place) : NULL, *c = at ? *at : NULL;
        within(t, first, last, place, &from, &to);
        if (!c || !lb_bits_all(c->there, from, to))
            return false;
        memcpy(data, data_of(t, c) + from, (size_t)(to - from));
        data += to - from;
        lb_bits_clear(c->there, from, to);
        c->count -= to - from;
        if (c->count == 0) {
            *at = c->next;
            c->next = t->spare;
            t->spare = c;
            t->held--;
        }
    }
    return true;
}

static void free_list(cell *c) {
    for (cell *next; c; c = next) {
        next = c->next;
        free(c);
    }
}

void lb_transit_free(lb_transit_cells *t) {
    for (uint64_t i = 0; i < t->chains; i++)
        free_list(t->chain[i]);
    free(t->chain);
    free_list(t->spare);
    *t = (lb_transit_cells){0};
}
