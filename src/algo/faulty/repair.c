/* Mending a tree: what dead links cut off is hung on living neighbours, then the subtrees of the root are balanced.
 *
 * A part that is cut off is first taken as it is: its uppermost node is hung where that is nearest the root. Only where
 * that node has no neighbour outside its part is the part taken to pieces. Balancing moves one leaf after another, from
 * a subtree of the root that is too large, perhaps by way of others, to one that is too small. */
#include "algo/faulty/shape.h"

#include <stdlib.h>

typedef struct mending {
    const lb_scene *s;
    uint32_t root;
    uint32_t *into;
    lb_shape_of shape;
} mending;

/* Where a node may hang: a living link from a node that hangs on the root. Nearest the root, then where few hang. */
static uint32_t best_link(const mending *m, uint32_t v) {
    const lb_map *map = &m->s->map;
    uint32_t best = LB_NONE, depth = 0, load = 0;
    for (unsigned p = 0; p < map->ports; p++) {
        uint32_t u = map->from[(uint64_t)v * map->ports + p];
        if (u == LB_NONE || m->shape.depth[u] == LB_NONE)
            continue;
        unsigned port = m->s->net.opposite[p];
        uint32_t full = m->shape.load[u == m->root ? port : m->shape.top[u]], deep = m->shape.depth[u];
        if (best == LB_NONE || deep < depth || (deep == depth && full < load)) {
            best = u * map->ports + port;
            depth = deep;
            load = full;
        }
    }
    return best;
}

static void measure(mending *m) {
    lb_shape_measure(&m->shape, &m->s->map, m->root, m->into);
}

/* Hangs one node, without what hangs on it. */
static void hang(mending *m, uint32_t v, uint32_t link) {
    uint32_t u = lb_link_from(&m->s->map, link);
    m->into[v] = link;
    m->shape.depth[v] = m->shape.depth[u] + 1;
    m->shape.top[v] = u == m->root ? link % m->s->map.ports : m->shape.top[u];
    m->shape.load[m->shape.top[v]]++;
}

/* Hangs one node and all that hangs on it; the children are those of the last measure, which is right below v. */
static void hang_part(mending *m, uint32_t v, uint32_t link) {
    lb_shape_of *shape = &m->shape;
    uint32_t at = shape->count; /* nodes that hang nowhere yet: there is room for them in order */
    hang(m, v, link);
    shape->order[shape->count++] = v;
    for (; at < shape->count; at++) {
        uint32_t u = shape->order[at];
        for (uint32_t k = shape->first[u]; k < shape->first[u + 1]; k++) {
            hang(m, shape->child[k], m->into[shape->child[k]]);
            shape->order[shape->count++] = shape->child[k];
        }
    }
}

/* One round: hangs all it can; true while that is something. Nodes hang nowhere when their link into is LB_NONE. */
static bool hang_some(mending *m) {
    bool some = false;
    for (uint32_t v = 0; v < m->s->map.nodes; v++) {
        if (v == m->root || m->into[v] != LB_NONE || !lb_node_alive(&m->s->net, v))
            continue;
        uint32_t link = best_link(m, v);
        if (link != LB_NONE) {
            hang_part(m, v, link);
            some = true;
        }
    }
    if (some)
        measure(m);
    return some;
}

/* Hangs single nodes that hang nowhere, those first that come nearest the root: the nodes that hung before and those
 * that hang since are two queues, both by depth. */
static void hang_all(mending *m) {
    const lb_map *map = &m->s->map;
    lb_shape_of *shape = &m->shape;
    uint32_t *fresh = shape->child, head = 0, tail = 0, old = 0; /* children are listed anew afterwards */
    while (old < shape->count || head < tail) {
        bool later =
            old == shape->count || (head < tail && shape->depth[fresh[head]] < shape->depth[shape->order[old]]);
        uint32_t u = later ? fresh[head++] : shape->order[old++];
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t v = map->to[(uint64_t)u * map->ports + p];
            if (v == LB_NONE || shape->depth[v] != LB_NONE)
                continue;
            hang(m, v, best_link(m, v));
            fresh[tail++] = v;
        }
    }
    measure(m);
}

/* Takes parts to pieces, and hangs these. */
static void take_apart(mending *m) {
    for (uint32_t v = 0; v < m->s->map.nodes; v++) {
        if (m->shape.depth[v] == LB_NONE)
            m->into[v] = LB_NONE;
    }
    measure(m);
    hang_all(m);
}

/* A tree from nothing: every node hangs on a node one hop nearer, where the fewest hang. */
static int grow(mending *m) {
    const lb_map *map = &m->s->map;
    uint32_t *hops = lb_array(map->nodes, sizeof *hops), *queue = lb_array(map->nodes, sizeof *queue);
    if (!hops || !queue) {
        free(hops);
        free(queue);
        return LB_ERR_MEMORY;
    }
    lb_map_reach(map, m->root, false, hops, queue);
    measure(m);
    for (uint32_t i = 1; i < m->s->alive; i++) {
        uint32_t v = queue[i];
        hang(m, v, best_link(m, v));
    }
    free(hops);
    free(queue);
    return LB_OK;
}

/* ---- Balancing ---- */

