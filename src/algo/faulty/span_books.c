/* Keeping the books of pulling. */
#include "algo/faulty/span_books.h"

#include <stdlib.h>

void lb_pull_enter(lb_pull *g, uint32_t v, lb_span_range a) {
    lb_belongings *h = &g->has[v];
    void *array = h->at;
    if (h->count == h->room && lb_grow(&array, &h->room, h->count + 1, sizeof *h->at))
        g->error = LB_ERR_MEMORY;
    h->at = array;
    array = g->log;
    if (g->entries == g->log_room && lb_grow(&array, &g->log_room, g->entries + 1, sizeof *g->log))
        g->error = LB_ERR_MEMORY;
    g->log = array;
    if (!g->error)
        g->log[g->entries++] = v;
    if (!g->error)
        h->at[h->count++] = (lb_belonging){lb_pull_first(g, a), lb_pull_last(g, a), LB_NONE};
}

void lb_pull_take_back(lb_pull *g, uint64_t legs, uint64_t entries) {
    while (g->legs->count > legs) {
        const lb_span_leg *leg = &g->legs->at[--g->legs->count];
        lb_timetable_give_back(&g->table, leg->step, leg->link);
    }
    while (g->entries > entries)
        g->has[g->log[--g->entries]].count--;
}

void lb_pull_end(lb_pull *g) {
    for (uint32_t v = 0; g->has && v < g->r->nodes; v++)
        free(g->has[v].at);
    free(g->has);
    free(g->order);
    free(g->log);
    lb_timetable_end(&g->table);
}

int lb_pull_begin(lb_pull *g) {
    uint32_t n = g->r->nodes;
    g->has = lb_zeroed(n, sizeof *g->has);
    g->order = lb_array(n, sizeof *g->order);
    if (!g->has || !g->order || lb_timetable_begin(&g->table, &g->s->map, g->s->limit, g->manner.period))
        return LB_ERR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        g->order[v] = v;
    for (uint32_t i = n; i > 1 && g->manner.seed; i--) {
        g->random = g->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t j = (uint32_t)((g->random >> 33) % i), kept = g->order[i - 1];
        g->order[i - 1] = g->order[j];
        g->order[j] = kept;
    }
    return LB_OK;
}
