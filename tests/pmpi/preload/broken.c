/* An MPI whose first message fails, and says so. */
#include <mpi.h>

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    (void)buf;
    (void)count;
    (void)datatype;
    (void)dest;
    (void)tag;
    (void)comm;
    *request = MPI_REQUEST_NULL;
    return MPI_ERR_INTERN;
}
