/* What the plans of scans have in common once their packets, steps and moves are counted. */
#include "many/many.h"

#include <stdlib.h>

int lb_spans_generated(const lb_task *task, const lb_plan_options *o, const char *name, const lb_spans *spans,
                       lb_plan **plan, lb_why *why) {
    if (spans->steps > UINT32_MAX - 1 || spans->moves >= UINT64_C(1) << 62) {
        free(spans->data);
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    }
    lb_generator generator = {
        .one = spans->one,
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
