/* Errands: the engine's requests of nonblocking and persistent calls, each with the tag of the message to oneself by
 * which the user's request is told. The thread goes through the list; an errand goes when its request can no longer be
 * started. */
#include "pmpi/later.h"

#include "mpi/request.h"
#include "mpi/server.h"

#include <stdlib.h>

typedef struct errand {
    struct errand *next;
    MPI_Comm comm;        /* for errors */
    lb_mpi_request *ours; /* NULL when a nonblocking one is complete */
    MPI_Request theirs;   /* persistent: the handle that the user has */
    MPI_Op op;
    int tag;
    int code;                        /* of what has failed, while the error handler is called */
    bool persistent, active, orphan; /* orphan: freed while active */
    bool failed, told;               /* told: somebody calls the error handler */
} errand;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static lb_server server;
static errand *errands, **last = &errands;
static unsigned active;
static int self, next_once, next_again; /* messages to oneself: persistent ones have the upper half of the tags */
static int half_tag, most_tag;

/* ---- The thread ---- */

static void unlink_errand(errand **link) {
    errand *gone = *link;
    *link = gone->next;
    if (last == &gone->next)
        last = link;
    free(gone);
}

/* Tells the user's request. */
static void complete(errand *e) {
    e->active = e->failed = e->told = false;
    active--;
    PMPI_Send(NULL, 0, MPI_BYTE, self, e->tag, lb_channel);
}

/* Whether it is done with, for good or ill. */
static bool advance(errand *e) {
    int flag = 0;
    e->code = lb_mpi_test(&e->ours, &flag);
    e->failed = e->code != MPI_SUCCESS;
    if (flag && !e->failed)
        complete(e);
    return flag || e->failed;
}

/* Until one has failed, which is left as it is. */
static errand *advance_each(bool *any) {
    for (errand **link = &errands; *link;) {
        errand *e = *link;
        if (e->active && !e->failed)
            *any |= advance(e);
        if (e->failed && e->active && !e->told) {
            e->told = true;
            return e;
        }
        if (!e->active && (!e->persistent || e->orphan)) {
            if (e->ours)
                lb_mpi_request_free(&e->ours);
            unlink_errand(link);
        } else {
            link = &e->next;
        }
    }
    return NULL;
}

/* Users' error handlers may call MPI, so that they are called without the lock; the errand stays meanwhile. */
static bool advance_all(void *user) {
    (void)user;
    bool any = false;
    for (errand *bad; (bad = advance_each(&any));) {
        pthread_mutex_unlock(&lock);
        lb_say_shortage(bad->comm, false);
        PMPI_Comm_call_errhandler(bad->comm, bad->code);
        pthread_mutex_lock(&lock);
        complete(bad);
    }
    return any;
}

static bool has_work(void *user) {
    (void)user;
    return active > 0;
}

/* Whether a request of that network is still to be tested, though its operation may be complete by now: whoever waits
 * for something lets all advance. */
bool lb_later_needs(const lb_mpi_net *net) {
    bool needs = false;
    pthread_mutex_lock(&lock);
    for (const errand *e = errands; e; e = e->next)
        needs |= e->ours && e->ours->net == net;
    pthread_mutex_unlock(&lock);
    return needs;
}

/* ---- Requests ---- */

/* The lock is held. NULL when there is no memory. */
static errand *add(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op) {
    errand *e = lb_mpi_take(1, sizeof *e);
    if (!e)
        return NULL;
    *e = (errand){.comm = comm, .ours = ours, .op = op};
    *last = e;
    last = &e->next;
    return e;
}

static void activate(errand *e) {
    e->active = true;
    active++;
    lb_server_wake(&server);
}

/* What the user is told when a request is made: the lock is not held, as his error handler may call MPI. */
static int outcome(MPI_Comm comm, int code, const errand *e) {
    if (code == MPI_SUCCESS && !e)
        code = MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
}

int lb_later_follow(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request) {
    pthread_mutex_lock(&lock);
    int tag = next_once;
    next_once = next_once + 1 == half_tag ? 0 : next_once + 1;
    int code = PMPI_Irecv(NULL, 0, MPI_BYTE, self, tag, lb_channel, request);
    errand *e = code == MPI_SUCCESS ? add(comm, ours, op) : NULL;
    if (e) {
        e->tag = tag;
        activate(e);
    }
    pthread_mutex_unlock(&lock);
    return outcome(comm, code, e);
}

