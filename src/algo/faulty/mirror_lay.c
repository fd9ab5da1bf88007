/* The earliest ways of one token, through moments that are free: as shortest ways, by the step in which a node can be
 * reached. Nodes wait in a list for each step. */
#include "algo/faulty/mirror_lay.h"

#include <stdlib.h>

int lb_laying_begin(lb_laying *x, lb_mirror *m) {
    uint64_t n = m->map->nodes;
    *x = (lb_laying){.m = m};
    x->label = lb_array(n, sizeof *x->label);
    x->next = lb_array(n, sizeof *x->next);
    x->before = lb_array(n, sizeof *x->before);
    x->first = lb_array(m->steps + UINT64_C(1), sizeof *x->first);
    x->hops = lb_array(n, sizeof *x->hops);
    x->port = lb_array(n, sizeof *x->port);
    return x->label && x->hops && x->next && x->before && x->first && x->port ? LB_OK : LB_ERR_MEMORY;
}

void lb_laying_end(lb_laying *x) {
    free(x->label);
    free(x->next);
    free(x->before);
    free(x->first);
    free(x->hops);
    free(x->port);
}

/* Into the list of its label; out of the list of the one that it had. */
static void set_label(lb_laying *x, uint32_t node, uint32_t step) {
    uint32_t old = x->label[node];
    if (old != LB_NONE) {
        *(x->before[node] == LB_NONE ? &x->first[old] : &x->next[x->before[node]]) = x->next[node];
        if (x->next[node] != LB_NONE)
            x->before[x->next[node]] = x->before[node];
    }
    uint32_t after = x->first[step];
    x->label[node] = step;
    x->before[node] = LB_NONE;
    x->next[node] = after;
    x->first[step] = node;
    if (after != LB_NONE)
        x->before[after] = node;
}

/* Where it comes anyway. */
static void set_labels(lb_laying *x, uint32_t token) {
    const lb_mirror *m = x->m;
    for (uint32_t step = 0; step <= m->steps; step++)
        x->first[step] = LB_NONE;
    for (uint32_t v = 0; v < m->map->nodes; v++) {
        uint32_t when = m->when[lb_mirror_item(m, token, v)];
        x->label[v] = LB_NONE;
        x->hops[v] = 0;
        if (when)
            set_label(x, v, when);
    }
}

static void spread(lb_laying *x, uint32_t token, uint32_t u, const uint32_t *far) {
    lb_mirror *m = x->m;
    for (unsigned p = 0; p < m->map->ports; p++) {
        uint32_t v = lb_mirror_from(m, u, p); /* links lead both ways */
        if (v == LB_NONE || far[v] >= far[u] || m->when[lb_mirror_item(m, token, v)])
            continue;
        unsigned back = m->net->opposite[p];
        uint32_t step = x->label[u] + 1, last = m->steps;
        if (x->label[v] != LB_NONE)
            last = x->hops[u] + 1 < x->hops[v] ? x->label[v] : x->label[v] - 1;
        step = lb_mirror_next_free(m, step, last, v, back);
        if (step > last)
            continue;
        x->port[v] = (uint8_t)back;
        x->hops[v] = x->hops[u] + 1;
        set_label(x, v, step);
    }
}

/* The way to a node, from where it begins; the image of one of its links may by now be taken by another. */
static void take(lb_laying *x, uint32_t token, uint32_t to) {
    lb_mirror *m = x->m;
    uint32_t v = to, after = LB_NONE;
    while (!m->when[lb_mirror_item(m, token, v)]) {
        x->next[v] = after;
        after = v;
        v = lb_mirror_from(m, v, x->port[v]);
    }
    for (v = after; v != LB_NONE && lb_mirror_is_free(m, x->label[v], v, x->port[v]); v = x->next[v])
        lb_mirror_put(m, token, v, x->port[v], x->label[v]);
}

void lb_mirror_lay(lb_laying *x, uint32_t token, uint32_t to, const uint32_t *far) {
    set_labels(x, token);
    for (uint32_t step = 0; step <= x->m->steps && x->label[to] > step; step++) {
        for (uint32_t u = x->first[step]; u != LB_NONE; u = x->next[u])
            spread(x, token, u, far);
    }
    if (x->label[to] != LB_NONE)
        take(x, token, to);
}
