/* Down a tree: a token of its own for every node, or the same tokens for all. */
#include "algo/faulty/shape.h"

#include <stdlib.h>

/* ---- A token of its own for every node ----
 *
 * The root sends into each of its subtrees the farthest first. A subtree is fed by one link, one packet a step, so that
 * below the root packets never wait: what left the root in step s is k hops down in step s+k-1. */

typedef struct handing {
    const lb_scene *s;
    uint32_t root;
    const uint32_t *into;
    lb_shape_of shape;
    uint32_t *line;               /* nodes of the root's subtrees, one after another, nearest first */
    uint32_t begin[LB_MAX_PORTS]; /* of each subtree in line */
    uint64_t left[LB_MAX_PORTS];  /* tokens that are still to be sent into it */
} handing;

static int pass_down(const handing *h, uint32_t node, uint32_t token, uint32_t step, lb_legs *legs) {
    uint32_t depth = h->shape.depth[node];
    for (uint32_t v = node; v != h->root; v = lb_link_from(&h->s->map, h->into[v])) {
        if (lb_legs_add(legs, step + --depth, h->into[v], token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

static void line_up(handing *h) {
    uint32_t at[LB_MAX_PORTS], sum = 0;
    for (unsigned p = 0; p < h->s->map.ports; p++) {
        h->begin[p] = at[p] = sum;
        sum += h->shape.load[p];
        h->left[p] = h->shape.load[p] * h->s->pieces;
    }
    for (uint32_t i = 1; i < h->shape.count; i++) { /* order is by depth */
        uint32_t v = h->shape.order[i];
        h->line[at[h->shape.top[v]]++] = v;
    }
}

static uint32_t farthest(const handing *h, unsigned p) {
    return h->line[h->begin[p] + (h->left[p] - 1) / h->s->pieces];
}

/* The steps that a subtree still needs, about. */
static uint64_t urgency(const handing *h, unsigned p) {
    return h->left[p] ? h->left[p] * 64 + h->shape.depth[farthest(h, p)] : 0;
}

static int hand_out_step(handing *h, uint32_t step, uint64_t *left, lb_legs *legs) {
    bool used[LB_MAX_PORTS] = {false};
    for (uint32_t i = 0; i < h->s->limit; i++) {
        unsigned best = LB_NONE;
        for (unsigned p = 0; p < h->s->map.ports; p++) {
            if (!used[p] && h->left[p] && (best == LB_NONE || urgency(h, p) > urgency(h, best)))
                best = p;
        }
        if (best == LB_NONE)
            return LB_OK;
        used[best] = true;
        uint32_t node = farthest(h, best);
        uint64_t piece = (h->left[best] - 1) % h->s->pieces;
        h->left[best]--;
        --*left;
        if (pass_down(h, node, (uint32_t)(node * h->s->pieces + piece), step, legs))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

int lb_hand_out(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why) {
    handing h = {.s = s, .root = root, .into = into};
    int error = lb_shape_take(&h.shape, s->map.nodes);
    h.line = lb_array(s->map.nodes, sizeof *h.line);
    uint64_t left = 0, hops = 0;
    if (!error && h.line) {
        lb_shape_measure(&h.shape, &s->map, root, into);
        line_up(&h);
        left = (h.shape.count - 1) * s->pieces;
        for (uint32_t i = 1; i < h.shape.count; i++)
            hops += h.shape.depth[h.shape.order[i]];
        error = lb_legs_afford(lb_times(hops, s->pieces), why);
    } else {
        error = lb_fail_memory(why, "a plan");
    }
    for (uint32_t step = 1; left && !error; step++) {
        if (hand_out_step(&h, step, &left, legs))
            error = lb_fail_memory(why, "a plan");
    }
    lb_shape_free(&h.shape);
    free(h.line);
    return error;
}

/* ---- The same tokens for all ----
 *
 * A node tells its children one after another, `limit` a step, those first whose subtrees take longest. Several tokens
 * follow each other as closely as the node with most children allows. */

static int by_time(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x < y) - (x > y);
}

/* Sorts each node's children by the time their subtrees take, longest first; from the leaves up. */
static int sort_children(lb_shape_of *shape, uint32_t limit, uint32_t *stagger) {
    uint64_t ranked[LB_MAX_PORTS];
    uint32_t *time = shape->top; /* not needed any more */
    *stagger = 1;
    for (uint32_t i = shape->count; i-- > 0;) {
        uint32_t v = shape->order[i], kids = shape->kids[v], most = 0;
        for (uint32_t k = 0; k < kids; k++) {
            uint32_t c = shape->child[shape->first[v] + k];
            ranked[k] = (uint64_t)time[c] << 32 | c;
        }
        qsort(ranked, kids, sizeof *ranked, by_time);
        for (uint32_t k = 0; k < kids; k++) {
            uint32_t c = (uint32_t)ranked[k], done = k / limit + 1 + time[c];
            shape->child[shape->first[v] + k] = c;
            most = done > most ? done : most;
        }
        time[v] = most;
        uint32_t busy = kids ? (uint32_t)lb_ceil_div(kids, limit) : 0; /* one node alone has no ports */
        *stagger = busy > *stagger ? busy : *stagger;
    }
    return LB_OK;
}

int lb_spread_tree(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why) {
    lb_shape_of shape;
    uint32_t *when = lb_zeroed(s->map.nodes, sizeof *when), stagger;
    int error = lb_legs_afford(lb_times(s->alive - 1, s->pieces), why);
    if (error) {
        free(when);
        return error;
    }
    error = lb_shape_take(&shape, s->map.nodes);
    if (!when)
        error = LB_ERR_MEMORY;
    if (!error) {
        lb_shape_measure(&shape, &s->map, root, into);
        error = sort_children(&shape, s->limit, &stagger);
    }
    for (uint32_t i = 0; !error && i < shape.count; i++) {
        uint32_t v = shape.order[i];
        for (uint32_t k = 0; k < shape.kids[v] && !error; k++) {
            uint32_t c = shape.child[shape.first[v] + k];
            when[c] = when[v] + k / s->limit + 1;
            for (uint64_t t = 0; t < s->pieces && !error; t++)
                error = lb_legs_add(legs, when[c] + (uint32_t)t * stagger, into[c], (uint32_t)t);
        }
    }
    lb_shape_free(&shape);
    free(when);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}
