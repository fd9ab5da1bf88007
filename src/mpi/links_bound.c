/* What links must carry, and how far. */
#include "mpi/links_bound.h"

#include <stdlib.h>

/* Whether some links are faster than others: lanes. */
static bool has_lanes(const lb_net *net) {
    for (unsigned p = 0; p < lb_net_ports(net); p++) {
        uint32_t next = lb_neighbor(net, 0, p);
        if (next != LB_NONE && next && lb_port_to(net, 0, next) != p)
            return true;
    }
    return false;
}

/* No more than what the bytes take and what the start-ups take. */
static int together(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time) {
    lb_cost bytes = *cost, starts = *cost;
    lb_ratio most, more;
    bytes.beta = starts.tau = (lb_ratio){0, 1};
    int error = lb_bound_linear(task, ports, cost, time, NULL, NULL);
    if (!error)
        error = lb_bound_linear(task, ports, &bytes, &most, NULL, NULL);
    if (!error)
        error = lb_bound_linear(task, ports, &starts, &more, NULL, NULL);
    if (!error && !lb_ratio_plus(&most, more))
        error = LB_ERR_SIZE;
    if (!error && lb_ratio_compare(most, *time) < 0)
        *time = most;
    return error;
}

int lb_links_bound(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time) {
    lb_task_kind kind = lb_task_kind_of(task);
    /* LB_WITNESS_WORTH would be found there, which takes long. */
    if ((kind == LB_BROADCAST || kind == LB_REDUCE) && has_lanes(lb_task_net(task)))
        return together(task, ports, cost, time);
    lb_witness *w = calloc(1, sizeof *w);
    if (!w)
        return LB_ERR_MEMORY;
    int error = lb_bound_linear(task, ports, cost, time, w, NULL);
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
