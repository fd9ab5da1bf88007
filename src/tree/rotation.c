/* Spanning balanced n-trees, node by node: n rotations of one word, so O(n) for an index and a parent at most. */
#include "tree/rotation.h"

#include "net/necklace.h"

static bool leftward(lb_rotation variant) {
    return variant == LB_MAX_L || variant == LB_MIN_BL;
}

static uint32_t turn(lb_rotation variant, unsigned n, uint32_t c, unsigned by) {
    return lb_rotate_bits(c, leftward(variant) ? by : (n - by) % n, n);
}

static uint32_t backwards(uint32_t word, unsigned n) {
    word = (word >> 1 & UINT32_C(0x55555555)) | (word & UINT32_C(0x55555555)) << 1;
    word = (word >> 2 & UINT32_C(0x33333333)) | (word & UINT32_C(0x33333333)) << 2;
    word = (word >> 4 & UINT32_C(0x0F0F0F0F)) | (word & UINT32_C(0x0F0F0F0F)) << 4;
    return __builtin_bswap32(word) >> (32 - n);
}

/* The numbers of rotations to the right that make a word least, as bits. The least one ends in a one and begins with
 * the word's longest run of zeros, so only ones with a zero before them come into question. */
static uint32_t least_turns(uint32_t word, unsigned n) {
    uint32_t all = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX, best = UINT32_MAX, turns = 0;
    if (word == 0 || word == all)
        return all;
    for (uint32_t left = word & ~lb_rotate_bits(word, 1 % n, n); left; left &= left - 1) {
        unsigned by = (unsigned)__builtin_ctz(left);
        uint32_t value = (word >> by | word << (n - by)) & all;
        if (value <= best) {
            turns = (value < best ? 0 : turns) | UINT32_C(1) << by;
            best = value;
        }
    }
    return turns;
}

/* The greatest is the one whose complement is least; read backwards, a rotation to the left is one to the right. */
uint32_t lb_rotation_indices(lb_rotation variant, unsigned n, uint32_t c) {
    bool backward = variant == LB_MIN_BL || variant == LB_MAX_BR,
         greatest = variant == LB_MAX_L || variant == LB_MAX_BR;
    uint32_t word = backward ? backwards(c, n) : c, all = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
    uint32_t turns = least_turns(greatest ? ~word & all : word, n), indices = turns & 1;
    if (leftward(variant) == backward)
        return turns;
    for (uint32_t left = turns & ~UINT32_C(1); left; left &= left - 1) /* to the left: as many as are missing to n */
        indices |= UINT32_C(1) << (n - (unsigned)__builtin_ctz(left));
    return indices;
}

unsigned lb_rotation_parent(lb_rotation variant, unsigned n, uint32_t c, unsigned index) {
    uint32_t word = turn(variant, n, c, index);
    unsigned bit = leftward(variant) ? (unsigned)__builtin_ctz(word) : 31 - (unsigned)__builtin_clz(word);
    return leftward(variant) ? (bit + n - index) % n : (bit + index) % n;
}

/* ---- Sizes ----
 *
 * Turned by its index and, where the greatest counts, complemented, an address is the least word of its necklace. minR
 * and minBL take the first one away, so the subtree below 0..0s is all words ps that are least of their necklaces;
 * maxL and maxBR take the last one (which is now a zero) away: all words sp. Both are counted by what tells such words
 * (Duval): of a word that is read from the left, the length of the Lyndon word that it repeats is kept; each letter
 * must be at least the one so many places before, and if it is greater the Lyndon word is all that has been read. In
 * the end it must have been repeated entirely: its length is the period. Dead ends are few, for a word ps can be no
 * greater than any end of s: so it takes a few instructions a node, and no node is looked at. */

typedef struct pattern {
    unsigned n, far;
    uint32_t known, word; /* where letters are given, and which; the first letter is the highest bit */
    uint32_t most;        /* what the word may be at the most */
} pattern;

static uint32_t count_words(const pattern *p, unsigned read, unsigned lyndon, uint32_t word) {
    while (read < p->n) {
        unsigned place = p->n - 1 - read;
        uint32_t before = read ? word >> (place + lyndon) & 1 : 0, size = 0;
        bool given = p->known >> place & 1, one = p->word >> place & 1;
        if (given && one < before)
            return 0;
        if (!given && !before) { /* both will do: a one here, and go on with a zero */
            uint32_t more = word | UINT32_C(1) << place;
            if (more >> place <= p->most >> place)
                size = count_words(p, read + 1, read + 1, more);
            if (read == 0)
                lyndon = 1;
            return size + count_words(p, read + 1, lyndon, word);
        }
        one = given ? one : before;
        if (one > before || read == 0)
            lyndon = read + 1;
        word |= (uint32_t)one << place;
        if (word >> place > p->most >> place)
            return 0;
        read++;
    }
    return p->n % lyndon == 0 && lyndon > p->far;
}

/* The least end of the last m letters of a word, ones after it. */
static uint32_t least_end(uint32_t word, unsigned n, unsigned m) {
    uint32_t all = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX, least = all;
    for (unsigned k = 1; k <= m; k++) {
        uint32_t end = (word << (n - k) & all) | ((UINT32_C(1) << (n - k)) - 1);
        least = end < least ? end : least;
    }
    return least;
}

uint32_t lb_rotation_size(lb_rotation variant, unsigned n, uint32_t c, unsigned index, unsigned far) {
    uint32_t all = n < 32 ? (UINT32_C(1) << n) - 1 : UINT32_MAX, word = turn(variant, n, c, index);
    if (variant == LB_MIN_BL || variant == LB_MAX_BR)
        word = backwards(word, n);
    pattern p = {.n = n, .far = far, .most = all};
    if (variant == LB_MIN_R || variant == LB_MIN_BL) {
        unsigned m = 32 - (unsigned)__builtin_clz(word);
        p.known = m < 32 ? (UINT32_C(1) << m) - 1 : UINT32_MAX;
        p.word = word;
        p.most = least_end(word, n, m);
    } else {
        p.known = all >> (unsigned)__builtin_ctz(word) << (unsigned)__builtin_ctz(word);
        p.word = ~word & all;
    }
    return count_words(&p, 0, 1, 0);
}
