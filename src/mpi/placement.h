/* Which process is on which node. */
#ifndef LB_MPI_PLACEMENT_H
#define LB_MPI_PLACEMENT_H

#include "mpi/settings.h"

/* Where it was learnt; for the summary. */
typedef enum lb_learnt {
    LB_LEARNT_RANKS,
    LB_LEARNT_HOSTS_FILE,
    LB_LEARNT_SLOTS,
    LB_LEARNT_HOSTS,
    LB_LEARNT_FOUND /* by itself: src/mpi/discover.c */
} lb_learnt;
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

/* Collective: the hosts of all processes, numbered in the order of their first ranks, and how many there are. At rank 0
 * *names, the caller's to free, has the name of every rank's host, MPI_MAX_PROCESSOR_NAME bytes each; NULL elsewhere.
 */
int lb_placement_hosts(MPI_Comm comm, int *host_of, int *hosts, char **names);

#endif
