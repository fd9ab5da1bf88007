/* The inside of the MPI engine.
 *
 *     request (request.c)     one call of the user's: steps that pack, run stages, and unpack
 *     instance (cache.c)      a stage made ready: script, runner and lanes, kept in the network's cache
 *     lane (lanes.c)          one port, one way: packets cut into messages
 *     pump (pump.c)           all MPI requests of the process under way, and whom to tell when one is complete
 *
 * Nothing here is global but a keyval: what a process has is an attribute of its MPI_COMM_SELF, so that simulators may
 * run many processes in one. Everything that changes it holds the process's lock. */
#ifndef LB_MPI_ENGINE_H
#define LB_MPI_ENGINE_H

#include "linkbound-mpi.h"

#include <pthread.h>
#include <stdio.h>

/* SimGrid's MPI lacks topologies and errors of one's own; such errors are printed there. */
#ifdef SMPI_H
#define LB_MPI_SIMULATED 1
#endif

/* ---- Memory ------------------------------------------------------------------------------------------------- */

/* Cleared; NULL when there is none, or the product overflows. */
void *lb_mpi_take(uint64_t count, size_t size);

/* Memory that only grows, aligned for anything. */
typedef struct lb_room {
    void *at;
    uint64_t bytes;
} lb_room;
void *lb_room_for(lb_room *room, uint64_t bytes); /* NULL when there is none; what was in it is lost */

/* ---- Datatypes ---------------------------------------------------------------------------------------------- */

typedef struct lb_kind {
    struct lb_kind *next, **link; /* all of the process */
    MPI_Datatype type;
    uint64_t size;
    MPI_Aint extent, true_lb, true_extent;
    bool named;
    bool dense;      /* its bytes lie in order and without gaps, so n of them are n*size bytes */
    lb_type element; /* LB_TYPES: none of ours */
} lb_kind;

typedef struct lb_process lb_process;
/* MPI error codes; `quiet` is a communicator whose errors are returned. A type that is not committed is an error. */
int lb_kind_of(lb_process *process, MPI_Datatype type, MPI_Comm quiet, const lb_kind **kind);

/* Elements to and from bytes, one after another. MPI error codes. */
int lb_mpi_pack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm);
int lb_mpi_unpack(const void *from, uint64_t count, MPI_Datatype type, const lb_kind *kind, void *to, MPI_Comm comm);

/* p + count*stride, stride in bytes. p may be MPI_BOTTOM, and the type have addresses. */
static inline void *lb_mpi_at(const void *p, int64_t count, int64_t stride) {
    return (void *)((uintptr_t)p + (uintptr_t)(count * stride)); /* NOLINT(performance-no-int-to-ptr) */
}

/* ---- Operators ---------------------------------------------------------------------------------------------- */

/* What an instance combines with; set anew for every run. */
typedef struct lb_folding {
    MPI_Op op;
    MPI_Datatype type;
    const lb_kind *kind;
    MPI_Comm comm;
    bool commutes;
    bool packed;       /* elements have to be unpacked to be combined */
    lb_operator quick; /* combine is NULL: MPI_Reduce_local */
    lb_room left, right;
    int code; /* the first error of MPI's */
} lb_folding;

int lb_folding_set(lb_folding *folding, MPI_Op op, MPI_Datatype type, const lb_kind *kind, MPI_Comm comm);
void lb_folding_free(lb_folding *folding);
void lb_mpi_fold(void *user, const void *left, const void *right, void *into, size_t count); /* an lb_combine */
uint64_t lb_mpi_unit(const lb_kind *kind); /* bytes of an element on the way */
bool lb_mpi_flat(const lb_kind *kind);     /* elements can be combined where they lie, extent for extent */

/* ---- The pump ----------------------------------------------------------------------------------------------- */

