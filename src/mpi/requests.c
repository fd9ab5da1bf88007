/* What the user does with requests: starting, testing, waiting. */
#include "mpi/advance.h"
#include "mpi/request_pool.h"

int lb_mpi_start(lb_mpi_request *r) {
    lb_why why = {"lb_mpi_start is for persistent requests that were waited for since they were last started"};
    if (!r)
        return MPI_ERR_REQUEST;
    pthread_mutex_lock(&r->net->process->lock);
    bool fresh = r->form == LB_FORM_PERSISTENT && !r->active && !r->complete;
    int code = fresh ? lb_request_start(r) : lb_process_code(r->net->process, LB_ERR_ARG, &why);
    pthread_mutex_unlock(&r->net->process->lock);
    return lb_mpi_raise(r->net, code);
}

int lb_mpi_startall(int count, lb_mpi_request *const requests[]) {
    int code = count < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
    for (int i = 0; i < count && code == MPI_SUCCESS; i++)
        code = lb_mpi_start(requests[i]);
    return code;
}

/* *flag: it is complete, or was not under way. */
static int complete(lb_mpi_request **request, int *flag, bool wait) {
    lb_mpi_request *r = *request;
    *flag = 1;
    if (!r)
        return MPI_SUCCESS;
    lb_mpi_net *net = r->net;
    int code = MPI_SUCCESS;
    pthread_mutex_lock(&net->process->lock);
    if (r->active && wait)
        lb_request_wait(r);
    else if (r->active)
        lb_requests_advance(net->process);
    *flag = !r->active;
    if (r->complete)
        code = lb_request_settle(request);
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}

int lb_mpi_test(lb_mpi_request **request, int *flag) {
    return complete(request, flag, false);
}

int lb_mpi_wait(lb_mpi_request **request) {
    int flag;
    return complete(request, &flag, true);
}

int lb_mpi_waitall(int count, lb_mpi_request *requests[]) {
    int code = count < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
    for (int i = 0; i < count; i++) {
        int one = lb_mpi_wait(&requests[i]);
        code = code == MPI_SUCCESS ? one : code;
    }
    return code;
}

int lb_mpi_request_free(lb_mpi_request **request) {
    lb_mpi_request *r = *request;
    lb_why why = {"lb_mpi_request_free is for persistent requests that are not under way"};
    if (!r)
        return MPI_SUCCESS;
    lb_mpi_net *net = r->net;
    pthread_mutex_lock(&net->process->lock);
    bool idle = r->form == LB_FORM_PERSISTENT && !r->active;
    if (idle)
        lb_request_give_back(r);
    pthread_mutex_unlock(&net->process->lock);
    if (!idle)
        return lb_mpi_raise_why(net, LB_ERR_ARG, &why);
    *request = NULL;
    return MPI_SUCCESS;
}
