/* packetize: packets too large for the unit clock are cut, and each step becomes as many steps as its largest packet
 * needs. What a step sends was held when it began, so sending it a little later in smaller packets is as valid. */
#include "plan/plan.h"

#include <inttypes.h>

static uint64_t move_units(const lb_plan *plan, uint64_t m) {
    uint64_t units = 0;
    for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
        lb_item item = lb_plan_item(plan, i);
        units += item.hi - item.lo;
    }
    return units;
}

/* Sends the items of one move in packets of at most `capacity` units, in the steps from `step` on. */
static void cut_move(const lb_plan *plan, lb_builder *b, uint64_t m, uint32_t step, uint64_t capacity) {
    uint64_t room = 0;
    for (uint64_t i = lb_plan_first_item(plan, m); i < lb_plan_first_item(plan, m + 1); i++) {
        lb_item item = lb_plan_item(plan, i), piece = item;
        while (piece.lo < item.hi) {
            if (room == 0) {
                lb_build_move(b, step++, plan->node ? plan->node[m] : 0, plan->port[m], (lb_op)lb_plan_op_of(plan, m));
                room = capacity;
            }
            piece.hi = item.hi - piece.lo > room ? piece.lo + room : item.hi;
            lb_build_item(b, piece);
            room -= piece.hi - piece.lo;
            piece.lo = piece.hi;
        }
    }
}

static int packetize_flat(const lb_plan *plan, uint64_t capacity, lb_plan **out, lb_why *why) {
    lb_builder b;
    lb_build_begin(&b, plan->task, plan->orbit, LB_UNIT, plan->ports, plan->denominator, capacity);
    uint64_t packets = 0;
    for (uint64_t m = 0; m < plan->nmoves; m++) { /* a cut inside an item makes one item more */
        if (__builtin_add_overflow(packets, lb_ceil_div(move_units(plan, m), capacity), &packets))
            packets = UINT64_MAX;
    }
    int error = lb_build_expect(&b, packets, packets == UINT64_MAX ? packets : packets + plan->nitems, why);
    if (error)
        return error;
    uint64_t begin = 1; /* the first step of what was one step */
    for (uint32_t step = 1; step <= plan->steps; step++) {
        uint64_t longest = 0;
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            uint64_t needs = lb_ceil_div(move_units(plan, m), capacity);
            longest = needs > longest ? needs : longest;
        }
        if (begin + longest >= UINT32_MAX) {
            lb_build_abandon(&b);
            return lb_fail(why, LB_ERR_SIZE, "the plan would take more than 2^32 steps");
        }
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++)
            cut_move(plan, &b, m, (uint32_t)begin, capacity);
        begin += longest;
    }
    return lb_build_finish(&b, plan->algorithm, out, why);
}

int lb_plan_packetize(const lb_plan *plan, uint64_t capacity, lb_plan **out, lb_why *why) {
    *out = NULL;
    const lb_plan *flat;
    lb_plan *made;
    int error = lb_plan_flat(plan, &flat, &made, why);
    if (!error)
        error = packetize_flat(flat, capacity, out, why);
    lb_plan_free(made);
    return error;
}
