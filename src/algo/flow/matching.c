/* Successive best augmentations: a link more is used, or others instead, along the alternating chain that gains most,
 * until none gains anything (Edmonds & Karp 1972). */
#include "algo/flow/matching.h"

#include <stdlib.h>
#include <string.h>

#define NOTHING INT64_MIN

int lb_matching_begin(lb_matching *m, const lb_map *map, uint32_t nodes, uint32_t ports) {
    uint64_t links = (uint64_t)nodes * map->ports;
    *m = (lb_matching){.map = map, .nodes = nodes, .ports = ports};
    m->weight = lb_zeroed(links, sizeof *m->weight);
    m->taken = lb_zeroed(links, sizeof *m->taken);
    m->gain = lb_array(UINT64_C(2) * nodes, sizeof *m->gain);
    m->by = lb_array(UINT64_C(2) * nodes, sizeof *m->by);
    m->much = lb_array(UINT64_C(2) * nodes, sizeof *m->much);
    return m->weight && m->taken && m->gain && m->by && m->much ? LB_OK : LB_ERR_MEMORY;
}

void lb_matching_end(lb_matching *m) {
    free(m->weight);
    free(m->taken);
    free(m->gain);
    free(m->by);
    free(m->much);
}

static bool improve(lb_matching *m, uint32_t node, int64_t gain, uint32_t link) {
    if (gain <= m->gain[node])
        return false;
    m->gain[node] = gain;
    m->by[node] = link;
    return true;
}

/* What can be gained by chains that end at a node. There are no circles that gain anything, so this ends. */
static void find_gains(lb_matching *m) {
    uint32_t n = m->nodes, degree = m->map->ports;
    for (uint32_t v = 0; v < n; v++) {
        m->gain[v] = m->much[v] < m->ports ? 0 : NOTHING;
        m->by[v] = LB_NONE;
        m->gain[n + v] = NOTHING;
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t link = 0; link < n * degree; link++) {
            if (!m->weight[link])
                continue;
            uint32_t from = link / degree, to = n + m->map->to[link];
            if (!m->taken[link] && m->gain[from] != NOTHING)
                more = improve(m, to, m->gain[from] + m->weight[link], link) || more;
            if (m->taken[link] && m->gain[to] != NOTHING)
                more = improve(m, from, m->gain[to] - m->weight[link], link) || more;
        }
        m->work += n * degree;
    }
}

static void change(lb_matching *m, uint32_t last) {
    uint32_t n = m->nodes, degree = m->map->ports, node = last;
    m->much[last]++;
    while (m->by[node] != LB_NONE) {
        uint32_t link = m->by[node];
        m->taken[link] = !m->taken[link];
        node = node >= n ? link / degree : n + m->map->to[link];
    }
    m->much[node]++;
}

void lb_matching_find(lb_matching *m) {
    uint32_t n = m->nodes;
    memset(m->taken, 0, (uint64_t)n * m->map->ports * sizeof *m->taken);
    memset(m->much, 0, UINT64_C(2) * n * sizeof *m->much);
    for (;;) {
        uint32_t best = LB_NONE;
        find_gains(m);
        for (uint32_t v = n; v < 2 * n; v++) {
            if (m->much[v] < m->ports && m->gain[v] > 0 && (best == LB_NONE || m->gain[v] > m->gain[best]))
                best = v;
        }
        if (best == LB_NONE)
            return;
        change(m, best);
    }
}
