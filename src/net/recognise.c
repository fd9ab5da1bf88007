/* Graphs that are a network with a name.
 *
 * Somebody who describes a torus link by link should get the plans of a torus. Nodes keep their numbers, so only a
 * numbering that is the network's own is looked for: then the neighbours of node 0 nearly say what it is. A dimension
 * of radix r whose unit is s has neighbours s and (r-1)s if it is a ring, s alone if a line, all multiples of s below
 * rs if it is a complete graph. What fits there is a guess that all other nodes must bear out. */
#include "net/recognise.h"
#include "base/line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum way { RING, LINE, COMPLETE } way;

typedef struct guessing {
    uint32_t nodes;
    uint32_t *lanes; /* from node 0 to each */
    uint32_t *below; /* how many neighbours of node 0 have a smaller number */
    unsigned dims;
    uint32_t radix[LB_MAX_DIMS], speed[LB_MAX_DIMS];
    way kind[LB_MAX_DIMS];
    lb_guesses *guesses;
} guessing;

/* ---- Names ---- */

static void add_speeds(lb_line *t, const uint32_t *speed, unsigned count) {
    bool even = true;
    for (unsigned i = 0; i < count; i++)
        even = even && speed[i] == speed[0];
    for (unsigned i = 0; i < count && !even; i++)
        lb_line_add(t, "%s%" PRIu32, i ? "," : " speeds ", speed[i]);
}

static bool is_hyperx(const guessing *g) {
    bool some = false;
    for (unsigned i = 0; i < g->dims; i++) {
        if (g->kind[i] == LINE || (g->kind[i] == RING && g->radix[i] > 3))
            return false;
        some = some || g->kind[i] == COMPLETE;
    }
    return some && g->dims > 1;
}

static void write_guess(const guessing *g) {
    lb_line t = {g->guesses->name[g->guesses->count], LB_GUESS_ROOM, 0};
    bool hyperx = is_hyperx(g);
    lb_line_add(&t, "%s", hyperx ? "hyperx:" : "");
    for (unsigned i = 0; i < g->dims; i++) {
        bool apart = !hyperx && i > 0 && (g->kind[i] == COMPLETE || g->kind[i - 1] == COMPLETE);
        lb_line_add(&t, "%s%s%" PRIu32 "%s",
                    i == 0  ? ""
                    : apart ? "*"
                            : "x",
                    !hyperx && g->kind[i] == COMPLETE ? "complete:" : "", g->radix[i], g->kind[i] == LINE ? "-" : "");
    }
    add_speeds(&t, g->speed, g->dims);
    g->guesses->count++;
}

/* ---- Dimensions ---- */

/* Whether node 0's neighbours from s on and below rs are those of such a dimension, all as fast. */
static bool fits(const guessing *g, uint32_t s, uint32_t r, way kind) {
    uint32_t expected = kind == COMPLETE ? r - 1 : kind == RING && r > 2 ? 2 : 1;
    if (g->below[s * (uint64_t)r] - g->below[s] != expected)
        return false;
    if (kind == RING)
        return g->lanes[s * (r - 1)] == g->lanes[s];
    for (uint32_t k = 2; k < r && kind == COMPLETE; k++) {
        if (g->lanes[k * s] != g->lanes[s])
            return false;
    }
    return true;
}

static void guess_from(guessing *g, uint32_t s) {
    if (g->guesses->count == LB_GUESSES || g->dims == LB_MAX_DIMS)
        return;
    if (s == g->nodes) {
        write_guess(g);
        return;
    }
    for (uint32_t r = 2; r <= g->nodes / s && g->lanes[s]; r++) {
        if (g->nodes / s % r != 0)
            continue;
        for (way kind = RING; kind <= COMPLETE; kind++) {
            if ((kind == LINE && r == 2) || (kind == COMPLETE && r <= 3) || !fits(g, s, r, kind))
                continue;
            g->radix[g->dims] = r;
            g->kind[g->dims] = kind;
            g->speed[g->dims++] = g->lanes[s];
            guess_from(g, s * r);
            g->dims--;
        }
    }
}

/* Neighbours 1 and 4 places away, both ways. */
static void guess_circulant(const guessing *g) {
    uint32_t speed[LB_MAX_DIMS];
    unsigned count = 0;
    if (g->guesses->count == LB_GUESSES)
        return;
    lb_line t = {g->guesses->name[g->guesses->count], LB_GUESS_ROOM, 0};
    lb_line_add(&t, "circulant:%" PRIu32, g->nodes);
    for (uint32_t v = 1; v <= g->nodes / 2; v++) {
        if (!g->lanes[v])
            continue;
        if (count == LB_MAX_DIMS || g->lanes[g->nodes - v] != g->lanes[v])
            return;
        lb_line_add(&t, "%s%" PRIu32, count ? "," : ":", v);
        speed[count++] = g->lanes[v];
    }
    add_speeds(&t, speed, count);
    g->guesses->count += t.length + 1 < LB_GUESS_ROOM;
}

int lb_guess_names(const lb_net *graph, lb_guesses *guesses) {
    guessing g = {.nodes = graph->nodes, .guesses = guesses};
    guesses->count = 0;
    g.lanes = lb_zeroed(graph->nodes, sizeof *g.lanes);
    g.below = lb_zeroed((uint64_t)graph->nodes + 1, sizeof *g.below);
    if (g.lanes && g.below) {
        for (unsigned p = 0; p < graph->ports; p++)
            g.lanes[lb_neighbor(graph, 0, p)] += lb_link_here(graph, 0, p);
        for (uint32_t v = 0; v < graph->nodes; v++)
            g.below[v + 1] = g.below[v] + (g.lanes[v] > 0);
        guess_from(&g, 1);
        guess_circulant(&g);
    }
    int error = g.lanes && g.below ? LB_OK : LB_ERR_MEMORY;
    free(g.lanes);
    free(g.below);
    return error;
}

/* ---- All nodes ---- */

static int compare_nodes(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* Sorted, a neighbour as often as there are lanes to it. */
static unsigned neighbours(const lb_net *net, uint32_t node, uint32_t *to) {
    unsigned count = 0;
    for (unsigned p = 0; p < net->ports; p++) {
        if (lb_link_here(net, node, p))
            to[count++] = lb_neighbor(net, node, p);
    }
    if (count > 1)
        qsort(to, count, sizeof *to, compare_nodes);
    return count;
}

bool lb_same_links(const lb_net *a, const lb_net *b) {
    uint32_t x[LB_MAX_PORTS] = {0}, y[LB_MAX_PORTS] = {0};
    bool same = a->nodes == b->nodes;
    for (uint32_t v = 0; v < a->nodes && same; v++) {
        unsigned count = neighbours(a, v, x);
        same = neighbours(b, v, y) == count && memcmp(x, y, count * sizeof *x) == 0;
    }
    return same;
}
