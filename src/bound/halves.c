/* Halves, for scan and exscan on one port: T = 2P-1 steps are too few where all take their time.
 *
 * Let it take P steps at least until all after a node u know what u has, for the first so many nodes: these are W. Each
 * of them has sent all of its P packets by step P, so in steps 1 to P it sends nothing else: in each the first move of
 * some packet, F(u). And let it take P steps until a node v knows of all before it, for the last so many: V. In steps P
 * to T each gets nothing but moves L(v) by which some packet of v is complete. Let every node be in W or V.
 *
 * Then in step P as many moves F(u) as W has nodes go to nodes that are not in V, but for those that are L(v) as well,
 * of which a packet has one a step. Such a move, from u to y, comes too late for y's own F. What u has must be passed
 * on in step P+1, since time is short, by u or y, in a move that is no F: it is L(z), or not counted. If it is L(z),
 * all that is before z is there, so there are no more than three such moves in the packet; and none of step P+1 is both
 * F and L. So for three of them one move more has to be made. In the same way for three moves L(v) of step P that are
 * not F there is one that is not counted in step P-1, or none is both then. docs/bounds.md has it in full.
 *
 * So PREFIXES' other way of counting needs (|W| - P)/3 + (|V| - P)/3 moves more; and the last node is of no use in
 * steps 1 to P-2, nor what node 0 gets in the last P-2. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

#define MOST_NODES (UINT32_C(1) << 12)

typedef struct halves {
    const lb_net *net;
    uint32_t far;
    uint64_t *know;       /* of the nodes 0, 1, ... hops away or more, how many can know after P-1 steps */
    uint32_t *there;      /* how many there are that must */
    uint32_t first, last; /* nodes of W and of V */
} halves;

/* As in levels.c, with one link at a time. */
static void tell(halves *h, const uint32_t *nodes, uint64_t steps) {
    for (uint32_t e = 0; e <= h->far; e++)
        h->know[e] = e == 0;
    for (uint64_t t = 0; t < steps; t++) {
        uint64_t most = 0;
        for (uint32_t e = h->far + 1; e-- > 0;) {
            uint64_t told = h->know[e] + h->know[e ? e - 1 : 0];
            most += nodes[e];
            h->know[e] = told < most ? told : most;
        }
    }
}

/* Whether P-1 steps are too few for all after a node (before it) to hear of it (to be heard of). */
static bool takes_long(halves *h, uint32_t node, bool after) {
    uint32_t begin = after ? node : 0, end = after ? h->net->nodes : node + 1;
    uint64_t sum = 0;
    for (uint32_t e = 0; e <= h->far; e++)
        h->there[e] = 0;
    for (uint32_t v = begin; v < end; v++)
        h->there[lb_distance(h->net, node, v)]++;
    for (uint32_t e = h->far + 1; e-- > 0;) {
        sum += h->there[e];
        if (sum > h->know[e])
            return true;
    }
    return false;
}

static void find_halves(halves *h) {
    uint32_t n = h->net->nodes;
    while (h->first < n && takes_long(h, h->first, true))
        h->first++;
    while (h->last < n && takes_long(h, n - 1 - h->last, false))
        h->last++;
}

/* Whether all neighbours of node 0 but the last are in W; or all of the last node but the first are in V. */
static bool is_at_home(const halves *h, uint32_t node) {
    uint32_t strangers = 0, lowest = h->net->nodes - h->last, stranger = LB_NONE;
    for (unsigned p = 0; p < h->net->ports; p++) {
        uint32_t v = lb_neighbor(h->net, node, p);
        bool home = node == 0 ? v < h->first : v >= lowest;
        strangers += !home && v != stranger;
        stranger = home ? stranger : v;
    }
    return strangers <= 1; /* W and V are runs: it is the one that is farthest off */
}

static bool too_few(const halves *h, uint64_t packets) {
    uint64_t n = h->net->nodes, idle = 0, more = 0;
    if (h->first < packets || h->last < packets || (uint64_t)h->first + h->last < n)
        return false;
    idle += is_at_home(h, 0) ? packets - 2 : 0;
    idle += is_at_home(h, h->net->nodes - 1) ? packets - 2 : 0;
    more = h->first + h->last - 2 * packets;
    return 3 * (n * (2 * packets - 1) - idle) < 3 * (2 * packets * (n - 1) - packets * packets) + more;
}

int lb_claim_halves(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    uint64_t packets = judge->packets;
    halves h = {.net = net, .far = lb_diameter(net)};
    if (judge->linear || links != 1 || net->nodes > MOST_NODES || packets < 3 || packets >= net->nodes)
        return LB_OK;
    uint32_t *nodes = lb_spread_nodes(net);
    h.know = lb_array(h.far + UINT64_C(1), sizeof *h.know);
    h.there = lb_array(h.far + UINT64_C(1), sizeof *h.there);
    bool all = nodes && h.know && h.there, few = false;
    if (all) {
        tell(&h, nodes, packets - 1);
        find_halves(&h);
        few = too_few(&h, packets);
    }
    free(nodes);
    free(h.know);
    free(h.there);
    if (!all)
        return lb_fail_memory(why, "the distances");
    if (!few || !lb_judge_longer(judge, 2 * packets))
        return LB_OK;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_PREFIXES,
        .node = net->nodes - 1,
        .radius = lb_distance(net, 0, net->nodes - 1),
        .first = h.first,
        .width = h.last,
        .load = 2 * (net->nodes - UINT64_C(1)),
        .capacity = 1,
    };
    return LB_OK;
}
