/* Reading the plan of the whole network. */
#include "algo/faulty/whole.h"

#include "algo/faulty/algorithms.h"

int lb_whole_plan(const lb_task *task, lb_task_kind kind, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_net net = task->net;
    lb_task_params params = lb_task_params_of(task);
    lb_task *whole = NULL;
    *plan = NULL;
    lb_net_mend(&net);
    if (!lb_net_has_faults(&task->net) || !lb_net_is_lattice(&net)) /* there is nothing more whole than this */
        return LB_ERR_UNSUPPORTED;
    int error = lb_task_create(&net, kind, &params, &whole, why);
    if (!error)
        error = lb_algo_plan(whole, o, plan, why);
    lb_task_free(whole);
    if (!error)
        error = lb_affordable(lb_times(lb_plan_moves(*plan), 60), "the plan", why);
    return error;
}

bool lb_token_ends(const lb_scene *s, uint64_t token, uint32_t *from, uint32_t *to) {
    uint32_t copy;
    lb_task_name(s->task, token / s->pieces, from, to, &copy);
    return *from != *to && lb_node_alive(&s->net, *from) && lb_node_alive(&s->net, *to);
}

/* The tokens that an item is, `size` units of the plan each. */
static int add_item(const lb_scene *s, const lb_plan *plan, uint64_t size, const lb_move *move, const lb_item *item,
                    lb_legs *legs) {
    uint64_t block;
    if (item->lo % size || item->hi % size ||
        lb_task_find(plan->task, item->origin, item->dest, item->copy, &block) != LB_OK)
        return LB_ERR_UNSUPPORTED;
    for (uint64_t piece = item->lo / size; piece < item->hi / size; piece++) {
        uint32_t token = (uint32_t)(block * s->pieces + piece);
        if (lb_legs_add(legs, move->step, move->from * s->map.ports + move->port, token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
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
        for (uint32_t k = 0; k < move.nitems && !error; k++)
            error = add_item(s, plan, size, &move, &move.items[k], legs);
    }
    lb_cursor_close(cursor);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan") : error;
}
