/* Spanning balanced n-trees, node by node: n rotations of one word, so O(n) for an index and a parent. */
#include "tree/rotation.h"

#include "net/necklace.h"

static bool leftward(lb_rotation variant) {
    return variant == LB_MAX_L || variant == LB_MIN_BL;
}

static uint32_t turn(lb_rotation variant, unsigned n, uint32_t c, unsigned by) {
    return lb_rotate_bits(c, leftward(variant) ? by : (n - by) % n, n);
}

static uint32_t backwards(uint32_t word, unsigned n) {
    uint32_t result = 0;
    for (unsigned i = 0; i < n; i++)
        result |= (word >> i & 1) << (n - 1 - i);
    return result;
}

uint32_t lb_rotation_indices(lb_rotation variant, unsigned n, uint32_t c) {
    bool backward = variant == LB_MIN_BL || variant == LB_MAX_BR,
         greatest = variant == LB_MAX_L || variant == LB_MAX_BR;
    /* Read backwards, a rotation to the left is one to the right. */
    uint32_t word = backward ? backwards(c, n) : c, best = 0, indices = 0;
    bool left = leftward(variant) != backward;
    for (unsigned j = 0; j < n; j++) {
        uint32_t value = lb_rotate_bits(word, left ? j : (n - j) % n, n);
        value = greatest ? ~value : value;
        if (j == 0 || value < best) {
            best = value;
            indices = 0;
        }
        if (value == best)
            indices |= UINT32_C(1) << j;
    }
    return indices;
}

unsigned lb_rotation_parent(lb_rotation variant, unsigned n, uint32_t c, unsigned index) {
    uint32_t word = turn(variant, n, c, index);
    unsigned bit = leftward(variant) ? (unsigned)__builtin_ctz(word) : 31 - (unsigned)__builtin_clz(word);
    return leftward(variant) ? (bit + n - index) % n : (bit + index) % n;
}
