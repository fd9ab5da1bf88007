/* A stage made ready: what is wanted, and the script, the runner and the lanes of a plan for it; and those that are
 * idle. */
#ifndef LB_MPI_INSTANCE_H
#define LB_MPI_INSTANCE_H

#include "mpi/kinds.h"
#include "mpi/net.h"

/* Blocks of different lengths: `lengths`, then `ins`, then `outs` numbers. Which is whose is in shape.c. */
typedef struct lb_shape {
    uint64_t lengths, ins, outs;
    const uint64_t *values;
} lb_shape;

typedef struct lb_want {
    lb_task_kind kind;
    uint32_t root, to;
    uint64_t bytes;   /* of a block, the longest */
    uint64_t nominal; /* what the plan is chosen for; 0: bytes */
    uint64_t unit;
    bool in_place;
    bool steps;    /* choose by steps, in packets all alike, not by time */
    bool once;     /* not worth keeping */
    bool aside;    /* the engine's own, that nobody has called: not recorded */
    bool straight; /* no task: messages straight to the offsets of the list, see straight.c */
    const uint32_t *list;
    uint64_t count;
    lb_shape shape; /* lengths 0: all alike */
} lb_want;

typedef struct lb_load {
    unsigned char *at;
    uint64_t bytes, posted, done;
} lb_load;

struct lb_lane {
    lb_instance *owner;
    unsigned port;
    lb_way way;
    int peer;
    uint64_t most;        /* bytes of a message */
    uint64_t messages;    /* so far in this run */
    unsigned flying;      /* messages */
    unsigned flyers;      /* at most */
    uint64_t under_way;   /* bytes of them */
    uint64_t room;        /* at most, unless it is one message */
    uint64_t brief;       /* longer ones go alone */
    bool stagger, many;   /* the first packet is cut; there are very many */
    uint64_t first;       /* bytes of the first message; 0: as the others */
    uint64_t next, known; /* the packet that is being sent or awaited, and how many there are so far */
    lb_load *loads;       /* window of them */
    uint64_t seen;        /* messages done, when the watching thread looked last */
    double quiet, said;   /* seconds since then that somebody has waited, and when it was said; 0: not */
};

enum { LB_MPI_FLYING = 16, LB_MPI_TAGS = 16, LB_MPI_SLOTS = 4096 };
enum { LB_MPI_FEW = 3 }; /* packets: not worth keeping two under way */

struct lb_instance {
    lb_instance *next, *previous, *newer, *older; /* idle: of its stock, of the process */
    lb_stock *stock;
    lb_mpi_net *net; /* that uses it, or has used it last */
    lb_want want;    /* a copy, with its own list and shape */
    uint64_t hash;
    bool busy, alone; /* alone: not in the cache, of one request only */
    lb_script *script;
    lb_runner *runner;
    uint64_t memory, rooms; /* all of it, and what of it the folding has */
    lb_folding folding;
    lb_lane *lanes; /* port by port: sends, receives */
    lb_load *loads;
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
};

/* Finds one that is free or makes it. NULL, and *code an MPI error code, when that fails. */
lb_instance *lb_instance_get(lb_mpi_net *net, const lb_want *want, int *code);
lb_instance *lb_instance_of_plan(lb_mpi_net *net, const lb_plan *plan, const lb_data *data, int *code);
void lb_instance_start(lb_instance *instance, int tags, const void *in, void *out);
void lb_instance_put(lb_instance *instance); /* back into the cache */
void lb_instance_free(lb_instance *instance);

/* Whether a broadcast or reduction is best done in two halves. */
typedef struct lb_halves {
    uint64_t key, block; /* 0: nothing is known */
    bool best;
} lb_halves;
enum { LB_MPI_HALVES = 32 };

/* Idle instances of networks that are alike: the same torus, seen from the same rank, with the same settings. */
struct lb_stock {
    lb_stock *next, **link; /* of the process, if it is shared */
    lb_process *process;
    lb_net *net;
    int rank;
    bool shared;
    unsigned networks;             /* that have it */
    lb_instance *instances, *last; /* most recently used first */
    uint64_t count, bytes;
    lb_halves halves[LB_MPI_HALVES]; /* what was decided last, by hash */
};
lb_stock *lb_stock_find(lb_process *process, const lb_net *net, int rank); /* NULL: there is none yet */
/* Takes the network over; NULL: no memory, and it is not taken. */
lb_stock *lb_stock_create(lb_process *process, lb_net *net, int rank, bool shared);
void lb_stock_leave(lb_stock *stock); /* a network that had it is freed */
void lb_stock_empty(lb_stock *stock);
void lb_stock_put(lb_instance *instance);
lb_instance *lb_stock_take(lb_stock *stock, uint64_t hash, bool (*fits)(const lb_want *, const lb_want *),
                           const lb_want *want); /* NULL: there is none */
void lb_stocks_free(lb_process *process);        /* all that are idle */

int lb_lanes_create(lb_instance *instance);
lb_transport lb_lanes_transport(lb_instance *instance);
void lb_lane_done(lb_lane *lane, uint64_t packet, uint64_t bytes); /* the pump tells */
int lb_lanes_requests(const lb_instance *instance);

/* For lb_data; user is an lb_shaped. */
typedef struct lb_shaped {
    const lb_task *task;
    const lb_shape *shape;
} lb_shaped;
uint64_t lb_shape_length(void *user, uint64_t block);
uint64_t lb_shape_in(void *user, uint64_t block);
uint64_t lb_shape_out(void *user, uint64_t block);

#endif
