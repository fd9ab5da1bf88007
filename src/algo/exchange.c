/* Two slots, each a matching of links and words, together form chains and rings: a link leads to the words it serves in
 * either slot, a word to the links that serve it. Exchanging one chain between the slots leaves two matchings. It is
 * done where it brings words nearer to completion, and, to get over plateaus, every other time where it changes
 * nothing. */
#include "algo/exchange.h"

#include <stdlib.h>

typedef struct board {
    unsigned d;
    uint32_t slots, *word;
    uint32_t *slot_of; /* word * d + bit */
    uint64_t random;
    uint64_t delay;    /* the sum over all words of their last slots */
    uint64_t patience; /* out of 2^32: how readily something one worse is taken */
} board;

static uint32_t last_of(const board *b, uint32_t word) {
    uint32_t last = 0;
    for (uint32_t left = word; left; left &= left - 1) {
        uint32_t slot = b->slot_of[(uint64_t)word * b->d + (unsigned)__builtin_ctz(left)];
        last = slot > last ? slot : last;
    }
    return last;
}

/* The link that serves a word in a slot, as a bit; 0 when none does. */
static uint32_t link_in(const board *b, uint32_t word, uint32_t slot) {
    for (uint32_t left = word; left; left &= left - 1) {
        unsigned bit = (unsigned)__builtin_ctz(left);
        if (b->slot_of[(uint64_t)word * b->d + bit] == slot)
            return UINT32_C(1) << bit;
    }
    return 0;
}

/* The links of the chain that `port` is on. */
static uint32_t chain_of(const board *b, uint32_t x, uint32_t y, unsigned port) {
    uint32_t links = UINT32_C(1) << port, open = links;
    while (open) {
        unsigned p = (unsigned)__builtin_ctz(open);
        open &= open - 1;
        uint32_t more = link_in(b, b->word[(uint64_t)x * b->d + p], y) | link_in(b, b->word[(uint64_t)y * b->d + p], x);
        open |= more & ~links;
        links |= more;
    }
    return links;
}

static void put(board *b, uint32_t slot, unsigned port, uint32_t word) {
    b->word[(uint64_t)slot * b->d + port] = word;
    b->slot_of[(uint64_t)word * b->d + port] = slot;
}

static void exchange(board *b, uint32_t x, uint32_t y, uint32_t links) {
    for (uint32_t left = links; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctz(left);
        uint32_t u = b->word[(uint64_t)x * b->d + p], v = b->word[(uint64_t)y * b->d + p];
        put(b, x, p, v);
        put(b, y, p, u);
    }
}

/* The sum over the words on these links of their last slots; a word that is in both slots counts once. */
static uint64_t delay_of(const board *b, uint32_t x, uint32_t y, uint32_t links) {
    uint64_t sum = 0;
    for (uint32_t left = links; left; left &= left - 1) {
        unsigned p = (unsigned)__builtin_ctz(left);
        uint32_t u = b->word[(uint64_t)x * b->d + p], v = b->word[(uint64_t)y * b->d + p];
        sum += last_of(b, u);
        sum += link_in(b, v, x) ? 0 : last_of(b, v);
    }
    return sum;
}

/* Better always, equal every other time, worse by g with the chance of g independent concessions. */
static bool accepts(board *b, uint64_t before, uint64_t after) {
    for (uint64_t worse = before; worse <= after; worse++) {
        b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint64_t chance = worse == before ? UINT64_C(1) << 31 : b->patience;
        if (b->random >> 32 >= chance)
            return false;
    }
    return true;
}

static void try_pair(board *b, uint32_t x, uint32_t y) {
    uint32_t all = (UINT32_C(1) << b->d) - 1;
    for (uint32_t seen = 0; seen != all;) {
        uint32_t links = chain_of(b, x, y, (unsigned)__builtin_ctz(~seen));
        uint64_t before = delay_of(b, x, y, links);
        exchange(b, x, y, links);
        uint64_t after = delay_of(b, x, y, links);
        if (accepts(b, before, after))
            b->delay = b->delay + after - before;
        else
            exchange(b, x, y, links);
        seen |= links;
    }
}

static uint64_t whole_delay(const board *b, uint32_t *last) {
    uint64_t sum = 0, count = (uint64_t)b->slots * b->d;
    for (uint64_t w = 0; w < UINT64_C(1) << b->d; w++)
        last[w] = 0;
    for (uint64_t i = 0; i < count; i++)
        last[b->word[i]] = (uint32_t)(i / b->d);
    for (uint64_t w = 0; w < UINT64_C(1) << b->d; w++)
        sum += last[w];
    return sum;
}

static void sweep_all(board *b, uint32_t window, unsigned sweeps, double patience, uint32_t *best) {
    uint64_t least = b->delay, size = (uint64_t)b->slots * b->d;
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
            best[i] = b->word[i];
    }
}

int lb_exchange_chains(unsigned d, uint32_t slots, uint32_t *word, uint32_t window, unsigned sweeps, double patience) {
    uint64_t size = (uint64_t)slots * d;
    board b = {.d = d, .slots = slots, .random = 1};
    b.slot_of = lb_zeroed((UINT64_C(1) << d) * d, sizeof *b.slot_of);
    b.word = lb_array(size, sizeof *b.word);
    if (!b.slot_of || !b.word) {
        free(b.slot_of);
        free(b.word);
        return LB_ERR_MEMORY;
    }
    for (uint64_t i = 0; i < size; i++)
        b.word[i] = word[i];
    b.delay = whole_delay(&b, b.slot_of);
    for (uint64_t i = 0; i < size; i++)
        put(&b, (uint32_t)(i / d), (unsigned)(i % d), word[i]);
    sweep_all(&b, window, sweeps, patience, word);
    free(b.slot_of);
    free(b.word);
    return LB_OK;
}
