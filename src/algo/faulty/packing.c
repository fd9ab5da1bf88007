/* Packing spanning trees: each next one is a lightest one, the weight of a pair of nodes being how often its lanes are
 * in trees already, and a little for every level of the tree, so that it stays shallow. The loads come to those of the
 * best packing (Thorup 2007; Plotkin, Shmoys & Tardos 1991), which by Tutte's and Nash-Williams's theorem is what the
 * best parts of the bound allow (src/bound/parts.c). */
#include "algo/faulty/packing.h"

#include <stdlib.h>

void lb_packing_end(lb_packing *p) {
    free(p->pair);
    free(p->lane);
    free(p->back);
    free(p->at);
    free(p->from);
    free(p->tree);
    *p = (lb_packing){0};
}

/* The pair of v and u, u < v, with this lane; pairs of v are the last ones. */
static void add_lane(lb_packing *p, uint32_t first, uint32_t v, uint32_t u) {
    for (uint32_t i = first; i < p->pairs; i++) {
        if (p->pair[i].b == u) {
            p->pair[i].lanes++;
            return;
        }
    }
    p->pair[p->pairs++] = (lb_pair){.a = v, .b = u, .lanes = 1};
}

/* Links that lead both ways, as pairs with their lanes. */
static bool find_pairs(lb_packing *p, const lb_scene *s) {
    const lb_map *map = &s->map;
    uint32_t lanes = 0;
    for (uint32_t v = 0; v < p->nodes; v++) {
        uint32_t first = p->pairs;
        for (unsigned k = 0; k < map->ports; k++) {
            uint32_t to = map->to[(uint64_t)v * map->ports + k], from = map->from[(uint64_t)v * map->ports + k];
            if (to != from)
                return false;
            if (to != LB_NONE && to < v)
                add_lane(p, first, v, to);
        }
        for (uint32_t i = first; i < p->pairs; i++) {
            p->pair[i].first = lanes;
            for (unsigned k = 0; k < map->ports; k++) {
                if (map->to[(uint64_t)v * map->ports + k] != p->pair[i].b)
                    continue;
                p->lane[lanes] = v * map->ports + k;
                p->back[lanes++] = p->pair[i].b * map->ports + s->net.opposite[k];
            }
        }
    }
    return true;
}

static void index_pairs(lb_packing *p) {
    for (uint32_t i = 0; i < p->pairs; i++) {
        p->from[p->pair[i].a + 1]++;
        p->from[p->pair[i].b + 1]++;
    }
    for (uint32_t v = 0; v < p->nodes; v++)
        p->from[v + 1] += p->from[v];
    for (uint32_t i = p->pairs; i-- > 0;) {
        p->at[--p->from[p->pair[i].a + 1]] = i;
        p->at[--p->from[p->pair[i].b + 1]] = i;
    }
    for (uint32_t v = 0; v < p->nodes; v++) /* each is now where the one before it ends */
        p->from[v] = p->from[v + 1];
    p->from[p->nodes] = 2 * p->pairs;
}

int lb_packing_begin(lb_packing *p, const lb_scene *s, uint64_t trees, lb_why *why) {
    uint64_t n = s->map.nodes, links = n * s->map.ports;
    *p = (lb_packing){.nodes = s->map.nodes, .alive = s->alive, .trees = trees};
    p->pair = lb_array(links, sizeof *p->pair);
    p->lane = lb_array(links, sizeof *p->lane);
    p->back = lb_array(links, sizeof *p->back);
    p->at = lb_array(links, sizeof *p->at);
    p->from = lb_zeroed(n + 2, sizeof *p->from);
    p->tree = lb_array(lb_times(trees, s->alive - UINT64_C(1)), sizeof *p->tree);
    if (!p->pair || !p->lane || !p->back || !p->at || !p->from || !p->tree) {
        lb_packing_end(p);
        return lb_fail_memory(why, "trees");
    }
    if (!find_pairs(p, s)) {
        lb_packing_end(p);
        return lb_fail(why, LB_ERR_UNSUPPORTED, "some link leads one way only");
    }
    index_pairs(p);
    return LB_OK;
}

