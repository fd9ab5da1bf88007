/* One node's packets over several trees: the d edge-disjoint spanning binomial trees of the cube (001, 003, 004), those
 * that dead links have cut mended. In a whole cube they share no link, and packets follow each other one a step down
 * each: d+ceil(P/d)-1 steps. A mended tree shares links with others, so packets are placed one after another: each
 * takes the tree on which it arrives everywhere first, every hop in the first step in which its link is free. A tree
 * that had to be mended badly is then simply not taken. */
#include "algo/faulty/shape.h"
#include "tree/edge_disjoint.h"

#include <stdlib.h>
#include <string.h>

#define MUCH_WORK (UINT64_C(1) << 24) /* hops that are tried */

typedef struct forest {
    const lb_scene *s;
    uint32_t root, trees;
    uint32_t *into;  /* tree * nodes + node */
    uint32_t *order; /* of each tree: nodes, parents first */
    uint64_t *busy;  /* per link: steps that are taken, as bits from step 1 on */
    uint64_t words;  /* of busy, per link */
    uint32_t *when;  /* per node: the step in which the packet is there */
    uint32_t last;   /* the last step that busy has room for */
} forest;

static void forest_free(forest *f) {
    free(f->into);
    free(f->order);
    free(f->busy);
    free(f->when);
}

/* The trees, mended, in the order that shape_of has. */
static int plant(forest *f, lb_why *why) {
    const lb_scene *s = f->s;
    uint32_t n = s->map.nodes;
    lb_shape_of shape;
    if (lb_shape_take(&shape, n))
        return LB_ERR_MEMORY;
    int error = LB_OK;
    for (uint32_t j = 0; j < f->trees && !error; j++) {
        uint32_t *into = f->into + (uint64_t)j * n;
        for (uint32_t v = 0; v < n; v++) {
            unsigned dim = v == f->root ? 0 : lb_disjoint_parent(v ^ f->root, j);
            into[v] = v == f->root ? LB_NONE : (v ^ UINT32_C(1) << dim) * s->map.ports + dim;
        }
        error = lb_tree_repair(s, f->root, LB_SHAPE_WIDE, into, why);
        lb_shape_measure(&shape, &s->map, f->root, into);
        memcpy(f->order + (uint64_t)j * n, shape.order, n * sizeof *shape.order);
    }
    lb_shape_free(&shape);
    return error;
}

/* The first step after `after` in which the link is free. */
static uint32_t free_step(const forest *f, uint32_t link, uint32_t after) {
    const uint64_t *busy = f->busy + link * f->words;
    uint32_t bit = after;
    while (bit < f->last && busy[bit / 64] >> bit % 64 & 1)
        bit++;
    return bit + 1;
}

/* When a packet is everywhere, going down a tree; LB_NONE: later than there is room for. */
static uint32_t arrival(forest *f, uint32_t tree) {
    const lb_map *map = &f->s->map;
    const uint32_t *into = f->into + (uint64_t)tree * map->nodes, *order = f->order + (uint64_t)tree * map->nodes;
    uint32_t latest = 0;
    f->when[f->root] = 0;
    for (uint32_t i = 1; i < f->s->alive; i++) {
        uint32_t v = order[i];
        f->when[v] = free_step(f, into[v], f->when[lb_link_from(map, into[v])]);
        latest = f->when[v] > latest ? f->when[v] : latest;
    }
    return latest <= f->last ? latest : LB_NONE;
}

static int place(forest *f, uint32_t tree, uint32_t token, lb_legs *legs) {
    const uint32_t *into = f->into + (uint64_t)tree * f->s->map.nodes;
    for (uint32_t v = 0; v < f->s->map.nodes; v++) {
        if (into[v] == LB_NONE || !lb_node_alive(&f->s->net, v))
            continue;
        uint32_t bit = f->when[v] - 1;
        f->busy[into[v] * f->words + bit / 64] |= UINT64_C(1) << bit % 64;
        if (lb_legs_add(legs, f->when[v], into[v], token))
            return LB_ERR_MEMORY;
    }
    return LB_OK;
}

/* LB_ERR_UNSUPPORTED: the steps there is room for are not enough. */
static int place_all(forest *f, lb_legs *legs) {
    for (uint32_t token = 0; token < f->s->pieces; token++) {
        uint32_t best = LB_NONE, soonest = LB_NONE;
        for (uint32_t j = 0; j < f->trees; j++) {
            uint32_t tree = (token + j) % f->trees, when = arrival(f, tree);
            if (when < soonest) {
                soonest = when;
                best = tree;
            }
        }
        if (best == LB_NONE)
            return LB_ERR_UNSUPPORTED;
        arrival(f, best);
        int error = place(f, best, token, legs);
        if (error)
            return error;
    }
    return LB_OK;
}

int lb_spread_forest(const lb_scene *s, uint32_t root, uint32_t most, lb_legs *legs, lb_why *why) {
    uint64_t n = s->map.nodes, d = s->map.ports;
    forest f = {.s = s, .root = root, .trees = (uint32_t)d, .last = most, .words = most / 64 + 1};
    if (!s->net.cube || n == 1 || s->limit < d || lb_times(s->pieces, n * d) > MUCH_WORK)
        return LB_ERR_UNSUPPORTED;
    f.into = lb_array(n * d, sizeof *f.into);
    f.order = lb_array(n * d, sizeof *f.order);
    f.busy = lb_zeroed(n * d * f.words, sizeof *f.busy);
    f.when = lb_zeroed(n, sizeof *f.when);
    int error = f.into && f.order && f.busy && f.when ? plant(&f, why) : LB_ERR_MEMORY;
    if (!error)
        error = place_all(&f, legs);
    forest_free(&f);
    if (error)
        lb_legs_free(legs);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "a plan") : error;
}
