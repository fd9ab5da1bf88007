/* What a process has once: made when it is first asked for, an attribute of its MPI_COMM_SELF, so that it goes with
 * MPI_Finalize; and simulators may run many processes in one. */
#define _XOPEN_SOURCE 700
#include "mpi/process_get.h"

#include "mpi/handed.h"
#include "mpi/request_pool.h"
#include "mpi/simulated.h"
#include "mpi/stall.h"
#include "mpi/stock.h"
#include "mpi/trace_file.h"

#include <stdlib.h>
#include <unistd.h>

/* The only thing that is global; written once. */
static int process_key = MPI_KEYVAL_INVALID;
static pthread_mutex_t process_key_lock = PTHREAD_MUTEX_INITIALIZER;

static void free_process(lb_process *process) {
    for (lb_kind *kind = process->kinds, *next; kind; kind = next) {
        next = kind->next;
        free(kind);
    }
    lb_stocks_free(process);
    lb_requests_free(process);
    lb_pump_free(&process->pump);
    pthread_mutex_destroy(&process->lock);
    free(process);
}

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF before anything else. Types keep theirs, which nobody will look
 * at; but for those that are freed later the keyval's delete function would be called, so each loses it now. */
static int leave(MPI_Comm comm, int key, void *value, void *extra) {
    lb_process *process = value;
    (void)comm;
    (void)key;
    (void)extra;
    lb_hands_close(process);
    lb_stalls_close(process);
    lb_trace_close(process);
    while (process->kinds)
        MPI_Type_delete_attr(process->kinds->type, process->type_key);
    MPI_Type_free_keyval(&process->type_key);
    free_process(process);
    return MPI_SUCCESS;
}

static int get_key(int *key) {
    int code = MPI_SUCCESS;
    pthread_mutex_lock(&process_key_lock);
    if (process_key == MPI_KEYVAL_INVALID)
        code = MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, leave, &process_key, NULL);
    *key = process_key;
    pthread_mutex_unlock(&process_key_lock);
    return code;
}

static int find(int key, lb_process **process) {
    void *found;
    int flag = 0, code = MPI_Comm_get_attr(MPI_COMM_SELF, key, &found, &flag);
    *process = code == MPI_SUCCESS && flag ? found : NULL;
    return code;
}

#ifdef LB_MPI_SIMULATED
static int add_errors(lb_process *process) {
    process->class = MPI_ERR_OTHER;
    for (int i = 0; i < LB_MPI_CODES; i++)
        process->codes[i] = MPI_ERR_OTHER;
    return MPI_SUCCESS;
}
#else
static int add_errors(lb_process *process) {
    int code = MPI_Add_error_class(&process->class);
    if (code == MPI_SUCCESS)
        code = MPI_Add_error_string(process->class, "an error of Linkbound's");
    for (int i = 0; i < LB_MPI_CODES && code == MPI_SUCCESS; i++) {
        code = MPI_Add_error_code(process->class, &process->codes[i]);
        if (code == MPI_SUCCESS)
            code = MPI_Add_error_string(process->codes[i], lb_strerror(-i));
    }
    return code;
}
#endif

static int make(int key, lb_process **out) {
    int level = MPI_THREAD_SINGLE;
    lb_process *process = lb_mpi_take(1, sizeof *process);
    if (!process)
        return MPI_ERR_NO_MEM;
    pthread_mutexattr_t again; /* MPI calls us back from calls of ours: attributes are deleted */
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&process->lock, &again);
    pthread_mutexattr_destroy(&again);
    process->voice = STDERR_FILENO;
    int code = MPI_Query_thread(&level);
#ifndef LB_MPI_SIMULATED /* it says so, but its processes are threads, and each has this structure to itself */
    process->multiple = level == MPI_THREAD_MULTIPLE;
#endif
    if (code == MPI_SUCCESS)
        code = lb_process_type_key(process);
    if (code == MPI_SUCCESS)
        code = add_errors(process);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_set_attr(MPI_COMM_SELF, key, process);
    if (code != MPI_SUCCESS) {
        free_process(process);
        return code;
    }
    *out = process;
    return MPI_SUCCESS;
}

int lb_process_get(lb_process **process) {
    int key, code = get_key(&key);
    *process = NULL;
    if (code == MPI_SUCCESS)
        code = find(key, process);
    if (code == MPI_SUCCESS && !*process)
        code = make(key, process);
    return code;
}

int lb_mpi_error_class(void) {
    lb_process *process = NULL;
    if (process_key == MPI_KEYVAL_INVALID || find(process_key, &process) != MPI_SUCCESS || !process)
        return MPI_ERR_OTHER;
    return process->class;
}
