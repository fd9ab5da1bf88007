/* Reading the plan of the whole network. */
#include "faulty/whole.h"

/* The same task where nothing is dead. */
static int whole_task(const lb_task *task, lb_task **out, lb_why *why) {
    lb_net net = task->net;
    lb_task_params params = lb_task_params_of(task);
    lb_net_mend(&net);
    return lb_task_create(&net, task->kind, &params, out, why);
}

int lb_whole_plan(const lb_scene *s, lb_plan **plan, lb_why *why) {
    lb_task *task = NULL;
    lb_plan_options o = {.ports = s->limit, .packets = s->pieces, .clock = LB_UNIT};
    *plan = NULL;
    int error = whole_task(s->task, &task, why);
    if (!error)
        error = lb_plan_create(task, &o, plan, why);
    lb_task_free(task);
    if (!error)
        error = lb_affordable(lb_times(lb_plan_moves(*plan), 60), "the plan", why);
    return error;
}

bool lb_token_ends(const lb_scene *s, uint64_t token, uint32_t *from, uint32_t *to) {
    uint32_t copy;
    lb_task_name(s->task, token / s->pieces, from, to, &copy);
    return *from != *to && lb_node_alive(&s->net, *from) && lb_node_alive(&s->net, *to);
}

/* The token that an item is, if it is one; size: of a token, in units of the plan. */
static bool token_of(const lb_scene *s, uint64_t size, const lb_item *item, uint32_t *token) {
    uint64_t block;
    if (item->hi - item->lo != size || lb_task_find(s->task, item->origin, item->dest, item->copy, &block))
        return false;
    uint64_t piece = s->pieces == 1 ? 0 : item->lo / size;
    *token = (uint32_t)(block * s->pieces + piece);
    return piece * size == item->lo;
}

int lb_whole_legs(const lb_scene *s, const lb_plan *plan, lb_legs *legs, lb_why *why) {
    uint64_t size = lb_plan_denominator(plan) / s->pieces;
    lb_cursor *cursor;
    lb_move move;
    if (size * s->pieces != lb_plan_denominator(plan))
        return LB_ERR_UNSUPPORTED;
    int error = lb_legs_room(legs, lb_plan_moves(plan)) ? lb_fail_memory(why, "a plan") : LB_OK;
    if (!error)
        error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    while (!error && lb_cursor_next(cursor, &move)) {
        for (uint32_t k = 0; k < move.nitems && !error; k++) {
            uint32_t token;
            if (!token_of(s, size, &move.items[k], &token))
                error = LB_ERR_UNSUPPORTED;
            else if (lb_legs_add(legs, move.step, move.from * s->map.ports + move.port, token))
                error = lb_fail_memory(why, "a plan");
        }
    }
    lb_cursor_close(cursor);
    return error;
}
