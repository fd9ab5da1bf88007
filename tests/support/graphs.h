/* Graphs by number, the same on every machine: what plans for networks without a form are measured on.
 *
 *   0 .. 2     the machines of the catalogue that are graphs: dgx-1-v100, mi250x-8, mi250-16
 *   3 .. 22    random regular graphs of 8 to 64 nodes, degree 3 to 6
 *   23 .. 42   random geometric graphs of 8 to 64 nodes: points of a square, linked where they are near
 *   43 .. 52   tori with a tenth of their links missing, both ways
 *   53 .. 55   one of each of 256 nodes */
#ifndef LB_TEST_GRAPHS_H
#define LB_TEST_GRAPHS_H

#include "linkbound.h"

enum {
    GRAPHS_MACHINES = 3,
    GRAPHS_REGULAR = 20,
    GRAPHS_NEAR = 20,
    GRAPHS_TORI = 10,
    GRAPHS_ALL = 53,
    GRAPHS_LARGE = 3
};

/* Graph number `which`, and a name for it; NULL: there is none of that number. */
lb_net *graphs_make(unsigned which, char name[64], lb_why *why);

/* So many nodes, each with `degree` links: pairs are drawn again until no link is there twice and all are connected. */
lb_net *graphs_regular(uint32_t nodes, uint32_t degree, uint64_t seed, lb_why *why);

/* So many points of a square, linked to all that are nearer than a radius that gives some six neighbours; larger where
 * they would not be connected. */
lb_net *graphs_near(uint32_t nodes, uint64_t seed, lb_why *why);

/* The network without every tenth of its links, chosen at random among those that it can do without. */
lb_net *graphs_torn(const char *network, uint64_t seed, lb_why *why);

/* The network as a graph whose nodes are numbered at random: node v is name[v] there. */
lb_net *graphs_shuffled(const lb_net *net, uint64_t seed, uint32_t *name);

#endif
