/* The drop-in: MPI's collectives by their own names, done by the engine where that is known to be right.
 *
 *     native (native.c)       MPI's own functions
 *     setup (setup.c)         what the environment says: rank 0 reads, all processes have the same
 *     place (place.c)         what is known about a communicator: its network; made and freed with it
 *     ask (ask.c, types.c)    one call: can the engine do it, and how many bytes is it about
 *     choose (choose.c)       does it pay
 *     collectives.c           the intercepted functions; nonblocking.c, later.c: those that are completed later
 *     comms.c, graphs.c       communicators as they are made
 *     summary (summary.c)     what was done
 *
 * All processes of a communicator must decide alike, so a decision rests only on what MPI says is the same at all of
 * them: the communicator, the root, the operator, the bytes of the type signature; not on addresses or counts. A call
 * whose arguments MPI would refuse goes to MPI, which refuses it in its own words. */
#ifndef LB_PMPI_SHIM_H
#define LB_PMPI_SHIM_H

#include "mpi/engine.h"
#include "pmpi/native.h"

#include <stdatomic.h>

/* ---- Setup -------------------------------------------------------------------------------------------------- */

typedef struct lb_setup {
    bool on;
    char network[256]; /* of MPI_COMM_WORLD */
    uint64_t verbs;    /* a bit for each that may be taken */
    uint64_t minimum;  /* bytes */
    bool summary, nonblocking, debug;
} lb_setup;

extern lb_setup lb_shim_setup; /* written in MPI_Init, before any communication */

/* Collective over MPI_COMM_WORLD. Says on standard error, by rank 0, what it cannot make sense of. */
void lb_setup_read(int rank, int size, lb_setup *setup);
const char *lb_verb_name(lb_verb verb);

/* ---- Places ------------------------------------------------------------------------------------------------- */

typedef struct lb_place {
    struct lb_place *next, **link; /* all of the process */
    MPI_Comm comm;                 /* the user's */
    lb_net *network;               /* NULL: not known, so MPI's own */
    int rank, size;
    bool cartesian;  /* the topology is the network */
    bool ambiguous;  /* two neighbours of a process are one, and MPIs differ in which comes first */
    bool failed;     /* the engine could not be set up here */
    lb_mpi_net *net; /* NULL: not made yet */
} lb_place;

/* NULL where MPI's own must be used. */
lb_place *lb_place_of(MPI_Comm comm);
/* Collective: makes the engine's network unless it is there. False, at all processes, when it cannot. */
bool lb_place_ready(lb_place *place);
int lb_places_open(void);
void lb_places_close(void); /* in MPI_Finalize */

/* The nodes in order are those of a torus within the torus `whole`, rank for rank: that, else NULL. */
lb_net *lb_subnet(const lb_net *whole, const int *nodes, int count);

/* ---- Calls -------------------------------------------------------------------------------------------------- */

typedef struct lb_ask {
    lb_verb verb;
    uint64_t volume; /* bytes that the busiest process ends with or starts with; the same at all */
    bool unknown;    /* nobody knows the volume without asking the others */
    MPI_Op op;       /* MPI_OP_NULL: none */
} lb_ask;

/* Whether the engine can do a call; fills in the ask. */
#define LB_ASK(Name, verb, parameters, arguments)                                                                      \
    bool lb_ask_##verb(const lb_place *place, lb_ask *ask, LB_OPEN parameters);
#define LB_OPEN(...) __VA_ARGS__
LB_VERBS(LB_ASK)
#undef LB_ASK

bool lb_type_bytes(MPI_Datatype type, int64_t count, uint64_t *bytes); /* false: MPI shall say what is wrong */
bool lb_buffer_there(const void *buffer, MPI_Datatype type);
bool lb_op_combines(MPI_Op op, MPI_Datatype type);

/* What the engine's code means for the caller; calls the error handler. False: MPI shall do it. The engine's own errors
 * come at all processes alike and before anything was written: it cannot plan such a thing. */
bool lb_settled(const lb_place *place, int code);

/* Where it is decided. */
bool lb_pays(const lb_place *place, const lb_ask *ask);

/* ---- Summary ------------------------------------------------------------------------------------------------ */

extern const lb_watch lb_summary_watch;
void lb_summary_count(lb_verb verb, bool ours, uint64_t bytes);
void lb_summary_print(void);

#endif
