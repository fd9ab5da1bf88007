/* What a process has once: its lock, messages under way, requests and stages that are kept, and its errors. */
#ifndef LB_MPI_PROCESS_H
#define LB_MPI_PROCESS_H

#include "linkbound-mpi.h"
#include "mpi/pump.h"

enum { LB_MPI_CODES = 9 };

typedef struct lb_process {
    pthread_mutex_t lock;
    bool multiple; /* MPI_THREAD_MULTIPLE */
    lb_pump pump;
    lb_mpi_request *active, *idle; /* under way; waiting to be used again, with `idle_bytes` of memory */
    uint64_t idle_bytes;
    struct lb_stock *stocks;              /* those that are shared */
    struct lb_instance *newest, *oldest;  /* of all that are idle, by their last use */
    uint64_t kept_bytes, memory, evicted; /* theirs, the most that may be kept, and how many had to go */
    uint64_t known_bytes;                 /* of these, of what was found out about plans: known.h */
    unsigned polling;                     /* requests that wait for something that is no message */
    bool inside;                          /* somebody waits in MPI */
    bool again;                           /* an operation has ended that another waited for: it is its turn */
    uint64_t looks;                       /* how often somebody has looked for messages */
    struct lb_stalls *stalls;             /* NULL: nobody watches */
    int voice;                            /* a descriptor: where it is said that somebody does not come */
    struct lb_kind *kinds;
    struct lb_hands *hands; /* NULL: nothing was handed over yet */
    int type_key;
    int class, codes[LB_MPI_CODES];
    bool traces;     /* and so do all processes of MPI_COMM_WORLD: the trace is the pump's */
    lb_why shortage; /* what memory was wanted for that could not be had; "": nothing */
} lb_process;

int lb_process_code(lb_process *process, int error, const lb_why *why); /* of an error of ours, with its sentence */
bool lb_process_is(const lb_process *process, int code, int error); /* whether it is the code of that error of ours */
void lb_process_say(const lb_process *process, const char *line); /* in one piece: all processes may speak at a time */

#endif
