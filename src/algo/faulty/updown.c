/* allreduce over packed spanning trees (packing.h): a token uses every pair of its tree once each way, so that the
 * links are as evenly used as they can be, and what is summed for one token goes beside what is copied of others.
 * Tokens are placed one after another, every leg in the first step in which its data is there and the link is free. */
#include "algo/faulty/updown.h"
#include "algo/faulty/packing.h"
#include "algo/faulty/slots.h"

#include <stdlib.h>

#define MUCH_WORK (UINT64_C(1) << 27) /* links of all trees together */

typedef struct updown {
    const lb_scene *s;
    lb_packing packing;
    lb_slots slots;
    uint32_t *mark;          /* of each pair: the tree that it was in last, and one more */
    uint32_t *order, *into;  /* the nodes of a tree, parents first; the pair that leads to each */
    uint32_t *ready, *depth; /* of each node */
    lb_legs *legs;
    uint32_t *summed;
} updown;

static void updown_end(updown *u) {
    lb_packing_end(&u->packing);
    lb_slots_free(&u->slots);
    free(u->mark);
    free(u->order);
    free(u->into);
    free(u->ready);
    free(u->depth);
}

/* The node from which the farthest is nearest. */
static uint32_t middle(const lb_scene *s) {
    uint32_t n = s->map.nodes, best = 0, least = UINT32_MAX;
    uint32_t *hops = lb_array(n, sizeof *hops), *queue = lb_array(n, sizeof *queue);
    for (uint32_t v = 0; v < n && hops && queue; v++) {
        if (!lb_node_alive(&s->net, v))
            continue;
        uint32_t far = lb_map_reach(&s->map, v, false, hops, queue);
        best = far < least ? v : best;
        least = far < least ? far : least;
    }
    free(hops);
    free(queue);
    return best;
}

static int updown_begin(updown *u, const lb_scene *s, uint64_t tokens, lb_why *why) {
    uint64_t n = s->map.nodes;
    int error = lb_packing_begin(&u->packing, s, tokens, why);
    if (!error)
        error = lb_packing_fill(&u->packing, middle(s), why);
    if (error)
        return error;
    u->mark = lb_zeroed(u->packing.pairs, sizeof *u->mark);
    u->order = lb_array(n, sizeof *u->order);
    u->into = lb_array(n, sizeof *u->into);
    u->ready = lb_array(n, sizeof *u->ready);
    u->depth = lb_array(n, sizeof *u->depth);
    return u->mark && u->order && u->into && u->ready && u->depth ? LB_OK : lb_fail_memory(why, "a plan");
}

static uint32_t other_end(const updown *u, uint32_t pair, uint32_t v) {
    const lb_pair *x = &u->packing.pair[pair];
    return x->a == v ? x->b : x->a;
}

/* The marked tree from a root: order, into, depth. Returns its last node, which is farthest. */
static uint32_t walk(updown *u, uint32_t root, uint32_t tree) {
    const lb_packing *p = &u->packing;
    uint32_t count = 1;
    u->order[0] = root;
    u->into[root] = LB_NONE;
    u->depth[root] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = u->order[i];
        for (uint32_t k = p->from[v]; k < p->from[v + 1]; k++) {
            uint32_t pair = p->at[k], w = other_end(u, pair, v);
            if (u->mark[pair] != tree + 1 || pair == u->into[v])
                continue;
            u->into[w] = pair;
            u->depth[w] = u->depth[v] + 1;
            u->order[count++] = w;
        }
    }
    return u->order[count - 1];
}

/* From the middle of the tree. */
static void walk_from_middle(updown *u, uint32_t tree) {
    const lb_packing *p = &u->packing;
    const uint32_t *pairs = p->tree + (uint64_t)tree * (p->alive - 1);
    for (uint32_t i = 0; i + 1 < p->alive; i++)
        u->mark[pairs[i]] = tree + 1;
    uint32_t end = walk(u, walk(u, p->pair[pairs[0]].a, tree), tree);
    for (uint32_t up = u->depth[end] / 2; up > 0; up--)
        end = other_end(u, u->into[end], end);
    walk(u, end, tree);
}

/* From v to the other end of the pair, over the lane that is free first, after step `after`. */
static int place(updown *u, uint32_t pair, uint32_t v, uint32_t token, uint32_t after, uint32_t *step) {
    const lb_pair *x = &u->packing.pair[pair];
    const uint32_t *lanes = (x->a == v ? u->packing.lane : u->packing.back) + x->first;
    uint32_t best = lanes[0];
    *step = UINT32_MAX;
    for (uint32_t i = 0; i < x->lanes; i++) {
        uint32_t next = lb_slots_next(&u->slots, lanes[i], after);
        if (next < *step) {
            *step = next;
            best = lanes[i];
        }
    }
    if (*step > u->slots.steps)
        return LB_ERR_SIZE;
    lb_slots_use(&u->slots, best, *step);
    return lb_legs_add(u->legs, *step, best, token);
}

static int send_token(updown *u, uint32_t token) {
    uint32_t count = u->packing.alive, step;
    int error = LB_OK;
    walk_from_middle(u, token);
    for (uint32_t i = 0; i < count; i++)
        u->ready[u->order[i]] = 0;
    for (uint32_t i = count; i-- > 1 && !error;) {
        uint32_t v = u->order[i], up = other_end(u, u->into[v], v);
        error = place(u, u->into[v], v, token, u->ready[v], &step);
        u->ready[up] = step > u->ready[up] ? step : u->ready[up];
    }
    u->summed[token] = u->ready[u->order[0]];
    for (uint32_t i = 1; i < count && !error; i++) {
        uint32_t v = u->order[i], up = other_end(u, u->into[v], v);
        error = place(u, u->into[v], up, token, u->ready[up], &u->ready[v]);
    }
    return error;
}

/* In so many steps at most: LB_ERR_SIZE where it takes more. */
static int send_all(updown *u, uint64_t tokens, uint32_t most) {
    lb_slots_free(&u->slots);
    u->legs->count = u->legs->steps = 0;
    for (uint32_t i = 0; i < u->packing.pairs; i++)
        u->mark[i] = 0;
    int error = lb_slots_take(&u->slots, &u->s->map, u->s->limit, most);
    for (uint64_t t = 0; t < tokens && !error; t++)
        error = send_token(u, (uint32_t)t);
    return error;
}

int lb_updown_legs(const lb_scene *s, lb_legs *legs, uint32_t **summed, lb_why *why) {
    uint64_t tokens = lb_task_blocks(s->task) * s->pieces;
    if (lb_times(tokens, (uint64_t)s->map.nodes * s->map.ports) > MUCH_WORK || s->alive < 2)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "so many trees are too much work");
    updown u = {.s = s, .legs = legs, .summed = lb_zeroed(tokens, sizeof *u.summed)};
    int error = u.summed ? updown_begin(&u, s, tokens, why) : lb_fail_memory(why, "a plan");
    if (!error)
        error = lb_legs_afford(lb_times(2 * tokens, s->alive), why);
    uint64_t most = error ? 0 : 2 * lb_packing_load(&u.packing) + 4 * (uint64_t)s->alive;
    if (!error) {
        int placed = LB_ERR_SIZE;
        for (; placed == LB_ERR_SIZE && most < UINT32_MAX / 4; most *= 2)
            placed = send_all(&u, tokens, (uint32_t)most);
        error = placed ? lb_fail_memory(why, "a plan") : LB_OK;
    }
    *summed = u.summed;
    updown_end(&u);
    return error;
}