enum { MOST_ROUNDS = 4096, MEASURE = 24 }; /* measuring looks at a node so often, or costs as much */

#define MUCH_WORK (UINT64_C(1) << 27)

typedef struct exchange {
    uint32_t leaf[LB_MAX_PORTS][LB_MAX_PORTS]; /* from a subtree to another: a leaf that can go, or LB_NONE */
    uint32_t link[LB_MAX_PORTS][LB_MAX_PORTS]; /* and over which link it then hangs */
} exchange;

static void find_exchanges(const mending *m, uint32_t deepest, exchange *x) {
    const lb_map *map = &m->s->map;
    for (unsigned a = 0; a < map->ports; a++)
        for (unsigned b = 0; b < map->ports; b++)
            x->leaf[a][b] = LB_NONE;
    for (uint32_t i = 1; i < m->shape.count; i++) {
        uint32_t v = m->shape.order[i], from = m->shape.top[v];
        if (m->shape.kids[v])
            continue;
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t u = map->from[(uint64_t)v * map->ports + p];
            if (u == LB_NONE || m->shape.depth[u] >= deepest)
                continue;
            uint32_t link = u * map->ports + m->s->net.opposite[p];
            uint32_t to = u == m->root ? link % map->ports : m->shape.top[u];
            if (to != from && x->leaf[from][to] == LB_NONE) {
                x->leaf[from][to] = v;
                x->link[from][to] = link;
            }
        }
    }
}

/* Subtrees from which leaves can be passed on, perhaps through others, to `goal`: next[a] is where a passes to. */
static void find_ways(const mending *m, const exchange *x, unsigned goal, unsigned *next) {
    unsigned queue[LB_MAX_PORTS], tail = 0, ports = m->s->map.ports;
    for (unsigned a = 0; a < ports; a++)
        next[a] = LB_NONE;
    next[goal] = goal;
    queue[tail++] = goal;
    for (unsigned head = 0; head < tail; head++) {
        for (unsigned a = 0; a < ports; a++) {
            if (next[a] == LB_NONE && x->leaf[a][queue[head]] != LB_NONE) {
                next[a] = queue[head];
                queue[tail++] = a;
            }
        }
    }
}

/* One leaf less in the largest subtree that can give one, by passing leaves along to the smallest; false: none can. */
static bool balance_once(mending *m, uint32_t deepest, exchange *x) {
    unsigned ports = m->s->map.ports, next[LB_MAX_PORTS], small = LB_NONE, large = LB_NONE;
    for (unsigned p = 0; p < ports; p++) {
        bool open = m->s->map.to[(uint64_t)m->root * ports + p] != LB_NONE;
        if (open && (small == LB_NONE || m->shape.load[p] < m->shape.load[small]))
            small = p;
    }
    find_exchanges(m, deepest, x);
    find_ways(m, x, small, next);
    for (unsigned p = 0; p < ports; p++) {
        if (next[p] != LB_NONE && (large == LB_NONE || m->shape.load[p] > m->shape.load[large]))
            large = p;
    }
    if (large == LB_NONE || m->shape.load[large] < m->shape.load[small] + 2)
        return false;
    /* A leaf that another came to hang on is none any more; then that subtree keeps one more, which is no harm. */
    for (unsigned a = large; a != small; a = next[a]) {
        uint32_t v = x->leaf[a][next[a]];
        bool taken = false;
        for (unsigned b = large; b != a; b = next[b])
            taken |= lb_link_from(&m->s->map, x->link[b][next[b]]) == v;
        if (taken)
            break;
        m->into[v] = x->link[a][next[a]];
    }
    measure(m);
    return true;
}

static int balance(mending *m) {
    uint32_t deepest = 0;
    exchange *x = lb_array(1, sizeof *x);
    if (!x)
        return LB_ERR_MEMORY;
    for (uint32_t i = 0; i < m->shape.count; i++) {
        uint32_t depth = m->shape.depth[m->shape.order[i]];
        deepest = depth > deepest ? depth : deepest;
    }
    uint64_t work = (uint64_t)m->s->map.nodes * (m->s->map.ports + MEASURE), rounds = MUCH_WORK / work;
    for (uint64_t i = 0; i < MOST_ROUNDS && i < rounds && balance_once(m, deepest, x); i++)
        ;
    free(x);
    return LB_OK;
}

int lb_tree_repair(const lb_scene *s, uint32_t root, lb_tree_shape shape, uint32_t *into, lb_why *why) {
    mending m = {.s = s, .root = root, .into = into};
    bool empty = true;
    if (lb_shape_take(&m.shape, s->map.nodes))
        return lb_fail_memory(why, "a tree");
    for (uint32_t v = 0; v < s->map.nodes; v++) {
        if (into[v] != LB_NONE && s->map.to[into[v]] == LB_NONE)
            into[v] = LB_NONE;
        empty &= into[v] == LB_NONE;
    }
    int error = empty ? grow(&m) : LB_OK;
    measure(&m);
    while (!error && m.shape.count < s->alive) {
        if (!hang_some(&m))
            take_apart(&m);
    }
    if (!error && shape == LB_SHAPE_BALANCED && s->alive > 2)
        error = balance(&m);
    lb_shape_free(&m.shape);
    return error ? lb_fail_memory(why, "a tree") : LB_OK;
}
