/* Sums through shared memory. A vector is cut into slices, one for each part, and a slice into grains: a grain is added
 * up over all ranks while it stays in the nearest cache, and copied from there to all who want it. Every element is
 * read once at every rank and written once at every rank, which nobody can do with less.
 *
 * Where a sum is made may hold a contribution, in place: then only that of the rank whose buffer it is. So a sum for
 * all is made in the first rank's buffer, whose contribution is the first to be read; a sum for another rank alone is
 * made in scratch memory. */
#include "run/shared.h"

#include <string.h>

enum { LINE = 64 };

static const unsigned char *contribution(const lb_shared *s, const lb_buffers *at, const lb_summing *sum,
                                         uint32_t rank) {
    bool in_out = s->in_place && (s->kind != LB_REDUCE || rank == s->root);
    return in_out ? at[rank].out + sum->out_at : at[rank].in + sum->in_at;
}

static unsigned char *room(const lb_shared *s, uint32_t part) {
    return s->scratch + part * 2 * s->apart;
}

static void combine(const lb_shared *s, const void *left, const void *right, void *into, uint64_t size) {
    s->op.combine(s->op.user, left, right, into, (size_t)(size / s->op.size));
}

/* The bytes from `first` on of all contributions. */
static void fold(const lb_shared *s, const lb_buffers *at, const lb_summing *sum, uint64_t first, uint64_t size,
                 unsigned char *into) {
    const unsigned char *left = contribution(s, at, sum, s->alive[0]) + first;
    if (s->count == 1 && left != into)
        memcpy(into, left, (size_t)size);
    for (uint32_t i = 1; i < s->count; i++) {
        combine(s, left, contribution(s, at, sum, s->alive[i]) + first, into, size);
        left = into;
    }
}

static void sum_for_all(const lb_shared *s, const lb_buffers *at, const lb_summing *sum, uint64_t first,
                        uint64_t size) {
    unsigned char *into = at[s->alive[0]].out + sum->out_at + first;
    fold(s, at, sum, first, size, into);
    for (uint32_t i = 1; i < s->count; i++)
        memcpy(at[s->alive[i]].out + sum->out_at + first, into, (size_t)size);
}

static void sum_for_one(const lb_shared *s, const lb_buffers *at, const lb_summing *sum, uint64_t first, uint64_t size,
                        uint32_t rank, uint32_t part) {
    unsigned char *out = at[rank].out + sum->out_at + first, *into = s->scratch ? room(s, part) : out;
    fold(s, at, sum, first, size, into);
    if (into != out)
        memcpy(out, into, (size_t)size);
}

/* Each rank's sum is made of the one before, which is in that one's buffer. */
static void sums_with_own(const lb_shared *s, const lb_buffers *at, const lb_summing *sum, uint64_t first,
                          uint64_t size) {
    const unsigned char *own = contribution(s, at, sum, s->alive[0]) + first;
    unsigned char *last = at[s->alive[0]].out + first;
    if (own != last)
        memcpy(last, own, (size_t)size);
    for (uint32_t i = 1; i < s->count; i++) {
        unsigned char *out = at[s->alive[i]].out + first;
        combine(s, last, contribution(s, at, sum, s->alive[i]) + first, out, size);
        last = out;
    }
}

/* In place a rank's own is where the sum of those before it goes: the next sum is made first. */
static void sums_without_own(const lb_shared *s, const lb_buffers *at, const lb_summing *sum, uint64_t first,
                             uint64_t size, uint32_t part) {
    const unsigned char *before = contribution(s, at, sum, s->alive[0]) + first;
    for (uint32_t i = 1; i < s->count; i++) {
        unsigned char *next = room(s, part) + i % 2 * s->apart;
        if (i + 1 < s->count)
            combine(s, before, contribution(s, at, sum, s->alive[i]) + first, next, size);
        memcpy(at[s->alive[i]].out + first, before, (size_t)size);
        before = next;
    }
}

static void do_grain(const lb_shared *s, const lb_buffers *at, uint32_t part, const lb_summing *sum, uint64_t first,
                     uint64_t size) {
    switch (s->kind) {
    case LB_ALLREDUCE: sum_for_all(s, at, sum, first, size); break;
    case LB_SCAN: sums_with_own(s, at, sum, first, size); break;
    case LB_EXSCAN: sums_without_own(s, at, sum, first, size, part); break;
    case LB_REDUCE: sum_for_one(s, at, sum, first, size, s->root, part); break;
    default: sum_for_one(s, at, sum, first, size, part, part);
    }
}

/* Where a slice begins: between elements, and between lines where that is possible, so that no two threads write to
 * one.
 */
static uint64_t cut(const lb_shared *s, uint64_t size, uint32_t part, uint32_t parts) {
    uint64_t unit = LINE % s->op.size == 0 ? LINE : s->op.size, units = size / unit;
    return part == parts ? size : (units / parts * part + units % parts * part / parts) * unit;
}

void lb_slices_do(const lb_shared *s, const lb_buffers *at, uint32_t part, uint32_t parts) {
    const lb_summing *sum = s->kind == LB_REDUCE_SCATTER ? &s->sums[part] : s->sums;
    uint64_t first = 0, last = sum->size;
    if (s->kind != LB_REDUCE_SCATTER) {
        first = cut(s, sum->size, part, parts);
        last = cut(s, sum->size, part + 1, parts);
    }
    for (; first < last; first += s->grain)
        do_grain(s, at, part, sum, first, last - first < s->grain ? last - first : s->grain);
}
