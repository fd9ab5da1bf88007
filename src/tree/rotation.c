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
