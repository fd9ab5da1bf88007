/* From who wants what to a task: see wants.h. */
#include "import/wants.h"

#include "base/keyed.h"

#include <inttypes.h>
#include <stdlib.h>

int lb_wants_add(lb_wants *d, uint32_t source, uint32_t chunk, uint32_t dest) {
    void *grown = d->want;
    if (lb_grow(&grown, &d->room, d->wants + 1, sizeof *d->want))
        return LB_ERR_MEMORY;
    d->want = grown;
    d->want[d->wants++] = (lb_want){source, chunk, dest};
    return LB_OK;
}

void lb_wants_free(lb_wants *d) {
    free(d->want);
    free(d->wanted);
    free(d->rank);
    *d = (lb_wants){.want = NULL};
}

/* ---- Ranks ---- */

/* In order, each once, and a table of where. */
static int number_ranks(lb_wants *d) {
    uint32_t last = 0;
    for (uint64_t k = 0; k < d->wants; k++) {
        last = d->want[k].source > last ? d->want[k].source : last;
        last = d->want[k].dest > last ? d->want[k].dest : last;
    }
    d->numbers = last + UINT64_C(1);
    d->rank = lb_zeroed(d->numbers, sizeof *d->rank);
    if (!d->rank)
        return LB_ERR_MEMORY;
    for (uint64_t k = 0; k < d->wants; k++)
        d->rank[d->want[k].source] = d->rank[d->want[k].dest] = 1;
    for (uint64_t k = 0; k < d->numbers; k++)
        d->rank[k] = d->rank[k] ? d->ranks++ : LB_NONE;
    return LB_OK;
}

uint32_t lb_wants_rank(const lb_wants *d, uint32_t number) {
    return number < d->numbers ? d->rank[number] : LB_NONE;
}

/* ---- Chunks ---- */

/* By source, chunk and destination. */
static int sort_wants(lb_wants *d) {
    lb_keyed *order = lb_array(d->wants, sizeof *order);
    lb_want *sorted = lb_array(d->wants, sizeof *sorted);
    int error = order && sorted ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t k = 0; k < d->wants && !error; k++)
        order[k] = (lb_keyed){d->want[k].dest, k};
    if (!error)
        error = lb_sort_keyed(order, d->wants);
    for (uint64_t k = 0; k < d->wants && !error; k++)
        order[k].key = (uint64_t)d->want[order[k].at].source << 32 | d->want[order[k].at].chunk;
    if (!error)
        error = lb_sort_keyed(order, d->wants);
    for (uint64_t k = 0; k < d->wants && !error; k++)
        sorted[k] = d->want[order[k].at];
    free(order);
    if (error) {
        free(sorted);
        return error;
    }
    free(d->want);
    d->want = sorted;
    d->room = d->wants;
    return LB_OK;
}

/* Each chunk once. *few, *many: the least and the largest number of those who want the same one. */
static int list_chunks(lb_wants *d, uint64_t *few, uint64_t *many) {
    d->wanted = lb_array(d->wants, sizeof *d->wanted);
    if (!d->wanted || sort_wants(d))
        return LB_ERR_MEMORY;
    *few = UINT64_MAX;
    *many = 0;
    for (uint64_t k = 0, next; k < d->wants; k = next) {
        const lb_want *w = &d->want[k];
        uint64_t who = 1;
        for (next = k + 1; next < d->wants && d->want[next].source == w->source && d->want[next].chunk == w->chunk;
             next++)
            who += d->want[next].dest != d->want[next - 1].dest;
        d->wanted[d->count++] = (lb_wanted){.source = w->source, .chunk = w->chunk, .dest = w->dest};
        *few = who < *few ? who : *few;
        *many = who > *many ? who : *many;
    }
    return LB_OK;
}

/* Numbers the chunks between the same two. *each: how many those have, 0 where that differs; *pairs: how many there
 * are. */
