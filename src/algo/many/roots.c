/* many-roots: which packets are gathered, and which batches there are. */
#include "algo/many/roots.h"

#include <stdlib.h>

#define MOST_PASSES 16
#define MOST_LISTED (UINT32_C(1) << 16)
#define MOST_RANKS  (UINT64_C(1) << 26) /* entries of the table of ranks */

static uint32_t nodes_of(const lb_roots *r) {
    return r->task->net.nodes;
}

/* What a node has beside the groups that every node has. */
static uint64_t rest_of(const lb_roots *r, uint32_t node) {
    return lb_roots_has(r, node) - (uint64_t)r->every * r->d;
}

/* Groups of a node that stay where they are: what more than the passes take, rounded up. */
static uint32_t placed_of(const lb_roots *r, uint32_t node) {
    uint64_t rest = rest_of(r, node), taken = (uint64_t)r->passes * r->d;
    return rest > taken ? (uint32_t)lb_ceil_div(rest - taken, r->d) : 0;
}

static uint64_t gathered_of(const lb_roots *r, uint32_t node) {
    uint64_t rest = rest_of(r, node), stay = (uint64_t)placed_of(r, node) * r->d;
    return rest > stay ? rest - stay : 0;
}

/* ---- Gathering ---- */

static void count_ranks(lb_roots *r) {
    uint32_t at = 0, n = nodes_of(r);
    for (uint32_t p = 0; p < r->passes; p++) {
        uint32_t *rank = r->rank + (uint64_t)p * (n + 1);
        for (uint32_t v = 0; v < n; v++) {
            uint64_t has = gathered_of(r, v), done = (uint64_t)p * r->d;
            rank[v] = at;
            at += has <= done ? 0 : has - done < r->d ? (uint32_t)(has - done) : r->d;
        }
        rank[n] = at;
    }
    r->ranked = at;
}

/* The hops, and which slots are used. */
static void count_hops(lb_roots *r) {
    uint32_t n = nodes_of(r), first = UINT32_MAX, last = 0;
    r->hops = 0;
    for (uint32_t p = 0; p < r->passes; p++) {
        const uint32_t *rank = r->rank + (uint64_t)p * (n + 1);
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t k = rank[v]; k < rank[v + 1]; k++) {
                uint32_t way = v ^ (k / r->d & (n - 1)), begin = p * r->d + k % r->d + 1;
                if (way == 0)
                    continue;
                uint32_t low = begin + (unsigned)__builtin_ctz(way), high = begin + 31 - (unsigned)__builtin_clz(way);
                r->hops += (unsigned)__builtin_popcount(way);
                first = low < first ? low : first;
                last = high > last ? high : last;
            }
        }
    }
    r->lead = r->hops ? first - 1 : 0;
    r->gather = r->hops ? last - r->lead : 0;
}

