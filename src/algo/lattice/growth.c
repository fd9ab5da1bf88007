/* Growth by greed: in every step the ports that reach most from all that has been reached before, one after another. On
 * complete graphs the multiples of 1, k+1, (k+1)^2, ... come of it, k being the ports: k+1 times as many in each step,
 * which is the most there can be. */
#include "algo/lattice/growth.h"
#include "base/base.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { WHOLE = 16 };

/* How much less than it is a gain may be taken for, in sixteenths, as chance will have it. */
static const uint32_t less[] = {0, 2, 6, 12};

/* How many nodes a hop through this port from the first `known` would reach. */
static uint32_t gain(const lb_growth *g, uint32_t known, unsigned port) {
    uint32_t some = 0;
    for (uint32_t i = 0; i < known; i++)
        some += g->step[lb_net_add(g->net, g->order[i], g->net->unit[port])] == LB_NONE;
    return some;
}

/* The best port, or nearly; LB_MAX_PORTS: none reaches anybody. */
static unsigned best_port(lb_growth *g, uint32_t known) {
    unsigned best = LB_MAX_PORTS;
    uint32_t most = 0;
    for (unsigned i = 0; i < g->net->ports; i++) {
        uint32_t some = WHOLE * gain(g, known, g->ports[i]);
        if (some && g->less)
            some -= lb_random_below(&g->chance, some * g->less / WHOLE);
        if (some > most) {
            most = some;
            best = g->ports[i];
        }
    }
    return best;
}

static void hop(lb_growth *g, uint32_t known, unsigned port) {
    for (uint32_t i = 0; i < known; i++) {
        uint32_t to = lb_net_add(g->net, g->order[i], g->net->unit[port]);
        if (g->step[to] != LB_NONE)
            continue;
        g->step[to] = g->steps;
        g->by[to] = (uint8_t)port;
        g->order[g->reached++] = to;
    }
}

static bool is_done(const lb_growth *g, const bool *needed) {
    for (uint32_t v = 0; v < g->net->nodes && needed; v++) {
        if (needed[v] && g->step[v] == LB_NONE)
            return false;
    }
    return needed || g->reached == g->net->nodes;
}

static void order_ports(lb_growth *g) {
    for (unsigned i = 0; i < g->net->ports; i++) {
        unsigned at = g->chance ? lb_random_below(&g->chance, i + 1) : i;
        g->ports[i] = g->ports[at];
        g->ports[at] = (uint8_t)i;
    }
}

int lb_growth_find(lb_growth *g, const lb_net *net, uint32_t limit, const bool *needed, uint64_t chance) {
    *g = (lb_growth){.net = net, .reached = 1, .chance = chance, .less = less[chance % 4]};
    order_ports(g);
    g->step = lb_array(net->nodes, sizeof *g->step);
    g->by = lb_zeroed(net->nodes, 1);
    g->order = lb_zeroed(net->nodes, sizeof *g->order);
    if (!g->step || !g->by || !g->order)
        return LB_ERR_MEMORY;
    memset(g->step, 0xff, net->nodes * sizeof *g->step);
    g->step[0] = 0;
    while (!is_done(g, needed)) {
        uint32_t known = g->reached;
        g->steps++;
        for (uint32_t i = 0; i < limit && g->reached < net->nodes; i++) {
            unsigned port = best_port(g, known);
            if (port == LB_MAX_PORTS)
                break;
            hop(g, known, port);
        }
        if (g->reached == known)
            break; /* nobody else can be reached */
    }
    return LB_OK;
}

void lb_growth_free(lb_growth *g) {
    free(g->step);
    free(g->by);
    free(g->order);
}
