/* The drop-in's own communicator, where the program wants one more than there are. */
#include "pmpi/shim.h"

#include <stdio.h>
#include <string.h>

/* MPICH says so in words only. */
static bool too_many(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    return code != MPI_SUCCESS && PMPI_Error_string(code, text, &length) == MPI_SUCCESS &&
           strstr(text, "Too many communicators");
}

/* Where all processes want a communicator more than there are, and nothing of ours is under way, ours is the one that
 * is left. They have all failed alike; with threads another may be just about to use it. */
bool lb_channel_yields(MPI_Comm comm, int code) {
    int size = 0, all_size = 0, inter = 1, rank = 0, mine, all = 0;
    if (!too_many(code) || !lb_shim_setup.on || lb_channel == MPI_COMM_NULL || lb_users_level == MPI_THREAD_MULTIPLE ||
        PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter)
        return false;
    PMPI_Comm_size(comm, &size);
    PMPI_Comm_size(MPI_COMM_WORLD, &all_size);
    PMPI_Comm_rank(comm, &rank);
    if (size != all_size)
        return false;
    mine = lb_places_idle();
    if (lb_native.allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS || !all)
        return false;
    lb_native.comm_free(&lb_channel);
    if (rank == 0)
        fprintf(stderr, "linkbound: all of MPI's communicators are in use, so that the drop-in gives up its own; MPI's "
                        "own collectives are used\n");
    return true;
}
