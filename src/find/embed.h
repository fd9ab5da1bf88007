/* Laying hosts onto the nodes of a network, though some cables may be wrong. */
#ifndef LB_FIND_EMBED_H
#define LB_FIND_EMBED_H

#include "find/graph.h"

/* Looks for hosts of all nodes such that `mistakes` explain the cables: so many links have no cable, or so many cables
 * are no link, whichever are more. The two differ by what the one side has more than the other. `alike`: every node of
 * the network looks like every other, so that host 0 may be at node 0. `work` is how much may be done, and becomes what
 * is left. LB_OK with host_of; LB_ERR_UNSUPPORTED: there is none, or the work was used up. */
int lb_embed(const lb_graph *net, const lb_graph *hosts, uint32_t mistakes, bool alike, uint64_t *work,
             uint32_t *host_of);

#endif
