/* Ways of flights that share no link: from nodes that know something to nodes that are to know it. */
#ifndef LB_FLIGHT_PATHS_H
#define LB_FLIGHT_PATHS_H

#include "net/route.h"

typedef struct lb_path {
    uint32_t from, to;
    uint32_t links;
    uint8_t *port; /* one after another */
} lb_path;

typedef struct lb_paths {
    const lb_net *net;
    uint32_t limit; /* flights that a node may send */
    lb_path *path;  /* `count` of them, one for every target that was reached */
    uint32_t count;
    /* what one step takes: scratch */
    bool *knows, *wanted;
    uint8_t *used; /* node * ports + port: the link is on some way */
    uint32_t *sends, *queue;
    uint32_t *came_node; /* of a search: from where, and by which port */
    uint8_t *came_port;
    uint8_t *way; /* room for one way */
} lb_paths;

int lb_paths_begin(lb_paths *p, const lb_net *net, uint32_t limit, lb_why *why);
void lb_paths_end(lb_paths *p);

/* The most targets that can be reached at once, each over a way of its own, from nodes that know: by free routes a
 * greatest flow; by the network's, one after another in the order of `targets`, the nearest first. Fills path, which
 * keeps until the next call. Returns LB_OK or LB_ERR_MEMORY. */
int lb_paths_find(lb_paths *p, const bool *knows, const uint32_t *targets, uint32_t count);

#endif
