/* Numbers that look random and are the same on every machine: what is planned from a seed can be planned again. */
#ifndef LB_RANDOM_H
#define LB_RANDOM_H

#include "base/hash.h"

/* A linear congruential generator modulo 2^64; its upper bits, 31 of them. */
static inline uint32_t lb_random_next(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* 0 .. limit-1. */
static inline uint32_t lb_random_below(uint64_t *state, uint32_t limit) {
    return lb_random_next(state) % limit;
}

/* SplitMix64: all 64 bits are good, from any seed. */
static inline uint64_t lb_random_mixed(uint64_t *state) {
    return lb_hash_bits(*state += UINT64_C(0x9E3779B97F4A7C15));
}

#endif
