/* The kinds of networks, with an example of each. machines.c has the machines. */
#include "linkbound.h"

static const lb_network_kind kinds[] = {
    {"torus", "4x4x4", "rings in every dimension; the first is the least significant digit of a node's number"},
    {"cube", "cube:6", "hypercube: six dimensions of two nodes"},
    {"ring", "ring:8", "one dimension"},
    {"mesh", "mesh:8x4", "lines in every dimension; 8-x4 is a line of 8 and a ring of 4, line:8 one line"},
    {"twisted torus", "twisted:4x4x8", "who goes around a short ring comes back half way around the long ones"},
    {"circulant graph", "circulant:16:1,4", "a circle; each node is linked to those 1 and 4 places away"},
    {"complete graph", "complete:8", "every node is linked to every other"},
    {"HyperX", "hyperx:4x4", "a complete graph in every dimension"},
    {"folded cube", "folded:6", "a cube, and a link to the node that differs in all bits"},
    {"product", "4x4*complete:4", "any of them times any other"},
    {"lattice", "lattice:4x8:0>0.4:1.0,0.1", "digits, what wrapping one around adds to others, generators"},
    {"speeds", "4x4x2 speeds 4,4,1",
     "any of these with links of different speed, one for every dimension or generator"},
    {"cut-through", "8x8 cut-through",
     "a torus where a message crosses several links for one start-up; 8x8 dimension-order: the network chooses which"},
    {"graph", "graph:FILE",
     "what a file describes: lines 'a b [speed]', Graphviz, nvidia-smi topo -m, rocm-smi --showtopo, "
     "Tenstorrent's mesh graph descriptors, MLX's host files"},
    {"machine", "machine:dgx-1-v100", "a machine of the list below"},
};

size_t lb_network_kinds(void) {
    return sizeof kinds / sizeof *kinds;
}

const lb_network_kind *lb_network_kind_at(size_t index) {
    return &kinds[index];
}
