/* Finding the number of a thing by what it is: a table of hashes. The things themselves stand elsewhere, numbered. */
#ifndef LB_INDEX_H
#define LB_INDEX_H

#include "base/base.h"

typedef struct lb_index_entry {
    uint64_t hash;
    uint32_t number; /* and 1; 0: the place is free */
} lb_index_entry;

typedef struct lb_index {
    lb_index_entry *entry;
    uint64_t size, count;
} lb_index;

void lb_index_free(lb_index *index);

/* Forgets all, and keeps memory that was well filled for as many again. */
void lb_index_clear(lb_index *index);

/* The one that `is` says yes to, of those with this hash; LB_NONE: there is none. */
static inline uint32_t lb_index_find(const lb_index *index, uint64_t hash,
                                     bool (*is)(const void *user, uint32_t number), const void *user) {
    if (!index->size)
        return LB_NONE;
    uint64_t mask = index->size - 1;
    for (uint64_t at = hash & mask; index->entry[at].number; at = (at + 1) & mask) {
        const lb_index_entry *e = &index->entry[at];
        if (e->hash == hash && is(user, e->number - 1))
            return e->number - 1;
    }
    return LB_NONE;
}

/* Enters one that is not there yet. LB_ERR_MEMORY, or 0. */
int lb_index_add(lb_index *index, uint64_t hash, uint32_t number);

#endif
