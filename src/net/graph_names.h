/* Sentences that have nodes by number, with their names. */
#ifndef LB_GRAPH_NAMES_H
#define LB_GRAPH_NAMES_H

#include "net/net.h"

/* Puts what a node is called into `text`. */
typedef void lb_node_name(const void *of, uint32_t node, char *text, size_t size);

void lb_name_nodes(const char *text, lb_node_name *name, const void *of, lb_why *named);

#endif
