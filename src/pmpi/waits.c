/* MPICH only: a thread in MPI_Wait does not notice there when another thread's message to oneself completes the
 * request, but tests do. So where such requests may be about, waiting is testing again and again. */
#include "pmpi/later.h"

#include <sched.h>

#ifndef OPEN_MPI
LB_MPI_API int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    int flag = 0, code = MPI_SUCCESS;
    if (!lb_shim_setup.nonblocking)
        return lb_native.wait(request, status);
    while (code == MPI_SUCCESS && !flag) {
        code = PMPI_Test(request, &flag, status);
        if (!flag)
            sched_yield();
    }
    return code;
}

LB_MPI_API int MPI_Waitany(int count, MPI_Request requests[], int *indx, MPI_Status *status) {
    int flag = 0, code = MPI_SUCCESS;
    if (!lb_shim_setup.nonblocking)
        return lb_native.waitany(count, requests, indx, status);
    while (code == MPI_SUCCESS && !flag) {
        code = PMPI_Testany(count, requests, indx, &flag, status);
        if (!flag)
            sched_yield();
    }
    return code;
}

LB_MPI_API int MPI_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[]) {
    int code = MPI_SUCCESS;
    if (!lb_shim_setup.nonblocking)
        return lb_native.waitsome(incount, requests, outcount, indices, statuses);
    *outcount = 0;
    while (code == MPI_SUCCESS && *outcount == 0) {
        code = PMPI_Testsome(incount, requests, outcount, indices, statuses);
        if (*outcount == 0)
            sched_yield();
    }
    return code;
}

/* One by one: MPI_Testall of MPICH 4.0 fails on MPI's own persistent collectives. */
LB_MPI_API int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    int all = MPI_SUCCESS;
    if (!lb_shim_setup.nonblocking || count < 0 || (count > 0 && !requests))
        return lb_native.waitall(count, requests, statuses);
    for (int i = 0; i < count; i++) {
        MPI_Status *status = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
        int code = MPI_Wait(&requests[i], status);
        if (code != MPI_SUCCESS)
            all = MPI_ERR_IN_STATUS;
        if (status != MPI_STATUS_IGNORE)
            status->MPI_ERROR = code;
    }
    return all;
}

LB_MPI_API int PMPI_Wait(MPI_Request *request, MPI_Status *status) __attribute__((alias("MPI_Wait")));
LB_MPI_API int PMPI_Waitany(int count, MPI_Request requests[], int *indx, MPI_Status *status)
    __attribute__((alias("MPI_Waitany")));
LB_MPI_API int PMPI_Waitsome(int incount, MPI_Request requests[], int *outcount, int indices[], MPI_Status statuses[])
    __attribute__((alias("MPI_Waitsome")));
LB_MPI_API int PMPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
    __attribute__((alias("MPI_Waitall")));
#endif
