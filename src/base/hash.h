/* Hashes, the same on every machine. None is a secret. */
#ifndef LB_HASH_H
#define LB_HASH_H

#include <stdint.h>

/* Of words, one after another, from any number: for tables and for telling things apart in one run. */
static inline uint64_t lb_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* FNV-1a, from LB_FNV: what is kept in files, or said to other processes. */
#define LB_FNV UINT64_C(14695981039346656037)
static inline uint64_t lb_fnv_word(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(1099511628211);
}

static inline uint64_t lb_fnv_text(uint64_t hash, const char *text) {
    for (; *text; text++)
        hash = lb_fnv_word(hash, (unsigned char)*text);
    return hash;
}

/* All 64 bits of the result depend on all of the number: what SplitMix64 ends with. */
static inline uint64_t lb_hash_bits(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
