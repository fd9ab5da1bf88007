/* Arc-disjoint spanning trees by shortest ways: see the header for the rule, and why it works. */
#include "tree/arc_disjoint_short.h"

#include "tree/arc_disjoint.h"

/* The dimensions with links. */
static unsigned list_rings(const lb_net *net, unsigned *ring) {
    unsigned count = 0;
    for (unsigned i = 0; i < net->dims; i++) {
        if (net->radix[i] > 1)
            ring[count++] = i;
    }
    return count;
}

unsigned lb_short_trees(const lb_net *net, uint32_t *depth) {
    unsigned ring[LB_MAX_DIMS] = {0}, rings = list_rings(net, ring), links = 0;
    uint32_t least = LB_NONE;
    for (unsigned i = 0; i < rings; i++) {
        links += net->radix[ring[i]] > 2 ? 2 : 1;
        least = net->radix[ring[i]] / 2 < least ? net->radix[ring[i]] / 2 : least;
    }
    *depth = lb_diameter(net);
    if (rings > 1 && least < 2)
        ++*depth;
    return links == net->ports && rings < links ? rings : 0;
}

/* The port of the hop along a ring that ends at digit v and begins nearer to 0; at 0, that from digit 1. */
static unsigned hop_port(const lb_net *net, unsigned dim, uint32_t v) {
    uint32_t radix = net->radix[dim];
    bool down = radix > 2 && (v == 0 || v > radix / 2);
    return net->first_port[dim] + down;
}

void lb_short_tree(const lb_net *net, unsigned tree, uint8_t *port) {
    unsigned ring[LB_MAX_DIMS] = {0}, rings = list_rings(net, ring);
    port[0] = LB_NO_PARENT;
    for (uint32_t y = 1; y < net->nodes; y++) {
        unsigned m = tree;
        if (lb_digit(net, y, ring[tree])) {
            do
                m = m ? m - 1 : rings - 1;
            while (lb_digit(net, y, ring[m]) == 0);
        }
        port[y] = (uint8_t)hop_port(net, ring[m], lb_digit(net, y, ring[m]));
    }
}
