/* Requests of ours as requests of MPI's, for MPI_Waitall and its like. A generalized request does not advance anything:
 * MPI only waits for somebody to say that it is complete. So a thread (server.c) moves the operations on that have been
 * handed over. */
#include "mpi/handed.h"

#include "mpi/advance.h"
#include "mpi/server.h"

#include <stdlib.h>

/* What was handed over. MPI has it until free_handed is called. */
typedef struct handed {
    struct handed *next;
    lb_mpi_request *request;
    MPI_Request theirs;
    int code;
} handed;

typedef struct lb_hands {
    lb_server server;
    handed *first;
} lb_hands;

/* ---- What MPI calls ---- */

static int query_handed(void *extra, MPI_Status *status) {
    const handed *h = extra;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return h->code;
}

static int free_handed(void *extra) {
    free(extra);
    return MPI_SUCCESS;
}

static int cancel_handed(void *extra, int complete) { /* collectives are not */
    (void)extra;
    (void)complete;
    return MPI_SUCCESS;
}

/* ---- The thread ---- */

/* As soon as MPI knows, it may free it. */
static void complete(handed *h) {
    MPI_Request theirs = h->theirs;
    h->code = lb_request_settle(&h->request);
    MPI_Grequest_complete(theirs);
}

static bool has_work(void *user) {
    const lb_process *process = user;
    return process->hands->first != NULL;
}

static bool work(void *user) {
    lb_process *process = user;
    bool any = false;
    lb_requests_advance(process);
    for (handed **link = &process->hands->first; *link;) {
        handed *h = *link;
        if (h->request->active) {
            link = &h->next;
            continue;
        }
        *link = h->next;
        any = true;
        complete(h);
    }
    return any;
}

static int open_hands(lb_process *process) {
    lb_why why = {
        "lb_mpi_request_hand_over is for programs with MPI_THREAD_MULTIPLE: a thread moves on what MPI waits for"};
    if (process->hands)
        return MPI_SUCCESS;
    if (!process->multiple)
        return lb_process_code(process, LB_ERR_UNSUPPORTED, &why);
    lb_hands *hands = lb_mpi_take(1, sizeof *hands);
    if (!hands)
        return MPI_ERR_NO_MEM;
    process->hands = hands;
    hands->server = (lb_server){.lock = &process->lock, .has_work = has_work, .work = work, .user = process};
    if (lb_server_open(&hands->server))
        return MPI_SUCCESS;
    process->hands = NULL;
    free(hands);
    return MPI_ERR_NO_MEM;
}

void lb_hands_close(lb_process *process) {
    lb_hands *hands = process->hands;
    if (!hands)
        return;
    lb_server_close(&hands->server);
    free(hands);
    process->hands = NULL;
}

/* ---- For the user ---- */

/* The lock is held. */
static int hand_over(lb_mpi_request *r, MPI_Request *theirs) {
    lb_process *process = r->net->process;
    int code = r->active ? open_hands(process) : MPI_SUCCESS;
    handed *h = code == MPI_SUCCESS ? lb_mpi_take(1, sizeof *h) : NULL;
    if (!h)
        return code == MPI_SUCCESS ? MPI_ERR_NO_MEM : code;
    *h = (handed){.request = r};
    code = MPI_Grequest_start(query_handed, free_handed, cancel_handed, h, &h->theirs);
    if (code != MPI_SUCCESS) {
        free(h);
        return code;
    }
    *theirs = h->theirs;
    if (!r->active) {
        complete(h);
        return MPI_SUCCESS;
    }
    h->next = process->hands->first;
    process->hands->first = h;
    lb_server_wake(&process->hands->server);
    return MPI_SUCCESS;
}

int lb_mpi_request_hand_over(lb_mpi_request **request, MPI_Request *theirs) {
    lb_mpi_request *r = *request;
    *theirs = MPI_REQUEST_NULL;
    if (!r)
        return MPI_SUCCESS;
    lb_mpi_net *net = r->net;
    int code = MPI_SUCCESS;
    pthread_mutex_lock(&net->process->lock);
    bool once = r->form != LB_FORM_PERSISTENT;
    if (r->active || r->complete)
        code = hand_over(r, theirs);
    if (code == MPI_SUCCESS && once)
        *request = NULL;
    pthread_mutex_unlock(&net->process->lock);
    return lb_mpi_raise(net, code);
}
