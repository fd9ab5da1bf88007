/* What is known of a network of processes, and its errors. */
#include "mpi/net.h"

#include "mpi/memory.h"

#include <stdlib.h>

const lb_net *lb_mpi_net_network(const lb_mpi_net *net) {
    return net->net;
}

int lb_mpi_net_rank(const lb_mpi_net *net) {
    return net->rank;
}

uint32_t lb_mpi_net_node(const lb_mpi_net *net) {
    return (uint32_t)net->node;
}

int lb_mpi_net_size(const lb_mpi_net *net) {
    return net->size;
}

const char *lb_mpi_net_algorithm(const lb_mpi_net *net) {
    return net->algorithm;
}

lb_mpi_profile lb_mpi_net_profile(const lb_mpi_net *net) {
    return net->set.profile;
}

int lb_mpi_raise(const lb_mpi_net *net, int code) {
    if (code != MPI_SUCCESS)
        MPI_Comm_call_errhandler(net->users != MPI_COMM_NULL ? net->users : net->comm, code);
    return code;
}

int lb_mpi_raise_why(const lb_mpi_net *net, int error, const lb_why *why) {
    return lb_mpi_raise(net, lb_process_code(net->process, error, why));
}

int *lb_mpi_ranks_in(MPI_Group group, MPI_Comm comm, int size) {
    MPI_Group own = MPI_GROUP_NULL;
    int *ranks = lb_mpi_take((uint64_t)size, sizeof *ranks), *found = lb_mpi_take((uint64_t)size, sizeof *found);
    for (int i = 0; ranks && i < size; i++)
        ranks[i] = i;
    bool fine = ranks && found && MPI_Comm_group(comm, &own) == MPI_SUCCESS &&
                MPI_Group_translate_ranks(own, size, ranks, group, found) == MPI_SUCCESS;
    if (own != MPI_GROUP_NULL)
        MPI_Group_free(&own);
    free(ranks);
    if (fine)
        return found;
    free(found);
    return NULL;
}
