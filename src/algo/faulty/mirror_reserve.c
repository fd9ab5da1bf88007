/* A corner of a mesh has few links, and the farthest to go. Everything must come in over these, one token after
 * another from the first step in which any can be there: if a token comes late, its moment is lost for good. So the
 * ways to such nodes are laid before all others, for each token from the nearest node, in time, to which it comes
 * anyway. All other nodes take what is left, and have time for it. */
#include "algo/faulty/mirror_reserve.h"
#include "algo/faulty/mirror_lay.h"
#include "base/random.h"

#include <stdlib.h>

/* By when they are whole. */
static void sort_tokens(const lb_mirror *m, uint32_t *order) {
    uint32_t at = 0;
    for (uint32_t step = 0; step <= m->steps; step++) {
        for (uint32_t t = 0; t < m->tokens; t++) {
            if (m->whole[t] == step)
                order[at++] = t;
        }
    }
}

/* Those near the root first: the ways to others may lead over them. Of equals, any. */
static void sort_nodes(lb_mirror *m, const uint32_t *hops, uint32_t count, uint32_t *near) {
    uint32_t first = lb_random_below(&m->chance, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t which = (first + i) % count, at = i;
        for (; at > 0 && hops[near[at - 1] * m->map->nodes] > hops[which * m->map->nodes]; at--)
            near[at] = near[at - 1];
        near[at] = which;
    }
}

int lb_mirror_reserve(lb_mirror *m, const uint32_t *nodes, uint32_t count) {
    uint64_t n = m->map->nodes;
    uint32_t *hops = lb_array(count * n, sizeof *hops), *order = lb_array(m->tokens, sizeof *order);
    lb_laying x;
    int error = lb_laying_begin(&x, m);
    if (!error && (!hops || !order))
        error = LB_ERR_MEMORY;
    for (uint32_t i = 0; i < count && !error; i++)
        lb_map_reach(m->map, nodes[i], true, hops + i * n, x.next);
    if (!error)
        sort_tokens(m, order);
    for (uint32_t i = 0; i < m->tokens && count && !error; i++) {
        uint32_t near[LB_MIRROR_LATE], root = m->root[order[i]];
        sort_nodes(m, hops + root, count, near);
        for (uint32_t j = 0; j < count; j++)
            lb_mirror_lay(&x, order[i], nodes[near[j]], hops + near[j] * n);
    }
    lb_laying_end(&x);
    free(hops);
    free(order);
    return error;
}
