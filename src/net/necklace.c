/* Enumerating necklaces through Lyndon words (Duval's algorithm): a Lyndon word whose length divides d, repeated, is
 * the smallest member of a necklace, and its length is the period. The words come in lexicographic order, hence the
 * repeated ones in increasing order. Each takes a constant number of word operations, and there are about 2^(d+1)/d of
 * them. */
#include "net/necklace.h"

#include <stdlib.h>

/* A word of `length` bits repeated, from the top, until it is `bits` long. */
static uint32_t repeat(uint32_t word, unsigned length, unsigned bits) {
    uint64_t long_word = word;
    unsigned have = length;
    while (have < bits) { /* doubles; at most 52 bits */
        long_word = long_word << have | long_word;
        have *= 2;
    }
    return (uint32_t)(long_word >> (have - bits));
}

typedef void (*found)(lb_necklaces *n, uint32_t word, unsigned period);

static void enumerate(lb_necklaces *n, found each) {
    unsigned bits = n->bits, length = 1;
    uint32_t word = 0;
    each(n, 0, 1);
    for (;;) {
        uint32_t full = repeat(word, length, bits);
        if (full == (UINT32_C(1) << bits) - 1)
            return;
        unsigned ones = (unsigned)__builtin_ctz(~full);
        length = bits - ones; /* drop the trailing ones, then raise the last bit */
        word = full >> ones | 1;
        if (bits % length == 0)
            each(n, repeat(word, length, bits), length);
    }
}

static void tally(lb_necklaces *n, uint32_t word, unsigned period) {
    (void)period;
    n->first[__builtin_popcount(word) + 1]++;
    n->count++;
}

/* first[] holds where the next necklace of each weight goes; it ends one weight further on. */
static void place(lb_necklaces *n, uint32_t word, unsigned period) {
    uint32_t at = n->first[__builtin_popcount(word)]++;
    n->word[at] = word;
    n->period[at] = (uint8_t)period;
}

int lb_necklaces_create(unsigned bits, lb_necklaces *n, lb_why *why) {
    *n = (lb_necklaces){.bits = bits};
    if (bits < 1 || bits > 26)
        return lb_fail(why, LB_ERR_ARG, "necklaces have 1 to 26 bits, not %u", bits);
    enumerate(n, tally);
    for (unsigned k = 0; k <= bits; k++)
        n->first[k + 1] += n->first[k];
    n->word = lb_array(n->count, sizeof *n->word);
    n->period = lb_array(n->count, sizeof *n->period);
    if (!n->word || !n->period) {
        lb_necklaces_free(n);
        return lb_fail_memory(why, "the necklaces");
    }
    enumerate(n, place);
    for (unsigned k = bits + 1; k > 0; k--)
        n->first[k] = n->first[k - 1];
    n->first[0] = 0;
    return LB_OK;
}

void lb_necklaces_free(lb_necklaces *n) {
    free(n->word);
    free(n->period);
    n->word = NULL;
    n->period = NULL;
}
