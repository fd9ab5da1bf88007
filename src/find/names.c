/* Names by counting: a dimension of radix r has n(r-1)/r links if it is a line (or r is 2), n if a ring, n(r-1)/2 if a
 * complete graph. All products of dimensions that have the right number of links of each speed are names. Of circulant
 * graphs only those that have as many nodes at each distance. */
#include "find/names.h"

#include "base/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SPEEDS = 4,
    MOST_DIMS = 16,
    MOST_NAMES = 64,     /* that are worth a try */
    MOST_TRIES = 200000, /* of dimensions put together */
    MOST_CIRCLE = 256,   /* nodes of a circulant graph */
    MUCH_WORK = 20000000 /* links of them looked at */
};

typedef enum way { RING, COMPLETE, LINE } way;

typedef struct naming {
    const lb_view *graph;
    lb_names *names;
    unsigned speeds, dims;
    uint32_t speed[MOST_SPEEDS];
    uint64_t links[MOST_SPEEDS]; /* of each speed that no dimension has yet */
    uint32_t radix[MOST_DIMS];
    way kind[MOST_DIMS];
    unsigned of[MOST_DIMS]; /* speeds */
    bool regular;
    uint32_t tries;
    uint64_t work; /* circles that may be walked */
    int error;
} naming;

/* ---- Texts ---- */

/* A name with room of its own. */
typedef struct text {
    char name[LB_NAME_ROOM];
    lb_line line;
} text;

static lb_line *blank(text *t) {
    t->name[0] = '\0';
    t->line = (lb_line){t->name, sizeof t->name, 0};
    return &t->line;
}

static void keep(naming *g, const text *t) {
    lb_names *names = g->names;
    void *grown = names->name;
    if (g->error || names->count == MOST_NAMES || t->line.length + 1 >= sizeof t->name)
        return;
    g->error = lb_grow(&grown, &names->room, (uint64_t)names->count + 1, sizeof *names->name);
    names->name = grown;
    if (!g->error)
        memcpy(names->name[names->count++], t->name, sizeof t->name);
}

void lb_names_free(lb_names *names) {
    free(names->name);
    *names = (lb_names){.count = 0};
}

/* ---- Products ---- */

/* Rings of 2 and 3 are complete graphs too. */
static bool is_hyperx(const naming *g) {
    bool some = false, all = g->dims > 1;
    for (unsigned i = 0; i < g->dims; i++) {
        all = all && g->kind[i] != LINE && (g->kind[i] == COMPLETE || g->radix[i] <= 3);
        some = some || g->kind[i] == COMPLETE;
    }
    return all && some;
}

static void keep_product(naming *g) {
    bool hyperx = is_hyperx(g);
    text t;
    lb_line *line = blank(&t);
    lb_line_add(line, "%s", hyperx ? "hyperx:" : "");
    for (unsigned i = 0; i < g->dims; i++) {
        bool apart = !hyperx && i > 0 && (g->kind[i] == COMPLETE || g->kind[i - 1] == COMPLETE);
        lb_line_add(line, "%s%s%" PRIu32 "%s",
                    i == 0  ? ""
                    : apart ? "*"
                            : "x",
                    !hyperx && g->kind[i] == COMPLETE ? "complete:" : "", g->radix[i], g->kind[i] == LINE ? "-" : "");
    }
    for (unsigned i = 0; i < g->dims && g->speeds > 1; i++)
        lb_line_add(line, "%s%" PRIu32, i ? "," : " speeds ", g->speed[g->of[i]]);
    keep(g, &t);
}

static uint64_t links_of(uint32_t nodes, uint32_t r, way kind) {
    if (kind == LINE || r == 2)
        return (uint64_t)nodes / r * (r - 1);
    return kind == RING ? nodes : (uint64_t)nodes * (r - 1) / 2;
}

static bool allowed(const naming *g, uint32_t r, way kind) {
    if ((kind == LINE && r == 2) || (kind == COMPLETE && r <= 3) || (kind == LINE && g->regular))
        return false;
    for (unsigned i = 0; i < g->dims; i++) { /* lines are multiplied with rings and lines only */
        if ((kind == LINE && g->kind[i] == COMPLETE) || (kind == COMPLETE && g->kind[i] == LINE))
            return false;
    }
    return true;
}

/* Dimensions after those that there are, for `rest` nodes, none larger than the last. */
static void put_together(naming *g, uint32_t rest) {
    uint64_t left = 0;
    for (unsigned s = 0; s < g->speeds; s++)
        left += g->links[s];
    if (g->tries++ >= MOST_TRIES || (rest == 1) != (left == 0))
        return;
    if (rest == 1) {
        keep_product(g);
        return;
    }
    uint32_t most = g->dims && g->radix[g->dims - 1] < rest ? g->radix[g->dims - 1] : rest;
    for (uint32_t r = most; r >= 2 && g->dims < MOST_DIMS; r--) {
        for (way kind = RING; rest % r == 0 && kind <= LINE; kind++) {
            for (unsigned s = 0; s < g->speeds && allowed(g, r, kind); s++) {
                uint64_t links = links_of(g->graph->nodes, r, kind);
                if (links > g->links[s])
                    continue;
                g->radix[g->dims] = r;
                g->kind[g->dims] = kind;
                g->of[g->dims++] = s;
                g->links[s] -= links;
                put_together(g, rest / r);
                g->links[s] += links;
                g->dims--;
            }
        }
    }
}

/* ---- Names with a word ---- */

