/* malloc and its kin, counted. */
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
extern void *libc_malloc(size_t size) __asm__("__libc_malloc");
extern void *libc_calloc(size_t nmemb, size_t size) __asm__("__libc_calloc");
extern void *libc_realloc(void *ptr, size_t size) __asm__("__libc_realloc");
extern void *libc_memalign(size_t alignment, size_t size) __asm__("__libc_memalign");

static void note(void) {
    if (atomic_load_explicit(&counting, memory_order_relaxed))
        atomic_fetch_add(&counted, 1);
}

void *malloc(size_t size) {
    note();
    return libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size) {
    note();
    return libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size) {
    note();
    return libc_realloc(ptr, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return libc_memalign(alignment, size);
}
#endif
