/* Scratch memory, laid out before anything runs: what is free again is used again, by an event that then has to wait
 * for the last that read it. */
#ifndef LB_RUN_STORAGE_H
#define LB_RUN_STORAGE_H

#include <stdint.h>

typedef struct lb_free_region {
    uint64_t size, place;
    uint32_t first_wait, waits; /* events, in storage->waits */
} lb_free_region;

typedef struct lb_storage {
    uint64_t top; /* bytes taken */
    lb_free_region *free;
    uint64_t nfree, free_room; /* sorted by size, then in the order in which they became free */
    uint32_t *waits;
    uint64_t nwaits, wait_room;
} lb_storage;

/* A place for `size` bytes. *first, *count: the events to wait for, in s->waits. LB_ERR_SIZE: more than fits. */
int lb_storage_take(lb_storage *s, uint64_t size, uint64_t *place, uint32_t *first, uint32_t *count);

/* Frees a place; the events to wait for are those added since lb_storage_mark. */
uint32_t lb_storage_mark(const lb_storage *s);
int lb_storage_add_wait(lb_storage *s, uint32_t event);
int lb_storage_give(lb_storage *s, uint64_t place, uint64_t size, uint32_t mark);
void lb_storage_free(lb_storage *s);

#endif
