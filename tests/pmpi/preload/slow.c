/* Makes one of the two slow: SLOW=engine delays every message of the engine's, SLOW=mpi MPI's own collectives. Nobody
 * sleeps: the drop-in measures by PMPI_Wtime, which is a clock of ours here that a busy machine does not disturb. It
 * goes on with every delay, and by a nanosecond when it is looked at: what waits for others by it has time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static _Atomic long long nanoseconds;

double PMPI_Wtime(void) {
    return 1e-9 * (double)(atomic_fetch_add(&nanoseconds, 1) + 1);
}

static void delay(const char *whom) {
    const char *which = getenv("SLOW");
    if (which && strcmp(which, whom) == 0)
        atomic_fetch_add(&nanoseconds, 12000000);
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
