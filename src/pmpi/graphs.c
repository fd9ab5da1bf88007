/* Open MPI only: MPI_Dist_graph_create waits there for messages from anybody with two fixed tags, and those are the
 * tags of the 24th and 25th nonblocking collective on the same communicator. Making a communicator is some of these,
 * and processes that are done go on to make the new one: where it has these numbers, the others take its messages for
 * theirs, and all wait forever. Communicators of our own move the numbers to where the program has them not. So the
 * graph is told on a fresh communicator of the same processes, whose numbers begin at the first. */
#include "pmpi/shim.h"

#ifdef OPEN_MPI
/* MPI_COMM_NULL where the one that was given must do. The same at all processes. */
static MPI_Comm fresh(MPI_Comm comm) {
    MPI_Comm own = MPI_COMM_NULL;
    MPI_Group group;
    int inter = 1;
    if (!lb_shim_setup.on || comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter ||
        PMPI_Comm_group(comm, &group) != MPI_SUCCESS)
        return MPI_COMM_NULL;
    if (lb_native.comm_create(comm, group, &own) != MPI_SUCCESS)
        own = MPI_COMM_NULL;
    PMPI_Group_free(&group);
    return own;
}

LB_MPI_API int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                                     const int targets[], const int weights[], MPI_Info info, int reorder,
                                     MPI_Comm *newcomm) {
    MPI_Comm own = fresh(comm_old);
    int code = lb_native.dist_graph_create(own == MPI_COMM_NULL ? comm_old : own, n, nodes, degrees, targets, weights,
                                           info, reorder, newcomm);
    if (own != MPI_COMM_NULL)
        lb_native.comm_free(&own);
    return code;
}

LB_MPI_API int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                                      const int targets[], const int weights[], MPI_Info info, int reorder,
                                      MPI_Comm *newcomm) __attribute__((alias("MPI_Dist_graph_create")));
#endif
