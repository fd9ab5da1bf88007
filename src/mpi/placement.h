/* Which process is on which node. */
#ifndef LB_MPI_PLACEMENT_H
#define LB_MPI_PLACEMENT_H

#include "mpi/settings.h"

/* Where it was learnt; the last three are for those that have no hosts file. */
typedef enum lb_learnt { LB_LEARNT_RANKS, LB_LEARNT_HOSTS_FILE, LB_LEARNT_SLOTS, LB_LEARNT_HOSTS } lb_learnt;
const char *lb_learnt_words(lb_learnt learnt);

/* Collective: fills in the nodes of all processes of comm, by their ranks, on a network with lb_net_nodes(net) nodes;
 * the same everywhere. Where nothing is said, and there are as many processes as nodes, process r is node r.
 *
 *   LINKBOUND_HOSTS   a hosts file says which host is which node
 *   LINKBOUND_SLOTS   ranks 0 to p-1 are on node 0, and so on, whatever hosts they run on
 *   otherwise         those that have the same LINKBOUND_HOSTNAME, or where that is not set:
 *                     those that run on one host are on one node; nodes are in the order of their first ranks
 */
int lb_placement_find(MPI_Comm comm, const lb_settings *set, const lb_net *net, int *node_of, lb_learnt *learnt,
                      lb_why *why);

#endif
