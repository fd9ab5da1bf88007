/* A radix sort: see keyed.h. */
#include "base/keyed.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT = 11, VALUES = 1 << DIGIT };

/* One pass: by a digit of the keys. */
static void sort_digit(const lb_keyed *from, lb_keyed *to, uint64_t count, unsigned shift) {
    uint64_t place[VALUES] = {0}, at = 0;
    for (uint64_t i = 0; i < count; i++)
        place[from[i].key >> shift & (VALUES - 1)]++;
    for (unsigned v = 0; v < VALUES; v++) {
        uint64_t size = place[v];
        place[v] = at;
        at += size;
    }
    for (uint64_t i = 0; i < count; i++)
        to[place[from[i].key >> shift & (VALUES - 1)]++] = from[i];
}

/* The bits in which keys differ; none if they are in order already. */
static uint64_t find_mess(const lb_keyed *list, uint64_t count) {
    uint64_t bits = 0;
    bool sorted = true;
    for (uint64_t i = 1; i < count; i++) {
        bits |= list[i].key ^ list[0].key;
        sorted &= list[i - 1].key <= list[i].key;
    }
    return sorted ? 0 : bits;
}

int lb_sort_keyed(lb_keyed *list, uint64_t count) {
    uint64_t bits = find_mess(list, count);
    if (!bits)
        return LB_OK;
    lb_keyed *spare = lb_array(count, sizeof *spare), *from = list, *to = spare;
    if (!spare)
        return LB_ERR_MEMORY;
    while (bits) {
        unsigned shift = (unsigned)__builtin_ctzll(bits);
        sort_digit(from, to, count, shift);
        bits &= shift + DIGIT < 64 ? UINT64_MAX << (shift + DIGIT) : 0;
        lb_keyed *swap = from;
        from = to;
        to = swap;
    }
    if (from != list)
        memcpy(list, from, count * sizeof *list);
    free(spare);
    return LB_OK;
}
