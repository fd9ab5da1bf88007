/* A link that several flights share is busy once: bars of a row that overlap are counted as one. */
#include "draw/gantt_busy.h"

#include "base/base.h"

#include <stdlib.h>

typedef struct span {
    uint32_t row;
    double start, end;
} span;

static int by_row_and_start(const void *left, const void *right) {
    const span *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

static void add(lb_gantt *g, double start, double end) {
    double part = g->end / g->buckets;
    uint32_t k = (uint32_t)(start / part);
    for (k = k ? k - 1 : 0; k < g->buckets && k * part < end; k++) {
        double from = start > k * part ? start : k * part;
        double to = end < (k + 1) * part ? end : (k + 1) * part;
        if (to > from)
            g->busy[k] += (to - from) / part / g->rows;
    }
}

int lb_gantt_count_busy(lb_gantt *g, lb_why *why) {
    span *all = lb_array(g->bars, sizeof *all);
    if (!g->bars || !g->buckets || g->end <= 0) {
        free(all);
        return LB_OK;
    }
    if (!all)
        return lb_fail_memory(why, "the drawing");
    for (uint64_t i = 0; i < g->bars; i++)
        all[i] = (span){g->bar[i].row, g->bar[i].start, g->bar[i].end};
    qsort(all, g->bars, sizeof *all, by_row_and_start);
    double till = 0;
    for (uint64_t i = 0; i < g->bars; i++) {
        till = i && all[i].row == all[i - 1].row ? till : 0;
        if (all[i].end > till)
            add(g, all[i].start > till ? all[i].start : till, all[i].end);
        till = all[i].end > till ? all[i].end : till;
    }
    for (uint32_t k = 0; k < g->buckets; k++)
        g->mean += g->busy[k] / g->buckets;
    free(all);
    return LB_OK;
}
