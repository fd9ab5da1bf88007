/* What a process has once: memory, messages under way, its lock and its errors; and its environment. */
#ifndef LB_MPI_PROCESS_H
#define LB_MPI_PROCESS_H

#include "linkbound-mpi.h"

#include <pthread.h>

/* SimGrid's MPI lacks topologies and errors of one's own; such errors are printed there. */
#ifdef SMPI_H
#define LB_MPI_SIMULATED 1
#endif

typedef struct lb_process lb_process;
typedef struct lb_kind lb_kind;

/* ---- Memory ---- */

/* Cleared; NULL when there is none, or the product overflows. */
void *lb_mpi_take(uint64_t count, size_t size);

/* Memory that only grows, aligned for anything. */
typedef struct lb_room {
    void *at;
    uint64_t bytes;
    uint64_t wanted; /* and could not be had, the last time */
} lb_room;
void *lb_room_for(lb_room *room, uint64_t bytes); /* NULL when there is none; what was in it is lost */

/* ---- The pump ---- */

typedef struct lb_lane lb_lane;
typedef struct lb_flight {
    lb_lane *lane;
    uint64_t packet, bytes;
    int *left; /* unless NULL: no packet of a lane, but one of so many messages */
    int peer;  /* of such a one, and whether it is sent */
    bool sends;
} lb_flight;

typedef struct lb_pump {
    MPI_Request *requests; /* the first `count` are under way */
    lb_flight *flights;
    MPI_Status *statuses; /* not looked at */
    int *done;
    int count, room, reserved;
    uint64_t events;
} lb_pump;

int lb_pump_reserve(lb_pump *pump, int more); /* LB_ERR_MEMORY */
void lb_pump_release(lb_pump *pump, int fewer);
void lb_pump_free(lb_pump *pump);
MPI_Request *lb_pump_add(lb_pump *pump, lb_flight flight);
/* An MPI error code. `lock`, which the caller holds, is given up while it waits. */
int lb_pump_turn(lb_pump *pump, bool wait, pthread_mutex_t *lock);

/* ---- The process ---- */

enum { LB_MPI_CODES = 9 };

struct lb_process {
    pthread_mutex_t lock;
    bool multiple; /* MPI_THREAD_MULTIPLE */
    lb_pump pump;
    lb_mpi_request *active, *idle; /* under way; waiting to be used again, with `idle_bytes` of memory */
    uint64_t idle_bytes;
    struct lb_stock *stocks;              /* those that are shared */
    struct lb_instance *newest, *oldest;  /* of all that are idle, by their last use */
    uint64_t kept_bytes, memory, evicted; /* theirs, the most that may be kept, and how many had to go */
    bool inside;                          /* somebody waits in MPI */
    uint64_t looks;                       /* how often somebody has looked for messages */
    struct lb_stalls *stalls;             /* NULL: nobody watches */
    int voice;                            /* a descriptor: where it is said that somebody does not come */
    lb_kind *kinds;
    struct lb_hands *hands; /* NULL: nothing was handed over yet */
    int type_key;
    int class, codes[LB_MPI_CODES];
    lb_why shortage; /* what memory was wanted for that could not be had; "": nothing */
};

typedef struct lb_hands lb_hands;
void lb_hands_close(lb_process *process);
typedef struct lb_stalls lb_stalls;
void lb_stalls_watch(lb_mpi_net *net, MPI_Comm comm); /* from now on; comm has its processes, unless it is joined */
void lb_stalls_age(lb_mpi_request *request, double passed); /* so many seconds, if somebody looks for its messages */
void lb_stalls_over(lb_mpi_request *request);               /* one that was said to stall is done */
void lb_stalls_close(lb_process *process);

int lb_process_get(lb_process **process);
void lb_process_free(lb_process *process);
int lb_process_type_key(lb_process *process);

/* A moment between two looks, the longer the more of them were in vain. */
void lb_mpi_rest(unsigned looks);

/* ---- The environment ---- */

bool lb_environment_flag(const char *name); /* set, and neither empty nor 0 */
/* These leave the value alone when the variable is not set; false: it is no such number. */
bool lb_environment_number(const char *name, const char *what, uint64_t *value, lb_why *why);
bool lb_environment_bytes(const char *name, uint64_t *value, lb_why *why); /* also with K, M or G */
bool lb_environment_seconds(const char *name, double *value, lb_why *why); /* also with a fraction */
/* LINKBOUND_TIMEOUT: seconds without a word from where one is due until that is said. 0: it never is. The default where
 * nothing is said, or nothing that makes sense. */
bool lb_environment_timeout(double *seconds, lb_why *why);

#endif
