/* The best of several ways to plan one kind of task: see around.c for their order. */
#include "algo/faulty/errand.h"
#include "algo/faulty/whole.h"

#include <stdlib.h>

#define SOME_WORK (UINT64_C(1) << 22) /* legs that second tries may cost */
#define MUCH_WORK (UINT64_C(1) << 30) /* words or links that another try may look at where there is a plan already */

int lb_errand_scene(const lb_errand *e, bool turned, lb_scene *s, lb_why *why) {
    int error = lb_scene_begin(s, e->task, e->options, turned, why);
    s->pieces = e->pieces;
    return error;
}

/* ---- Trees ---- */

static int use_tree(const lb_scene *s, uint32_t root, lb_tree_shape shape, lb_tree_use use, uint32_t *into,
                    lb_legs *best, lb_why *why) {
    lb_legs legs = {.at = NULL};
    int error = lb_tree_repair(s, root, shape, into, why);
    if (!error)
        error = use(s, root, into, &legs, why);
    if (!error)
        lb_legs_shorter(best, &legs);
    lb_legs_free(&legs);
    return error;
}

/* The number of the variant with the fewest dead links, 0 of them if possible; LB_NONE: there is no variant. */
static unsigned best_variant(const lb_scene *s, uint32_t root, lb_tree_shape shape, uint32_t *into) {
    unsigned best = LB_NONE;
    uint32_t fewest = UINT32_MAX;
    for (unsigned v = 0; fewest > 0 && lb_variant_tree(s, root, shape, v, into); v++) {
        uint32_t wounds = lb_tree_wounds(s, into);
        if (wounds < fewest) {
            fewest = wounds;
            best = v;
        }
    }
    return best;
}

int lb_use_trees(const lb_scene *s, const lb_errand *e, uint32_t root, lb_tree_shape shape, lb_tree_use use,
                 uint32_t goal, lb_legs *best, lb_why *why) {
    uint32_t *into = lb_array(s->map.nodes, sizeof *into);
    if (!into)
        return lb_fail_memory(why, "a tree");
    int error = LB_OK;
    unsigned variant = e->general ? LB_NONE : best_variant(s, root, shape, into);
    if (variant != LB_NONE && lb_variant_tree(s, root, shape, variant, into))
        error = use_tree(s, root, shape, use, into, best, why);
    if (!error && (!best->at || best->steps > goal)) {
        for (uint32_t v = 0; v < s->map.nodes; v++)
            into[v] = LB_NONE;
        error = use_tree(s, root, shape, use, into, best, why);
    }
    free(into);
    return error;
}

/* ---- A token of its own for every node, or for many ---- */

int lb_scatter_legs(const lb_errand *e, lb_legs *legs, lb_why *why) {
    lb_scene s;
    bool turned = e->task->kind == LB_GATHER;
    int error = lb_errand_scene(e, turned, &s, why);
    if (error)
        return error;
    uint64_t links = lb_map_degree(&s.map, e->task->root, false);
    links = links < s.limit ? links : s.limit;
    uint64_t least = links ? lb_ceil_div(lb_times(s.alive - 1, e->pieces), links) : 0;
    uint32_t goal = least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
    error = lb_use_trees(&s, e, e->task->root, LB_SHAPE_BALANCED, lb_hand_out, goal, legs, why);
    if (!error && !e->general && legs->at)
        error = lb_hand_out_flow(&s, e->task->root, goal, legs, why);
    if (!error)
        error = lb_legs_pack(&s, false, e->whole != NULL, legs, why);
    if (!error && turned)
        lb_legs_turn(legs, &s.net);
    lb_scene_end(&s);
    return error;
}

