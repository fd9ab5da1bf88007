/* Collecting and sorting cuts. Many pieces share few cuts, so the collection is thinned out whenever it doubles. */
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

static int add_one(lb_cuts *cuts, uint64_t place) {
    if (cuts->used == cuts->room) {
        sort_and_thin(cuts);
        if (cuts->used > cuts->room / 2) {
            void *at = cuts->at;
            if (lb_grow(&at, &cuts->room, cuts->room + 1, sizeof *cuts->at))
                return LB_ERR_MEMORY;
            cuts->at = at;
        }
    }
    cuts->at[cuts->used++] = place;
    return LB_OK;
}

int lb_cuts_begin(lb_cuts *cuts, uint64_t whole) {
    *cuts = (lb_cuts){0};
    void *at = NULL;
    if (lb_grow(&at, &cuts->room, 64, sizeof *cuts->at))
        return LB_ERR_MEMORY;
    cuts->at = at;
    cuts->at[0] = 0;
    cuts->at[1] = whole;
    cuts->used = 2;
    return LB_OK;
}

int lb_cuts_add(lb_cuts *cuts, uint64_t lo, uint64_t hi) {
    int error = add_one(cuts, lo);
    return error ? error : add_one(cuts, hi);
}

void lb_cuts_finish(lb_cuts *cuts) {
    sort_and_thin(cuts);
    cuts->count = cuts->used - 1;
}

void lb_cuts_free(lb_cuts *cuts) {
    free(cuts->at);
    cuts->at = NULL;
}
