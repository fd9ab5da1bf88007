/* Sizes in whole bytes, tabulated: a piece is asked for on every hop, and lb_piece_bytes divides. */
#include "check/sizes.h"

#include <inttypes.h>
#include <stdlib.h>

int lb_sizes_refuse(const lb_cost *cost, lb_why *why) {
    if (cost->bytes == 0)
        return lb_fail(why, LB_ERR_ARG, "a message of 0 bytes: there is nothing to send");
    if (cost->whole_bytes && cost->bytes > LB_MAX_WHOLE_BYTES)
        return lb_fail(why, LB_ERR_SIZE, "a message of %" PRIu64 " bytes: at most 2^48 are timed in whole bytes",
                       cost->bytes);
    return LB_OK;
}

/* The least number of bytes that the frame's cuts divide evenly, as they do its multiples. UINT64_MAX: too large. */
static uint64_t even_bytes(const lb_holding *frame) {
    const lb_cuts *cuts = &frame->cuts;
    uint64_t whole = cuts->at[cuts->count], grain = whole, product;
    for (uint64_t i = 1; i < cuts->count; i++)
        grain = lb_gcd(grain, cuts->at[i]);
    bool big = __builtin_mul_overflow(whole / grain, (uint64_t)lb_task_parts(frame->task), &product);
    return big ? UINT64_MAX : product;
}

bool lb_sizes_alike(const lb_holding *frame, uint64_t bytes, uint64_t *even) {
    *even = 0;
    if (frame->per_origin) /* lb_piece_bytes goes by the way from origin to destination, which all nodes share */
        return true;
    uint64_t unit = even_bytes(frame), below = bytes / unit * unit;
    bool up = below == 0 || bytes - below > unit / 2;
    if (unit <= LB_MAX_WHOLE_BYTES)
        *even = up && below <= LB_MAX_WHOLE_BYTES - unit ? below + unit : below;
    return below == bytes;
}

/* Blocks that are not cut all have the same size, except an allreduce's. */
static bool is_plain(const lb_holding *h) {
    return h->cuts.count == 1 && lb_task_parts(h->task) == 1;
}

static uint64_t rows_of(const lb_holding *h) {
    if (is_plain(h) || h->class == LB_SPAN) /* spans are cut alike, or parts of different ones would not fit */
        return 1;
    return h->per_origin ? h->per_origin : h->blocks;
}

uint64_t lb_sizes_memory(const lb_holding *frame) {
    return rows_of(frame) * (frame->cuts.count + 1) * sizeof(uint64_t); /* of the order of the frame's atoms */
}

int lb_sizes_begin(lb_sizes *sizes, const lb_holding *frame, const lb_cost *cost) {
    const uint64_t *cuts = frame->cuts.at;
    uint64_t columns = frame->cuts.count + 1, whole = cuts[columns - 1], rows = cost->whole_bytes ? rows_of(frame) : 1;
    bool by_offset = frame->per_origin && !frame->relative; /* the frame's blocks: by offset, then origin */
    *sizes = (lb_sizes){.at = cuts, .rows = rows, .columns = columns, .group = by_offset ? frame->nodes : 1};
    if (!cost->whole_bytes)
        return LB_OK;
    sizes->at = sizes->own = lb_array(rows * columns, sizeof *sizes->own);
    if (!sizes->own)
        return LB_ERR_MEMORY;
    if (is_plain(frame)) {
        sizes->own[0] = 0;
        sizes->own[1] = cost->bytes;
        return LB_OK;
    }
    for (uint64_t row = 0; row < rows; row++) { /* the task's blocks begin with node 0's, by offset */
        uint64_t *at = &sizes->own[row * columns];
        for (uint64_t i = 0; i + 1 < columns; i++)
            lb_piece_bytes(frame->task, row, cuts[i], cuts[i + 1], whole, cost->bytes, &at[i], &at[i + 1]);
    }
    return LB_OK;
}

void lb_sizes_end(lb_sizes *sizes) {
    free(sizes->own);
    *sizes = (lb_sizes){0};
}
