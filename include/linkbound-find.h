/* Linkbound: which network some cables make.
 *
 *     lb_cable cables[] = {{0, 3}, {3, 1}, {1, 2}, {2, 0}};
 *     lb_found *found;
 *     lb_find_network(4, cables, 4, NULL, &found, NULL);      a 2-cube: found->node_of[host] is a host's node
 *
 * Cables join hosts, which are in any order. Errors, memory and threads are as in linkbound.h. */
#ifndef LINKBOUND_FIND_H
#define LINKBOUND_FIND_H

#include "linkbound.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LB_FIND_HOSTS    4096
#define LB_FIND_MISTAKES 4 /* links without a cable, or cables that are no link, at most */

/* Two hosts. Several cables between the same two count as one. */
typedef struct lb_cable {
    uint32_t a, b;
} lb_cable;

typedef struct lb_found {
    lb_net *net;            /* whole; what it lacks is said below */
    uint32_t *node_of;      /* by hosts */
    uint32_t *host_of;      /* by nodes */
    bool open[LB_MAX_DIMS]; /* dimensions that do not wrap around: lines */
    uint32_t missing_count; /* links that should be there and have no cable, a and b being hosts */
    lb_cable *missing;      /* wraps of dimensions that are open are not among them */
    uint32_t foreign_count; /* cables between hosts that are no neighbours */
    lb_cable *foreign;
    char without[16 * LB_MAX_DEAD_LINKS]; /* what lb_net_without and --without would be told: "3-7,0-4"; may be "" */
} lb_found;

/* The network that needs the fewest mistakes to explain the cables: of all cubes, tori, meshes (tori with open
 * dimensions) with a node for every host; of those that need as few, one with fewer open dimensions. `network`, unless
 * NULL, is the only one that is tried, with as many mistakes as its cables are wrong at the most (LB_FIND_MISTAKES).
 * LB_ERR_ARG: no network fits, or the cables are no graph (a host that there is not, a cable from a host to itself).
 * Where one line of an open dimension is closed, the dimension is given as a ring, and its other lines as missing
 * links. LB_ERR_SIZE: a mesh that lacks more links of its torus than lb_net_without takes. What is found may still fall
 * apart without its missing links: lb_net_without says so. */
LB_API int lb_find_network(uint32_t hosts, const lb_cable *cables, size_t count, const lb_net *network, lb_found **out,
                           lb_why *why);
LB_API void lb_found_free(lb_found *found);

/* Which network with a name a graph is, its nodes being numbered otherwise: node v of the graph is node_of[v] (room for
 * all nodes) of *named. Tori, cubes, meshes, HyperX and products of rings and complete graphs, each with one speed for
 * every dimension; with equal speeds twisted tori, folded cubes and circulant graphs (up to 256 nodes). The same graph
 * gives the same answer everywhere. LB_ERR_UNSUPPORTED: none was found. */
LB_API int lb_find_renumbered(const lb_net *graph, lb_net **named, uint32_t *node_of, lb_why *why);

#ifdef __cplusplus
}
#endif

#endif
