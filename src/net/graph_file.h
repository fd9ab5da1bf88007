/* Networks from files. */
#ifndef LB_GRAPH_FILE_H
#define LB_GRAPH_FILE_H

#include "net/net.h"

/* Reads a file that describes a network; `name` is what the network is called. Every failure has the file's name and,
 * where there is one, the line. */
int lb_graph_read(const char *path, const char *name, lb_net **net, lb_why *why);

/* The same of text in memory, which `shown` names. */
int lb_graph_parse(const char *text, size_t size, const char *shown, const char *name, lb_net **net, lb_why *why);

#endif
