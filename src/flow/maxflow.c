/* Dinic 1970: the nodes in levels by their distance from the source in what is left, then as many ways from level to
 * level as there are, until the sink is out of reach. Without recursion: ways over time are long. */
#include "flow/maxflow.h"

#include <stdlib.h>

int lb_maxflow_begin(lb_maxflow *f, uint64_t nodes, uint64_t arcs) {
    *f = (lb_maxflow){.nodes = (uint32_t)nodes, .room = (uint32_t)(2 * arcs)};
    if (nodes >= LB_NONE || arcs >= LB_NONE / 2)
        return LB_ERR_MEMORY;
    f->first = lb_array(nodes, sizeof *f->first);
    f->next = lb_array(2 * arcs, sizeof *f->next);
    f->to = lb_array(2 * arcs, sizeof *f->to);
    f->left = lb_array(2 * arcs, sizeof *f->left);
    f->level = lb_array(nodes, sizeof *f->level);
    f->at = lb_array(nodes, sizeof *f->at);
    f->queue = lb_array(nodes, sizeof *f->queue);
    if (!f->first || !f->next || !f->to || !f->left || !f->level || !f->at || !f->queue) {
        lb_maxflow_end(f);
        return LB_ERR_MEMORY;
    }
    for (uint64_t v = 0; v < nodes; v++)
        f->first[v] = LB_NONE;
    return LB_OK;
}

void lb_maxflow_end(lb_maxflow *f) {
    free(f->first);
    free(f->next);
    free(f->to);
    free(f->left);
    free(f->level);
    free(f->at);
    free(f->queue);
    *f = (lb_maxflow){0};
}

static void half(lb_maxflow *f, uint32_t from, uint32_t to, uint32_t capacity) {
    uint32_t a = f->arcs++;
    f->to[a] = to;
    f->left[a] = capacity;
    f->next[a] = f->first[from];
    f->first[from] = a;
}

uint32_t lb_maxflow_arc(lb_maxflow *f, uint32_t from, uint32_t to, uint32_t capacity) {
    half(f, from, to, capacity);
    half(f, to, from, 0);
    return f->arcs - 2;
}

/* Whether the sink can be reached; if not, level says what can. */
static bool find_levels(lb_maxflow *f, uint32_t source, uint32_t sink) {
    for (uint32_t v = 0; v < f->nodes; v++)
        f->level[v] = LB_NONE;
    uint32_t count = 1;
    f->level[source] = 0;
    f->queue[0] = source;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = f->queue[i];
        for (uint32_t a = f->first[v]; a != LB_NONE; a = f->next[a]) {
            f->work++;
            if (!f->left[a] || f->level[f->to[a]] != LB_NONE)
                continue;
            f->level[f->to[a]] = f->level[v] + 1;
            if (f->to[a] == sink)
                return true;
            f->queue[count++] = f->to[a];
        }
    }
    return false;
}

/* Pushes along the way in the queue's first `length` places (arcs) as much as it takes, and returns the length up to
 * the first arc that is then full. */
static uint32_t push(lb_maxflow *f, uint32_t length, uint64_t *flow) {
    uint32_t least = UINT32_MAX, full = 0;
    for (uint32_t i = 0; i < length; i++)
        least = f->left[f->queue[i]] < least ? f->left[f->queue[i]] : least;
    for (uint32_t i = length; i-- > 0;) {
        uint32_t a = f->queue[i];
        f->left[a] -= least;
        f->left[a ^ 1] += least;
        if (!f->left[a])
            full = i;
    }
    f->work += length;
    *flow += least;
    return full;
}

/* Ways from level to level, as many as there are. */
static void block(lb_maxflow *f, uint32_t source, uint32_t sink, uint64_t most, uint64_t *flow) {
    uint32_t length = 0, v = source;
    for (uint32_t u = 0; u < f->nodes; u++)
        f->at[u] = f->first[u];
    while (f->work <= most) {
        if (v == sink) {
            length = push(f, length, flow);
            v = f->to[f->queue[length] ^ 1];
            continue;
        }
        uint32_t a = f->at[v];
        while (a != LB_NONE && !(f->left[a] && f->level[f->to[a]] == f->level[v] + 1)) {
            a = f->next[a];
            f->work++;
        }
        f->at[v] = a;
        if (a != LB_NONE) {
            f->queue[length++] = a;
            v = f->to[a];
        } else if (length > 0) {
            f->level[v] = LB_NONE; /* nothing gets on from here */
            v = f->to[f->queue[--length] ^ 1];
        } else {
            return;
        }
    }
}

bool lb_maxflow_run(lb_maxflow *f, uint32_t source, uint32_t sink, uint64_t most, uint64_t *flow) {
    while (find_levels(f, source, sink)) {
        block(f, source, sink, most, flow);
        if (f->work > most)
            return false;
    }
    return true;
}