typedef struct lb_lane lb_lane;
typedef struct lb_flight {
    lb_lane *lane;
    uint64_t packet, bytes;
    int *left; /* unless NULL: no packet of a lane, but one of so many messages */
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
int lb_pump_turn(lb_pump *pump, bool wait); /* an MPI error code */

/* ---- The process -------------------------------------------------------------------------------------------- */

enum { LB_MPI_CODES = 9 };

struct lb_process {
    pthread_mutex_t lock;
    bool multiple; /* MPI_THREAD_MULTIPLE */
    lb_pump pump;
    lb_mpi_request *active;
    lb_kind *kinds;
    int type_key;
    int class, codes[LB_MPI_CODES];
};

int lb_process_get(lb_process **process);
void lb_process_free(lb_process *process);
int lb_process_type_key(lb_process *process);

/* ---- Networks ----------------------------------------------------------------------------------------------- */

typedef struct lb_settings {
    lb_mpi_profile profile;
    char algorithm[64]; /* "": the best */
    char without[512];  /* dead links; "": none */
    int verbose, debug;
} lb_settings;

typedef struct lb_instance lb_instance;

/* For whoever keeps a record: what is noted when a plan is made comes back each time it is carried out. */
typedef struct lb_note {
    void *entry;
    double ours, usual; /* times */
} lb_note;
typedef struct lb_watch {
    void (*planned)(const struct lb_mpi_net *net, const lb_task *task, const char *algorithm, uint64_t bytes,
                    lb_note *note);
    void (*started)(const lb_note *note, uint64_t bytes);
} lb_watch;

struct lb_mpi_net {
    lb_process *process;
    lb_net *net;
    MPI_Comm comm, users; /* ours, and the user's while it is there */
    int key;              /* on the user's communicator, to know when it goes */
    int rank, size;
    lb_settings set;
    uint64_t sequence, persistents; /* operations begun, persistent ones made */
    int slots;                      /* tags for so many operations at a time, half of them for persistent ones */
    lb_mpi_request **slot;          /* who has them: only those of the last ones can be taken */
    lb_instance *instances;         /* most recently used first */
    lb_mpi_request *idle;
    int under_way, persistent_alive;
    uint32_t *offsets; /* of the neighbourhood: as nodes; NULL: not made yet */
    int *arrive;       /* where the block sent as the j-th is received */
    int *steps;        /* Cartesian: dimension and direction of the j-th, as 2*dim (back) or 2*dim+1 */
    int neighbors;
    bool cartesian;
    int periodic[LB_MAX_DIMS]; /* by our dimensions */
    lb_mpi_facts facts;
    const lb_watch *watch; /* NULL: nobody */
    char algorithm[64];    /* of the operation begun last */
};

/* As lb_mpi_net_create of a communicator that is none between groups, but calls no error handler. */
int lb_mpi_net_open(MPI_Comm comm, const char *network, lb_mpi_net **out);

/* Calls the error handler, and returns the code. */
int lb_mpi_raise(const lb_mpi_net *net, int code);
int lb_mpi_raise_why(const lb_mpi_net *net, int error, const lb_why *why);
void lb_requests_free(lb_mpi_net *net);
int lb_process_code(lb_process *process, int error, const lb_why *why);

int lb_mpi_parse(const char *text, lb_net **net, lb_why *why);   /* "cube:3", "cube:3 without 0-1" */
int lb_mpi_without(const char *text, lb_net **net, lb_why *why); /* puts another network in its place */

int lb_settings_read(MPI_Comm comm, lb_settings *settings, lb_why *why); /* collective: rank 0's are everybody's */

/* ---- Instances ---------------------------------------------------------------------------------------------- */

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
    bool steps; /* choose by steps, in packets all alike, not by time */
    bool once;  /* not worth keeping */
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
    bool stagger, many;   /* the first packet is cut; there are very many */
    uint64_t first;       /* bytes of the first message; 0: as the others */
    uint64_t next, known; /* the packet that is being sent or awaited, and how many there are so far */
    lb_load *loads;       /* window of them */
};

enum { LB_MPI_FLYING = 16, LB_MPI_TAGS = 16 };

struct lb_instance {
    lb_instance *next, *previous;
    lb_mpi_net *net;
    lb_want want; /* a copy, with its own list and shape */
    uint64_t hash;
    bool busy, alone; /* alone: not in the cache, of one request only */
    lb_script *script;
    lb_runner *runner;
    uint64_t memory;
    lb_folding folding;
    lb_lane *lanes; /* port by port: sends, receives */
    lb_load *loads;
    unsigned window;
    bool pipelined;
    bool direct;     /* without plan, script and lanes: see direct.c */
    bool held;       /* direct: what is to be sent has not come yet */
    uint32_t stride; /* direct: of a broadcast's second leg */
    int left;        /* its messages under way */
    const void *in;  /* direct: of the run, and what arrives to be combined */
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
void lb_instances_trim(lb_mpi_net *net, unsigned keep);

int lb_lanes_create(lb_instance *instance);
lb_transport lb_lanes_transport(lb_instance *instance);
void lb_lane_done(lb_lane *lane, uint64_t packet, uint64_t bytes); /* the pump tells */
int lb_lanes_requests(const lb_instance *instance);

typedef struct lb_choice {
    const char *name;
    uint32_t groups; /* 0: it has none */
    double ns;
    uint32_t ports; /* 0: all */
} lb_choice;

#define LB_MPI_DIRECT "direct"
bool lb_mpi_direct(const lb_mpi_net *net, const lb_task *task, const lb_want *want, uint32_t *stride);
bool lb_direct_can(const lb_mpi_net *net, const lb_want *want);
int lb_direct_create(lb_instance *instance);
void lb_direct_start(lb_instance *instance, const void *in, void *out);
bool lb_direct_goes_on(lb_instance *instance);
void lb_direct_finish(lb_instance *instance); /* when all messages are there */
/* *pipelined: it is made of several groups. */
int lb_mpi_plan(lb_mpi_net *net, const lb_task *task, const lb_want *want, lb_plan **plan, bool *pipelined,
                lb_why *why);

/* For lb_data; user is an lb_shaped. */
typedef struct lb_shaped {
    const lb_task *task;
    const lb_shape *shape;
} lb_shaped;
uint64_t lb_shape_length(void *user, uint64_t block);
uint64_t lb_shape_in(void *user, uint64_t block);
uint64_t lb_shape_out(void *user, uint64_t block);

int lb_mpi_profile_possible(const char *path, lb_why *why); /* LB_ERR_IO: it cannot be written there */
/* A profile as its file has it; false: it could not be written. */
bool lb_mpi_profile_print(FILE *file, const lb_mpi_profile *profile);

#endif
