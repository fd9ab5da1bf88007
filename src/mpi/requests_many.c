/* Waiting for some of many requests, as MPI_Waitany and its like do. All requests are of one process, and so under one
 * lock, whatever their networks. */
#include "mpi/advance.h"

/* Complete, and not yet told so. */
static bool is_done(const lb_mpi_request *r) {
    return r && r->complete;
}

/* What MPI calls active: started, and not yet told to be complete. */
static bool counts(const lb_mpi_request *r) {
    return r && (r->active || r->complete);
}

/* Locks the process that the requests are of. NULL: none counts, and nothing is locked. */
static lb_process *lock_process(int count, lb_mpi_request *const requests[]) {
    lb_process *process = NULL;
    bool any = false;
    for (int i = 0; i < count && !any; i++) {
        if (!process && requests[i]) {
            process = requests[i]->net->process;
            pthread_mutex_lock(&process->lock);
        }
        any = counts(requests[i]);
    }
    if (process && !any)
        pthread_mutex_unlock(&process->lock);
    return any ? process : NULL;
}

static int first_done(int count, lb_mpi_request *const requests[]) {
    for (int i = 0; i < count; i++) {
        if (is_done(requests[i]))
            return i;
    }
    return MPI_UNDEFINED;
}

/* Where something is done already nothing is moved on, so that whoever takes one after another loses no time. */
static void look(lb_process *process, int count, lb_mpi_request *const requests[], bool wait) {
    if (first_done(count, requests) != MPI_UNDEFINED)
        return;
    if (wait)
        lb_requests_wait(process, requests, count);
    else
        lb_requests_advance(process);
}

/* The error handler is called without the lock. */
typedef struct outcome {
    const lb_mpi_net *net;
    int code;
} outcome;

static void take(lb_mpi_request **request, outcome *first) {
    lb_mpi_net *net = (*request)->net;
    int code = lb_request_settle(request);
    if (first->code == MPI_SUCCESS && code != MPI_SUCCESS)
        *first = (outcome){net, code};
}

static int tell(const outcome *first) {
    return first->code == MPI_SUCCESS ? MPI_SUCCESS : lb_mpi_raise(first->net, first->code);
}

/* ---- One ---- */

static int any(int count, lb_mpi_request *requests[], int *index, int *flag, bool wait) {
    outcome first = {NULL, MPI_SUCCESS};
    if (count < 0)
        return MPI_ERR_COUNT;
    lb_process *process = lock_process(count, requests);
    *index = MPI_UNDEFINED;
    *flag = 1;
    if (!process)
        return MPI_SUCCESS;
    look(process, count, requests, wait);
    *index = first_done(count, requests);
    *flag = *index != MPI_UNDEFINED;
    if (*flag)
        take(&requests[*index], &first);
    pthread_mutex_unlock(&process->lock);
    return tell(&first);
}

int lb_mpi_waitany(int count, lb_mpi_request *requests[], int *index) {
    int flag;
    return any(count, requests, index, &flag, true);
}

int lb_mpi_testany(int count, lb_mpi_request *requests[], int *index, int *flag) {
    return any(count, requests, index, flag, false);
}

/* ---- Some ---- */

static int some(int count, lb_mpi_request *requests[], int *outcount, int indices[], bool wait) {
    outcome first = {NULL, MPI_SUCCESS};
    if (count < 0)
        return MPI_ERR_COUNT;
    lb_process *process = lock_process(count, requests);
    *outcount = MPI_UNDEFINED;
    if (!process)
        return MPI_SUCCESS;
    *outcount = 0;
    look(process, count, requests, wait);
    for (int i = 0; i < count; i++) {
        if (!is_done(requests[i]))
            continue;
        indices[(*outcount)++] = i;
        take(&requests[i], &first);
    }
    pthread_mutex_unlock(&process->lock);
    return tell(&first);
}

int lb_mpi_waitsome(int count, lb_mpi_request *requests[], int *outcount, int indices[]) {
    return some(count, requests, outcount, indices, true);
}

int lb_mpi_testsome(int count, lb_mpi_request *requests[], int *outcount, int indices[]) {
    return some(count, requests, outcount, indices, false);
}

/* ---- All ---- */

static bool all_done(int count, lb_mpi_request *const requests[]) {
    for (int i = 0; i < count; i++) {
        if (requests[i] && requests[i]->active)
            return false;
    }
    return true;
}

int lb_mpi_testall(int count, lb_mpi_request *requests[], int *flag) {
    outcome first = {NULL, MPI_SUCCESS};
    if (count < 0)
        return MPI_ERR_COUNT;
    lb_process *process = lock_process(count, requests);
    *flag = 1;
    if (!process)
        return MPI_SUCCESS;
    if (!all_done(count, requests))
        lb_requests_advance(process);
    *flag = all_done(count, requests);
    for (int i = 0; i < count && *flag; i++) {
        if (is_done(requests[i]))
            take(&requests[i], &first);
    }
    pthread_mutex_unlock(&process->lock);
    return tell(&first);
}

int lb_mpi_request_get_status(lb_mpi_request *request, int *flag) {
    *flag = 1;
    if (!request)
        return MPI_SUCCESS;
    lb_process *process = request->net->process;
    pthread_mutex_lock(&process->lock);
    if (request->active)
        lb_requests_advance(process);
    *flag = !request->active;
    pthread_mutex_unlock(&process->lock);
    return MPI_SUCCESS;
}
