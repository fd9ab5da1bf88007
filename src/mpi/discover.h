/* Which network the hosts of a communicator are wired as, and which host is which node. */
#ifndef LB_MPI_DISCOVER_H
#define LB_MPI_DISCOVER_H

#include "mpi/cables.h"
#include "mpi/placement.h"

#define LB_NETWORK_AUTO "auto" /* for a network's name */
enum { LB_DISCOVER_NAME = 256, LB_DISCOVER_WITHOUT = 4096 };

/* What was found out: how hosts are wired, or, where no cable can be seen, who answers soonest. */
typedef enum lb_evidence { LB_BY_CABLES, LB_BY_LATENCIES } lb_evidence;

typedef struct lb_discovery {
    char network[LB_DISCOVER_NAME];    /* cube:3, 4x4 */
    char without[LB_DISCOVER_WITHOUT]; /* its links that are not there; "": none */
    int hosts;
    int *node_of; /* by ranks */
    lb_evidence evidence;
    /* Of rank 0 alone: */
    char *names;    /* of the hosts, MPI_MAX_PROCESSOR_NAME bytes each */
    lb_jacks jacks; /* their interfaces */
    lb_found *found;
    double *latencies; /* hosts x hosts, in seconds, where they were measured; else NULL */
} lb_discovery;

/* Collective. `network`: which one it should be; NULL: any. LINKBOUND_DISCOVER at rank 0 may say cables or latencies,
 * to use that alone. 0 or an lb_error, the same everywhere; *out is there even so, with what rank 0 has seen. */
int lb_discover(MPI_Comm comm, const char *network, lb_discovery **out, lb_why *why);
void lb_discovery_free(lb_discovery *d);

#endif
