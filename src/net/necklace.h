/* Necklaces: classes of d-bit words under rotation. Each is known by its smallest member, whose longest run of zeros is
 * at the top and whose lowest bit is 1 (unless it is 0). The number of different rotations is its period, a divisor of
 * d; a necklace of a smaller period than d is degenerate. */
#ifndef LB_NECKLACE_H
#define LB_NECKLACE_H

#include "base/base.h"

typedef struct lb_necklaces {
    unsigned bits;
    uint32_t count;
    uint32_t *word; /* the smallest members, by weight (number of ones), then by size */
    uint8_t *period;
    uint32_t first[34]; /* necklaces of weight k are first[k] .. first[k+1]-1 */
} lb_necklaces;

/* All necklaces of 1 to 26 bits. Within a weight k the first is 2^k-1. */
int lb_necklaces_create(unsigned bits, lb_necklaces *necklaces, lb_why *why);
void lb_necklaces_free(lb_necklaces *necklaces);

/* Rotation to the left of a word of `bits` bits, 0 <= by < bits. */
static inline uint32_t lb_rotate_bits(uint32_t word, unsigned by, unsigned bits) {
    uint32_t mask = bits < 32 ? (UINT32_C(1) << bits) - 1 : UINT32_MAX;
    return by ? (word << by | word >> (bits - by)) & mask : word;
}

#endif
