/* Legs: collecting, turning, and making a plan of them. */
#include "algo/faulty/faulty_plan.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PLANNED = 32 }; /* bytes that a leg takes in the plan */

int lb_scene_begin(lb_scene *s, const lb_task *task, const lb_plan_options *options, bool turned, lb_why *why) {
    *s = (lb_scene){.task = task, .options = options, .net = task->net, .turned = turned, .limit = options->ports};
    s->pieces = options->packets;
    s->alive = lb_nodes_alive(&task->net);
    bool spans = lb_task_class(task) == LB_SPAN; /* which are not numbered */
    uint64_t tokens = spans ? s->pieces : lb_times(lb_task_blocks(task), s->pieces);
    if (tokens >= UINT32_MAX || (uint64_t)task->net.nodes * task->net.ports >= UINT32_MAX)
        return lb_fail(why, LB_ERR_SIZE, "%.3g packets are too many to plan on a network with faults", (double)tokens);
    if (turned)
        lb_net_turn(&s->net);
    return lb_map_make(&s->map, &s->net) ? lb_fail_memory(why, "a plan") : LB_OK;
}

void lb_scene_end(lb_scene *s) {
    lb_map_free(&s->map);
}

int lb_legs_afford(uint64_t count, lb_why *why) {
    return lb_affordable(lb_times(count, sizeof(lb_leg) + PLANNED), "the plan", why);
}

int lb_legs_room(lb_legs *legs, uint64_t count) {
    void *at = legs->at;
    int error = lb_grow(&at, &legs->room, count, sizeof *legs->at);
    legs->at = at;
    return error;
}

int lb_legs_add(lb_legs *legs, uint32_t step, uint32_t link, uint32_t token) {
    if (legs->count == legs->room && lb_legs_room(legs, legs->count + 1))
        return LB_ERR_MEMORY;
    legs->at[legs->count++] = (lb_leg){step, link, token};
    legs->steps = step > legs->steps ? step : legs->steps;
    return LB_OK;
}

void lb_legs_free(lb_legs *legs) {
    free(legs->at);
    *legs = (lb_legs){.at = NULL};
}

void lb_legs_shorter(lb_legs *best, lb_legs *other) {
    bool better = other->at && (!best->at || other->steps < best->steps ||
                                (other->steps == best->steps && other->count < best->count));
    if (better) {
        lb_legs kept = *best;
        *best = *other;
        *other = kept;
    }
    lb_legs_free(other);
}

void lb_legs_turn(lb_legs *legs, const lb_net *net) {
    for (uint64_t i = 0; i < legs->count; i++) {
        lb_leg *leg = &legs->at[i];
        uint32_t node = leg->link / net->ports, port = leg->link % net->ports;
        leg->link = lb_neighbor(net, node, port) * net->ports + net->opposite[port];
        leg->step = legs->steps + 1 - leg->step;
    }
}

/* Sorts by a number below `values`; legs with the same keep their order. */
static int sort_by(lb_leg *from, lb_leg *to, uint64_t count, bool step, uint32_t values) {
    uint64_t *place = lb_zeroed((uint64_t)values + 1, sizeof *place);
    if (!place)
        return LB_ERR_MEMORY;
    for (uint64_t i = 0; i < count; i++)
        place[(step ? from[i].step : from[i].link) + 1]++;
    for (uint32_t v = 0; v < values; v++)
        place[v + 1] += place[v];
    for (uint64_t i = 0; i < count; i++)
        to[place[step ? from[i].step : from[i].link]++] = from[i];
    free(place);
    return LB_OK;
}

int lb_legs_sort(lb_legs *legs, const lb_net *net) {
    lb_leg *other = lb_array(legs->count, sizeof *other);
    int error = other ? sort_by(legs->at, other, legs->count, false, net->nodes * net->ports) : LB_ERR_MEMORY;
    if (!error)
        error = sort_by(other, legs->at, legs->count, true, legs->steps + 1);
    free(other);
    return error;
}

/* Pieces of one block on one link and step are one packet only on the linear clock; on the unit clock every leg has a
 * step of its own, so that moves and legs are the same. */
static void fill(lb_plan *plan, const lb_legs *legs, const lb_scene *s, const uint32_t *summed) {
    const lb_task *task = s->task;
    bool combining = lb_task_class(task) == LB_SUM;
    uint64_t pieces = s->pieces, move = 0;
    for (uint64_t i = 0; i < legs->count; i++) {
        const lb_leg *leg = &legs->at[i];
        uint32_t origin, dest, copy;
        if (i == 0 || leg->step != leg[-1].step || leg->link != leg[-1].link) {
            plan->node[move] = leg->link / task->net.ports;
            plan->port[move] = (uint8_t)(leg->link % task->net.ports);
            if (plan->op)
                plan->op[move] = combining && leg->step <= summed[leg->token] ? LB_OP_SUM : LB_OP_COPY;
            if (plan->item_first)
                plan->item_first[move] = i;
            plan->step_first[leg->step]++;
            move++;
        }
        lb_task_name(task, leg->token / pieces, &origin, &dest, &copy);
        if (plan->origin)
            plan->origin[i] = origin;
        if (plan->dest)
            plan->dest[i] = dest;
        if (plan->copy)
            plan->copy[i] = copy;
        if (plan->lo) {
            plan->lo[i] = leg->token % pieces;
            plan->hi[i] = leg->token % pieces + 1;
        }
    }
    if (plan->item_first)
        plan->item_first[move] = legs->count;
    for (uint32_t step = 1; step <= plan->steps; step++)
        plan->step_first[step] += plan->step_first[step - 1];
}

static uint64_t count_moves(const lb_legs *legs) {
    uint64_t moves = 0;
    for (uint64_t i = 0; i < legs->count; i++)
        moves += i == 0 || legs->at[i].step != legs->at[i - 1].step || legs->at[i].link != legs->at[i - 1].link;
    return moves;
}

int lb_legs_finish(lb_legs *legs, const lb_scene *s, const uint32_t *summed, const char *name, lb_plan **plan,
                   lb_why *why) {
    const lb_task *task = s->task;
    lb_class class = lb_task_class(task);
    bool copies_too = class == LB_SUM && summed, pieces = s->pieces > 1;
    if (legs->count && lb_legs_sort(legs, &task->net))
        return lb_fail_memory(why, "a plan's moves");
    lb_plan_shape shape = {
        .orbit = LB_EXPLICIT,
        .clock = s->options->clock,
        .ports = s->options->ports,
        .steps = legs->steps,
        .denominator = s->pieces,
        .packet = 1,
        .moves = count_moves(legs),
        .items = legs->count,
        .has_op = copies_too,
        .has_origin = class != LB_SUM,
        .has_dest = class != LB_COPY,
        .has_copy = lb_task_has_index(task->kind),
        .has_pieces = pieces,
    };
    shape.many = shape.items != shape.moves;
    int error = lb_affordable(lb_times(legs->count, PLANNED), "the plan", why);
    if (!error)
        error = lb_plan_alloc(task, name, &shape, plan, why);
    if (!error)
        fill(*plan, legs, s, summed);
    return error;
}
