/* A table with open places, at most half of which are taken. */
#include "import/index.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 64 };

void lb_index_free(lb_index *index) {
    free(index->entry);
    *index = (lb_index){.entry = NULL};
}

void lb_index_clear(lb_index *index) {
    if (index->count < index->size / 8) {
        lb_index_free(index);
        return;
    }
    if (index->size)
        memset(index->entry, 0, index->size * sizeof *index->entry);
    index->count = 0;
}

static void enter(lb_index *index, lb_index_entry entry) {
    uint64_t mask = index->size - 1, at = entry.hash & mask;
    while (index->entry[at].number)
        at = (at + 1) & mask;
    index->entry[at] = entry;
}

static int widen(lb_index *index) {
    lb_index wider = {.size = index->size ? 2 * index->size : FIRST_SIZE, .count = index->count};
    wider.entry = lb_zeroed(wider.size, sizeof *wider.entry);
    if (!wider.entry)
        return LB_ERR_MEMORY;
    for (uint64_t k = 0; k < index->size; k++) {
        if (index->entry[k].number)
            enter(&wider, index->entry[k]);
    }
    free(index->entry);
    *index = wider;
    return LB_OK;
}

int lb_index_add(lb_index *index, uint64_t hash, uint32_t number) {
    if (2 * (index->count + 1) > index->size && widen(index))
        return LB_ERR_MEMORY;
    index->count++;
    enter(index, (lb_index_entry){hash, number + 1});
    return LB_OK;
}
