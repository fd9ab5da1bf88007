/* A machine: a network whose nodes have slots, a process in each. The processes of a node share memory; those in slot j
 * of all nodes are plane j, a copy of the network; those in slot 0 are the leaders. */
#ifndef LB_MPI_MACHINE_H
#define LB_MPI_MACHINE_H

#include "mpi/arena.h"
#include "mpi/operators.h"

/* Pieces go through the two halves of the memory in turn or, where one goes across while the next is made ready,
 * through two quarters of either half; short ones through cells, so that who brings them can be many ahead. */
enum { LB_BANKS = 4, LB_CELLS = 32 };

/* How calls of a sort are done, as far as it is known. */
enum { LB_MANNERS = 64 };
typedef struct lb_manner {
    uint64_t bytes; /* 0: nothing is known */
    lb_task_kind kind;
    int carriers;
    uint64_t pieces;
} lb_manner;

/* What is known of the links for a collective that has no formula. */
typedef struct lb_rate {
    bool known;
    double start, byte; /* ns */
} lb_rate;

typedef struct lb_machine {
    int nodes, size;           /* and how many processes */
    int slots, least;          /* of the nodes with the most and with the fewest */
    bool in_order;             /* the ranks are in the order of the nodes */
    int node, slot;            /* this process's */
    int *node_of, *slot_of;    /* by ranks */
    int *first;                /* by nodes, and one more: how many processes the nodes before it have */
    int *rank_at;              /* by first[node] + slot */
    int *plane;                /* by nodes: the ranks of those in this process's slot, or their leaders */
    struct lb_mpi_net *inside; /* the processes of this node as a network; NULL: this one is alone */
    int *mates;                /* their ranks */
    uint32_t *rounds;          /* of their barrier */
    uint64_t round_count;
    lb_arena arena;
    lb_room own;            /* of a process that is alone on its node: in the place of an arena */
    uint64_t capacity;      /* bytes that either half of it may have */
    uint64_t bank;          /* that it has, the same on all nodes: it says how long pieces are */
    bool stuck;             /* more could not be had somewhere */
    uint64_t pieces;        /* that have been through it: its banks take turns */
    uint64_t meetings;      /* of the node's processes, by flags */
    uint64_t settled;       /* all are known to have come to that one */
    uint64_t due[LB_BANKS]; /* by banks: who has come to that meeting is through with what was there */
    uint64_t shorts;        /* pieces that have been through cells; and of these when they are due, */
    uint64_t cell_due[LB_CELLS];
    uint64_t cells_due[2]; /* and all of either half */
    lb_manner known[LB_MANNERS];
    lb_rate rates[LB_TASK_KINDS]; /* by kinds */
    uint64_t begun, ended;        /* operations: one is done after the other */
    uint64_t *gone;               /* those that have ended before it was their turn: a bit for each, by their numbers */
    lb_folding folding;
} lb_machine;

/* Of `size` processes on so many nodes, by their ranks; NULL: no memory. Every node has one at least. `arena` is how
 * many bytes the processes of a node share, the same on all nodes: it says how long the pieces of messages are. */
lb_machine *lb_machine_create(const int *node_of, int size, int nodes, int rank, uint64_t arena);
void lb_machine_free(lb_machine *machine); /* but for what is inside, which is freed before */

/* The operation of that number has ended. */
void lb_machine_end(lb_machine *machine, uint64_t ticket);

/* Whether process r is node r, so that no machine is needed. */
bool lb_seats_plain(const int *node_of, int size, int nodes);

/* Whether ranks go from node to node. */
bool lb_seats_in_order(const int *node_of, int size);

static inline int lb_machine_slots(const lb_machine *machine, int node) {
    return machine->first[node + 1] - machine->first[node];
}

/* How many are on this process's node. */
static inline int lb_machine_here(const lb_machine *machine) {
    return lb_machine_slots(machine, machine->node);
}

static inline bool lb_machine_even(const lb_machine *machine) {
    return machine->least == machine->slots;
}

/* The place of a process when they are in order of their nodes, and of their slots there. */
static inline int lb_machine_at(const lb_machine *machine, int rank) {
    return machine->first[machine->node_of[rank]] + machine->slot_of[rank];
}

#endif
