/* What was asked for: one call of the user's, and its two sides. */
#ifndef LB_MPI_CALL_H
#define LB_MPI_CALL_H

#include "mpi/types.h"

#include <string.h>

/* Numbers of the user's, as he has them: ints, or the wider ones of large counts. They must stay where they are while
 * the request is there, as MPI has it. */
typedef struct lb_list {
    const void *at; /* NULL: none */
    size_t width;
} lb_list;
#define LB_LIST(numbers) ((lb_list){(numbers), sizeof *(numbers)})

static inline int64_t lb_list_at(const lb_list *list, int i) {
    int narrow = 0;
    int64_t wide = 0;
    if (list->width == sizeof wide) {
        memcpy(&wide, (const char *)list->at + (size_t)i * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, (const char *)list->at + (size_t)i * sizeof narrow, sizeof narrow);
    return narrow;
}

/* A block of a w-collective, which has a type of its own. */
typedef struct lb_typed_block {
    MPI_Datatype type;
    const lb_kind *kind; /* NULL: there is nothing in it */
    bool duplicate;      /* the type is a copy of ours */
} lb_typed_block;

/* A side of a call: count elements from `at`, or of v-collectives counts[i] elements from displacement displs[i]. */
typedef struct lb_side {
    void *at;
    int64_t count;
    MPI_Datatype type;
    const lb_kind *kind;
    lb_list counts, displs;
    const MPI_Datatype *types; /* of w-collectives, until the request has parts */
    lb_typed_block *parts;
    const bool *absent; /* blocks that neither come nor go; NULL: none */
    int blocks;         /* of v-collectives */
    uint64_t unit;      /* bytes of an element on the way */
    bool plain;         /* elements travel as they lie */
    bool duplicate;     /* the type is a copy of ours */
    lb_kind *given;     /* duplicate: of what */
} lb_side;

typedef enum lb_form { LB_FORM_BLOCKING, LB_FORM_NONBLOCKING, LB_FORM_PERSISTENT } lb_form;

typedef struct lb_call {
    const char *name;
    /* Called when the operation starts, with phase 0, and when the stage that it started last is done, with the phase
     * that it has set. Starts a stage, or sets `complete`. An MPI error code. */
    int (*step)(lb_mpi_request *request);
    lb_task_kind kind;
    uint32_t root;
    lb_side in, out;
    uint64_t bytes; /* of a block */
    MPI_Op op;
    bool commutes, in_place;
    bool fill_out; /* what is in `out` is wanted before it starts */
    bool keep_out; /* nothing comes into `out` */
    bool copy_in;  /* `in` is where the results go: from a copy */
    bool uneven;   /* `bytes` is this process's own */
    bool together; /* a barrier: on machines an allreduce of a byte of its own */
    bool lists;    /* its blocks differ in length, though only the root may know how */
    bool in_plane; /* on a machine: each plane by itself */
    bool queued;   /* on a machine: after those that were begun before it */
    bool refused;  /* its arguments are wrong: nothing but telling the others, in debug mode */
    lb_list list;
    int64_t rows, columns;
    lb_mpi_news **news;
} lb_call;

#endif
