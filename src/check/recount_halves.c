/* Scans on one port in twice as many steps as packets, less one. Each of the first nodes has to begin with all of its
 * packets in the first half, since those after it take the rest of the time to hear of the last; each of the last nodes
 * is complete in the second half only. In the step between, moves of the first are not of the sort that the last get,
 * and for every three that are not of both sorts a move more is made, in the step after (before) it. Is there room for
 * all of them? */
#include "check/recount.h"

#include <stdlib.h>

#define MOST_NODES (UINT32_C(1) << 12)

typedef struct hearing {
    const lb_net *net;
    uint64_t *all, *must, *can; /* nodes so many hops away or more: that there are, that must know, that can know */
    uint32_t far;
} hearing;

static void count(hearing *h, uint32_t node, bool after) {
    for (uint32_t e = 0; e <= h->far; e++)
        h->all[e] = h->must[e] = h->can[e] = 0;
    for (uint32_t v = 0; v < h->net->nodes; v++) {
        bool counts = after ? v >= node : v <= node;
        for (uint32_t e = 0; e <= lb_distance(h->net, v, node); e++) {
            h->all[e]++;
            h->must[e] += counts;
        }
    }
    h->can[0] = 1;
}

/* Whether a node cannot be heard by all after it (hear of all before it) in so many steps, one more told by each. */
static bool is_late(hearing *h, uint32_t node, bool after, uint64_t steps) {
    count(h, node, after);
    for (uint64_t s = 0; s < steps; s++) {
        uint64_t nearer = h->can[0];
        for (uint32_t e = 0; e <= h->far; e++) {
            uint64_t before = h->can[e], told = before + nearer;
            h->can[e] = told < h->all[e] ? told : h->all[e];
            nearer = before;
        }
    }
    for (uint32_t e = 0; e <= h->far; e++) {
        if (h->must[e] > h->can[e])
            return true;
    }
    return false;
}

/* What node 0 gets in the last steps but a few, or the last node sends in the first, is of no use if all but one of its
 * neighbours have nothing to begin, or to complete, then. The one farthest off may: but somebody pays for that. */
static uint64_t idle(const lb_net *net, uint32_t node, uint32_t first, uint32_t last, uint64_t packets) {
    uint32_t others = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        bool of_those = node == 0 ? v < first : net->nodes - v <= last;
        others += lb_distance(net, v, node) == 1 && !of_those;
    }
    return others < 2 ? packets - 2 : 0;
}

static bool all_late(hearing *h, uint32_t first, uint32_t last, uint64_t steps) {
    uint32_t n = h->net->nodes;
    for (uint32_t i = 0; i < first; i++) {
        if (!is_late(h, i, true, steps))
            return false;
    }
    for (uint32_t i = 1; i <= last; i++) {
        if (!is_late(h, n - i, false, steps))
            return false;
    }
    return true;
}

bool lb_recount_halves(const lb_task *task, uint64_t packets, uint32_t first, uint32_t last) {
    const lb_net *net = &task->net;
    uint64_t n = net->nodes, far = lb_diameter(net);
    if (n > MOST_NODES || packets < 3 || packets >= n || first > n || last > n || first + (uint64_t)last < n ||
        first < packets || last < packets)
        return false;
    uint64_t moves = 2 * packets * (n - 1) - packets * packets, room = n * (2 * packets - 1);
    room -= idle(net, 0, first, last, packets) + idle(net, net->nodes - 1, first, last, packets);
    if (3 * moves + (first - packets) + (last - packets) <= 3 * room)
        return false;
    uint64_t *places = lb_array(3 * (far + 1), sizeof *places);
    hearing h = {net, places, places + far + 1, places + 2 * (far + 1), (uint32_t)far};
    bool holds = places && all_late(&h, first, last, packets - 1);
    free(places);
    return holds;
}
