/* Spans, and laying one out from others. */
#include "check/spans.h"

#include <stdlib.h>
#include <string.h>

uint64_t lb_spans_bytes(uint32_t nodes, uint64_t atoms) {
    uint64_t lists, each = sizeof(lb_span_list) + 8 * sizeof(lb_span); /* lists begin with room for 8 */
    if (__builtin_mul_overflow(atoms, (uint64_t)nodes, &lists) || lists > UINT64_MAX / 4 / each)
        return UINT64_MAX;
    return lists * each + (nodes + UINT64_C(1)) * (sizeof(lb_span) + sizeof(uint32_t));
}

void lb_spans_end(lb_spans *s) {
    for (uint64_t i = 0; s->lists && i < s->nodes * s->atoms; i++)
        free(s->lists[i].at);
    free(s->lists);
    free(s->reached);
    free(s->round);
    *s = (lb_spans){0};
}

int lb_spans_begin(lb_spans *s, const lb_net *net, uint64_t atoms, uint64_t limit) {
    uint32_t nodes = net->nodes;
    *s = (lb_spans){.net = net, .nodes = nodes, .atoms = atoms, .limit = UINT64_MAX};
    s->lists = lb_zeroed(nodes * atoms, sizeof *s->lists);
    s->reached = lb_array(nodes + UINT64_C(1), sizeof *s->reached);
    s->round = lb_zeroed(nodes + UINT64_C(1), sizeof *s->round);
    if (!s->lists || !s->reached || !s->round)
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < nodes; v++) {
        for (uint64_t a = 0; a < atoms && lb_node_alive(net, v); a++) {
            if (lb_spans_add(s, v, a, (lb_span){.first = v, .last = v}))
                return LB_ERR_MEMORY;
        }
    }
    s->bytes = 0; /* counted beforehand: only what is added from now on is held against the limit */
    s->limit = limit;
    return LB_OK;
}

/* The place of the first span that is not before this one. */
static uint64_t place_of(const lb_span_list *list, uint32_t first, uint32_t last) {
    uint64_t low = 0, high = list->count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        const lb_span *m = &list->at[middle];
        if (m->first < first || (m->first == first && m->last < last))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* From names to places; false: of dead nodes only. */
static bool to_places(const lb_spans *s, uint32_t *first, uint32_t *last) {
    if (!s->net->dead.nodes)
        return true;
    uint32_t end = lb_net_alive_below(s->net, *last + 1);
    *first = lb_net_alive_below(s->net, *first);
    *last = end - 1;
    return *first < end;
}

int lb_spans_add(lb_spans *s, uint32_t node, uint64_t atom, lb_span span) {
    if (!to_places(s, &span.first, &span.last))
        return LB_OK;
    lb_span_list *list = &s->lists[atom * s->nodes + node];
    uint64_t at = place_of(list, span.first, span.last), before = list->room;
    if (at < list->count && list->at[at].first == span.first && list->at[at].last == span.last) {
        if (span.time < list->at[at].time)
            list->at[at] = span;
        return LB_OK;
    }
    if (list->count == before && s->bytes > s->limit)
        return LB_ERR_SIZE;
    void *array = list->at;
    int error = lb_grow(&array, &list->room, list->count + 1, sizeof *list->at);
    list->at = array;
    if (error)
        return error;
    s->bytes += (list->room - before) * sizeof *list->at;
    memmove(list->at + at + 1, list->at + at, (list->count - at) * sizeof *list->at);
    list->at[at] = span;
    list->count++;
    return LB_OK;
}

/* The spans are looked at from left to right: one that begins where others have ended carries on from there. */
bool lb_spans_find(lb_spans *s, uint32_t node, uint64_t atom, uint32_t first, uint32_t last, lb_span *found) {
    const lb_span_list *list = &s->lists[atom * s->nodes + node];
    if (!to_places(s, &first, &last))
        return false;
    if (++s->rounds == 0) { /* after 2^32 searches the marks begin anew */
        memset(s->round, 0, (s->nodes + UINT64_C(1)) * sizeof *s->round);
        s->rounds = 1;
    }
    s->round[first] = s->rounds;
    s->reached[first] = (lb_span){0};
    for (uint64_t i = place_of(list, first, first); i < list->count && list->at[i].first <= last; i++) {
        const lb_span *span = &list->at[i];
        if (s->round[span->first] != s->rounds || span->last > last)
            continue;
        const lb_span *until = &s->reached[span->first], *later = span->time > until->time ? span : until;
        lb_span *to = &s->reached[span->last + 1];
        if (s->round[span->last + 1] != s->rounds || later->time < to->time)
            *to = (lb_span){.time = later->time, .by = later->by};
        s->round[span->last + 1] = s->rounds;
    }
    if (s->round[last + 1] != s->rounds)
        return false;
    *found = s->reached[last + 1];
    return true;
}
