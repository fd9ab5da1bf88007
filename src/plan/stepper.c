/* Reading a plan step by step, whether its moves are held or made. */
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int lb_plan_generated(const lb_task *task, const char *algorithm, lb_orbit orbit, uint32_t steps, uint64_t moves,
                      lb_generator generator, lb_plan **out, lb_why *why) {
    lb_shape none = {.orbit = orbit, .clock = LB_UNIT, .denominator = 1};
    int error = lb_plan_alloc(task, algorithm, &none, out, why);
    if (error) {
        if (generator.free)
            generator.free(generator.data);
        return error;
    }
    (*out)->steps = steps;
    (*out)->nmoves = (*out)->nitems = moves;
    (*out)->generator = generator;
    return LB_OK;
}

/* A plan that holds one step of another. */
static int make_room(const lb_plan *plan, lb_plan **room, lb_why *why) {
    const lb_generator *g = &plan->generator;
    lb_shape shape = {
        .orbit = plan->orbit,
        .clock = plan->clock,
        .ports = plan->ports,
        .denominator = plan->denominator,
        .packet = plan->packet,
        .moves = g->widest,
        .items = g->widest,
        .has_origin = g->has_origin,
        .has_dest = g->has_dest,
    };
    int error = lb_plan_alloc(plan->task, plan->algorithm, &shape, room, why);
    if (error)
        return error;
    (*room)->scratch = lb_zeroed(g->scratch, 1);
    if ((*room)->scratch)
        return LB_OK;
    lb_plan_free(*room);
    *room = NULL;
    return lb_fail_memory(why, "reading a plan");
}

int lb_stepper_open(lb_stepper *s, const lb_plan *plan, lb_why *why) {
    *s = (lb_stepper){.plan = plan, .arrays = plan};
    if (!plan->generator.fill)
        return LB_OK;
    int error = make_room(plan, &s->room, why);
    s->arrays = s->room;
    return error;
}

void lb_stepper_load(lb_stepper *s, uint32_t step) {
    if (!s->room) {
        s->from = s->plan->step_first[step - 1];
        s->to = s->plan->step_first[step];
        return;
    }
    s->plan->generator.fill(s->plan, step, s->room);
    s->from = 0;
    s->to = s->room->nmoves;
}

void lb_stepper_close(lb_stepper *s) {
    lb_plan_free(s->room);
    s->room = NULL;
}

static void copy_step(lb_plan *to, const lb_stepper *s, uint64_t at) {
    uint64_t count = s->to - s->from;
    const lb_plan *from = s->room;
    if (to->node)
        memcpy(to->node + at, from->node, count * sizeof *to->node);
    memcpy(to->port + at, from->port, count * sizeof *to->port);
    if (to->origin)
        memcpy(to->origin + at, from->origin, count * sizeof *to->origin);
    if (to->dest)
        memcpy(to->dest + at, from->dest, count * sizeof *to->dest);
}

int lb_plan_flat(const lb_plan *plan, const lb_plan **flat, lb_plan **made, lb_why *why) {
    *flat = plan;
    *made = NULL;
    if (!plan->generator.fill)
        return LB_OK;
    lb_shape shape = {
        .orbit = plan->orbit,
        .clock = plan->clock,
        .ports = plan->ports,
        .steps = plan->steps,
        .denominator = plan->denominator,
        .packet = plan->packet,
        .moves = plan->nmoves,
        .items = plan->nmoves,
        .has_origin = plan->generator.has_origin,
        .has_dest = plan->generator.has_dest,
    };
    lb_stepper s;
    int error = lb_affordable(plan->nmoves * 13 + plan->steps * UINT64_C(8), "the plan's moves", why);
    if (error)
        return error;
    error = lb_stepper_open(&s, plan, why);
    if (error || !s.room)
        return error;
    lb_plan *copy = NULL;
    error = lb_plan_alloc(plan->task, plan->algorithm, &shape, &copy, why);
    for (uint32_t step = 1; copy && step <= plan->steps; step++) {
        lb_stepper_load(&s, step);
        copy_step(copy, &s, copy->step_first[step - 1]);
        copy->step_first[step] = copy->step_first[step - 1] + (s.to - s.from);
    }
    lb_stepper_close(&s);
    *flat = *made = copy;
    return error;
}
