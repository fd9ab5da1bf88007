#define _XOPEN_SOURCE 700
#include "pmpi/later.h"

#include "mpi/request.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

typedef struct errand {
    struct errand *next;
    MPI_Comm comm;        /* for errors */
    lb_mpi_request *ours; /* NULL when a nonblocking one is complete */
    MPI_Request theirs;   /* persistent: the handle that the user has */
    MPI_Op op;
    int tag;
    bool persistent, active, orphan; /* orphan: freed while active */
} errand;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool running, stop;
static errand *errands, **last = &errands;
static unsigned active;
static MPI_Comm once = MPI_COMM_NULL, again = MPI_COMM_NULL; /* oneself, for either sort */
static int next_once, next_again, most_tag;

/* ---- The thread ---- */

static void unlink_errand(errand **link) {
    errand *gone = *link;
    *link = gone->next;
    if (last == &gone->next)
        last = link;
    free(gone);
}

/* Whether it is complete; tells the user's request. */
static bool advance(errand *e) {
    int flag = 0, code = lb_mpi_test(&e->ours, &flag);
    if (!flag && code == MPI_SUCCESS)
        return false;
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(e->comm, code);
    e->active = false;
    active--;
    PMPI_Send(NULL, 0, MPI_BYTE, 0, e->tag, e->persistent ? again : once);
    return true;
}

static bool advance_all(void) {
    bool any = false;
    for (errand **link = &errands; *link;) {
        errand *e = *link;
        if (e->active)
            any |= advance(e);
        if (!e->active && (!e->persistent || e->orphan)) {
            if (e->ours)
                lb_mpi_request_free(&e->ours);
            unlink_errand(link);
        } else {
            link = &e->next;
        }
    }
    return any;
}

/* Short sleeps once nothing happens for a while: the user's threads want the processor, too. */
static void rest(unsigned idle) {
    const struct timespec moment = {.tv_nsec = 20000};
    if (idle < 200)
        sched_yield();
    else
        nanosleep(&moment, NULL);
}

static void *serve(void *user) {
    unsigned idle = 0;
    (void)user;
    pthread_mutex_lock(&lock);
    while (!stop) {
        if (active == 0) {
            pthread_cond_wait(&wake, &lock);
            idle = 0;
            continue;
        }
        idle = advance_all() ? 0 : idle + 1;
        pthread_mutex_unlock(&lock);
        rest(idle);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
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
    pthread_cond_signal(&wake);
}

int lb_later_follow(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request) {
    pthread_mutex_lock(&lock);
    int tag = next_once;
    next_once = next_once == most_tag ? 0 : next_once + 1;
    int code = PMPI_Irecv(NULL, 0, MPI_BYTE, 0, tag, once, request);
    errand *e = code == MPI_SUCCESS ? add(comm, ours, op) : NULL;
    if (e) {
        e->tag = tag;
        activate(e);
    }
    pthread_mutex_unlock(&lock);
    if (code == MPI_SUCCESS && !e)
        code = MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
}

int lb_later_keep(MPI_Comm comm, lb_mpi_request *ours, MPI_Op op, MPI_Request *request) {
    pthread_mutex_lock(&lock);
    int code = next_again == most_tag ? MPI_ERR_OTHER : MPI_SUCCESS;
    if (code == MPI_SUCCESS)
        code = PMPI_Recv_init(NULL, 0, MPI_BYTE, 0, next_again, again, request);
    errand *e = code == MPI_SUCCESS ? add(comm, ours, op) : NULL;
    if (e) {
        e->persistent = true;
        e->tag = next_again++;
        e->theirs = *request;
    }
    pthread_mutex_unlock(&lock);
    if (code == MPI_SUCCESS && !e)
        code = MPI_ERR_NO_MEM;
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
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
        else
            PMPI_Comm_call_errhandler(e->comm, *code);
    }
    pthread_mutex_unlock(&lock);
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
            advance_all();
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

/* ---- Opening and closing ---- */

void lb_later_prepare(MPI_Comm comm) {
    lb_place *place = lb_shim_setup.nonblocking && comm != MPI_COMM_NULL ? lb_place_of(comm) : NULL;
    if (place)
        lb_place_ready(place);
}

/* Communicators of our own that inherit no attributes. */
static int oneself(MPI_Comm *comm) {
    MPI_Group group;
    int code = PMPI_Comm_group(MPI_COMM_SELF, &group);
    if (code != MPI_SUCCESS)
        return code;
    code = lb_native.comm_create(MPI_COMM_SELF, group, comm);
    PMPI_Group_free(&group);
    return code;
}

int lb_later_open(void) {
    int *most = NULL, flag = 0;
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    most_tag = flag ? *most : 32767;
    int code = oneself(&once);
    if (code == MPI_SUCCESS)
        code = oneself(&again);
    if (code == MPI_SUCCESS && pthread_create(&thread, NULL, serve, NULL) != 0)
        code = MPI_ERR_OTHER;
    running = code == MPI_SUCCESS;
    return code;
}

void lb_later_close(void) {
    if (running) {
        pthread_mutex_lock(&lock);
        stop = true;
        pthread_cond_signal(&wake);
        pthread_mutex_unlock(&lock);
        pthread_join(thread, NULL);
        running = false;
    }
    while (errands)
        unlink_errand(&errands);
    if (once != MPI_COMM_NULL)
        PMPI_Comm_free(&once);
    if (again != MPI_COMM_NULL)
        PMPI_Comm_free(&again);
}

LB_MPI_API int PMPI_Start(MPI_Request *request) __attribute__((alias("MPI_Start")));
LB_MPI_API int PMPI_Startall(int count, MPI_Request requests[]) __attribute__((alias("MPI_Startall")));
LB_MPI_API int PMPI_Request_free(MPI_Request *request) __attribute__((alias("MPI_Request_free")));
LB_MPI_API int PMPI_Op_free(MPI_Op *op) __attribute__((alias("MPI_Op_free")));
