/* Free regions, sorted by size: one is used again for what is exactly as long, as blocks of a plan mostly are. */
#include "run/storage.h"
#include "base/base.h"
#include "run/script.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16 }; /* for elements of any type */

/* The first free region that is larger than `size`, or the end. */
static uint64_t after(const lb_storage *s, uint64_t size) {
    uint64_t low = 0, high = s->nfree;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (s->free[middle].size <= size)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int lb_storage_take(lb_storage *s, uint64_t size, uint64_t *place, uint32_t *first, uint32_t *count) {
    uint64_t at = after(s, size), top;
    *first = *count = 0;
    if (at > 0 && s->free[at - 1].size == size) {
        lb_free_region r = s->free[at - 1];
        memmove(s->free + at - 1, s->free + at, (size_t)(s->nfree - at) * sizeof *s->free);
        s->nfree--;
        *place = r.place;
        *first = r.first_wait;
        *count = r.waits;
        return LB_OK;
    }
    *place = LB_PLACE(LB_BASE_SCRATCH, s->top);
    if (__builtin_add_overflow(s->top, size, &top) || top > UINT64_MAX / 8)
        return LB_ERR_SIZE;
    s->top = (top + ALIGN - 1) / ALIGN * ALIGN;
    return LB_OK;
}

uint32_t lb_storage_mark(const lb_storage *s) {
    return (uint32_t)s->nwaits;
}

int lb_storage_add_wait(lb_storage *s, uint32_t event) {
    if (event == LB_NO_EVENT)
        return LB_OK;
    if (s->nwaits >= UINT32_MAX || lb_grow((void **)&s->waits, &s->wait_room, s->nwaits + 1, sizeof *s->waits))
        return LB_ERR_MEMORY;
    s->waits[s->nwaits++] = event;
    return LB_OK;
}

int lb_storage_give(lb_storage *s, uint64_t place, uint64_t size, uint32_t mark) {
    if (lb_grow((void **)&s->free, &s->free_room, s->nfree + 1, sizeof *s->free))
        return LB_ERR_MEMORY;
    uint64_t at = after(s, size);
    memmove(s->free + at + 1, s->free + at, (size_t)(s->nfree - at) * sizeof *s->free);
    s->free[at] = (lb_free_region){size, place, mark, (uint32_t)s->nwaits - mark};
    s->nfree++;
    return LB_OK;
}

void lb_storage_free(lb_storage *s) {
    free(s->free);
    free(s->waits);
}
