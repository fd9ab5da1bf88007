/* A plan as the checker's source: all nodes' moves through a cursor, or the template's alone. */
#include "check/plan_source.h"

#include <stdlib.h>

static int next_full(lb_source *source, lb_move *move, lb_why *why) {
    lb_plan_source *s = (lb_plan_source *)source;
    (void)why;
    s->delivered++;
    return lb_cursor_next(s->cursor, move);
}

/* Node 0's moves. Items keep the names the template has: relative to the sender. */
static int next_relative(lb_source *source, lb_move *move, lb_why *why) {
    lb_plan_source *s = (lb_plan_source *)source;
    (void)why;
    while (s->move >= s->steps.to) {
        if (!lb_stepper_more(&s->steps)) {
            if (s->step == s->plan->steps)
                return 0;
            lb_stepper_load(&s->steps, ++s->step);
        }
        s->move = s->steps.from;
    }
    const lb_plan *plan = s->steps.arrays;
    uint8_t port = plan->port[s->move];
    uint64_t first = lb_plan_first_item(plan, s->move), last = lb_plan_first_item(plan, s->move + 1);
    for (uint64_t i = first; i < last; i++)
        s->items[i - first] = lb_plan_item(plan, i);
    *move = (lb_move){
        .step = s->step,
        .from = 0,
        .to = port < plan->task->net.ports ? plan->task->net.unit[port] : LB_NONE, /* the checker refuses that */
        .port = port,
        .op = lb_plan_op_of(plan, s->move),
        .nitems = (uint32_t)(last - first),
        .items = s->items,
    };
    s->move++;
    s->delivered++;
    return 1;
}

static int rewind_plan(lb_source *source, lb_why *why) {
    lb_plan_source *s = (lb_plan_source *)source;
    (void)why;
    if (s->cursor)
        lb_cursor_rewind(s->cursor);
    s->move = 0;
    lb_stepper_rewind(&s->steps);
    s->step = 0;
    s->delivered = 0;
    return LB_OK;
}

static double fraction(lb_source *source) {
    lb_plan_source *s = (lb_plan_source *)source;
    uint64_t all = source->relative ? s->plan->nmoves : source->moves;
    return all ? (double)s->delivered / (double)all : 1;
}

static int collect_held(const lb_plan *plan, lb_cuts *cuts) {
    for (uint64_t i = 0; plan->lo && i < plan->nitems; i++) {
        if (lb_cuts_add(cuts, plan->lo[i], plan->hi[i]))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

/* A generated plan is read through, unless it says that it is cut nearly everywhere: cutting at every unit is always
 * right, it only makes more atoms than need be. */
static int collect_made(const lb_plan *plan, lb_cuts *cuts) {
    if (plan->generator.fine && plan->nmoves > 0)
        return lb_cuts_everywhere(cuts, LB_DEFAULT_MEMORY / 4);
    if (plan->generator.denominator <= 1)
        return LB_OK;
    lb_stepper s;
    int error = lb_stepper_open(&s, plan, NULL);
    for (uint32_t step = 1; step <= plan->steps && !error; step++) {
        lb_stepper_load(&s, step);
        do
            error = collect_held(s.room, cuts);
        while (!error && lb_stepper_more(&s));
    }
    lb_stepper_close(&s);
    return error;
}

static int collect(lb_source *source, lb_cuts *cuts) {
    const lb_plan *plan = ((lb_plan_source *)source)->plan;
    return lb_plan_is_generated(plan) ? collect_made(plan, cuts) : collect_held(plan, cuts);
}

int lb_plan_source_open(lb_plan_source *s, const lb_plan *plan, bool relative, lb_why *why) {
    *s = (lb_plan_source){
        .source = {.task = plan->task,
                   .clock = plan->clock,
                   .ports = plan->ports,
                   .denominator = plan->denominator,
                   .packet = plan->packet,
                   .steps = plan->steps,
                   .control = plan->control_before,
                   .moves = lb_plan_moves(plan),
                   .next = relative ? next_relative : next_full,
                   .rewind = rewind_plan,
                   .done = fraction,
                   .cuts = collect,
                   .relative = relative},
        .plan = plan,
    };
    if (!relative)
        return lb_cursor_open(plan, &s->cursor, why);
    s->items = lb_array(lb_plan_most_items(plan), sizeof *s->items);
    return s->items ? lb_stepper_open(&s->steps, plan, why) : lb_fail_memory(why, "checking a plan");
}

void lb_plan_source_close(lb_plan_source *s) {
    lb_cursor_close(s->cursor);
    lb_stepper_close(&s->steps);
    free(s->items);
}
