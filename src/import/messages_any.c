/* Receives from anybody, or of any tag. If all messages to the rank that such a receive can meet have the same sender
 * and tag, it could as well name them. Otherwise it is chance which it meets, and nothing can be said of the file. */
#include "import/messages_any.h"

#include <inttypes.h>
#include <stdlib.h>

#define MOST_WORK (UINT64_C(1) << 28) /* messages looked at */

/* A message, by what receives tell it by. */
typedef struct letter {
    uint32_t to, from, tag;
} letter;

static int by_ends(const void *a, const void *b) {
    const letter *x = a, *y = b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

static bool is_open(const lb_deed *d) {
    return d->kind == LB_DEED_RECEIVE && (d->peer == LB_NONE || d->tag == LB_NONE);
}

/* All messages, those to a rank together, and of those that are alike one. */
static letter *sort_letters(const lb_messages *m, uint64_t *count) {
    uint64_t all = 0;
    letter *list = lb_array(m->deeds, sizeof *list);
    *count = 0;
    for (uint64_t k = 0; list && k < m->deeds; k++) {
        const lb_deed *d = &m->deed[k];
        if (d->kind == LB_DEED_SEND)
            list[all++] = (letter){d->peer, d->rank, d->tag};
    }
    if (all)
        qsort(list, all, sizeof *list, by_ends);
    for (uint64_t k = 0; k < all; k++) {
        if (k == 0 || by_ends(&list[k], &list[*count - 1]) != 0)
            list[(*count)++] = list[k];
    }
    return list;
}

static uint64_t first_to(const letter *list, uint64_t count, uint32_t rank) {
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (list[middle].to < rank)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int choose(lb_messages *m, const lb_page *page, uint32_t deed, const letter *list, uint64_t count,
                  uint64_t *work) {
    lb_deed *d = &m->deed[deed];
    const letter *only = NULL;
    for (uint64_t k = first_to(list, count, d->rank); k < count && list[k].to == d->rank; k++, ++*work) {
        const letter *l = &list[k];
        if ((d->peer != LB_NONE && d->peer != l->from) || (d->tag != LB_NONE && d->tag != l->tag))
            continue;
        if (only)
            return lb_fail(page->why, LB_ERR_UNSUPPORTED,
                           "%s:%" PRIu32 ": a receive from anybody, or of any tag, can meet different messages here: "
                           "which is chance",
                           page->shown, d->line);
        only = l;
    }
    if (*work > MOST_WORK)
        return lb_fail(page->why, LB_ERR_SIZE, "%s: too many receives from anybody, or of any tag", page->shown);
    if (!only)
        return lb_page_broken(page, d->line, "deadlock", "rank %" PRIu32 " waits here for a message that never comes",
                              d->rank);
    d->peer = only->from;
    d->tag = only->tag;
    return LB_OK;
}

int lb_messages_any(lb_messages *m, const lb_page *page) {
    uint64_t count = 0, work = 0, open = 0;
    for (uint64_t k = 0; k < m->deeds; k++)
        open += is_open(&m->deed[k]);
    if (open == 0)
        return LB_OK;
    letter *list = sort_letters(m, &count);
    int error = list ? LB_OK : lb_fail_memory(page->why, "messages");
    for (uint32_t k = 0; k < m->deeds && !error; k++) {
        if (is_open(&m->deed[k]))
            error = choose(m, page, k, list, count, &work);
    }
    free(list);
    return error;
}
