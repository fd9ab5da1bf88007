/* Roots are chosen (mirror_roots.c), ways to nodes that can least wait are laid (mirror_reserve.c), and the other
 * copies are grown step by step (mirror_grow.c).
 *
 * If the network can be laid onto itself, the plan may be the same when it is: then there is less to look for. Tokens
 * that are laid onto each other are one; what more of them there would be than tokens is left out in the end. */
#include "algo/faulty/mirror_attempt.h"
#include "algo/faulty/mirror_grow.h"
#include "algo/faulty/mirror_late.h"
#include "algo/faulty/mirror_roots.h"

#include <stdlib.h>
#include <string.h>

enum { NEARLY = 10 }; /* in this part of all steps less than the longest: a node that can wait as little */

void lb_mirror_tries_end(lb_mirror_tries *x) {
    free(x->m.root);
    free(x->m.whole);
    free(x->m.twin);
    free(x->hops);
    free(x->m.when);
    free(x->m.port);
    free(x->m.comes);
    free(x->m.holds);
    free(x->m.taken);
    free(x->m.drives);
    free(x->far);
    for (unsigned i = 0; i < x->symmetries; i++)
        lb_symmetry_free(&x->symmetry[i]);
}

/* Hops to the farthest node from each. */
static int measure(lb_mirror_tries *x) {
    uint32_t n = x->m.map->nodes;
    uint32_t *hops = lb_array(n, sizeof *hops), *queue = lb_array(n, sizeof *queue);
    x->least = UINT32_MAX;
    for (uint32_t v = 0; v < n && hops && queue; v++) {
        x->far[v] = lb_node_alive(x->m.net, v) ? lb_map_reach(x->m.map, v, false, hops, queue) : UINT32_MAX;
        x->least = x->far[v] < x->least ? x->far[v] : x->least;
        for (uint32_t u = 0; u < n && lb_node_alive(x->m.net, v); u++)
            x->hops[(uint64_t)v * n + u] = lb_node_alive(x->m.net, u) ? (uint16_t)hops[u] : 0;
    }
    int error = hops && queue ? LB_OK : LB_ERR_MEMORY;
    free(hops);
    free(queue);
    return error;
}

static uint32_t links_of(const lb_mirror_tries *x, uint32_t node) {
    uint32_t some = lb_map_degree(x->m.map, node, true);
    return some < x->m.limit ? some : x->m.limit;
}

/* A node gets everything, the first of it when the farthest node's part can be there. */
static uint64_t least_of(const lb_mirror_tries *x, uint32_t node) {
    uint32_t some = links_of(x, node);
    return some ? x->far[node] + lb_ceil_div(x->tokens, some) - 1 : 0;
}

/* All links together carry everything twice, and what is whole somewhere has still its way to go. */
uint32_t lb_mirror_tries_least(const lb_mirror_tries *x) {
    uint64_t links = 0, most = UINT64_C(2) * x->least, twins = 2 * (uint64_t)x->both + 1;
    if (x->m.limit == x->m.map->ports && twins < most)
        most = twins;
    for (uint32_t v = 0; v < x->m.map->nodes; v++) {
        uint64_t steps = least_of(x, v);
        links += links_of(x, v);
        most = steps > most ? steps : most;
    }
    uint64_t carried = links ? lb_ceil_div(2 * (uint64_t)x->tokens * (x->m.alive - UINT64_C(1)), links) : 0;
    return (uint32_t)(carried > most ? carried : most);
}

static void measure_twins(lb_mirror_tries *x) {
    const lb_map *map = x->m.map;
    x->both = UINT32_MAX;
    for (uint32_t v = 0; v < map->nodes; v++) {
        for (unsigned p = 0; p < map->ports; p++) {
            uint32_t u = lb_mirror_from(&x->m, v, p), far = u == LB_NONE ? UINT32_MAX : lb_mirror_far_from(x, v, u);
            x->both = far < x->both ? far : x->both;
        }
    }
}

