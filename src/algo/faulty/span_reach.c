/* Hops to blocks of nodes. */
#include "algo/faulty/span_reach.h"

#include <stdlib.h>

void lb_span_reach_free(lb_span_reach *r) {
    for (unsigned l = 0; l < r->levels; l++)
        free(r->far[l]);
    r->levels = 0;
}

/* Hops from every node that is alive to every other. */
static int fill_nodes(lb_span_reach *r, const lb_scene *s) {
    uint32_t n = r->nodes, *hops = lb_array(n, sizeof *hops), *queue = lb_array(n, sizeof *queue);
    for (uint32_t x = 0; hops && queue && x < n; x++) {
        if (lb_node_alive(&s->net, x))
            lb_map_reach(&s->map, x, false, hops, queue);
        else
            hops[x] = LB_NONE;
        for (uint32_t v = 0; v < n; v++) {
            bool both = hops[x] != LB_NONE && hops[v] != LB_NONE;
            r->far[0][(uint64_t)v * n + x] = both ? (uint16_t)hops[v] : 0;
            if (both && x < v && hops[v] > r->most)
                r->most = hops[v];
        }
    }
    bool done = hops && queue;
    free(hops);
    free(queue);
    return done ? LB_OK : LB_ERR_MEMORY;
}

/* A level from the one below. */
static void fill_level(lb_span_reach *r, unsigned l) {
    uint64_t blocks = r->nodes / r->width[l], below = r->nodes / r->width[l - 1];
    for (uint64_t v = 0; v < r->nodes; v++) {
        for (uint64_t b = 0; b < blocks; b++) {
            uint16_t most = 0;
            for (uint64_t i = b * r->fan[l - 1]; i < (b + 1) * r->fan[l - 1]; i++)
                most = r->far[l - 1][v * below + i] > most ? r->far[l - 1][v * below + i] : most;
            r->far[l][v * blocks + b] = most;
        }
    }
}

int lb_span_reach_make(lb_span_reach *r, const lb_scene *s) {
    uint32_t width = 1, n = s->map.nodes;
    *r = (lb_span_reach){.nodes = n};
    for (unsigned i = 0; i < s->net.dims; i++) {
        if (s->net.radix[i] == 1)
            continue;
        r->width[r->levels] = width;
        r->fan[r->levels] = s->net.radix[i];
        r->far[r->levels] = lb_array((uint64_t)n * (n / width), sizeof **r->far);
        width *= s->net.radix[i];
        if (!r->far[r->levels++]) {
            lb_span_reach_free(r);
            return LB_ERR_MEMORY;
        }
    }
    if (r->levels && fill_nodes(r, s)) {
        lb_span_reach_free(r);
        return LB_ERR_MEMORY;
    }
    for (unsigned l = 1; l < r->levels; l++)
        fill_level(r, l);
    return LB_OK;
}
