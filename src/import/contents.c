/* Values and their numbers. */
#include "import/contents.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more, whose set is then cleared. */
static int more(lb_contents *v) {
    void *chunk = v->chunk, *set = v->set;
    int error = lb_grow(&chunk, &v->chunk_room, v->count + 1, sizeof *v->chunk);
    v->chunk = chunk;
    if (!error)
        error = lb_grow(&set, &v->set_room, (v->count + 1) * v->words, sizeof *v->set);
    v->set = set;
    if (!error)
        memset(&v->set[v->count * v->words], 0, v->words * sizeof *v->set);
    return error;
}

/* Whether a value is the one that stands in the last place. */
static bool is_last(const void *user, uint32_t value) {
    const lb_contents *v = user;
    return v->chunk[value] == v->chunk[v->count] &&
           memcmp(&v->set[(uint64_t)value * v->words], &v->set[v->count * v->words], v->words * sizeof *v->set) == 0;
}

/* The number of what stands in the last place. */
static uint32_t enter(lb_contents *v) {
    uint64_t hash = lb_hash_word(0, v->chunk[v->count]);
    for (uint32_t k = 0; k < v->words; k++)
        hash = lb_hash_word(hash, v->set[v->count * v->words + k]);
    uint32_t found = lb_index_find(&v->index, hash, is_last, v);
    if (found != LB_NONE)
        return found;
    if (v->count >= LB_VALUE_LAST || lb_index_add(&v->index, hash, (uint32_t)v->count))
        return LB_VALUE_NO_MEMORY;
    return (uint32_t)v->count++;
}

int lb_contents_begin(lb_contents *v, uint32_t ranks) {
    *v = (lb_contents){.ranks = ranks, .words = (ranks + 63) / 64};
    int error = more(v);
    if (!error)
        v->chunk[v->count++] = LB_NONE;
    return error;
}

void lb_contents_free(lb_contents *v) {
    free(v->chunk);
    free(v->set);
    lb_index_free(&v->index);
}

uint32_t lb_value_of(lb_contents *v, uint32_t chunk, uint32_t rank) {
    if (more(v))
        return LB_VALUE_NO_MEMORY;
    v->chunk[v->count] = chunk;
    for (uint32_t k = rank == LB_NONE ? 0 : rank; k < (rank == LB_NONE ? v->ranks : rank + 1); k++)
        v->set[v->count * v->words + k / 64] |= UINT64_C(1) << k % 64;
    return enter(v);
}

uint32_t lb_value_sum(lb_contents *v, uint32_t a, uint32_t b) {
    if (more(v))
        return LB_VALUE_NO_MEMORY;
    if (v->chunk[a] != v->chunk[b])
        return LB_VALUE_MIXED;
    const uint64_t *x = &v->set[(uint64_t)a * v->words], *y = &v->set[(uint64_t)b * v->words];
    uint64_t *sum = &v->set[v->count * v->words];
    v->chunk[v->count] = v->chunk[a];
    for (uint32_t k = 0; k < v->words; k++) {
        if (x[k] & y[k])
            return LB_VALUE_TWICE;
        sum[k] = x[k] | y[k];
    }
    return enter(v);
}

uint32_t lb_value_first(const lb_contents *v, uint32_t value) {
    for (uint32_t k = 0; k < v->words; k++) {
        uint64_t word = v->set[(uint64_t)value * v->words + k];
        if (word)
            return k * 64 + (uint32_t)__builtin_ctzll(word);
    }
    return LB_NONE;
}

uint32_t lb_value_ranks(const lb_contents *v, uint32_t value, uint32_t *first) {
    uint32_t count = 0;
    *first = lb_value_first(v, value);
    for (uint32_t k = 0; k < v->words; k++)
        count += (uint32_t)__builtin_popcountll(v->set[(uint64_t)value * v->words + k]);
    return count;
}
