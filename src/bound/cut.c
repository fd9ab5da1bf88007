/* Slabs: what must leave the nodes whose digit in one dimension lies in a range. Only permutations need it, and scans
 * (cut_spans.c): of the other tasks another argument says at least as much (docs/bounds.md). As many blocks enter a
 * slab as leave it. */
#include "bound/claims.h"

#include <stdlib.h>

/* Radices up to here are looked at with every width; beyond, a few widths only. */
#define ALL_WIDTHS 1024

static void claim(const lb_task *task, unsigned dim, uint32_t first, uint32_t width, uint64_t blocks, uint64_t links,
                  lb_judge *judge) {
    uint32_t r = task->net.radix[dim];
    /* A border node has one link out of the slab, except where both ends of the slab are the same node. */
    uint64_t each = width == 1 ? (links < 2 || r == 2 ? 1 : 2) : 2, capacity = task->net.nodes / r * each;
    if (blocks == 0 || !lb_judge_better(judge, blocks, capacity, 1))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_CUT,
        .dim = dim,
        .first = first,
        .width = width,
        .load = blocks,
        .capacity = capacity,
    };
}

/* Blocks that stay inside a slab, from those that stay in the two slabs that are one narrower, less those counted
 * twice, plus those between its two ends. stay[] has room for two widths, narrower[] holds the one before. */
static void claim_widths(const lb_task *task, unsigned dim, const uint32_t *pairs, uint32_t *stay, uint32_t *narrower,
                         uint64_t links, lb_judge *judge) {
    uint32_t r = task->net.radix[dim], per_digit = task->net.nodes / r;
    for (uint32_t width = 1; width <= r / 2; width++) {
        for (uint32_t first = 0, last = width - 1; first < r; first++, last = last + 1 < r ? last + 1 : 0) {
            uint32_t next = first + 1 < r ? first + 1 : 0, inside = pairs[first * r + first];
            if (width > 1)
                inside = stay[first] + stay[next] - narrower[next] + pairs[first * r + last] + pairs[last * r + first];
            claim(task, dim, first, width, (uint64_t)width * per_digit - inside, links, judge);
            stay[r + first] = inside;
        }
        for (uint32_t first = 0; first < r; first++) {
            narrower[first] = stay[first];
            stay[first] = stay[r + first];
        }
    }
}

static int claim_all_widths(const lb_task *task, unsigned dim, uint64_t links, lb_judge *judge, lb_why *why) {
    uint32_t r = task->net.radix[dim], stride = task->net.stride[dim];
    uint32_t *pairs = lb_zeroed((uint64_t)r * r + 3 * (uint64_t)r, sizeof *pairs);
    if (!pairs)
        return lb_fail_memory(why, "the cuts");
    for (uint32_t v = 0; v < task->net.nodes; v++)
        pairs[v / stride % r * r + task->list[v] / stride % r]++;
    claim_widths(task, dim, pairs, pairs + (size_t)r * r, pairs + (size_t)r * r + 2 * (size_t)r, links, judge);
    free(pairs);
    return LB_OK;
}

/* Back into 0..r-1 what is less than 3r. */
static uint32_t around(uint32_t r, uint32_t digit) {
    digit = digit >= r ? digit - r : digit;
    return digit >= r ? digit - r : digit;
}

/* One width: a block that goes up by `way` digits leaves the slabs that begin in (from-width, from] and do not reach
 * up (or round) to where it goes. That is a range of min(way, r-way, width) beginnings, marked at its ends. */
static void claim_width(const lb_task *task, unsigned dim, uint32_t width, uint32_t *leave, uint64_t links,
                        lb_judge *judge) {
    uint32_t r = task->net.radix[dim], stride = task->net.stride[dim];
    for (uint32_t first = 0; first < r; first++)
        leave[first] = 0;
    uint32_t open = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint32_t from = v / stride % r, to = task->list[v] / stride % r, way = to >= from ? to - from : to + r - from;
        uint32_t begin = from + r - width + 1, end = from + r + 1; /* [begin, end), taken modulo r */
        if (way == 0)
            continue;
        if (way < width)
            end = begin + way; /* going up: only slabs that stop short of it */
        else if (r - way < width)
            begin = from + r - (r - way) + 1; /* going down: only slabs that begin above it */
        begin = around(r, begin);
        end = around(r, end);
        open += begin > end;
        leave[begin]++;
        leave[end]--;
    }
    for (uint32_t first = 0; first < r; first++) {
        open += leave[first];
        claim(task, dim, first, width, open, links, judge);
    }
}

static int claim_few_widths(const lb_task *task, unsigned dim, uint64_t links, lb_judge *judge, lb_why *why) {
    uint32_t r = task->net.radix[dim];
    uint32_t *leave = lb_array(r, sizeof *leave);
    if (!leave)
        return lb_fail_memory(why, "the cuts");
    for (unsigned shift = 1; shift <= 3; shift++)
        claim_width(task, dim, r >> shift, leave, links, judge);
    free(leave);
    return LB_OK;
}

int lb_claim_cut(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    int error = LB_OK;
    if (lb_task_class(task) == LB_SPAN)
        lb_claim_cut_spans(task, links, judge);
    if (task->kind != LB_PERMUTE)
        return LB_OK;
    for (unsigned i = 0; i < task->net.dims && !error; i++) {
        if (task->net.radix[i] > ALL_WIDTHS)
            error = claim_few_widths(task, i, links, judge, why);
        else if (task->net.radix[i] > 2) /* radix 2 has one link a node, and weights on it say the same */
            error = claim_all_widths(task, i, links, judge, why);
    }
    return error;
}
