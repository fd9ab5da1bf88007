/* The places where pieces begin and end, sorted: between two neighbouring cuts data is never divided, so it can be
 * treated as an atom. */
#ifndef LB_CUTS_H
#define LB_CUTS_H

#include "base/base.h"

typedef struct lb_cuts {
    uint64_t *at; /* count+1 places: atom i is [at[i], at[i+1]) */
    uint64_t count, room, whole;
    uint64_t used;  /* while collecting */
    uint64_t *bits; /* NULL, or a bit for each place, set for a cut: see cuts.c */
    uint32_t *rank; /* cuts before each word of bits */
} lb_cuts;

/* Starts with the cuts 0 and whole. */
int lb_cuts_begin(lb_cuts *cuts, uint64_t whole);
int lb_cuts_add(lb_cuts *cuts, uint64_t lo, uint64_t hi);
/* Cuts at every place, instead of adding and finishing. LB_ERR_SIZE: more than `most` bytes. */
int lb_cuts_everywhere(lb_cuts *cuts, uint64_t most);
/* Sorts; count is then the number of atoms. */
int lb_cuts_finish(lb_cuts *cuts);
void lb_cuts_free(lb_cuts *cuts);

/* The atom that begins at a place that is a cut. */
static inline uint64_t lb_cuts_find(const lb_cuts *cuts, uint64_t place) {
    uint64_t low = 0, high = cuts->count;
    if (cuts->count == cuts->at[cuts->count]) /* cut everywhere */
        return place;
    if (cuts->bits) {
        uint64_t below = cuts->bits[place / 64] & ((UINT64_C(1) << place % 64) - 1);
        return cuts->rank[place / 64] + (uint64_t)__builtin_popcountll(below);
    }
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (cuts->at[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
