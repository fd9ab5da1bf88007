/* interleave: every step is done in turn by g copies of a plan, each with 1/g of every block. A link then has the
 * packets of all copies behind each other, so that where several may be under way the latency of one is hidden behind
 * the bytes of the others. pipeline starts copies as far apart as keeps them off each other's links, which for a plan
 * that keeps its links busy is after its end; interleaved, they need not be kept off. What a step sends was held when
 * it began, so a part of it can as well be sent a little later, before the next one begins. */
#include "plan/plan.h"

#include <inttypes.h>

static void add_copy(const lb_plan *plan, lb_builder *b, uint64_t m, uint32_t step, uint64_t shift) {
    lb_build_move(b, step, plan->node ? plan->node[m] : 0, plan->port[m], (lb_op)lb_plan_op_of(plan, m));
    for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
        lb_item item = lb_plan_item(plan, i);
        item.lo += shift;
        item.hi += shift;
        lb_build_item(b, item);
    }
}

static int interleave_flat(const lb_plan *plan, uint32_t groups, lb_plan **out, lb_why *why) {
    uint64_t finer;
    if (groups == 0)
        return lb_fail(why, LB_ERR_ARG, "at least one copy is interleaved");
    if (__builtin_mul_overflow(plan->denominator, (uint64_t)groups, &finer) || finer > LB_MAX_DENOMINATOR)
        return lb_fail(why, LB_ERR_SIZE, "pieces would be smaller than 2^-53 of a block");
    if (lb_times(plan->steps, groups) >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%" PRIu32 " copies take more than 2^32 steps", groups);
    lb_builder b;
    lb_build_begin(&b, plan->task, plan->orbit, plan->clock, plan->ports, finer,
                   plan->clock == LB_UNIT ? plan->packet : finer);
    int error = lb_build_expect(&b, lb_times(plan->nmoves, groups), lb_times(plan->nitems, groups), why);
    if (error)
        return error;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        for (uint32_t g = 0; g < groups; g++) {
            for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++)
                add_copy(plan, &b, m, (step - 1) * groups + g + 1, g * plan->denominator);
        }
    }
    return lb_build_finish(&b, plan->algorithm, out, why);
}

int lb_plan_interleave(const lb_plan *plan, uint32_t groups, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = interleave_flat(flat, groups, out, why);
    lb_plan_free(made);
    return error;
}
