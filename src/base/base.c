/* Failing with a sentence, and taking memory without overflow. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

void lb_explain(lb_why *why, const char *format, ...) {
    if (!why)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    for (char *c = why->text; *c; c++) { /* quoted input must not break the line, nor command the terminal */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
}

void *lb_array(uint64_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count ? count : 1, size, &bytes) || bytes > PTRDIFF_MAX)
        return NULL;
    return malloc(bytes);
}

void *lb_zeroed(uint64_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count ? count : 1, size, &bytes) || bytes > PTRDIFF_MAX)
        return NULL;
    return calloc(1, bytes);
}

int lb_grow(void **array, uint64_t *capacity, uint64_t need, size_t size) {
    if (need <= *capacity)
        return LB_OK;
    uint64_t grown = *capacity < 8 ? 8 : *capacity;
    while (grown < need) {
        if (__builtin_mul_overflow(grown, (uint64_t)2, &grown))
            return LB_ERR_MEMORY;
    }
    size_t bytes;
    if (__builtin_mul_overflow(grown, size, &bytes) || bytes > PTRDIFF_MAX)
        return LB_ERR_MEMORY;
    void *moved = realloc(*array, bytes);
    if (!moved)
        return LB_ERR_MEMORY;
    *array = moved;
    *capacity = grown;
    return LB_OK;
}

int lb_affordable(uint64_t bytes, const char *what, lb_why *why) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t all = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
    if (bytes <= all)
        return LB_OK;
    char needs[32], has[32];
    lb_bytes_text(bytes, needs, sizeof needs);
    lb_bytes_text(all, has, sizeof has);
    return lb_fail(why, LB_ERR_SIZE, "%s would need %s of memory; this machine has %s", what, needs, has);
}

void lb_bytes_text(uint64_t bytes, char *buffer, size_t size) {
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    unsigned i = 0;
    while (value >= 1024 && i < 6) {
        value /= 1024;
        i++;
    }
    snprintf(buffer, size, i ? "%.1f %s" : "%.0f %s", value, unit[i]);
}

const char *lb_strerror(int error) {
    switch (error) {
    case LB_OK: return "no error";
    case LB_ERR_MEMORY: return "out of memory";
    case LB_ERR_ARG: return "bad argument";
    case LB_ERR_SIZE: return "too large";
    case LB_ERR_UNSUPPORTED: return "not supported";
    case LB_ERR_FORMAT: return "bad schedule file";
    case LB_ERR_IO: return "input/output error";
    case LB_ERR_CHECK: return "the model is broken";
    case LB_ERR_CANCELLED: return "cancelled";
    default: return "unknown error";
    }
}

const char *lb_version(void) {
    return LB_VERSION;
}
