/* Queues with buckets by distance left: push and pop in constant time. */
#include "algo/common/queues.h"

#include <stdlib.h>

#define BUCKET_BYTES (UINT64_C(256) << 20) /* what the buckets of all queues may take before they get coarser */

int lb_queues_begin(lb_queues *q, uint64_t count, uint32_t farthest) {
    *q = (lb_queues){.count = count, .farthest = farthest};
    uint64_t fine = (uint64_t)farthest + 1, affordable = BUCKET_BYTES / (8 * (count ? count : 1));
    fine = fine > 64 ? 64 : fine;
    q->buckets = (unsigned)(affordable < 1 ? 1 : affordable < fine ? affordable : fine);
    q->head = lb_zeroed(count * q->buckets, sizeof *q->head);
    q->tail = lb_zeroed(count * q->buckets, sizeof *q->tail);
    q->filled = lb_zeroed(count, sizeof *q->filled);
    q->length = lb_zeroed(count, sizeof *q->length);
    q->active = lb_array(count, sizeof *q->active);
    q->listed = lb_zeroed(count, 1);
    q->served = lb_array(count, sizeof *q->served);
    if (!q->head || !q->tail || !q->filled || !q->length || !q->active || !q->listed || !q->served)
        return LB_ERR_MEMORY;
    return LB_OK;
}

void lb_queues_end(lb_queues *q) {
    free(q->head);
    free(q->tail);
    free(q->filled);
    free(q->length);
    free(q->active);
    free(q->listed);
    free(q->served);
    free(q->entries);
}

static int take_entry(lb_queues *q, uint32_t *index) {
    if (q->free) {
        *index = q->free;
        q->free = q->entries[q->free - 1].next;
        return LB_OK;
    }
    void *entries = q->entries;
    if (q->used + 1 >= UINT32_MAX || lb_grow(&entries, &q->room, q->used + 1, sizeof *q->entries))
        return LB_ERR_MEMORY;
    q->entries = entries;
    *index = (uint32_t)++q->used;
    return LB_OK;
}

int lb_queues_push(lb_queues *q, uint64_t queue, lb_waiting packet, uint32_t left) {
    uint32_t index;
    if (take_entry(q, &index))
        return LB_ERR_MEMORY;
    unsigned bucket = (unsigned)((uint64_t)left * (q->buckets - 1) / (q->farthest ? q->farthest : 1));
    uint64_t place = queue * q->buckets + bucket;
    q->entries[index - 1] = (lb_queued){.packet = packet, .next = 0};
    if (q->tail[place])
        q->entries[q->tail[place] - 1].next = index;
    else
        q->head[place] = index;
    q->tail[place] = index;
    q->filled[queue] |= UINT64_C(1) << bucket;
    q->length[queue]++;
    if (!q->listed[queue]) {
        q->listed[queue] = 1;
        q->active[q->nactive++] = queue;
    }
    q->waiting++;
    return LB_OK;
}

lb_waiting lb_queues_pop(lb_queues *q, uint64_t queue) {
    unsigned bucket = 63 - (unsigned)__builtin_clzll(q->filled[queue]);
    uint64_t place = queue * q->buckets + bucket;
    uint32_t index = q->head[place];
    lb_queued *entry = &q->entries[index - 1];
    q->head[place] = entry->next;
    if (!entry->next) {
        q->tail[place] = 0;
        q->filled[queue] &= ~(UINT64_C(1) << bucket);
    }
    entry->next = q->free;
    q->free = index;
    q->length[queue]--;
    q->waiting--;
    return entry->packet;
}

/* By counting lengths would be faster; queues are few where order matters (a port limit). */
static void sort_by_length(lb_queues *q) {
    for (uint64_t gap = q->nactive / 2; gap > 0; gap /= 2) {
        for (uint64_t i = gap; i < q->nactive; i++) {
            uint64_t queue = q->active[i], j = i;
            for (; j >= gap && q->length[q->active[j - gap]] < q->length[queue]; j -= gap)
                q->active[j] = q->active[j - gap];
            q->active[j] = queue;
        }
    }
}

uint64_t lb_queues_order(lb_queues *q, bool longest_first) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < q->nactive; i++) {
        if (q->length[q->active[i]])
            q->active[kept++] = q->active[i];
        else
            q->listed[q->active[i]] = 0;
    }
    q->nactive = kept;
    if (longest_first)
        sort_by_length(q);
    return kept;
}

static int by_queue(const void *left, const void *right) {
    const lb_served *a = left, *b = right;
    return a->queue < b->queue ? -1 : a->queue > b->queue;
}

void lb_queues_sort_served(lb_queues *q, size_t count) {
    qsort(q->served, count, sizeof *q->served, by_queue);
}
