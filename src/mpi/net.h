/* A network of processes, its settings, and what is known of its links. */
#ifndef LB_MPI_NET_H
#define LB_MPI_NET_H

#include "mpi/process.h"

#include <stdio.h>

typedef struct lb_settings {
    lb_mpi_profile profile;
    char algorithm[64]; /* "": the best */
    char without[512];  /* dead links; "": none */
    int verbose, debug;
    uint64_t memory; /* bytes that may be kept to be used again, of the whole process */
    double timeout;  /* seconds until a stall is said; 0: never */
    bool abort;      /* and ends the job */
} lb_settings;

typedef struct lb_instance lb_instance;
typedef struct lb_stock lb_stock;

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

enum { LB_MPI_SORTS = 64 }; /* of calls that are remembered */

struct lb_mpi_net {
    lb_process *process;
    lb_net *net;
    MPI_Comm comm, users; /* the messages', and the user's while it is there */
    bool joined;          /* comm is shared with other networks */
    const int *peers;     /* joined: ranks in comm */
    int tags;             /* the first; 0 unless joined */
    int key;              /* on the user's communicator, to know when it goes */
    int rank, size;
    lb_settings set;
    uint64_t sequence, persistents; /* operations begun, persistent ones made */
    int slots;                      /* tags for so many operations at a time, half of them for persistent ones */
    uint64_t *taken;                /* a bit for each slot */
    struct lb_stock *stock;
    int under_way, persistent_alive;
    int unsettled; /* nonblocking operations that nobody has waited for yet, complete or not */
    bool agrees;   /* blocking calls of a new sort begin when all processes have what they need: see agree.c */
    uint64_t sorts[LB_MPI_SORTS];
    unsigned sort_next;
    uint32_t *offsets; /* of the neighbourhood: as nodes; NULL: not made yet */
    int *arrive;       /* where the block sent as the j-th is received */
    bool *beyond;      /* which are over a border that does not wrap: of those sent, then of those received */
    bool straight;     /* all others go over one link that lives, at every process */
    int *steps;        /* Cartesian: dimension and direction of the j-th, as 2*dim (back) or 2*dim+1 */
    int neighbors;
    bool cartesian;
    int periodic[LB_MAX_DIMS]; /* by our dimensions */
    lb_net *lines;             /* without the links around of dimensions that do not wrap; NULL: as `net` */
    lb_mpi_facts facts;
    int *worlds;           /* not joined: the nodes' ranks in MPI_COMM_WORLD; NULL: the same */
    const lb_watch *watch; /* NULL: nobody */
    char algorithm[64];    /* of the operation begun last */
};

/* What is planned on. Neighbourhoods stay on the torus: they have nothing to send over a border. */
static inline const lb_net *lb_mpi_wires(const lb_mpi_net *net, lb_task_kind kind) {
    return net->lines && kind != LB_ISOTROPIC ? net->lines : net->net;
}

void lb_neighbors_forget(lb_mpi_net *net);

/* As lb_mpi_net_create of a communicator that is none between groups, but calls no error handler. `without` are the
 * dead links ("": none); NULL: those that the environment says. */
int lb_mpi_net_open(MPI_Comm comm, const char *network, const char *without, lb_mpi_net **out);

/* A network whose messages go by a communicator that others use too, each network with tags of its own: so many slots
 * from the first tag, which is to be set before anything is begun. Not collective. `users` is only looked at;
 * `peers` are the ranks in `channel`, and must stay as long as the network. */
typedef struct lb_joining {
    MPI_Comm channel, users;
    const lb_settings *settings;
    const char *network, *without; /* as of lb_mpi_net_open */
    const int *peers;
    int rank, size, slots;
} lb_joining;
int lb_mpi_net_join(const lb_joining *joining, lb_mpi_net **out);

/* The ranks in a group of a communicator's processes, of which there are `size`; MPI_UNDEFINED where they have none.
 * NULL: no memory, or MPI has failed. */
int *lb_mpi_ranks_in(MPI_Group group, MPI_Comm comm, int size);

static inline int lb_mpi_peer(const lb_mpi_net *net, int rank) {
    return net->peers ? net->peers[rank] : rank;
}

static inline bool lb_slot_taken(const lb_mpi_net *net, int slot) {
    return net->taken[slot / 64] >> (slot % 64) & 1;
}

static inline void lb_slot_set(lb_mpi_net *net, int slot, bool taken) {
    uint64_t bit = UINT64_C(1) << (slot % 64);
    net->taken[slot / 64] = taken ? net->taken[slot / 64] | bit : net->taken[slot / 64] & ~bit;
}

/* Calls the error handler, and returns the code. */
int lb_mpi_raise(const lb_mpi_net *net, int code);
int lb_mpi_raise_why(const lb_mpi_net *net, int error, const lb_why *why);
void lb_requests_free(lb_process *process);
int lb_process_code(lb_process *process, int error, const lb_why *why);
void lb_process_say(const lb_process *process, const char *line); /* in one piece: all processes may speak at a time */
bool lb_process_is(const lb_process *process, int code, int error); /* whether it is the code of that error of ours */

int lb_mpi_parse(const char *text, lb_net **net, lb_why *why);   /* "cube:3", "cube:3 without 0-1" */
int lb_mpi_without(const char *text, lb_net **net, lb_why *why); /* puts another network in its place */

/* What this process's environment says: all but the profile. The rest of the settings are cleared by the caller. */
int lb_settings_environment(lb_settings *settings, lb_why *why);
int lb_settings_read(MPI_Comm comm, lb_settings *settings, lb_why *why); /* collective: rank 0's are everybody's */

/* ---- Profiles ---- */

/* As lb_mpi_profile_find, and says where: 0, it is that of the file `path`; LB_PROFILE_UNWANTED, LINKBOUND_PROFILE is
 * none; LB_PROFILE_MISSING, there is no file, and would be at `path` ("": nowhere); or an lb_error. */
enum { LB_PROFILE_UNWANTED = 1, LB_PROFILE_MISSING = 2 };
int lb_mpi_profile_look(lb_mpi_profile *profile, char *path, size_t size, lb_why *why);
int lb_mpi_profile_keep(const char *path, const lb_mpi_profile *profile, const char *remarks, lb_why *why);
int lb_mpi_profile_possible(const char *path, lb_why *why); /* LB_ERR_IO: it cannot be written there */
/* A profile as its file has it; false: it could not be written. */
bool lb_mpi_profile_print(FILE *file, const lb_mpi_profile *profile);

#endif