int lb_later_keep(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request) {
    pthread_mutex_lock(&lock);
    int code = next_again == most_tag ? MPI_ERR_OTHER : MPI_SUCCESS;
    if (code == MPI_SUCCESS)
        code = PMPI_Recv_init(NULL, 0, MPI_BYTE, self, next_again, lb_channel, request);
    errand *e = code == MPI_SUCCESS ? add(comm, ours, op) : NULL;
    if (e) {
        e->persistent = true;
        e->tag = next_again++;
        e->theirs = *request;
    }
    pthread_mutex_unlock(&lock);
    return outcome(comm, code, e);
}

/* The lock is held. NULL: not one of ours. */
static errand *find(MPI_Request request) {
    for (errand *e = errands; e; e = e->next) {
        if (e->persistent && !e->orphan && e->theirs == request)
            return e;
    }
    return NULL;
}

/* Whether it was one of ours. */
static bool start(MPI_Request *request, int *code) {
    if (!lb_shim_setup.nonblocking)
        return false;
    pthread_mutex_lock(&lock);
    errand *e = *request == MPI_REQUEST_NULL ? NULL : find(*request);
    if (e) {
        *code = lb_native.start(request);
        if (*code == MPI_SUCCESS)
            *code = lb_mpi_start(e->ours);
        if (*code == MPI_SUCCESS)
            activate(e);
    }
    MPI_Comm comm = e ? e->comm : MPI_COMM_NULL;
    pthread_mutex_unlock(&lock);
    if (e && *code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, *code);
    return e != NULL;
}

LB_MPI_API int MPI_Start(MPI_Request *request) {
    int code = MPI_SUCCESS;
    return start(request, &code) ? code : lb_native.start(request);
}

LB_MPI_API int MPI_Startall(int count, MPI_Request requests[]) {
    int code = MPI_SUCCESS;
    if (!lb_shim_setup.nonblocking)
        return lb_native.startall(count, requests);
    for (int i = 0; i < count && code == MPI_SUCCESS; i++) {
        if (!start(&requests[i], &code))
            code = lb_native.start(&requests[i]);
    }
    return code;
}

LB_MPI_API int MPI_Request_free(MPI_Request *request) {
    if (lb_shim_setup.nonblocking) {
        pthread_mutex_lock(&lock);
        errand *e = *request == MPI_REQUEST_NULL ? NULL : find(*request);
        if (e) {
            e->orphan = true;
            advance_all(NULL);
        }
        pthread_mutex_unlock(&lock);
    }
    return lb_native.request_free(request);
}

/* What is under way may still need the operator: then it stays. */
LB_MPI_API int MPI_Op_free(MPI_Op *op) {
    bool needed = false;
    if (lb_shim_setup.nonblocking) {
        pthread_mutex_lock(&lock);
        for (errand *e = errands; e; e = e->next)
            needed |= e->op == *op;
        pthread_mutex_unlock(&lock);
    }
    if (!needed || *op == MPI_OP_NULL)
        return lb_native.op_free(op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

/* Operators that are still to be called shall see the handle that they know: then it stays until they have been. */
LB_MPI_API int MPI_Type_free(MPI_Datatype *type) {
    lb_process *process;
    if (!lb_shim_setup.nonblocking || !type || *type == MPI_DATATYPE_NULL || lb_process_get(&process) != MPI_SUCCESS ||
        !lb_kind_retire(process, *type))
        return lb_native.type_free(type);
    *type = MPI_DATATYPE_NULL;
    return MPI_SUCCESS;
}

/* ---- Opening and closing ---- */

int lb_later_open(void) {
    int *most = NULL, flag = 0;
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    most_tag = flag ? *most : 32767;
    next_again = half_tag = most_tag / 2;
    PMPI_Comm_rank(lb_channel, &self);
    server = (lb_server){.lock = &lock, .has_work = has_work, .work = advance_all};
    return lb_server_open(&server) ? MPI_SUCCESS : MPI_ERR_OTHER;
}

void lb_later_close(void) {
    lb_server_close(&server);
    while (errands)
        unlink_errand(&errands);
}

LB_MPI_API int PMPI_Start(MPI_Request *request) __attribute__((alias("MPI_Start")));
LB_MPI_API int PMPI_Startall(int count, MPI_Request requests[]) __attribute__((alias("MPI_Startall")));
LB_MPI_API int PMPI_Request_free(MPI_Request *request) __attribute__((alias("MPI_Request_free")));
LB_MPI_API int PMPI_Op_free(MPI_Op *op) __attribute__((alias("MPI_Op_free")));
LB_MPI_API int PMPI_Type_free(MPI_Datatype *type) __attribute__((alias("MPI_Type_free")));
