/* The best of several ways to plan one kind of task: see around.c for their order. */
#include "faulty/errand.h"
#include "faulty/whole.h"

#include <stdlib.h>

#define SOME_WORK (UINT64_C(1) << 22) /* legs that second tries may cost */
#define MUCH_WORK (UINT64_C(1) << 30) /* words or links that another try may look at where there is a plan already */

int lb_errand_scene(const lb_errand *e, bool turned, lb_scene *s, lb_why *why) {
    int error = lb_scene_begin(s, e->task, e->options, turned, why);
    s->pieces = e->pieces;
    return error;
}

/* ---- One node's tokens for all ---- */

/* No schedule is shorter: the farthest node, after all packets but those of one step have left; or growth by ports. */
static uint32_t least_steps(const lb_scene *s, uint32_t root) {
    uint32_t *hops = lb_array(s->map.nodes, sizeof *hops), *queue = lb_array(s->map.nodes, sizeof *queue), far = 0;
    if (hops && queue)
        far = lb_map_reach(&s->map, root, false, hops, queue);
    free(hops);
    free(queue);
    uint64_t links = lb_map_degree(&s->map, root, false), grown = 0;
    links = links < s->limit ? links : s->limit;
    for (uint64_t know = 1; know < s->alive; know *= s->limit + UINT64_C(1))
        grown++;
    uint64_t waits = lb_ceil_div(s->pieces, links ? links : 1) - 1;
    return (uint32_t)(waits + (far > grown ? far : grown));
}

/* Calls make for variants of a tree until one is whole; then, or else, for the one with the fewest dead links, mended;
 * then for one that is grown from nothing. */
typedef int (*tree_use)(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why);