static int number_chunks(lb_wants *d, uint64_t *each, uint64_t *pairs) {
    uint64_t size = d->kind == LB_ALLGATHER || d->kind == LB_BROADCAST ? 1 : d->ranks;
    uint32_t *seen = lb_zeroed(size, sizeof *seen);
    if (!seen)
        return LB_ERR_MEMORY;
    *each = *pairs = 0;
    bool same = true;
    for (uint64_t k = 0, next; k < d->count; k = next) {
        for (next = k; next < d->count && d->wanted[next].source == d->wanted[k].source; next++) {
            uint32_t *last = &seen[size == 1 ? 0 : lb_wants_rank(d, d->wanted[next].dest)];
            *pairs += *last == 0;
            d->wanted[next].index = (*last)++;
        }
        for (uint64_t i = 0; i < size; i++) {
            same = same && (!seen[i] || !*each || seen[i] == *each);
            *each = seen[i] ? seen[i] : *each;
            seen[i] = 0;
        }
    }
    *each = same ? *each : 0;
    free(seen);
    return LB_OK;
}

/* ---- The task ---- */

static uint64_t count_sources(const lb_wants *d, bool *one_dest) {
    uint64_t sources = 0;
    *one_dest = true;
    for (uint64_t k = 0; k < d->count; k++) {
        sources += k == 0 || d->wanted[k].source != d->wanted[k - 1].source;
        *one_dest = *one_dest && d->wanted[k].dest == d->wanted[0].dest;
    }
    return sources;
}

static bool find_kind(lb_wants *d, uint64_t few, uint64_t many, lb_task_params *params) {
    bool one_dest, all = few == d->ranks - 1, single = many == 1;
    uint64_t sources = count_sources(d, &one_dest);
    if (few != many || (!all && !single))
        return false;
    if (all && sources == d->ranks)
        d->kind = LB_ALLGATHER;
    else if (all && sources == 1)
        d->kind = LB_BROADCAST;
    else if (single && one_dest)
        d->kind = LB_GATHER;
    else
        d->kind = sources == 1 ? LB_SCATTER : LB_ALLTOALL;
    params->root = lb_wants_rank(d, d->kind == LB_GATHER ? d->wanted[0].dest : d->wanted[0].source);
    return true;
}

int lb_wants_settle(lb_wants *d, const lb_page *page, lb_sketch *sketch) {
    uint64_t few, many, each = 0, pairs = 0;
    if (d->wants == 0)
        return lb_page_fail(page, 0, "nobody wants anything");
    if (number_ranks(d) || list_chunks(d, &few, &many))
        return lb_fail_memory(page->why, "a demand");
    bool good = find_kind(d, few, many, &sketch->params);
    if (good && number_chunks(d, &each, &pairs))
        return lb_fail_memory(page->why, "a demand");
    uint64_t n = d->ranks, most = d->kind == LB_ALLTOALL    ? n * (n - 1)
                                  : d->kind == LB_ALLGATHER ? n
                                  : d->kind == LB_BROADCAST ? 1
                                                            : n - 1;
    if (!good || !each || pairs != most)
        return lb_page_fail(page, 0,
                            "what is wanted is no allgather, alltoall, broadcast, gather or scatter of equal blocks");
    sketch->nodes = d->ranks;
    sketch->kind = d->kind;
    sketch->denominator = each;
    return LB_OK;
}

bool lb_wants_item(const lb_wants *d, uint32_t source, uint32_t chunk, lb_item *item) {
    uint64_t low = 0, high = d->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        const lb_wanted *w = &d->wanted[middle];
        if (w->source < source || (w->source == source && w->chunk < chunk))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == d->count || d->wanted[low].source != source || d->wanted[low].chunk != chunk)
        return false;
    const lb_wanted *w = &d->wanted[low];
    bool named = d->kind != LB_ALLGATHER && d->kind != LB_BROADCAST;
    *item = (lb_item){.origin = lb_wants_rank(d, source),
                      .dest = named ? lb_wants_rank(d, w->dest) : LB_NONE,
                      .lo = w->index,
                      .hi = w->index + UINT64_C(1)};
    return true;
}
