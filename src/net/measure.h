/* What a graph must be told about itself. */
#ifndef LB_MEASURE_H
#define LB_MEASURE_H

#include "net/net.h"

/* Whether every node can be reached from every other, and how far they are apart: fills in the diameter. */
int lb_graph_measure(lb_net *net, lb_why *why);

#endif
