#include "support/allocations.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool counting;
static atomic_ulong counted;

void t_allocations_begin(void) {
    atomic_store(&counted, 0);
    atomic_store(&counting, true);
}

unsigned long t_allocations_end(void) {
    atomic_store(&counting, false);
    return atomic_load(&counted);
}

#if T_COUNTS_ALLOCATIONS
/* The C library's own functions under the names it keeps for this. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void note(void) {
    if (atomic_load_explicit(&counting, memory_order_relaxed))
        atomic_fetch_add(&counted, 1);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}
#endif
