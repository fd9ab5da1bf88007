/* Spans that make up others: see chains.h. */
#include "mpi/chains.h"

#include "mpi/memory.h"

#include <stdlib.h>

typedef struct come {
    uint32_t first, last, number;
    uint32_t step; /* in which it came first; 0: it is the node's own */
} come;

typedef struct lb_come_list {
    come *at; /* by where they begin */
    uint32_t count, room;
} lb_come_list;

static lb_come_list *list_of(const lb_chains *c, uint32_t node, uint32_t piece) {
    return &c->lists[(uint64_t)node * c->pieces + piece];
}

static int insert(lb_chains *c, lb_come_list *l, come one) {
    if (l->count == l->room) {
        uint32_t room = l->room ? 2 * l->room : 8;
        come *more = realloc(l->at, room * sizeof *more);
        if (!more)
            return LB_ERR_MEMORY;
        l->at = more;
        l->room = room;
    }
    uint32_t at = l->count++;
    for (; at > 0 && l->at[at - 1].first > one.first; at--)
        l->at[at] = l->at[at - 1];
    one.number = c->cells++;
    l->at[at] = one;
    c->chain[0] = one.number;
    return LB_OK;
}

int lb_chains_begin(lb_chains *c, uint32_t nodes, uint32_t pieces) {
    *c = (lb_chains){.nodes = nodes, .pieces = pieces};
    c->lists = lb_mpi_take((uint64_t)nodes * pieces, sizeof *c->lists);
    c->links = lb_mpi_take(nodes + UINT64_C(1), sizeof *c->links);
    c->last = lb_mpi_take(nodes + UINT64_C(1), sizeof *c->last);
    c->chain = lb_mpi_take(nodes + UINT64_C(1), sizeof *c->chain);
    int error = c->lists && c->links && c->last && c->chain ? LB_OK : LB_ERR_MEMORY;
    for (uint64_t i = 0; i < (uint64_t)nodes * pieces && !error; i++) {
        uint32_t node = (uint32_t)(i / pieces);
        error = insert(c, &c->lists[i], (come){.first = node, .last = node});
    }
    if (error)
        lb_chains_end(c);
    return error;
}

void lb_chains_end(lb_chains *c) {
    for (uint64_t i = 0; c->lists && i < (uint64_t)c->nodes * c->pieces; i++)
        free(c->lists[i].at);
    free(c->lists);
    free(c->links);
    free(c->last);
    free(c->chain);
    *c = (lb_chains){.nodes = 0};
}

/* What comes again, or is on its way as well, is there with the first. */
int lb_chains_add(lb_chains *c, uint32_t node, uint32_t piece, const lb_item *span, uint32_t step) {
    lb_come_list *l = list_of(c, node, piece);
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->at[i].first != span->origin || l->at[i].last != span->dest)
            continue;
        c->chain[0] = l->at[i].number;
        return LB_OK;
    }
    return insert(c, l, (come){.first = span->origin, .last = span->dest, .step = step});
}

/* By where they begin, so that a place is done when spans that begin there are come to. */
static void reach(lb_chains *c, const lb_come_list *l, uint32_t first, uint32_t end, uint32_t step) {
    for (uint32_t x = first; x <= end; x++)
        c->links[x] = x == first ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < l->count; i++) {
        const come *s = &l->at[i];
        if (s->first < first || s->last >= end || s->step >= step || c->links[s->first] == UINT32_MAX ||
            c->links[s->last + 1] <= c->links[s->first] + 1)
            continue;
        c->links[s->last + 1] = c->links[s->first] + 1;
        c->last[s->last + 1] = i;
    }
}

uint32_t lb_chains_find(lb_chains *c, uint32_t node, uint32_t piece, const lb_item *span, uint32_t step) {
    const lb_come_list *l = list_of(c, node, piece);
    uint32_t end = span->dest + 1, count = 0;
    reach(c, l, span->origin, end, step);
    if (c->links[end] == UINT32_MAX)
        return 0;
    for (uint32_t x = end; x > span->origin; x = l->at[c->last[x]].first)
        c->chain[count++] = l->at[c->last[x]].number;
    return count;
}
