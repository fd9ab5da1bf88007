/* What links must carry, and how far. */
#include "mpi/links_bound.h"

#include <stdlib.h>

int lb_links_bound(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time) {
    lb_witness *w = calloc(1, sizeof *w);
    if (!w)
        return LB_ERR_MEMORY;
    int error = lb_bound_linear(task, ports, cost, time, w, NULL);
    if (!error && w->kind == LB_WITNESS_WORTH) {
        lb_cost free_starts = *cost;
        free_starts.beta = (lb_ratio){0, 1};
        error = lb_bound_linear(task, ports, &free_starts, time, w, NULL);
        error = error || lb_ratio_plus(time, cost->beta) ? error : LB_ERR_SIZE;
    }
    bool ends = w->kind == LB_WITNESS_ENDS, mean = w->kind == LB_WITNESS_LINKS && w->first;
    if (!error && (ends || mean)) {
        uint64_t links = ends && w->width < w->capacity ? w->width : w->capacity;
        lb_ratio starts = cost->beta;
        *time = cost->tau;
        if (!lb_ratio_scale(time, cost->bytes, lb_task_parts(task)) || !lb_ratio_scale(time, w->load, links) ||
            !lb_ratio_scale(&starts, ends ? w->radius : 1, 1) || !lb_ratio_plus(time, starts))
            error = LB_ERR_SIZE;
    }
    free(w);
    return error;
}
