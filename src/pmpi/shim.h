/* The drop-in: MPI's collectives by their own names, done by the engine where that is known to be right.
 *
 *     native (native.c)       MPI's own functions; rename.h has the engine call them
 *     start (start.c)         MPI_Init and MPI_Finalize, in which all of this is opened and closed
 *     present (present.c)     whether all processes have the drop-in
 *     setup (setup.c)         what the environment says: rank 0 reads, all processes have the same
 *     seats (seats.c)         which process is on which node
 *     machine (machine.c)     the links' profile: named, measured on this machine before, or measured now
 *     place (place.c)         what is known about a communicator: its network (subnet.c); made and freed with it
 *     channel (channel.c)     the networks' messages, which all go by one communicator; yields.c: it may have to go
 *     spares (spares.c)       networks made in advance, for duplicates of communicators
 *     ids (ids.c)             numbers that tell the networks apart there
 *     ask (ask.c, ask_sums.c, types.c)    one call: can the engine do it, and how many bytes is it about
 *     choose (choose.c)       does it pay
 *     learn (learn.c)         which of the two is faster, where a call is repeated; lesson.c judges
 *     collectives.c           the intercepted functions; nonblocking.c, later.c: those that are completed later, and
 *                             waits.c: MPICH's waiting for them
 *     comms.c, graphs.c       communicators as they are made; frees.c: as they go
 *     summary (summary.c)     what was done, and left to MPI (left.c); summary_print.c, shortage.c: as it is said
 *
 * All processes of a communicator must decide alike, so a decision rests only on what MPI says is the same at all of
 * them: the communicator, the root, the operator, the bytes of the type signature; not on addresses or counts. A call
 * whose arguments MPI would refuse goes to MPI, which refuses it in its own words.
 *
 * Locks are taken in this order: place.c's, later.c's, the engine's. Those of ids.c and frees.c are held for a moment,
 * with nothing inside. */
#ifndef LB_PMPI_SHIM_H
#define LB_PMPI_SHIM_H

#include "mpi/engine.h"
#include "pmpi/ids.h"
#include "pmpi/native.h"

#include <stdatomic.h>

/* ---- Everybody ---------------------------------------------------------------------------------------------- */

/* Collective over MPI_COMM_WORLD, among those that have the drop-in. True: all have it, and the same settings as far as
 * they have any. False at all of them, and said by rank 0: they do not agree. Ends the program when some do not answer.
 */
bool lb_all_present(int rank, int size);

/* ---- Setup -------------------------------------------------------------------------------------------------- */

typedef struct lb_setup {
    bool on;
    lb_settings set;    /* the engine's, of all networks; `without` are the dead links of MPI_COMM_WORLD's */
    char network[4200]; /* a path fits; of MPI_COMM_WORLD */
    uint64_t verbs;     /* a bit for each that may be taken */
    uint64_t minimum;   /* bytes */
    bool minimum_said;  /* by the user, and not reckoned from the profile */
    bool one_host;      /* and nothing is taken there */
    uint64_t learn;     /* calls before it is found out which way is faster; 0: it is not */
    bool learn_all;     /* also where results depend on the way */
    bool summary, nonblocking;
} lb_setup;

extern lb_setup lb_shim_setup; /* written in MPI_Init, before any communication */
/* Of threads, that the program has asked for, who hears of no more. */
extern int lb_users_level;

/* Collective over MPI_COMM_WORLD. Says on standard error, by rank 0, what it cannot make sense of. */
void lb_setup_read(int rank, int size, lb_setup *setup);
const char *lb_verb_name(lb_verb verb);

/* Of MPI_COMM_WORLD's processes, by their ranks; NULL: process r is node r. */
extern int *lb_world_nodes;
/* Collective over MPI_COMM_WORLD: finds them, or says why that cannot be, and `on` is no more. */
void lb_seats_find(int rank, int size, lb_setup *setup);
void lb_seats_print(void); /* in the summary */
void lb_seats_free(void);

/* Collective over MPI_COMM_WORLD: finds the profile, and what follows from it. */
void lb_machine_find(int rank, int size, lb_setup *setup);
const char *lb_machine_source(void); /* at rank 0: where it is from */

/* Why a call is left to MPI. */
typedef enum lb_reason {
    LB_LEFT_LATER,
    LB_LEFT_ALONE,
    LB_LEFT_INTER,
    LB_LEFT_COMM,
    LB_LEFT_CUT,
    LB_LEFT_SETUP,
    LB_LEFT_UNWANTED,
    LB_LEFT_ONE_HOST,
    LB_LEFT_SHORT,
    LB_LEFT_ARGUMENTS,
    LB_LEFT_TYPES,
    LB_LEFT_NEIGHBORS,
    LB_LEFT_PLAN,
    LB_LEFT_MEMORY,
    LB_LEFT_LEARNT,
    LB_LEFT_REASONS
} lb_reason;

/* ---- Places ------------------------------------------------------------------------------------------------- */

/* A call that may be repeated: learn.c. */
typedef struct lb_call_record {
    uint64_t volume;
    int root;
    uint32_t calls; /* 0: of none */
    uint8_t verb, op, state;
    struct lb_trial *lesson;
} lb_call_record;

enum { LB_RECORDS = 24 };

