/* A stage made ready: what is wanted, and the script, the runner and the lanes of a plan for it. */
#ifndef LB_MPI_INSTANCE_H
#define LB_MPI_INSTANCE_H

#include "mpi/net.h"
#include "mpi/operators.h"
#include "mpi/shape.h"

typedef struct lb_want {
    lb_task_kind kind;
    uint32_t root, to;
    uint64_t bytes;   /* of a block, the longest */
    uint64_t nominal; /* what the plan is chosen for; 0: bytes */
    uint64_t unit;
    uint32_t sharers; /* so many processes of a node do the same on the same links; 0: one */
    bool in_place;
    bool steps;    /* choose by steps, in packets all alike, not by time */
    bool once;     /* not worth keeping */
    bool aside;    /* the engine's own, that nobody has called: not recorded */
    bool straight; /* no task: messages straight to the offsets of the list, see straight.c */
    const uint32_t *list;
    uint64_t count;
    lb_shape shape; /* lengths 0: all alike */
} lb_want;

/* Of a run that is traced: what tells its messages from others, and who is who. */
typedef struct lb_traced_run {
    uint64_t event, course;
    const int *worlds; /* ranks in MPI_COMM_WORLD of those in the communicator; NULL: the same */
} lb_traced_run;

typedef struct lb_instance lb_instance;
struct lb_instance {
    lb_instance *next, *previous, *newer, *older; /* idle: of its stock, of the process */
    struct lb_stock *stock;
    lb_mpi_net *net; /* that uses it, or has used it last */
    lb_want want;    /* a copy, with its own list and shape */
    uint64_t hash;
    bool busy, alone; /* alone: not in the cache, of one request only */
    lb_script *script;
    lb_runner *runner;
    uint64_t memory, rooms; /* all of it, and what of it the folding has */
    lb_folding folding;
    unsigned ports;        /* of the network that its plan is for: flights have ports of their own */
    struct lb_lane *lanes; /* port by port: sends, receives */
    struct lb_load *loads;
    unsigned window;
    bool pipelined;
    bool instead;    /* a broadcast or reduction by an allreduce's plan */
    bool direct;     /* without plan, script and lanes: see direct.c */
    bool held;       /* direct: what is to be sent has not come yet */
    uint32_t stride; /* direct: of a broadcast's second leg */
    int left;        /* its messages under way */
    uint64_t at;     /* straight: where the next round begins in the list */
    int requests;    /* straight: messages, all rounds' */
    uint64_t seen;   /* how far it was, or the lowest step that lanes waited in; and the seconds, as of lanes */
    double quiet, said;
    const void *in; /* direct: of the run, and what arrives to be combined */
    unsigned char *out, *landing;
    char algorithm[64];
    int tags; /* the first */
    int code;
    lb_note note;
    lb_traced_run traced;
};

void lb_instance_free(lb_instance *instance);

#endif
