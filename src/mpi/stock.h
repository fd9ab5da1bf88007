/* Stages that are ready and idle. */
#ifndef LB_MPI_STOCK_H
#define LB_MPI_STOCK_H

#include "mpi/instance.h"

/* Whether a broadcast or reduction is best done in two halves. */
typedef struct lb_halves_known {
    uint64_t key, block; /* 0: nothing is known */
    bool best;
} lb_halves_known;
enum { LB_MPI_HALVES = 32 };

/* Idle instances of networks that are alike: the same torus, seen from the same rank, with the same settings. */
typedef struct lb_stock {
    struct lb_stock *next, **link; /* of the process, if it is shared */
    lb_process *process;
    lb_net *net, *flown; /* flown: as one that cuts through (flown.h), or NULL */
    int rank;
    bool shared;
    unsigned networks;             /* that have it */
    lb_instance *instances, *last; /* most recently used first */
    uint64_t count, bytes;
    lb_halves_known halves[LB_MPI_HALVES]; /* what was decided last, by hash */
    struct lb_known *known;                /* known.h; NULL: nothing yet */
    void (*forget)(struct lb_known *known);
    struct lb_kept_formulas *formulas; /* formulas.h; NULL: none yet */
} lb_stock;

lb_stock *lb_stock_find(lb_process *process, const lb_net *net, int rank); /* NULL: there is none yet */
/* Takes the network over; NULL: no memory, and it is not taken. */
lb_stock *lb_stock_create(lb_process *process, lb_net *net, int rank, bool shared);
void lb_stock_leave(lb_stock *stock); /* a network that had it is freed */
void lb_stock_empty(lb_stock *stock);
void lb_stock_put(lb_instance *instance);
lb_instance *lb_stock_take(lb_stock *stock, uint64_t hash, bool (*fits)(const lb_want *, const lb_want *),
                           const lb_want *want); /* NULL: there is none */
void lb_stocks_free(lb_process *process);        /* all that are idle */

#endif
