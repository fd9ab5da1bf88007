/* What the plans of scans have in common once their packets, steps and moves are counted. */
#include "algo/prefix/spans.h"

#include "algo/common/formula.h"

#include <stdlib.h>

uint64_t lb_spans_packets(const lb_task *task, const lb_plan_options *o,
                          int (*choose)(const lb_task *task, const lb_plan_options *o, uint32_t *groups)) {
    uint32_t groups = 1;
    if (o->clock == LB_UNIT)
        return o->packets;
    if (lb_can_choose(o))
        choose(task, o, &groups);
    return groups;
}

double lb_spans_near_time(const lb_plan_options *o, uint64_t stages, uint32_t groups) {
    double data = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / groups;
    return (double)stages * (data + lb_ratio_value(o->cost->beta));
}

int lb_spans_generated(const lb_task *task, const lb_plan_options *o, const char *name, const lb_span_plan *spans,
                       lb_plan **plan, lb_why *why) {
    if (spans->steps > UINT32_MAX - 1 || spans->moves >= UINT64_C(1) << 62) {
        free(spans->data);
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    }
    lb_generator generator = {
        .one = spans->one,
        .part = spans->part,
        .free = free,
        .data = spans->data,
        .bytes = spans->bytes,
        .denominator = spans->packets > 1 ? spans->packets : 0,
        .fine = true,
        .has_origin = true,
        .has_dest = true,
    };
    int error = lb_plan_generated(task, name, LB_EXPLICIT, (uint32_t)spans->steps, spans->moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return LB_OK;
}