uint64_t lb_packing_load(const lb_packing *p) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < p->pairs; i++) {
        uint64_t load = lb_ceil_div(p->pair[i].load, p->pair[i].lanes);
        most = load > most ? load : most;
    }
    return most;
}

/* ---- One tree after another (Prim) ---- */

/* A pair that leads out of what has grown so far. */
typedef struct offer {
    uint64_t weight; /* its load for its lanes and how deep it is, and then the depth of the node that it leads to */
    uint32_t pair;
} offer;

typedef struct growing {
    offer *heap; /* the lightest first */
    uint32_t count;
    uint32_t *depth; /* of each node that has been reached; LB_NONE: not yet */
} growing;

enum { FINE = 5, DEPTHS = 24 };    /* bits after the point of a load, and of a depth */
enum { DEEPER = 1 << (FINE - 1) }; /* what a level weighs: half a tree, or few packets would have long ways */

static void push(growing *g, offer x) {
    uint32_t at = g->count++;
    for (; at > 0 && x.weight < g->heap[(at - 1) / 2].weight; at = (at - 1) / 2)
        g->heap[at] = g->heap[(at - 1) / 2];
    g->heap[at] = x;
}

static offer pop(growing *g) {
    offer first = g->heap[0], last = g->heap[--g->count];
    uint32_t at = 0;
    for (uint32_t next = 1; next < g->count; next = 2 * at + 1) {
        next += next + 1 < g->count && g->heap[next + 1].weight < g->heap[next].weight;
        if (last.weight <= g->heap[next].weight)
            break;
        g->heap[at] = g->heap[next];
        at = next;
    }
    g->heap[at] = last;
    return first;
}

static void reach(const lb_packing *p, growing *g, uint32_t v, uint32_t depth) {
    g->depth[v] = depth;
    for (uint32_t i = p->from[v]; i < p->from[v + 1]; i++) {
        const lb_pair *pair = &p->pair[p->at[i]];
        uint32_t to = pair->a == v ? pair->b : pair->a;
        if (g->depth[to] != LB_NONE)
            continue;
        uint64_t load = ((uint64_t)pair->load << FINE) / pair->lanes + DEEPER * (depth + UINT64_C(1));
        push(g, (offer){load << DEPTHS | (depth + UINT64_C(1)), p->at[i]});
    }
}

static void grow(lb_packing *p, growing *g, uint32_t root, uint64_t number) {
    uint32_t *tree = p->tree + number * (p->alive - 1), count = 0;
    for (uint32_t v = 0; v < p->nodes; v++)
        g->depth[v] = LB_NONE;
    g->count = 0;
    reach(p, g, root, 0);
    while (g->count > 0) {
        offer x = pop(g);
        const lb_pair *pair = &p->pair[x.pair];
        uint32_t to = g->depth[pair->a] == LB_NONE ? pair->a : pair->b;
        if (g->depth[to] != LB_NONE)
            continue;
        tree[count++] = x.pair;
        reach(p, g, to, (uint32_t)(x.weight & ((UINT32_C(1) << DEPTHS) - 1)));
    }
    for (uint32_t i = 0; i < count; i++)
        p->pair[tree[i]].load++;
}

int lb_packing_fill(lb_packing *p, uint32_t root, lb_why *why) {
    growing g = {.heap = lb_array(2 * (uint64_t)p->pairs, sizeof *g.heap),
                 .depth = lb_array(p->nodes, sizeof *g.depth)};
    int error = g.heap && g.depth ? LB_OK : lb_fail_memory(why, "trees");
    for (uint64_t t = 0; t < p->trees && !error; t++)
        grow(p, &g, root, t);
    free(g.heap);
    free(g.depth);
    return error;
}
