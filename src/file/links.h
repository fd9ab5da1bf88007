/* The links of a graph in a header: "links":[[0,1],[1,0,2],...], each way for itself, with its speed if that is not 1.
 * And "order":[3,0,...], of any network: how its nodes stand when sums are made, if not as they would otherwise. */
#ifndef LB_FILE_LINKS_H
#define LB_FILE_LINKS_H

#include "file/output.h"
#include "file/reader.h"

typedef struct lb_links {
    lb_link *link;
    uint64_t count, room;
    uint32_t *order; /* NULL: there is none */
    uint64_t ordered, order_room;
} lb_links;

void lb_links_free(lb_links *links);

/* Reads the list, or the order. False after the first failure. */
bool lb_links_take(lb_reader *reader, lb_links *links, const char *name);
bool lb_links_take_order(lb_reader *reader, lb_links *links, const char *name);

/* Whether this names a network by its nodes alone, "graph:8", and leaves the links to the list. */
bool lb_links_are_named(const char *network);

/* The network of so many nodes and these links; `memory` is what it may take. */
int lb_links_net(const char *network, const lb_links *links, uint64_t memory, lb_net **net, lb_why *why);

/* The network with its nodes in the order of the list, in the place of *net; NULL if it failed. */
int lb_links_order(const lb_links *links, lb_net **net, lb_why *why);

/* Writes the name of a graph, and its links; dead ones too. */
void lb_links_put(lb_output *out, const lb_net *net);

/* Writes in which order the nodes stand, if the network says it. */
int lb_links_put_order(lb_output *out, const lb_net *net);

#endif
