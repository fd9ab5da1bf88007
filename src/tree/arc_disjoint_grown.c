/* Growing arc-disjoint trees level by level.
 *
 * In level l = 1, 2, ... every node y joins as many trees as it can: a tree that y is not in yet, over a link into y
 * that no tree has yet, from a node that joined that tree in an earlier level. Which trees take which links is a
 * matching, begun at random places. The link out of the root through port t is tree t's. When a level adds nothing and
 * trees are incomplete, the luck was bad. A few tries nearly always give a depth of the diameter and one or two more,
 * about half of what the rule of tree/arc_disjoint.h gives; on a single ring nothing better than the rule is possible.
 */
#include "tree/arc_disjoint_grown.h"
#include "base/random.h"

#include <stdlib.h>

enum { TRIES = 24, NOT_YET = UINT16_MAX };
#define MOST_WORK (UINT64_C(1) << 21) /* links looked at in all tries together */

typedef struct growth {
    const lb_net *net;
    uint32_t *from;  /* node y through port q is entered from from[y*ports + q] */
    uint16_t *level; /* tree t: level[t*nodes + y] */
    uint8_t *port;   /* likewise */
    uint32_t *open;  /* links into y that no tree has, as bits */
    uint64_t random;
    uint32_t choice[LB_TORUS_PORTS]; /* at the node at hand: links each tree could take */
    int holder[LB_TORUS_PORTS];      /* which tree takes the link */
} growth;

static unsigned pick(growth *g, unsigned limit) {
    return lb_random_below(&g->random, limit);
}

/* Finds a link for a tree, moving others on to another of theirs where need be. */
static bool find(growth *g, unsigned tree, unsigned start, uint32_t *tried) {
    unsigned ports = g->net->ports;
    for (unsigned i = 0; i < ports; i++) {
        unsigned q = (start + i) % ports;
        if (!(g->choice[tree] >> q & 1) || *tried >> q & 1)
            continue;
        *tried |= UINT32_C(1) << q;
        if (g->holder[q] < 0 || find(g, (unsigned)g->holder[q], start, tried)) {
            g->holder[q] = (int)tree;
            return true;
        }
    }
    return false;
}

/* The links over which y can join each tree in this level. */
static bool look(growth *g, uint32_t y, uint32_t level) {
    unsigned ports = g->net->ports;
    uint32_t n = g->net->nodes, any = 0;
    for (unsigned t = 0; t < ports; t++) {
        const uint16_t *known = g->level + (uint64_t)t * n;
        g->choice[t] = 0;
        g->holder[t] = -1;
        for (uint32_t open = known[y] == NOT_YET ? g->open[y] : 0; open; open &= open - 1) {
            unsigned q = (unsigned)__builtin_ctz(open);
            uint32_t x = g->from[(uint64_t)y * ports + q];
            if (known[x] < level && (x != 0 || q == t))
                g->choice[t] |= UINT32_C(1) << q;
        }
        any |= g->choice[t];
    }
    return any != 0;
}

/* How many trees y joins. */
static uint32_t join(growth *g, uint32_t y, uint32_t level) {
    unsigned ports = g->net->ports, first = pick(g, ports), start = pick(g, ports);
    uint32_t joined = 0;
    for (unsigned i = 0; i < ports; i++) {
        uint32_t tried = 0;
        find(g, (first + i) % ports, start, &tried);
    }
    for (unsigned q = 0; q < ports; q++) {
        if (g->holder[q] < 0)
            continue;
        uint64_t at = (uint64_t)g->holder[q] * g->net->nodes + y;
        g->level[at] = (uint16_t)level;
        g->port[at] = (uint8_t)q;
        g->open[y] &= ~(UINT32_C(1) << q);
        joined++;
    }
    return joined;
}

/* The depth of trees grown with this luck, 0 if they got stuck or deeper than `most`. */
static uint32_t grow(growth *g, uint64_t luck, uint32_t most) {
    uint64_t n = g->net->nodes, ports = g->net->ports, missing = (n - 1) * ports;
    g->random = luck;
    for (uint64_t i = 0; i < n * ports; i++) {
        g->level[i] = (i % n) ? NOT_YET : 0;
        g->port[i] = LB_NO_PARENT;
    }
    for (uint32_t y = 0; y < n; y++)
        g->open[y] = ports < 32 ? (UINT32_C(1) << ports) - 1 : UINT32_MAX;
    for (uint32_t level = 1; level <= most; level++) {
        uint64_t before = missing;
        for (uint32_t y = 1; y < n; y++) {
            if (g->open[y] && look(g, y, level))
                missing -= join(g, y, level);
        }
        if (missing == 0)
            return level;
        if (missing == before)
            return 0;
    }
    return 0;
}

/* The best luck of all tries; its trees are in g->port. */
static uint32_t grow_best(growth *g, uint64_t tries, uint32_t most) {
    uint64_t best = 0;
    uint32_t least = most + 1;
    for (uint64_t luck = 1; luck <= tries && least > lb_diameter(g->net) + 1; luck++) {
        uint32_t depth = grow(g, luck, least - 1);
        if (depth) {
            least = depth;
            best = luck;
        }
    }
    return best ? grow(g, best, least) : 0;
}

static bool growth_take(growth *g, const lb_net *net) {
    uint64_t links = (uint64_t)net->nodes * net->ports;
    *g = (growth){.net = net};
    g->from = lb_array(links, sizeof *g->from);
    g->level = lb_array(links, sizeof *g->level);
    g->port = lb_array(links, sizeof *g->port);
    g->open = lb_array(net->nodes, sizeof *g->open);
    if (!g->from || !g->level || !g->port || !g->open)
        return false;
    for (uint64_t i = 0; i < links; i++)
        g->from[i] = lb_net_sub(net, (uint32_t)(i / net->ports), net->unit[i % net->ports]);
    return true;
}

static void growth_free(growth *g) {
    free(g->from);
    free(g->level);
    free(g->port);
    free(g->open);
}

/* How often it may be tried. On a single ring, and where the rule is as good as can be, there is no need. */
static uint64_t tries_on(const lb_forest *f) {
    const lb_net *net = f->net;
    uint64_t ports = net->ports, depth = lb_forest_whole_depth(f);
    if (ports <= 2 || depth <= lb_diameter(net) + 1 || depth >= NOT_YET)
        return 0;
    uint64_t work = net->nodes * ports * ports * lb_diameter(net), tries = MOST_WORK / work;
    return tries < TRIES ? tries : TRIES;
}

bool lb_shallow_tries(const lb_forest *f) {
    return tries_on(f) > 0;
}

static bool by_rule(const lb_forest *f, uint8_t *port) {
    uint64_t n = f->net->nodes;
    uint32_t *depth = lb_array(n, sizeof *depth);
    for (unsigned tree = 0; depth && tree < f->net->ports; tree++)
        lb_forest_whole(f, tree, port + tree * n, depth);
    free(depth);
    return depth != NULL;
}

uint32_t lb_shallow_trees(const lb_forest *f, uint8_t *port) {
    uint64_t tries = tries_on(f), links = (uint64_t)f->net->nodes * f->net->ports;
    uint32_t depth = 0;
    growth g;
    if (tries) {
        if (growth_take(&g, f->net))
            depth = grow_best(&g, tries, lb_forest_whole_depth(f) - 1);
        for (uint64_t i = 0; depth && port && i < links; i++)
            port[i] = g.port[i];
        growth_free(&g);
    }
    if (depth)
        return depth;
    return port && !by_rule(f, port) ? 0 : lb_forest_whole_depth(f);
}
