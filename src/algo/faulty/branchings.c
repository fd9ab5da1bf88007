/* Broadcast over trees that share no link, as many as the smallest cut allows (Edmonds 1973). A tree takes a packet
 * every step, which its links then hand on step by step: with trees of depths D1, D2, ... T steps are enough for the
 * sum of T-Di+1 packets.
 *
 * All trees grow at the same time, level by level, so that none gets much deeper than the others. A link may be added
 * to a tree if the rest can still be completed. That is so (Edmonds; Lovasz 1976) if into every set of nodes at least
 * as many unused links lead as there are trees that have no node of it yet. For the sets around the link's end, the
 * only ones that lose a link, a flow says it: from every tree one unit, which begins at any of its nodes, over unused
 * links to that end. */
#include "algo/faulty/branchings.h"
#include "base/random.h"
#include "flow/maxflow.h"

#include <stdlib.h>

#define MUCH_WORK (UINT64_C(1) << 25) /* links looked at: a fifth of a second */

/* That may be spent before other trees are tried: on the linear clock there are many numbers of packets to try. */
static uint64_t enough(const lb_scene *s) {
    return s->options->clock == LB_LINEAR ? MUCH_WORK / 32 : MUCH_WORK;
}

enum { TRIES = 16 };

typedef struct branchings {
    const lb_scene *s;
    uint32_t root, trees;
    uint64_t work, random;
    uint32_t *depth; /* tree * nodes + node; LB_NONE: not in it yet */
    uint32_t *into;  /* the same: the link into it */
    uint32_t *order; /* the same: its nodes as they came */
    uint32_t *count; /* of each tree: its nodes */
    bool *used;      /* of each link: it is in a tree */
} branchings;

static void branchings_end(branchings *b) {
    free(b->depth);
    free(b->into);
    free(b->order);
    free(b->count);
    free(b->used);
}

static int branchings_begin(branchings *b, const lb_scene *s, uint32_t root) {
    uint64_t n = s->map.nodes, links = n * s->map.ports;
    *b = (branchings){.s = s, .root = root, .random = s->options->seed};
    b->depth = lb_array(links, sizeof *b->depth);
    b->into = lb_array(links, sizeof *b->into);
    b->order = lb_array(links, sizeof *b->order);
    b->count = lb_array(s->map.ports, sizeof *b->count);
    b->used = lb_array(links, sizeof *b->used);
    return b->depth && b->into && b->order && b->count && b->used ? LB_OK : LB_ERR_MEMORY;
}

/* The flow to v: as much as there are trees? 0: no; 1: yes; or LB_ERR_MEMORY. */
static int can_go_on(branchings *b, uint32_t v) {
    const lb_map *map = &b->s->map;
    uint32_t n = map->nodes, source = n + b->trees;
    uint64_t flow = 0, links = (uint64_t)n * map->ports;
    lb_maxflow f;
    if (lb_maxflow_begin(&f, source + UINT64_C(1), links + (uint64_t)b->trees * (n + 1)))
        return LB_ERR_MEMORY;
    for (uint32_t t = 0; t < b->trees; t++) {
        lb_maxflow_arc(&f, source, n + t, 1);
        for (uint32_t i = 0; i < b->count[t]; i++)
            lb_maxflow_arc(&f, n + t, b->order[(uint64_t)t * n + i], 1);
    }
    for (uint64_t link = 0; link < links; link++) {
        if (map->to[link] != LB_NONE && !b->used[link])
            lb_maxflow_arc(&f, (uint32_t)(link / map->ports), map->to[link], 1);
    }
    lb_maxflow_run(&f, source, v, UINT64_MAX, &flow);
    b->work += f.work + f.arcs;
    lb_maxflow_end(&f);
    return flow == b->trees;
}

static void join(branchings *b, uint32_t tree, uint32_t v, uint32_t link, uint32_t depth) {
    uint64_t at = (uint64_t)tree * b->s->map.nodes;
    b->depth[at + v] = depth;
    b->into[at + v] = link;
    b->order[at + b->count[tree]++] = v;
}

/* Tries the links of a node of a tree, from a random one on. */
static int branch_out(branchings *b, uint32_t tree, uint32_t u) {
    const lb_map *map = &b->s->map;
    uint64_t at = (uint64_t)tree * map->nodes;
    uint32_t first = lb_random_below(&b->random, map->ports);
    for (unsigned i = 0; i < map->ports; i++) {
        uint32_t link = u * map->ports + (first + i) % map->ports, v = map->to[link];
        if (v == LB_NONE || b->used[link] || b->depth[at + v] != LB_NONE)
            continue;
        if (b->work > MUCH_WORK)
            return LB_ERR_UNSUPPORTED;
        b->used[link] = true;
        join(b, tree, v, link, b->depth[at + u] + 1);
        int fine = can_go_on(b, v);
        if (fine == 1)
            continue;
        b->count[tree]--;
        b->depth[at + v] = LB_NONE;
        b->used[link] = false;
        if (fine < 0)
            return fine;
    }
    return LB_OK;
}

