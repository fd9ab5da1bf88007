/* A network of processes. */
#ifndef LB_MPI_NET_H
#define LB_MPI_NET_H

#include "mpi/process.h"
#include "mpi/settings.h"

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

enum { LB_MPI_TAGS = 16, LB_MPI_SLOTS = 4096 }; /* tags of an operation; operations under way, at most */
enum { LB_MPI_SORTS = 64 };                     /* of calls that are remembered */

/* Of a network whose calls are traced. */
typedef struct lb_traced_place {
    uint64_t number; /* the same at all its processes */
    int *worlds;     /* ranks in MPI_COMM_WORLD of those in its communicator; NULL: the same */
} lb_traced_place;

struct lb_mpi_net {
    lb_process *process;
    lb_net *net;
    MPI_Comm comm, users;       /* the messages', and the user's while it is there */
    bool joined;                /* comm is shared with other networks */
    const int *peers;           /* the nodes' ranks in comm; NULL: the same */
    int tags;                   /* the first; 0 unless joined */
    int key;                    /* on the user's communicator, to know when it goes */
    int node, nodes;            /* of this process, and how many there are, in the network */
    int rank, size;             /* in the user's communicator: the same, but on machines */
    struct lb_machine *machine; /* NULL: process r is node r, and alone there */
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
    int periodic[LB_MAX_DIMS]; /* by our dimensions: whether neighbourhoods wrap around */
    int lanes;                 /* the most that lead from one node to another */
    lb_mpi_facts facts;
    int *worlds;           /* not joined: the nodes' ranks in MPI_COMM_WORLD; NULL: the same */
    const lb_watch *watch; /* NULL: nobody */
    char algorithm[64];    /* of the operation begun last */
    lb_traced_place traced;
};

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

#endif
