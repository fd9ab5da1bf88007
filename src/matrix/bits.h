/* Ranges of bits in arrays of words. */
#ifndef LB_BITS_H
#define LB_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The bits of from's word that belong to [from,to), and where the next word's begin. */
static inline uint64_t lb_bits_word(uint64_t from, uint64_t to, uint64_t *next) {
    uint64_t end = (from / 64 + 1) * 64;
    *next = end < to ? end : to;
    uint64_t count = *next - from;
    return (count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1) << from % 64;
}

/* Whether all of them are set. */
static inline bool lb_bits_all(const uint64_t *words, uint64_t from, uint64_t to) {
    for (uint64_t next; from < to; from = next) {
        uint64_t all = lb_bits_word(from, to, &next);
        if ((words[(next - 1) / 64] & all) != all)
            return false;
    }
    return true;
}

/* Sets them; returns how many were not set before. */
static inline uint64_t lb_bits_set(uint64_t *words, uint64_t from, uint64_t to) {
    uint64_t fresh = 0;
    for (uint64_t next; from < to; from = next) {
        uint64_t all = lb_bits_word(from, to, &next), *word = &words[(next - 1) / 64];
        fresh += (uint64_t)__builtin_popcountll(all & ~*word);
        *word |= all;
    }
    return fresh;
}

static inline void lb_bits_clear(uint64_t *words, uint64_t from, uint64_t to) {
    for (uint64_t next; from < to; from = next) {
        uint64_t all = lb_bits_word(from, to, &next);
        words[(next - 1) / 64] &= ~all;
    }
}

#endif