/* Schedules the routes by every rule there is, or by the one that is mostly best where that is much work already. */
static int schedule_routes(const lb_scene *s, const lb_routes *r, lb_legs *best, lb_why *why) {
    static const lb_urgency rules[] = {LB_AS_PLANNED, LB_FARTHEST_FIRST};
    int error = LB_OK;
    for (int i = r->when ? 0 : 1; i < 2 && !error; i++) {
        lb_legs now = {.at = NULL};
        error = lb_routes_schedule(s, r, rules[i], &now, why);
        if (!error)
            lb_legs_shorter(best, &now);
        lb_legs_free(&now);
        if (best->count > SOME_WORK)
            break;
    }
    return error;
}

/* Links that are looked at to find the distances to all destinations. */
static uint64_t search_work(const lb_scene *s) {
    uint64_t blocks = lb_task_blocks(s->task), nodes = s->map.nodes;
    return lb_times(blocks < nodes ? blocks : nodes, nodes * s->map.ports);
}

/* Whether another plan can be tried. */
static bool little_work(const lb_scene *s, const lb_legs *legs) {
    return legs->count < SOME_WORK / 4 && search_work(s) <= MUCH_WORK;
}

/* By the routes of the whole network's plan, or (NULL) by shortest ways. */
static int by_routes(const lb_scene *s, const lb_plan *whole, lb_legs *legs, lb_why *why) {
    lb_routes r = {0, NULL, NULL, NULL};
    int error = whole ? lb_routes_repair(s, whole, &r, why) : lb_routes_general(s, &r, why);
    if (!error && !lb_routes_are_even(s))
        error = lb_routes_relieve(s, &r, why);
    if (!error)
        error = schedule_routes(s, &r, legs, why);
    lb_routes_free(&r);
    return error;
}

/* What the plan of the whole network can be made into. LB_ERR_UNSUPPORTED: there is none that carries packets whole. */
static int by_whole(const lb_scene *s, lb_legs *legs, lb_why *why) {
    lb_plan *whole = NULL;
    lb_legs now = {.at = NULL};
    lb_plan_options o = {.ports = s->limit, .packets = s->pieces, .clock = LB_UNIT, .effort = s->options->effort};
    int error = lb_whole_plan(s->task, s->task->kind, &o, &whole, NULL);
    if (!error)
        error = lb_insert_lost(s, whole, &now, why);
    if (!error)
        lb_legs_shorter(legs, &now);
    if (error == LB_ERR_UNSUPPORTED || (!error && little_work(s, legs)))
        error = by_routes(s, whole, legs, why);
    lb_plan_free(whole);
    return error;
}

/* What many send to many on the linear clock, where start-ups may be dear. */
static bool is_traffic(const lb_errand *e) {
    lb_task_kind kind = e->task->kind;
    return !e->whole && e->options->clock == LB_LINEAR && e->options->cost &&
           (kind == LB_ALLTOALL || kind == LB_ISOTROPIC || kind == LB_NEIGHBORS);
}

int lb_carry_legs(const lb_errand *e, lb_legs *legs, lb_why *why) {
    lb_scene s;
    int error = lb_errand_scene(e, false, &s, why);
    if (error)
        return error;
    int tried = e->general || e->whole ? LB_ERR_UNSUPPORTED : by_whole(&s, legs, NULL);
    if (e->whole)
        error = lb_linear_legs(&s, e->whole, NULL, legs, why);
    else if (tried != LB_OK || little_work(&s, legs))
        error = by_routes(&s, NULL, legs, why);
    if (!error)
        error = lb_legs_pack(&s, false, e->whole != NULL, legs, why);
    if (!error && is_traffic(e) && legs->count) {
        error = lb_carry_hearsay(&s, legs, why);
        error = error == LB_ERR_UNSUPPORTED ? LB_OK : error;
    }
    lb_scene_end(&s);
    return error;
}

int lb_send_legs(const lb_errand *e, lb_legs *legs, lb_why *why) {
    lb_scene s;
    int error = lb_errand_scene(e, false, &s, why);
    if (error)
        return error;
    error = lb_flow_send(&s, e->task->root, e->task->to, legs, why);
    if (!error)
        error = lb_legs_pack(&s, false, e->whole != NULL, legs, why);
    lb_scene_end(&s);
    return error;
}
