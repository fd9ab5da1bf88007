/* Makes one of the two slow: SLOW=engine delays every message of the engine's, SLOW=mpi MPI's own collectives. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void delay(const char *whom) {
    const char *which = getenv("SLOW");
    struct timespec time = {.tv_nsec = 12000000};
    if (which && strcmp(which, whom) == 0)
        nanosleep(&time, NULL);
}

/* NOLINTBEGIN(bugprone-macro-parentheses): what the macro takes are names */
#define SLOW(whom, name, parameters, arguments)                                                                        \
    int name parameters {                                                                                              \
        int(*next) parameters;                                                                                         \
        *(void **)&next = dlsym(RTLD_NEXT, #name);                                                                     \
        delay(whom);                                                                                                   \
        return next arguments;                                                                                         \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

SLOW("engine", PMPI_Isend,
     (const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request),
     (buf, count, datatype, dest, tag, comm, request))
SLOW("mpi", PMPI_Bcast, (void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm),
     (buffer, count, datatype, root, comm))
SLOW("mpi", PMPI_Allgather,
     (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
      MPI_Comm comm),
     (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
SLOW("mpi", PMPI_Allreduce,
     (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm),
     (sendbuf, recvbuf, count, datatype, op, comm))