/* The nodes that can least wait, if they are few. */
static void find_late(lb_mirror_tries *x) {
    uint64_t most = 0;
    for (uint32_t v = 0; v < x->m.map->nodes; v++)
        most = least_of(x, v) > most ? least_of(x, v) : most;
    for (uint32_t v = 0; v < x->m.map->nodes; v++) {
        if (least_of(x, v) <= most - most / NEARLY)
            continue;
        if (x->lates == LB_MIRROR_LATE) {
            x->lates = 0;
            return;
        }
        x->late[x->lates++] = v;
    }
}

/* How the network can be laid onto itself. If a node may use only some of its links, it is left as it is. */
static int find_symmetries(lb_mirror_tries *x, const lb_scene *s) {
    bool limited = x->m.limit < x->m.map->ports;
    for (unsigned i = 0; i < (limited ? 1 : LB_SYMMETRIES); i++) {
        lb_symmetry *y = &x->symmetry[x->symmetries];
        int error = lb_symmetry_make(y, &s->net, &s->map, i);
        if (error)
            lb_symmetry_free(y);
        else
            x->symmetries++;
        if (error == LB_ERR_MEMORY)
            return error;
    }
    return LB_OK;
}

int lb_mirror_tries_begin(lb_mirror_tries *x, const lb_scene *s, uint64_t tokens) {
    uint64_t n = s->map.nodes;
    lb_mirror *m = &x->m;
    *x = (lb_mirror_tries){.tokens = (uint32_t)tokens};
    *m = (lb_mirror){.map = &s->map, .net = &s->net, .alive = s->alive, .limit = s->limit};
    m->root = lb_array(tokens, sizeof *m->root);
    m->whole = lb_array(tokens, sizeof *m->whole);
    m->twin = lb_array(tokens, sizeof *m->twin);
    x->hops = lb_array(n * n, sizeof *x->hops);
    m->when = lb_array(tokens * n, sizeof *m->when);
    m->port = lb_zeroed(tokens * n, sizeof *m->port);
    x->far = lb_array(n, sizeof *x->far);
    if (!m->root || !m->whole || !m->twin || !x->hops || !m->when || !m->port || !x->far || measure(x))
        return LB_ERR_MEMORY;
    measure_twins(x);
    find_late(x);
    return find_symmetries(x, s);
}

/* ---- One of them ---- */

/* Nothing has come anywhere. */
static int clear(lb_mirror_tries *x, uint32_t steps, const lb_mirror_manner *how) {
    lb_mirror *m = &x->m;
    uint64_t n = m->map->nodes, moments = (steps + UINT64_C(2)) * n * m->map->ports;
    if (steps != m->steps) {
        m->words = (steps + 1) / 64 + 1;
        free(m->comes);
        free(m->holds);
        free(m->taken);
        free(m->drives);
        m->comes = lb_array(moments, sizeof *m->comes);
        m->holds = lb_array(moments, sizeof *m->holds);
        m->taken = lb_array(n * m->map->ports * m->words, sizeof *m->taken);
        m->drives = m->limit < m->map->ports ? lb_array(n * (steps + UINT64_C(2)), 1) : NULL;
    }
    m->steps = steps;
    if (!m->comes || !m->holds || !m->taken || (m->limit < m->map->ports && !m->drives))
        return LB_ERR_MEMORY;
    m->symmetry = &x->symmetry[how->symmetry];
    m->tokens = (uint32_t)lb_ceil_div(x->tokens, m->symmetry->order);
    lb_mirror_clear_slots(m);
    memset(m->when, 0, m->tokens * n * sizeof *m->when);
    m->lacking = (uint64_t)m->tokens * (m->alive - UINT64_C(1));
    return LB_OK;
}

int lb_mirror_attempt(lb_mirror_tries *x, uint32_t steps, const lb_mirror_manner *how) {
    int error = clear(x, steps, how);
    if (error)
        return error;
    x->m.chance = how->chance;
    lb_mirror_set_roots(x, how);
    if (how->reserved)
        error = lb_mirror_reserve(&x->m, x->late, x->lates);
    if (how->late && !error)
        lb_mirror_be_late(&x->m);
    return error ? error : lb_mirror_grow(&x->m);
}
