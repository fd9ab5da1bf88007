/* Of blocks of different lengths, what several files need. */
#ifndef LB_MPI_VECTORS_H
#define LB_MPI_VECTORS_H

#include "mpi/forms.h"

/* Parameters, as LB_FORMS wants them. NOLINTBEGIN(bugprone-macro-parentheses): types */
#define ALLGATHERV(C, D)                                                                                               \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, const C recvcounts[], const D displs[],    \
        MPI_Datatype recvtype
#define ALLTOALLV(C, D)                                                                                                \
    const void *sendbuf, const C sendcounts[], const D sdispls[], MPI_Datatype sendtype, void *recvbuf,                \
        const C recvcounts[], const D rdispls[], MPI_Datatype recvtype
/* NOLINTEND(bugprone-macro-parentheses) */

/* Phase 1: the lengths have been told, and `wrong` is with whom this process does not agree, and 1; 0: with all. In
 * debug mode all processes hear of it, in a stage more, to be waited for; otherwise only the one that would write or
 * read too much. What comes next is agreed upon by all where they have not had such lengths before. */
int lb_lengths_told(lb_mpi_request *request, const uint64_t *lengths, uint64_t count, uint64_t wrong, bool *wait);

int lb_vector_finish(lb_mpi_request *request); /* phase 2: all is there */

#endif
