/* Copies around faults: one node's tokens, or everybody's, for all. Trees first, then greed, then several trees that
 * share no link. */
#include "algo/faulty/branchings.h"
#include "algo/faulty/errand.h"

#include <stdlib.h>

#define SOME_WORK (UINT64_C(1) << 22) /* legs that second tries may cost */
#define MUCH_WORK (UINT64_C(1) << 30) /* words that another try may look at where there is a plan already */

enum { GOSSIPS = 4 };

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
    if (!error || error == LB_ERR_UNSUPPORTED)
        error = lb_spread_branchings(s, root, best->steps, &now, why);
    if (!error)
        lb_legs_shorter(best, &now);
    lb_legs_free(&now);
    return error == LB_ERR_UNSUPPORTED ? LB_OK : error;
}

/* All that can be tried for the unit clock. */
static int make_copies(const lb_errand *e, const lb_scene *s, lb_legs *legs, lb_why *why) {
    bool rooted = e->task->kind == LB_BROADCAST || e->task->kind == LB_REDUCE;
    uint32_t goal = rooted ? least_steps(s, e->task->root) : 0;
    int error = LB_OK;
    if (rooted)
        error = lb_use_trees(s, e, e->task->root, LB_SHAPE_WIDE, lb_spread_tree, goal, legs, why);
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

/* The linear clock: as gossip goes, in packets as they come, if that is quicker. */
static int try_gossip(const lb_errand *e, const lb_scene *s, lb_legs *legs, lb_why *why) {
    homes h = {NULL, NULL, 0};
    if (s->options->clock != LB_LINEAR || !s->options->cost || e->whole || e->groups || s->pieces > 1 || !legs->count)
        return LB_OK;
    int error = find_homes(s, e, &h) ? lb_fail_memory(why, "a plan") : LB_OK;
    for (uint64_t seed = 0; seed < GOSSIPS && h.count > 1 && !error; seed++) {
        lb_legs now = {.at = NULL};
        error = lb_spread_gossip(s, h.home, h.count, e->options->seed + seed, &now, why);
        for (uint64_t i = 0; i < now.count; i++)
            now.at[i].token = h.token[now.at[i].token];
        if (!error)
            error = lb_legs_pack(s, true, true, &now, why);
        if (!error && now.time < legs->time) {
            lb_legs kept = *legs;
            *legs = now;
            now = kept;
        }
        lb_legs_free(&now);
    }
    free(h.home);
    free(h.token);
    return error == LB_ERR_UNSUPPORTED ? LB_OK : error;
}

int lb_copy_legs(const lb_errand *e, bool turned, lb_legs *legs, lb_why *why) {
    lb_scene s;
    int error = lb_errand_scene(e, turned, &s, why);
    if (error)
        return error;
    error = e->whole ? mend_copies(e, &s, legs, why) : make_copies(e, &s, legs, why);
    if (!error)
        error = lb_legs_pack(&s, true, e->whole != NULL, legs, why);
    if (!error)
        error = try_gossip(e, &s, legs, why);
    if (!error && turned)
        lb_legs_turn(legs, &s.net);
    lb_scene_end(&s);
    return error;
}
