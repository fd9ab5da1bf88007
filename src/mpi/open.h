/* Making networks of processes. */
#ifndef LB_MPI_OPEN_H
#define LB_MPI_OPEN_H

#include "mpi/net.h"

/* As lb_mpi_net_create of a communicator that is none between groups, but calls no error handler. `without` are the
 * dead links ("": none), and `node_of` the processes' nodes (NULL: process r is node r); without NULL: both are what
 * the environment says. */
int lb_mpi_net_open(MPI_Comm comm, const char *network, const char *without, const int *node_of, lb_mpi_net **out);

/* A network whose messages go by a communicator that others use too, each network with tags of its own: so many slots
 * from the first tag, which is to be set before anything is begun. Not collective. `users` is only looked at;
 * `peers` are the ranks in `channel`, and must stay as long as the network: of its nodes or, on a machine, of all its
 * processes. */
typedef struct lb_joining {
    MPI_Comm channel, users;
    const lb_settings *settings;
    const char *network, *without; /* as of lb_mpi_net_open */
    const int *peers;
    const int *node_of; /* by ranks, of machines; NULL: process r is node r */
    int rank, size, slots;
} lb_joining;
int lb_mpi_net_join(const lb_joining *joining, lb_mpi_net **out);

#endif
