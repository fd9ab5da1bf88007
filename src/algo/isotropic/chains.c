/* Two slots, each a matching of links and blocks, together form chains and rings: a link leads to the blocks it carries
 * in either slot, a block to the links that carry it. Exchanging one chain between the slots leaves two matchings. It
 * is done where it brings blocks nearer to completion, and, to get out of dead ends, now and then where it makes things
 * a little worse: less and less often as the sweeps go by. The best timetable seen is kept. */
#include "algo/isotropic/chains.h"

#include <stdlib.h>

/* A hop of a block: in which slot, through which port. */
typedef struct hop {
    uint32_t slot, port;
} hop;

typedef struct board {
    unsigned ports;
    uint32_t slots, blocks, *cell;
    uint32_t *first; /* per block: its hops, blocks+1 */
    hop *hops;
    uint64_t random;
    uint64_t delay;    /* the sum over all blocks of their last slots */
    uint64_t patience; /* out of 2^32: how readily something one worse is taken */
} board;

static uint32_t last_of(const board *b, uint32_t block) {
    uint32_t last = 0;
    for (uint32_t i = b->first[block]; i < b->first[block + 1]; i++)
        last = b->hops[i].slot > last ? b->hops[i].slot : last;
    return last;
}

/* A block's other link, as a bit, when it is in both slots; 0 when it is in `from` alone, and then how much later it is
 * complete after it has gone to `to`. */
static uint32_t other_link(const board *b, uint32_t block, uint32_t from, uint32_t to, int64_t *later) {
    if (block == LB_NONE)
        return 0;
    uint32_t last = 0, rest = to;
    for (uint32_t i = b->first[block]; i < b->first[block + 1]; i++) {
        uint32_t slot = b->hops[i].slot;
        if (slot == to)
            return UINT32_C(1) << b->hops[i].port;
        last = slot > last ? slot : last;
        rest = slot > rest && slot != from ? slot : rest;
    }
    *later += (int64_t)rest - last;
    return 0;
}

/* The links of the chain that `port` is on, and how much later its blocks are complete when it is exchanged. */
static uint32_t chain_of(const board *b, uint32_t x, uint32_t y, unsigned port, int64_t *later) {
    uint32_t links = UINT32_C(1) << port, open = links;
    *later = 0;
    while (open) {
        unsigned p = (unsigned)__builtin_ctz(open);
        open &= open - 1;
        uint32_t more = other_link(b, b->cell[(uint64_t)x * b->ports + p], x, y, later);
        more |= other_link(b, b->cell[(uint64_t)y * b->ports + p], y, x, later);
        open |= more & ~links;
        links |= more;
    }
    return links;
}

static hop *hop_at(const board *b, uint32_t block, uint32_t slot, unsigned port) {
    for (uint32_t i = b->first[block]; i < b->first[block + 1]; i++) {
        if (b->hops[i].slot == slot && b->hops[i].port == port)
            return &b->hops[i];
    }
    return NULL; /* not for a block that is there */
}

static void exchange(board *b, uint32_t x, uint32_t y, uint32_t links) {
    for (uint32_t left = links; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctz(left);
        uint32_t *u = &b->cell[(uint64_t)x * b->ports + p], *v = &b->cell[(uint64_t)y * b->ports + p], block = *u;
        hop *of_u = *u == LB_NONE ? NULL : hop_at(b, *u, x, p), *of_v = *v == LB_NONE ? NULL : hop_at(b, *v, y, p);
        if (of_u)
            of_u->slot = y;
        if (of_v)
            of_v->slot = x;
        *u = *v;
        *v = block;
    }
}

/* Better always, equal every other time, worse by g with the chance of g independent concessions. */
static bool accepts(board *b, int64_t later) {
    for (int64_t worse = 0; worse <= later; worse++) {
        b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t chance = worse == 0 ? UINT64_C(1) << 31 : b->patience;
        if (b->random >> 32 >= chance)
            return false;
    }
    return true;
}

static void try_pair(board *b, uint32_t x, uint32_t y) {
    uint32_t all = b->ports < 32 ? (UINT32_C(1) << b->ports) - 1 : UINT32_MAX;
    for (uint32_t seen = 0; seen != all;) {
        int64_t later;
        uint32_t links = chain_of(b, x, y, (unsigned)__builtin_ctz(~seen), &later);
        if (accepts(b, later)) {
            exchange(b, x, y, links);
            b->delay += (uint64_t)later;
        }
        seen |= links;
    }
}

static uint64_t sweep_all(board *b, uint32_t window, unsigned sweeps, double patience, uint32_t *best) {
    uint64_t least = b->delay, size = (uint64_t)b->slots * b->ports;
    for (unsigned sweep = 0; sweep < sweeps; sweep++) {
        double left = 1 - (double)(sweep + 1) / sweeps; /* none in the last sweep */
        b->patience = (uint64_t)(patience * left * left * 4294967296.0);
        for (uint32_t x = 0; x < b->slots; x++) {
            for (uint32_t y = x + 1; y < b->slots && y - x <= window; y++)
                try_pair(b, x, y);
        }
        if (b->delay >= least)
            continue;
        least = b->delay;
        for (uint64_t i = 0; i < size; i++)
            best[i] = b->cell[i];
    }
    return least;
}

/* The hops of every block, by counting: first[] runs one block ahead while it is used to place. */
static void list_hops(board *b) {
    uint64_t size = (uint64_t)b->slots * b->ports;
    for (uint64_t i = 0; i < size; i++) {
        if (b->cell[i] != LB_NONE)
            b->first[b->cell[i] + 2]++;
    }
    for (uint32_t block = 0; block < b->blocks; block++)
        b->first[block + 2] += b->first[block + 1];
    for (uint64_t i = 0; i < size; i++) {
        if (b->cell[i] != LB_NONE)
            b->hops[b->first[b->cell[i] + 1]++] = (hop){(uint32_t)(i / b->ports), (uint32_t)(i % b->ports)};
    }
    for (uint32_t block = 0; block < b->blocks; block++)
        b->delay += last_of(b, block);
}

int lb_exchange_chains(unsigned ports, uint32_t slots, uint32_t *cell, uint32_t blocks, uint32_t window,
                       unsigned sweeps, double patience, uint64_t seed, uint64_t *delay) {
    uint64_t size = (uint64_t)slots * ports;
    board b = {.ports = ports, .slots = slots, .blocks = blocks, .random = seed};
    b.cell = lb_array(size, sizeof *b.cell);
    b.first = lb_zeroed((uint64_t)blocks + 2, sizeof *b.first);
    b.hops = lb_array(size, sizeof *b.hops);
    int error = b.cell && b.first && b.hops ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t i = 0; !error && i < size; i++)
        b.cell[i] = cell[i];
    if (!error) {
        list_hops(&b);
        *delay = sweep_all(&b, window, sweeps, patience, cell);
    }
    free(b.cell);
    free(b.first);
    free(b.hops);
    return error;
}