/* Cubes, as such where they are not better known as a ring or a torus. */
static void name_cubes(naming *g) {
    uint32_t n = g->graph->nodes, degree = g->graph->degree[0] / g->speed[0];
    unsigned d = 0;
    while (d < 31 && n >> d > 1)
        d++;
    text t;
    lb_line *line = blank(&t);
    if (n != UINT32_C(1) << d || (degree != d && degree != d + 1) || (degree == d && (d == 2 || d == 4)))
        return;
    lb_line_add(line, "%s:%u", degree == d ? "cube" : "folded", d);
    keep(g, &t);
}

/* a x a x 2a: short rings first. */
static void name_twisted(naming *g) {
    uint32_t n = g->graph->nodes, degree = g->graph->degree[0] / g->speed[0];
    for (uint32_t a = 2; a <= n / 2; a++) {
        for (unsigned shorts = 1; shorts < degree; shorts++) {
            for (unsigned longs = 1; longs < degree; longs++) {
                uint64_t nodes = 1;
                text t;
                lb_line *line = blank(&t);
                lb_line_add(line, "twisted");
                for (unsigned i = 0; i < shorts + longs && nodes <= n; i++) {
                    nodes *= i < shorts ? a : 2 * a;
                    lb_line_add(line, "%c%" PRIu32, i ? 'x' : ':', i < shorts ? a : 2 * a);
                }
                if (nodes == n && 2 * (shorts + longs) == degree)
                    keep(g, &t);
            }
        }
    }
}

/* ---- Circulant graphs ---- */

typedef struct circle {
    uint32_t nodes, count, step[LB_MAX_DIMS];
    uint32_t shells[MOST_CIRCLE]; /* the graph's */
} circle;

static bool same_shells(const circle *c) {
    uint32_t queue[MOST_CIRCLE], hops[MOST_CIRCLE], here[MOST_CIRCLE] = {0}, tail = 0;
    memset(hops, 0xff, sizeof hops);
    hops[0] = 0;
    queue[tail++] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t v = queue[head];
        if (++here[hops[v]] > c->shells[hops[v]])
            return false;
        for (uint32_t i = 0; i < 2 * c->count; i++) {
            uint32_t w = (v + (i % 2 ? c->step[i / 2] : c->nodes - c->step[i / 2])) % c->nodes;
            if (hops[w] == LB_NONE) {
                hops[w] = hops[v] + 1;
                queue[tail++] = w;
            }
        }
    }
    return tail == c->nodes;
}

/* Steps after those that there are; `left`: links of a node that they still must be. Multiplied by what has no common
 * divisor with n, steps make the same graph: so the first may be taken to divide n. */
static void choose_steps(naming *g, circle *c, uint32_t from, uint32_t left) {
    if (g->tries++ >= MOST_TRIES || g->work == 0 || g->error || g->names->count == MOST_NAMES)
        return;
    if (left == 0) {
        g->work--;
        text t;
        lb_line *line = blank(&t);
        lb_line_add(line, "circulant:%" PRIu32, c->nodes);
        for (uint32_t i = 0; i < c->count; i++)
            lb_line_add(line, "%c%" PRIu32, i ? ',' : ':', c->step[i]);
        if (same_shells(c))
            keep(g, &t);
        return;
    }
    for (uint32_t v = from; v <= c->nodes / 2 && c->count < LB_MAX_DIMS; v++) {
        uint32_t takes = 2 * v == c->nodes ? 1 : 2;
        bool twice = false;
        for (uint32_t i = 0; i < c->count; i++)
            twice = twice || c->step[i] == v;
        if (takes > left || twice || (c->count == 0 && c->nodes % v != 0))
            continue;
        c->step[c->count++] = v;
        choose_steps(g, c, c->count == 1 ? 1 : v + 1, left - takes);
        c->count--;
    }
}

/* ---- All ---- */

/* Links by speed; false: too many speeds. */
static bool count_links(naming *g) {
    for (uint32_t i = 0; i < g->graph->first[g->graph->nodes]; i++) {
        unsigned s = 0;
        while (s < g->speeds && g->speed[s] != g->graph->lanes[i])
            s++;
        if (s == MOST_SPEEDS)
            return false;
        g->speed[s] = g->graph->lanes[i];
        g->speeds = s == g->speeds ? s + 1 : g->speeds;
        g->links[s]++;
    }
    for (unsigned s = 0; s < g->speeds; s++)
        g->links[s] /= 2;
    return g->speeds > 0;
}

/* false: no name can be had. */
static bool begin(naming *g) {
    *g->names = (lb_names){.count = 0};
    g->regular = true;
    for (uint32_t v = 0; v < g->graph->nodes; v++)
        g->regular = g->regular && g->graph->degree[v] == g->graph->degree[0];
    return count_links(g);
}

int lb_names_of(const lb_view *graph, lb_names *names) {
    naming g = {.graph = graph, .names = names};
    if (!begin(&g))
        return LB_OK;
    bool plain = g.regular && g.speeds == 1;
    if (plain)
        name_cubes(&g);
    put_together(&g, graph->nodes);
    if (plain)
        name_twisted(&g);
    return g.error;
}

int lb_circulant_names_of(const lb_view *graph, lb_names *names) {
    naming g = {.graph = graph, .names = names};
    circle c = {.nodes = graph->nodes};
    if (!begin(&g) || !g.regular || g.speeds > 1 || c.nodes > MOST_CIRCLE)
        return LB_OK;
    g.error = lb_view_shells(graph, 0, c.shells);
    g.work = MUCH_WORK / (c.nodes * (uint64_t)graph->degree[0]);
    choose_steps(&g, &c, 1, graph->degree[0] / g.speed[0]);
    return g.error;
}
