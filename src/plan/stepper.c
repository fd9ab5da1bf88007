/* Reading a plan step by step, whether its moves are held or made. */
#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int lb_plan_generated(const lb_task *task, const char *algorithm, lb_orbit orbit, uint32_t steps, uint64_t moves,
                      lb_generator generator, lb_plan **out, lb_why *why) {
    uint64_t denominator = generator.denominator ? generator.denominator : 1;
    lb_plan_shape none = {.orbit = orbit, .clock = LB_UNIT, .denominator = denominator};
    int error = lb_plan_alloc(task, algorithm, &none, out, why);
    if (error) {
        if (generator.free)
            generator.free(generator.data);
        return error;
    }
    (*out)->steps = steps;
    (*out)->nmoves = moves;
    (*out)->nitems = generator.items ? generator.items : moves;
    (*out)->generator = generator;
    return LB_OK;
}

/* What a plan's generated moves take in arrays. */
static lb_plan_shape shape_of(const lb_plan *plan, uint64_t moves, uint64_t items) {
    const lb_generator *g = &plan->generator;
    return (lb_plan_shape){
        .orbit = plan->orbit,
        .clock = plan->clock,
        .ports = plan->ports,
        .denominator = plan->denominator,
        .packet = plan->packet,
        .moves = moves,
        .items = items,
        .many = g->one != NULL,
        .has_op = g->has_op,
        .has_origin = g->has_origin,
        .has_dest = g->has_dest,
        .has_copy = g->has_copy,
        .has_pieces = g->denominator > 1,
    };
}

int lb_plan_room(const lb_plan *plan, uint64_t moves, lb_plan **room, lb_why *why) {
    uint64_t items = lb_times(moves, lb_plan_most_items(plan));
    lb_plan_shape shape = shape_of(plan, moves, items);
    int error = lb_plan_alloc(plan->task, plan->algorithm, &shape, room, why);
    if (error)
        return error;
    if (plan->generator.one)
        lb_room_clear(*room);
    (*room)->scratch = lb_zeroed(plan->generator.scratch, 1);
    if ((*room)->scratch)
        return LB_OK;
    lb_plan_free(*room);
    *room = NULL;
    return lb_fail_memory(why, "reading a plan");
}

int lb_stepper_open(lb_stepper *s, const lb_plan *plan, lb_why *why) {
    *s = (lb_stepper){.plan = plan, .arrays = plan};
    if (!lb_plan_is_generated(plan))
        return LB_OK;
    uint64_t moves = plan->generator.part  ? (uint64_t)LB_PART_NODES * plan->task->net.ports
                     : plan->generator.one ? plan->task->net.ports
                                           : plan->generator.widest;
    int error = lb_plan_room(plan, moves, &s->room, why);
    s->arrays = s->room;
    return error;
}

bool lb_stepper_more(lb_stepper *s) {
    const lb_plan *plan = s->plan;
    uint32_t nodes = plan->orbit == LB_SYMMETRIC ? 1 : plan->task->net.nodes;
    if (!plan->generator.one || s->step == 0)
        return false;
    lb_room_clear(s->room);
    while (plan->generator.part && s->node < nodes && s->room->nmoves == 0) {
        uint32_t end = nodes - s->node > LB_PART_NODES ? s->node + LB_PART_NODES : nodes;
        plan->generator.part(plan, s->step, s->node, end, s->room);
        s->node = end;
    }
    while (s->node < nodes && s->room->nmoves == 0) {
        for (unsigned port = 0; port < plan->task->net.ports; port++)
            plan->generator.one(plan, s->step, s->node, port, s->room);
        s->node++;
    }
    s->from = 0;
    s->to = s->room->nmoves;
    return s->to > 0;
}

void lb_stepper_load(lb_stepper *s, uint32_t step) {
    s->step = step;
    s->node = 0;
    if (!s->room) {
        s->from = s->plan->step_first[step - 1];
        s->to = s->plan->step_first[step];
    } else if (s->plan->generator.one) {
        lb_stepper_more(s);
    } else {
        s->plan->generator.fill(s->plan, step, s->room);
        s->from = 0;
        s->to = s->room->nmoves;
    }
}

void lb_stepper_rewind(lb_stepper *s) {
    s->from = s->to = 0;
    s->step = s->node = 0;
}

void lb_stepper_close(lb_stepper *s) {
    lb_plan_free(s->room);
    s->room = NULL;
}

/* Adds what was loaded last to the moves and items that a plan has already. */
static void append(lb_plan *to, const lb_stepper *s) {
    const lb_plan *from = s->room;
    uint64_t count = s->to - s->from, at = to->nmoves, items = lb_plan_first_item(from, count), place = to->nitems;
    if (to->node)
        memcpy(to->node + at, from->node, count * sizeof *to->node);
    memcpy(to->port + at, from->port, count * sizeof *to->port);
    if (to->op)
        memcpy(to->op + at, from->op, count * sizeof *to->op);
    for (uint64_t m = 0; to->item_first && m <= count; m++)
        to->item_first[at + m] = place + from->item_first[m];
    if (to->origin)
        memcpy(to->origin + place, from->origin, items * sizeof *to->origin);
    if (to->dest)
        memcpy(to->dest + place, from->dest, items * sizeof *to->dest);
    if (to->copy)
        memcpy(to->copy + place, from->copy, items * sizeof *to->copy);
    if (to->lo) {
        memcpy(to->lo + place, from->lo, items * sizeof *to->lo);
        memcpy(to->hi + place, from->hi, items * sizeof *to->hi);
    }
    to->nmoves += count;
    to->nitems += items;
}

static int take_flat(const lb_plan *plan, lb_plan **copy, lb_why *why) {
    lb_plan_shape shape = shape_of(plan, plan->nmoves, plan->nitems);
    shape.steps = plan->steps;
    shape.many = plan->nitems != plan->nmoves || plan->generator.most_items > 1;
    uint64_t moves = lb_times(plan->nmoves, 6 + (shape.many ? 8 : 0));
    uint64_t items = lb_times(plan->nitems, 8 + (shape.has_copy ? 4 : 0) + (shape.has_pieces ? 16 : 0)),
             steps = plan->steps * UINT64_C(8), bytes;
    if (__builtin_add_overflow(moves, items, &bytes) || __builtin_add_overflow(bytes, steps, &bytes))
        bytes = UINT64_MAX;
    int error = lb_affordable(bytes, "the plan's moves", why);
    return error ? error : lb_plan_alloc(plan->task, plan->algorithm, &shape, copy, why);
}

int lb_plan_flat(const lb_plan *plan, const lb_plan **flat, lb_plan **made, lb_why *why) {
    *flat = plan;
    *made = NULL;
    if (!lb_plan_is_generated(plan))
        return LB_OK;
    lb_plan *copy = NULL;
    lb_stepper s;
    int error = take_flat(plan, &copy, why);
    if (!error)
        error = lb_stepper_open(&s, plan, why);
    if (error) {
        lb_plan_free(copy);
        return error;
    }
    copy->nmoves = copy->nitems = 0;
    if (copy->item_first)
        copy->item_first[0] = 0;
    for (uint32_t step = 1; step <= plan->steps; step++) {
        lb_stepper_load(&s, step);
        do
            append(copy, &s);
        while (lb_stepper_more(&s));
        copy->step_first[step] = copy->nmoves;
    }
    lb_stepper_close(&s);
    *flat = *made = copy;
    return LB_OK;
}