typedef struct lb_place {
    struct lb_place *next, **link; /* all of the process */
    MPI_Comm comm;                 /* the user's */
    lb_net *network;               /* NULL: not known, so MPI's own */
    char *without;                 /* its dead links, in its own numbers; "": none */
    bool cut;                      /* dead links cut it: MPI's own */
    int *ranks;                    /* its processes', in MPI_COMM_WORLD */
    int *node_of;                  /* their nodes in the network; NULL: process r is node r */
    int rank, size;
    bool cartesian;             /* the topology is the network */
    bool ambiguous;             /* two neighbours of a process are one, and MPIs differ in which comes first */
    bool failed;                /* the engine could not be set up here */
    lb_mpi_net *net;            /* NULL: not made yet */
    int id;                     /* the network's, or LB_ID_NONE */
    unsigned tries;             /* to make it */
    struct lb_place *spares;    /* for duplicates, with their networks, in the order in which they are taken */
    unsigned duplicates, batch; /* how many were made; how many spares at a time */
    lb_call_record records[LB_RECORDS];
} lb_place;

/* NULL where MPI's own must be used. */
lb_place *lb_place_of(MPI_Comm comm);
/* Why it was NULL. */
lb_reason lb_place_reason(MPI_Comm comm);
/* Collective: makes the engine's network unless it is there. False, at all processes, when it cannot, or not now. */
bool lb_place_ready(lb_place *place);
/* Of a communicator that was just made, by all its processes: where nonblocking calls are taken, makes the network. */
void lb_place_prepare(MPI_Comm comm);
/* A communicator was duplicated, by all its processes. */
void lb_place_duplicated(MPI_Comm comm, MPI_Comm copy);
lb_place *lb_place_new(MPI_Comm comm);                /* which is not told; NULL: no memory */
bool lb_place_attach(lb_place *place, MPI_Comm comm); /* false: MPI has failed */
void lb_place_free(lb_place *place);
bool lb_comm_going(MPI_Comm comm); /* it is being freed: MPI does everything */
bool lb_places_idle(void);         /* nothing is under way, and nothing persistent is there */
int lb_places_open(void);
void lb_places_close(void); /* in MPI_Finalize */
void lb_records_free(lb_place *place);

/* Of all processes: by it go the messages of all networks. Messages to oneself may have any tag. MPI_COMM_NULL: it had
 * to go, and MPI does everything. */
extern MPI_Comm lb_channel;
int lb_channel_open(MPI_Group world); /* MPI error codes; collective over MPI_COMM_WORLD */
void lb_channel_close(void);
bool lb_channel_join(lb_place *place); /* makes the network, without its number */
/* Whether a communicator could not be made, with this code, because there are too many, and the channel has gone to
 * make place for it. */
bool lb_channel_yields(MPI_Comm comm, int code);

/* The nodes in order are those of a torus or mesh within `whole`, rank for rank, or `whole` itself: that, else NULL. */
lb_net *lb_subnet(const lb_net *whole, const int *nodes, int count);
/* Takes what is dead in the whole out of that, and tells it as text, which is the caller's. LB_ERR_ARG: it is cut. */
int lb_subnet_dead(const lb_net *whole, const int *nodes, lb_net **net, char **text, lb_why *why);

/* ---- Calls -------------------------------------------------------------------------------------------------- */

typedef struct lb_ask {
    lb_verb verb;
    lb_reason reason; /* once it is known that it is MPI's */
    uint64_t volume;  /* bytes that the busiest process ends with or starts with; the same at all */
    bool unknown;     /* nobody knows the volume without asking the others */
    MPI_Op op;        /* of reductions */
    MPI_Datatype type;
    int root; /* 0 where there is none */
} lb_ask;

/* Whether the engine can do a call; fills in the ask. */
#define LB_ASK(Name, verb, parameters, arguments)                                                                      \
    bool lb_ask_##verb(const lb_place *place, lb_ask *ask, LB_OPEN parameters);
#define LB_OPEN(...) __VA_ARGS__
LB_VERBS(LB_ASK)
#undef LB_ASK

bool lb_type_bytes(MPI_Datatype type, int64_t count, uint64_t *bytes); /* false: MPI shall say what is wrong */
bool lb_buffer_there(const void *buffer, MPI_Datatype type);
void lb_types_open(void); /* in MPI_Init: finds out what the next says */
bool lb_op_combines(MPI_Op op, MPI_Datatype type);

/* Takes a call that the engine can do, if that pays and its network is there, or else says why not. Collective. */
bool lb_takes(lb_place *place, lb_ask *ask);
bool lb_enters(lb_place *place, lb_ask *ask); /* where it is known that it pays */

/* What the engine's code means for the caller; calls the error handler. False: MPI shall do it. The engine's own errors
 * come at all processes alike and before anything was written: it cannot plan such a thing. */
bool lb_settled(const lb_place *place, lb_ask *ask, int code);

/* Which call wanted memory that could not be had, and how much, where the engine has noted that. left: to MPI. */
void lb_say_shortage(MPI_Comm comm, bool left);

/* Where it is decided. */
bool lb_pays(const lb_place *place, lb_ask *ask); /* or why not */

/* ---- Summary ------------------------------------------------------------------------------------------------ */

extern const lb_watch lb_summary_watch;
void lb_summary_taken(const lb_ask *ask);
void lb_summary_left(lb_verb verb, lb_reason reason);
/* Notes why a call is left to MPI. place: NULL where there is none for it. */
void lb_left(const lb_place *place, const lb_ask *ask, MPI_Comm comm);
void lb_summary_print(void);

#endif
