/* Collecting and sorting cuts. They are listed at first; many pieces share few cuts, so the list is thinned out before
 * it grows. Once it would take more memory than a bit for every place, that is what is kept. */
#include "base/cuts.h"

#include <stdlib.h>

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void sort_and_thin(lb_cuts *cuts) {
    qsort(cuts->at, cuts->used, sizeof *cuts->at, by_value);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < cuts->used; i++) {
        if (kept == 0 || cuts->at[kept - 1] != cuts->at[i])
            cuts->at[kept++] = cuts->at[i];
    }
    cuts->used = kept;
}

static void set_bit(lb_cuts *cuts, uint64_t place) {
    if (place <= cuts->whole) /* one beyond is for others to refuse */
        cuts->bits[place / 64] |= UINT64_C(1) << place % 64;
}

static int turn_into_bits(lb_cuts *cuts) {
    cuts->bits = lb_zeroed(cuts->whole / 64 + 1, sizeof *cuts->bits);
    if (!cuts->bits)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < cuts->used; i++)
        set_bit(cuts, cuts->at[i]);
    free(cuts->at);
    cuts->at = NULL;
    return LB_OK;
}

static int make_room(lb_cuts *cuts) {
    if (cuts->whole < UINT32_MAX && cuts->room >= cuts->whole / 64)
        return turn_into_bits(cuts);
    sort_and_thin(cuts);
    if (cuts->used <= cuts->room / 2)
        return LB_OK;
    void *at = cuts->at;
    int error = lb_grow(&at, &cuts->room, cuts->room + 1, sizeof *cuts->at);
    cuts->at = at;
    return error;
}

static int add_one(lb_cuts *cuts, uint64_t place) {
    if (!cuts->bits && cuts->used == cuts->room && make_room(cuts))
        return LB_ERR_MEMORY;
    if (cuts->bits)
        set_bit(cuts, place);
    else if (cuts->at)
        cuts->at[cuts->used++] = place;
    return LB_OK;
}

int lb_cuts_begin(lb_cuts *cuts, uint64_t whole) {
    *cuts = (lb_cuts){.whole = whole};
    void *at = NULL;
    if (lb_grow(&at, &cuts->room, 64, sizeof *cuts->at))
        return LB_ERR_MEMORY;
    cuts->at = at;
    return lb_cuts_add(cuts, 0, whole);
}

int lb_cuts_add(lb_cuts *cuts, uint64_t lo, uint64_t hi) {
    int error = add_one(cuts, lo);
    return error ? error : add_one(cuts, hi);
}

/* The list from the bits. */
static int count_bits(lb_cuts *cuts) {
    uint64_t words = cuts->whole / 64 + 1, cuts_before = 0;
    cuts->rank = lb_array(words, sizeof *cuts->rank);
    if (!cuts->rank)
        return LB_ERR_MEMORY;
    for (uint64_t w = 0; w < words; w++) {
        cuts->rank[w] = (uint32_t)cuts_before;
        cuts_before += (uint64_t)__builtin_popcountll(cuts->bits[w]);
    }
    cuts->at = lb_array(cuts_before, sizeof *cuts->at);
    if (!cuts->at)
        return LB_ERR_MEMORY;
    uint64_t n = 0;
    for (uint64_t w = 0; w < words; w++) {
        for (uint64_t left = cuts->bits[w]; left; left &= left - 1)
            cuts->at[n++] = w * 64 + (uint64_t)__builtin_ctzll(left);
    }
    cuts->count = n - 1;
    return LB_OK;
}

int lb_cuts_finish(lb_cuts *cuts) {
    if (cuts->count) /* everywhere */
        return LB_OK;
    if (cuts->bits)
        return count_bits(cuts);
    sort_and_thin(cuts);
    cuts->count = cuts->used - 1;
    return LB_OK;
}

int lb_cuts_everywhere(lb_cuts *cuts, uint64_t most) {
    uint64_t whole = cuts->whole;
    if (whole >= most / sizeof *cuts->at)
        return LB_ERR_SIZE;
    lb_cuts_free(cuts);
    cuts->at = lb_array(whole + 1, sizeof *cuts->at);
    if (!cuts->at)
        return LB_ERR_MEMORY;
    for (uint64_t place = 0; place <= whole; place++)
        cuts->at[place] = place;
    cuts->count = whole;
    return LB_OK;
}

void lb_cuts_free(lb_cuts *cuts) {
    free(cuts->at);
    free(cuts->bits);
    free(cuts->rank);
    cuts->at = cuts->bits = NULL;
    cuts->rank = NULL;
}
