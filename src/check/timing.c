/* What a simulation tells: times as fractions, and the critical path. */
#include "check/simulation.h"
#include "net/route.h"

#include <stdlib.h>

static int fill_busy(lb_simulation *s, uint64_t links, lb_timing *timing, lb_why *why) {
    timing->busy = lb_array(links, sizeof *timing->busy);
    if (!timing->busy)
        return lb_fail_memory(why, "the links' times");
    timing->busy_count = links;
    for (uint64_t i = 0; i < links; i++) {
        timing->busy[i] = (lb_ratio){0, 1};
        if (s->busy[i]) /* none is longer than the busiest, which fitted */
            lb_ratio_make(s->busy[i], s->ticks.scale, &timing->busy[i]);
    }
    return lb_critical_path(s, timing, why);
}

int lb_timing_fill(lb_simulation *s, lb_timing *timing, lb_why *why) {
    uint64_t links = (s->source->relative ? 1 : (uint64_t)s->net->nodes) * lb_net_base(s->net)->ports;
    uint64_t busiest = 0;
    uint64_t alive = s->source->relative ? links : lb_links_alive(lb_net_base(s->net));
    double sum = 0;
    for (uint64_t i = 0; i < links; i++) {
        busiest = s->busy[i] > busiest ? s->busy[i] : busiest;
        sum += (double)s->busy[i];
    }
    timing->packets = s->packets * (s->source->relative ? s->net->nodes : 1);
    timing->peak_bytes = s->bytes;
    timing->utilisation = alive && s->makespan ? sum / ((double)alive * (double)s->makespan) : 0;
    if (lb_ratio_make(s->makespan, s->ticks.scale, &timing->makespan) ||
        lb_ratio_make(busiest, s->ticks.scale, &timing->busiest_link))
        return lb_fail(why, LB_ERR_SIZE, "times need more than 63 bits to be exact; use rounder numbers");
    return fill_busy(s, links, timing, why);
}

void lb_timing_free(lb_timing *timing) {
    free(timing->critical);
    timing->critical = NULL;
    timing->critical_count = 0;
    free(timing->busy);
    timing->busy = NULL;
    timing->busy_count = 0;
}
