/* The names of networks that a graph might be, whatever its nodes' numbers. */
#ifndef LB_FIND_NAMES_H
#define LB_FIND_NAMES_H

#include "find/alike.h"

enum { LB_NAME_ROOM = 256 };

typedef struct lb_names {
    uint32_t count;
    uint64_t room;
    char (*name)[LB_NAME_ROOM];
} lb_names;

/* Those that have as many nodes, and as many links of each speed: cubes, tori, meshes, HyperX, products of rings and
 * complete graphs; and, where all links are as fast and all nodes have as many, twisted tori and folded cubes. The
 * simplest first. LB_OK or LB_ERR_MEMORY. */
int lb_names_of(const lb_view *graph, lb_names *names);

/* Circulant graphs, of which there are many: those that have as many nodes at each distance from node 0. */
int lb_circulant_names_of(const lb_view *graph, lb_names *names);
void lb_names_free(lb_names *names);

#endif