static int use_tree(const lb_scene *s, uint32_t root, lb_tree_shape shape, tree_use use, uint32_t *into, lb_legs *best,
                    lb_why *why) {
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

static int use_trees(const lb_scene *s, const lb_errand *e, uint32_t root, lb_tree_shape shape, tree_use use,
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

/* ---- Copies ---- */

/* A living node in whose name the blocks of a dead one are summed: the next. */
static uint32_t stand_in(const lb_net *net, uint32_t node) {
    while (!lb_node_alive(net, node))
        node = node + 1 < net->nodes ? node + 1 : 0;
    return node;
}

/* Where each token begins (or is summed), LB_NONE where nobody wants it. */
static uint32_t home_of(const lb_task *task, uint64_t block) {
    uint32_t origin, dest, copy;
    lb_task_name(task, block, &origin, &dest, &copy);
    uint32_t home = lb_task_class(task) == LB_SUM ? dest : origin;
    if (task->kind == LB_ALLREDUCE)
        return stand_in(&task->net, home);
    return lb_node_alive(&task->net, home) ? home : LB_NONE;
}

typedef struct homes {
    uint32_t *home;  /* of the tokens that travel, numbered anew */
    uint32_t *token; /* their old numbers */
    uint64_t count;
} homes;

/* Blocks are dealt to groups so that neighbours' go to different ones. */
static bool in_group(const lb_errand *e, uint64_t block, uint64_t piece) {
    uint64_t even = (uint64_t)__builtin_parityll(block & UINT64_C(0x5555555555555555));
    uint64_t odd = (uint64_t)__builtin_parityll(block & UINT64_C(0xAAAAAAAAAAAAAAAA));
    return e->groups < 2 || ((even ^ odd) + 2 * odd + piece) % e->groups == e->group;
}

static int find_homes(const lb_scene *s, const lb_errand *e, homes *h) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    h->home = lb_array(tokens, sizeof *h->home);
    h->token = lb_array(tokens, sizeof *h->token);
    h->count = 0;
    if (!h->home || !h->token)
        return LB_ERR_MEMORY;
    for (uint64_t t = 0; t < tokens; t++) {
        uint32_t home = home_of(s->task, t / s->pieces);
        if (home != LB_NONE && in_group(e, t / s->pieces, t % s->pieces)) {
            h->home[h->count] = home;
            h->token[h->count++] = (uint32_t)t;
        }
    }
    return LB_OK;
}

/* Words that greed looks at, if it takes `steps`: in each, of every link, those of all tokens. */
static uint64_t greedy_work(const lb_scene *s, uint32_t steps) {
    uint64_t words = lb_times(lb_task_blocks(s->task), s->pieces) / 64 + 1;
    return lb_times(lb_times(steps, words), (uint64_t)s->map.nodes * s->map.ports);
}

/* No schedule is shorter: what a node lacks comes in over its links, what it alone has leaves over them. */
static uint32_t least_to_spread(const lb_scene *s, const homes *h) {
    uint64_t least = 0;
    uint32_t *own = lb_zeroed(s->map.nodes, sizeof *own);
    for (uint64_t t = 0; own && t < h->count; t++)
        own[h->home[t]]++;
    for (uint32_t v = 0; own && v < s->map.nodes; v++) {
        if (!lb_node_alive(&s->net, v))
            continue;
        for (int inward = 0; inward < 2; inward++) {
            uint64_t links = lb_map_degree(&s->map, v, inward), tokens = inward ? h->count - own[v] : own[v];
            links = links < s->limit ? links : s->limit;
            uint64_t steps = links ? lb_ceil_div(tokens, links) : 0;
            least = steps > least ? steps : least;
        }
    }
    free(own);
    return least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
}

/* By greed, with several seeds where that is little work. */
static int spread_all(const lb_scene *s, const lb_errand *e, uint32_t goal, lb_legs *best, lb_why *why) {
    homes h = {NULL, NULL, 0};
    lb_legs now = {.at = NULL};
    if (best->at && greedy_work(s, goal) > MUCH_WORK)
        return LB_OK;
    int error = find_homes(s, e, &h) ? lb_fail_memory(why, "a plan") : LB_OK;
    uint64_t work = lb_times(h.count + 1, s->alive), tries = e->general ? 1 : SOME_WORK / 16 / work + 1;
    if (!error && goal == 0)
        goal = least_to_spread(s, &h);
    for (uint64_t seed = 0; seed < tries && seed < 8 && !error; seed++) {
        if (best->at && best->steps <= goal)
            break;
        error = lb_spread_greedy(s, h.home, h.count, e->options->seed + seed, &now, why);
        for (uint64_t i = 0; i < now.count; i++)
            now.at[i].token = h.token[now.at[i].token];
        if (!error)
            lb_legs_shorter(best, &now);
    }
    lb_legs_free(&now);
    free(h.home);
    free(h.token);
    return error;
}

/* Shorter than what there is, or not at all. */
static int use_forest(const lb_scene *s, uint32_t root, lb_legs *best, lb_why *why) {
    lb_legs now = {.at = NULL};
    int error = lb_spread_forest(s, root, best->steps - 1, &now, why);
    if (!error)
        lb_legs_shorter(best, &now);
    return error == LB_ERR_UNSUPPORTED ? LB_OK : error;
}

/* All that can be tried for the unit clock. */
static int make_copies(const lb_errand *e, const lb_scene *s, lb_legs *legs, lb_why *why) {
    bool rooted = e->task->kind == LB_BROADCAST || e->task->kind == LB_REDUCE;
    uint32_t goal = rooted ? least_steps(s, e->task->root) : 0;
    int error = LB_OK;
    if (rooted)
        error = use_trees(s, e, e->task->root, LB_SHAPE_WIDE, lb_spread_tree, goal, legs, why);
    if (!error && !(legs->at && legs->steps <= goal))
        error = spread_all(s, e, goal, legs, why);
    if (!error && rooted && !e->general && legs->at && legs->steps > goal)
        error = use_forest(s, e->task->root, legs, why);
    return error;
}

static int mend_copies(const lb_errand *e, const lb_scene *s, lb_legs *legs, lb_why *why) {
    homes h = {NULL, NULL, 0};
    int error = find_homes(s, e, &h) ? lb_fail_memory(why, "a plan") : LB_OK;
    if (!error)
        error = lb_linear_legs(s, e->whole, h.home, legs, why);
    free(h.home);
    free(h.token);
    return error;
}

int lb_copy_legs(const lb_errand *e, bool turned, lb_legs *legs, lb_why *why) {
    lb_scene s;
    int error = lb_errand_scene(e, turned, &s, why);
    if (error)
        return error;
    error = e->whole ? mend_copies(e, &s, legs, why) : make_copies(e, &s, legs, why);
    if (!error)
        error = lb_legs_pack(&s, true, e->whole != NULL, legs, why);
    if (!error && turned)
        lb_legs_turn(legs, &s.net);
    lb_scene_end(&s);
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
    error = use_trees(&s, e, e->task->root, LB_SHAPE_BALANCED, lb_hand_out, goal, legs, why);
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
    if (!error)
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
    lb_plan_options o = {.ports = s->limit, .packets = s->pieces, .clock = LB_UNIT};
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