/* Whether every tree has all nodes. */
static bool complete(const branchings *b) {
    for (uint32_t t = 0; t < b->trees; t++) {
        if (b->count[t] < b->s->alive)
            return false;
    }
    return true;
}

/* Every node of every tree, one after another, the trees in turn; those that join now wait for the next level. */
static int grow_level(branchings *b, uint32_t level) {
    uint32_t ends[LB_MAX_PORTS], most = 0;
    int error = LB_OK;
    for (uint32_t t = 0; t < b->trees; t++) {
        ends[t] = b->count[t];
        most = ends[t] > most ? ends[t] : most;
    }
    for (uint32_t i = 0; i < most; i++) {
        for (uint32_t k = 0; k < b->trees && !error; k++) {
            uint32_t t = (k + i + level) % b->trees;
            if (i < ends[t] && b->count[t] < b->s->alive)
                error = branch_out(b, t, b->order[(uint64_t)t * b->s->map.nodes + i]);
        }
    }
    return error;
}

/* Level by level, the trees in turn. What was not possible early may be later, when others have grown: so nodes of all
 * levels so far are asked. 0, LB_ERR_MEMORY, or LB_ERR_UNSUPPORTED: there are not so many trees, or too much work. */
static int grow(branchings *b, uint32_t trees) {
    uint64_t n = b->s->map.nodes, all = n * b->s->map.ports;
    b->trees = trees;
    for (uint64_t i = 0; i < all; i++) {
        b->depth[i] = LB_NONE;
        b->used[i] = false;
    }
    for (uint32_t t = 0; t < trees; t++) {
        b->count[t] = 0;
        join(b, t, b->root, LB_NONE, 0);
    }
    int error = LB_OK;
    for (uint32_t level = 0; !complete(b) && !error; level++) {
        if (level > n)
            return LB_ERR_UNSUPPORTED;
        error = grow_level(b, level);
    }
    return error;
}

static uint32_t deepest(const branchings *b, uint32_t tree) {
    uint64_t at = (uint64_t)tree * b->s->map.nodes;
    uint32_t most = 0;
    for (uint32_t i = 0; i < b->count[tree]; i++) {
        uint32_t depth = b->depth[at + b->order[at + i]];
        most = depth > most ? depth : most;
    }
    return most;
}

/* Steps for all packets. */
static uint64_t steps_of(const branchings *b) {
    uint64_t steps = 0, packets = 0;
    while (packets < b->s->pieces) {
        steps++;
        packets = 0;
        for (uint32_t t = 0; t < b->trees; t++) {
            uint32_t depth = deepest(b, t);
            packets += depth <= steps ? steps - depth + 1 : 0;
        }
    }
    return steps;
}

static int send_down(const branchings *b, uint64_t steps, lb_legs *legs) {
    uint64_t n = b->s->map.nodes;
    uint32_t token = 0;
    legs->count = legs->steps = 0;
    for (uint32_t t = 0; t < b->trees; t++) {
        uint32_t depth = deepest(b, t);
        for (uint32_t start = 0; start + depth <= steps && token < b->s->pieces; start++, token++) {
            for (uint32_t i = 1; i < b->count[t]; i++) {
                uint32_t v = b->order[t * n + i];
                if (lb_legs_add(legs, start + b->depth[t * n + v], b->into[t * n + v], token))
                    return LB_ERR_MEMORY;
            }
        }
    }
    return LB_OK;
}

/* As many trees as the links of the scarcest node allow, then fewer: they may be less deep. */
static int try_all(branchings *b, uint32_t most, lb_legs *legs) {
    const lb_map *map = &b->s->map;
    uint32_t trees = lb_map_degree(map, b->root, false);
    uint64_t best = most;
    for (uint32_t v = 0; v < map->nodes; v++) {
        uint32_t degree = lb_map_degree(map, v, true);
        trees = v != b->root && lb_node_alive(&b->s->net, v) && degree < trees ? degree : trees;
    }
    for (; trees > 1 && b->work <= enough(b->s); trees--) {
        for (unsigned i = 0; i < TRIES && b->work <= enough(b->s); i++) {
            int error = grow(b, trees);
            if (error == LB_ERR_UNSUPPORTED)
                break;
            uint64_t steps = error ? best : steps_of(b);
            if (!error && steps < best) {
                best = steps;
                error = send_down(b, steps, legs);
            }
            if (error)
                return error;
        }
    }
    return best < most ? LB_OK : LB_ERR_UNSUPPORTED;
}

int lb_spread_branchings(const lb_scene *s, uint32_t root, uint32_t most, lb_legs *legs, lb_why *why) {
    branchings b;
    if (s->limit < s->map.ports || s->pieces < 2 || s->pieces > UINT32_MAX / 2)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "every tree needs its links all the time");
    int error = branchings_begin(&b, s, root);
    if (!error)
        error = try_all(&b, most, legs);
    branchings_end(&b);
    return error == LB_ERR_MEMORY ? lb_fail_memory(why, "trees") : error;
}