lb_parcel lb_roots_ranked(const lb_roots *r, uint32_t number) {
    uint32_t n = nodes_of(r), pass = 0;
    if (r->by_rank)
        return r->by_rank[number];
    while (number >= r->rank[(uint64_t)pass * (n + 1) + n])
        pass++;
    const uint32_t *rank = r->rank + (uint64_t)pass * (n + 1);
    uint32_t low = 0, high = n - 1; /* the last node whose first rank is not above */
    while (low < high) {
        uint32_t middle = high - (high - low) / 2;
        if (rank[middle] <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return lb_roots_parcel(r, low, ((uint64_t)r->every + pass) * r->d + (number - rank[low]));
}

/* Every packet is asked for at every node, or nearly. */
static int list_ranked(lb_roots *r) {
    if (r->ranked > MOST_LISTED)
        return LB_OK;
    lb_parcel *list = lb_array(r->ranked, sizeof *list);
    for (uint32_t number = 0; list && number < r->ranked; number++)
        list[number] = lb_roots_ranked(r, number);
    r->by_rank = list;
    return list ? LB_OK : LB_ERR_MEMORY;
}

/* ---- Batches ---- */

static int add(lb_roots *r, lb_root_batch batch) {
    void *list = r->batch;
    int error = lb_grow(&list, &r->room, r->batches + 1, sizeof *r->batch);
    r->batch = list;
    if (error)
        return error;
    if (r->batches) {
        const lb_root_batch *last = &r->batch[r->batches - 1];
        batch.start = last->start + (last->repeat << last->k) + lb_roots_gap(last, &batch);
    } else {
        batch.start = 0;
    }
    r->batch[r->batches++] = batch;
    return LB_OK;
}

/* What is left of the groups when full cubes are taken away, rounded up so that it takes the fewest slots: every bit of
 * it is a batch, and the last one has the fewer dimensions to go the larger it is. */
static uint32_t round_up(unsigned d, uint32_t groups) {
    uint32_t best = groups, least = UINT32_MAX;
    for (unsigned k = 0; k <= d && groups; k++) {
        uint32_t all = (uint32_t)lb_ceil_div(groups, UINT64_C(1) << k) << k;
        uint32_t slots = all + (unsigned)__builtin_popcount(all) + d - (unsigned)__builtin_ctz(all);
        if (slots < least) {
            least = slots;
            best = all;
        }
    }
    return best;
}

static int add_ranked(lb_roots *r) {
    uint32_t n = nodes_of(r), groups = (uint32_t)lb_ceil_div(r->ranked, r->d), full = groups / n;
    uint32_t left = round_up(r->d, groups % n), root = 0;
    if (left == n) {
        full++;
        left = 0;
    }
    int error = full ? add(r, (lb_root_batch){.kind = LB_BATCH_RANKED, .k = r->d, .repeat = full}) : LB_OK;
    for (unsigned k = r->d; k-- > 0 && !error;) {
        if (!(left >> k & 1))
            continue;
        error = add(
            r, (lb_root_batch){.kind = LB_BATCH_RANKED, .k = k, .root = root, .repeat = 1, .first = full * n + root});
        root += UINT32_C(1) << k;
    }
    return error;
}

static int add_batches(lb_roots *r) {
    r->batches = 0;
    int error = LB_OK;
    if (r->every)
        error = add(r, (lb_root_batch){.kind = LB_BATCH_EVERY, .k = r->d, .repeat = r->every});
    if (!error && r->ranked)
        error = add_ranked(r);
    for (uint32_t v = 0; v < nodes_of(r) && !error; v++) {
        uint32_t groups = placed_of(r, v);
        uint32_t first = (uint32_t)(r->every * (uint64_t)r->d + gathered_of(r, v));
        if (groups)
            error = add(r, (lb_root_batch){.kind = LB_BATCH_PLACED, .root = v, .repeat = groups, .first = first});
    }
    return error;
}

/* In the last slot the packets of the last groups of the last batch go down to their last leaves, those of tree j over
 * dimension j. If there is only one group it may have fewer than d packets. */
static unsigned last_dimension(const lb_roots *r, const lb_root_batch *last) {
    uint64_t turn = last->repeat - 1, left = r->d;
    if (last->kind == LB_BATCH_RANKED)
        left = r->ranked - (last->first + (turn << last->k)) * r->d;
    else if (last->kind == LB_BATCH_PLACED)
        left = lb_roots_has(r, last->root) - last->first - turn * r->d;
    return left < r->d ? (unsigned)left - 1 : r->d - 1;
}

static int lay_out(lb_roots *r, uint32_t passes) {
    r->passes = passes;
    free(r->rank);
    r->rank = lb_array(passes * ((uint64_t)nodes_of(r) + 1), sizeof *r->rank);
    if (!r->rank)
        return LB_ERR_MEMORY;
    count_ranks(r);
    count_hops(r);
    int error = add_batches(r);
    r->slots = r->gather;
    if (!error && r->batches) {
        const lb_root_batch *last = &r->batch[r->batches - 1];
        r->slots += (uint64_t)last->start + ((uint64_t)last->repeat << last->k) + r->d - last->k;
        r->last = last_dimension(r, last);
    }
    return error;
}

/* ---- Choosing ---- */

int lb_roots_begin(lb_roots *r, const lb_task *task, uint64_t packets) {
    *r = (lb_roots){.d = task->net.ports, .task = task, .packets = packets};
    uint32_t n = nodes_of(r), best = 0;
    uint64_t fewest = UINT64_MAX, most = 0, least = UINT64_MAX;
    for (uint32_t v = 0; v < n; v++) {
        uint64_t has = lb_roots_has(r, v);
        most = has > most ? has : most;
        fewest = has < fewest ? has : fewest;
    }
    r->every = (uint32_t)(fewest / r->d);
    uint64_t needed = lb_ceil_div(most - (uint64_t)r->every * r->d, r->d);
    for (uint32_t passes = 0; passes <= MOST_PASSES && lb_times(passes, n) <= MOST_RANKS;
         passes = passes ? 2 * passes : 1) {
        uint32_t tried = passes < needed ? passes : (uint32_t)needed;
        int error = lay_out(r, tried);
        if (error)
            return error;
        if (r->slots < least) {
            least = r->slots;
            best = tried;
        }
        if (passes >= needed)
            break;
    }
    int error = best == r->passes ? LB_OK : lay_out(r, best);
    return error ? error : list_ranked(r);
}

void lb_roots_end(lb_roots *r) {
    free(r->rank);
    free(r->by_rank);
    free(r->batch);
    r->by_rank = NULL;
    r->rank = NULL;
    r->batch = NULL;
}
