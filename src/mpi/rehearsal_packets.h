/* What a rehearsal keeps of a plan: its packets, in step order, and which links and pieces each has to do with. */
#ifndef LB_MPI_REHEARSAL_PACKETS_H
#define LB_MPI_REHEARSAL_PACKETS_H

#include "mpi/chains.h"

typedef struct lb_packet_list {
    uint32_t *at;
    uint32_t count, room;
} lb_packet_list;

typedef struct lb_packet {
    double share; /* of a block */
    uint32_t step, hops;
    uint32_t link, links, from, froms, to, tos; /* where in the lists, and how many */
} lb_packet;

struct lb_rehearsal {
    const lb_plan *plan; /* while it is made */
    const lb_net *net;
    bool symmetric, sums, spans, flies;
    lb_chains chains; /* while that of a scan is made */
    uint64_t *cut;    /* where pieces begin and end */
    uint32_t cuts;
    lb_packet *packets;
    uint32_t count, room;
    lb_packet_list links, from, to; /* links; cells: a piece of a block at a node */
    uint32_t cells;
    bool *ready; /* cells: from the start */
    double *free;
    uint64_t bytes; /* all of it */
};

#endif
