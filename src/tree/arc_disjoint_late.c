#include "tree/arc_disjoint_late.h"

#include <string.h>

#define MOST_WORK (UINT64_C(1) << 22) /* nodes looked at for one depth */

typedef struct matching {
    const lb_net *net;
    unsigned trees;
    const uint32_t *depth;
    uint32_t may[LB_TORUS_PORTS]; /* of each tree the partners, as bits */
    int whose[LB_TORUS_PORTS];
} matching;

bool lb_late_tries(const lb_net *net) {
    return net->ports > 0 && (uint64_t)net->nodes * net->ports * net->ports <= MOST_WORK;
}

static bool fits(const matching *m, unsigned tree, unsigned other, uint32_t most) {
    const uint32_t *own = m->depth + (uint64_t)tree * m->net->nodes;
    const uint32_t *its = m->depth + (uint64_t)other * m->net->nodes;
    for (uint32_t y = 1; y < m->net->nodes; y++) {
        if (own[y] > most && own[y] + its[y] > 2 * most)
            return false;
    }
    return tree != other;
}

static bool is_deep(const matching *m, unsigned tree, uint32_t most) {
    const uint32_t *own = m->depth + (uint64_t)tree * m->net->nodes;
    for (uint32_t y = 1; y < m->net->nodes; y++) {
        if (own[y] > most)
            return true;
    }
    return false;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as there are trees */
static bool match(matching *m, unsigned tree, uint32_t *tried) {
    for (uint32_t left = m->may[tree] & ~*tried; left; left = m->may[tree] & ~*tried) {
        unsigned other = (unsigned)__builtin_ctz(left);
        *tried |= UINT32_C(1) << other;
        if (m->whose[other] < 0 || match(m, (unsigned)m->whose[other], tried)) {
            m->whose[other] = (int)tree;
            return true;
        }
    }
    return false;
}

static bool match_all(matching *m, uint32_t most) {
    for (unsigned t = 0; t < m->trees; t++)
        m->whose[t] = -1;
    for (unsigned t = 0; t < m->trees; t++) {
        uint32_t tried = 0;
        m->may[t] = 0;
        for (unsigned other = 0; other < m->trees; other++)
            m->may[t] |= (uint32_t)fits(m, t, other, most) << other;
        if (is_deep(m, t, most) && !match(m, t, &tried))
            return false;
    }
    return true;
}

static uint32_t deepest_of(const lb_net *net, unsigned trees, const uint32_t *depth) {
    uint32_t deepest = 0;
    for (uint64_t i = 0; i < (uint64_t)trees * net->nodes; i++)
        deepest = depth[i] > deepest ? depth[i] : deepest;
    return deepest;
}

void lb_late_find(lb_late *late, const lb_net *net, unsigned trees, const uint32_t *depth) {
    matching m = {.net = net, .trees = trees, .depth = depth};
    uint32_t deepest = deepest_of(net, trees, depth), most = lb_diameter(net);
    memset(late->by, LB_LATE_NONE, sizeof late->by);
    memset(late->whose, LB_LATE_NONE, sizeof late->whose);
    while (most < deepest && !match_all(&m, most))
        most++;
    late->depth = most < deepest ? most : deepest;
    for (unsigned other = 0; other < trees && most < deepest; other++) {
        if (m.whose[other] < 0)
            continue;
        late->by[m.whose[other]] = (uint8_t)other;
        late->whose[other] = (uint8_t)m.whose[other];
    }
}

/* Up the other tree from a node that gets so many packets by it, as far as they come sooner that way. */
static void go_up(const lb_net *net, const uint8_t *port, const uint32_t *own, const uint32_t *its, uint32_t stride,
                  uint32_t y, uint32_t *rounds) {
    uint32_t count = rounds[y];
    for (y = lb_net_sub(net, y, net->unit[port[y]]); y != 0; y = lb_net_sub(net, y, net->unit[port[y]])) {
        uint32_t sooner = own[y] > its[y] ? (own[y] - its[y]) * stride / 2 : 0;
        count = sooner < count ? sooner : count;
        if (count <= rounds[y])
            return;
        rounds[y] = count;
    }
}

void lb_late_rounds(const lb_late *late, const lb_net *net, unsigned tree, const uint8_t *port, const uint32_t *depth,
                    uint32_t stride, uint32_t groups, uint32_t *rounds) {
    const uint32_t *own = depth + (uint64_t)tree * net->nodes, *its = depth + (uint64_t)late->by[tree] * net->nodes;
    memset(rounds, 0, net->nodes * sizeof *rounds);
    for (uint32_t y = 1; y < net->nodes; y++) {
        uint64_t count = own[y] > late->depth ? (uint64_t)(own[y] - late->depth) * stride : 0;
        count = count < groups ? count : groups;
        if (count <= rounds[y])
            continue;
        rounds[y] = (uint32_t)count;
        go_up(net, port, own, its, stride, y, rounds);
    }
}
