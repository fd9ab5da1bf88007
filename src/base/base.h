/* What every folder needs: failing with a sentence, and taking memory without overflow. */
#ifndef LB_BASE_H
#define LB_BASE_H

#include "linkbound.h"

#if defined(__GNUC__)
#define LB_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define LB_PRINTF(f, a)
#endif

/* Writes the sentence into why (if any) and returns code, so that callers can write: return lb_fail(...). */
void lb_explain(lb_why *why, const char *format, ...) LB_PRINTF(2, 3);
#define lb_fail(why, code, ...) (lb_explain((why), __VA_ARGS__), (code))

/* Arrays of count elements of size bytes; NULL when the product overflows or memory is short. A count of 0 gives a
 * pointer that can be freed. lb_zeroed clears it. */
void *lb_array(uint64_t count, size_t size);
void *lb_zeroed(uint64_t count, size_t size);

/* Makes room for `need` elements in a growing array: doubles, keeps what is there. Returns 0 or LB_ERR_MEMORY and
 * then leaves the array as it was. */
int lb_grow(void **array, uint64_t *capacity, uint64_t need, size_t size);

/* "memory for %s could not be had" */
#define lb_fail_memory(why, what) lb_fail((why), LB_ERR_MEMORY, "memory for %s could not be had", (what))

/* Whether this machine could hold so many bytes at all; LB_ERR_SIZE and a sentence about `what` if not. */
int lb_affordable(uint64_t bytes, const char *what, lb_why *why);

/* 1234567 -> "1.2 MiB", for messages. */
void lb_bytes_text(uint64_t bytes, char *buffer, size_t size);

/* ceil(a/b), b > 0, without overflow. */
static inline uint64_t lb_ceil_div(uint64_t a, uint64_t b) {
    return a / b + (a % b != 0);
}

uint64_t lb_gcd(uint64_t a, uint64_t b);

#endif
