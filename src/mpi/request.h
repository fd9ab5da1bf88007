/* One call of the user's: what was asked for, and how far it is. */
#ifndef LB_MPI_REQUEST_H
#define LB_MPI_REQUEST_H

#include "mpi/engine.h"

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
typedef struct lb_part {
    MPI_Datatype type;
    const lb_kind *kind; /* NULL: there is nothing in it */
    bool duplicate;      /* the type is a copy of ours */
} lb_part;

/* A side of a call: count elements from `at`, or of v-collectives counts[i] elements from displacement displs[i]. */
typedef struct lb_side {
    void *at;
    int64_t count;
    MPI_Datatype type;
    const lb_kind *kind;
    lb_list counts, displs;
    const MPI_Datatype *types; /* of w-collectives, until the request has parts */
    lb_part *parts;
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
    bool refused;  /* its arguments are wrong: nothing but telling the others, in debug mode */
    lb_list list;
    int64_t rows, columns;
    lb_mpi_news **news;
} lb_call;

enum {
    ROOM_IN,
    ROOM_OUT,
    ROOM_TOTAL,
    ROOM_LENGTHS,
    ROOM_SHAPE,
    ROOM_LIST,
    ROOM_CHECK,
    ROOM_AGREE,
    ROOM_IN_PARTS,
    ROOM_OUT_PARTS,
    LB_ROOMS
};
enum { LB_STAGES = 3 };

#define LB_REFUSED UINT64_MAX
typedef struct lb_signature {
    uint64_t root, bytes, commutes;
    uint64_t op, details; /* which predefined operator; a hash of lists */
    uint64_t wrong;       /* 0: nothing; else with whom it does not agree, and 1; LB_REFUSED: its arguments are */
    char text[32];
} lb_signature;

struct lb_mpi_request {
    lb_mpi_request *next, *previous; /* active ones of the process */
    lb_mpi_request *idle;            /* those that wait in the process */
    lb_mpi_net *net;
    lb_call call;
    lb_form form;
    bool active, complete, known; /* known: lengths are, from an earlier start */
    bool decided, halves;         /* how it is done, once for all starts */
    int phase, code, slot;
    unsigned which; /* stage that runs */
    const void *dense_in;
    void *dense_out;
    lb_instance *stage, *kept[LB_STAGES];
    lb_room room[LB_ROOMS];
    uint64_t number;      /* of the call on its network, or the start of this request: the same at all processes */
    unsigned stalls;      /* so many of what it waits for have been said to stall */
    bool agree, agreeing; /* the stage that is made ready next waits until all agree; they are being asked */
    uint64_t sort;
    int failed;        /* agreeing: what went wrong here */
    lb_instance *held; /* agreeing: the stage, and where it is to run */
    unsigned held_which;
    const void *held_in;
    void *held_out;
    MPI_Request check;       /* debug mode: signatures under way */
    lb_signature mine, *all; /* in its room */
    double since;            /* when they were sent; 0: it has been said that somebody does not come */
    lb_mpi_news *news;
};

/* Takes the request from the network and starts it, waits for it, or only makes it. `code` is what checking the
 * arguments gave; unless it is MPI_SUCCESS, it is raised. */
int lb_mpi_begin(lb_mpi_net *net, int code, const lb_call *call, lb_form form, lb_mpi_request **request);

/* All of these with the process's lock held. */
/* With *code an MPI error code; unless it is NULL it is to be given back also where that is an error. */
lb_mpi_request *lb_request_take(lb_mpi_net *net, const lb_call *call, lb_form form, int *code);
int lb_request_take_slot(lb_mpi_request *request); /* of a persistent one: its tags. An MPI error code */
int lb_request_start(lb_mpi_request *request);
/* Until it is complete; the lock is given up in between where other threads may want it. */
void lb_request_wait(lb_mpi_request *request);
/* Until one of them is, of which at least one is under way; some may be NULL. */
void lb_requests_wait(lb_process *process, lb_mpi_request *const requests[], int count);
/* Takes what a complete request has come to: its code. One that is not persistent is given back, and becomes NULL. */
int lb_request_settle(lb_mpi_request **request);
void lb_request_give_back(lb_mpi_request *request);
void lb_requests_advance(lb_process *process); /* all that are under way, as far as they come without waiting */

/* Within a step: run this next. */
int lb_mpi_stage(lb_mpi_request *request, unsigned which, const lb_want *want, const void *in, void *out);

/* Fill in a side; an MPI error code for arguments that cannot be. */
int lb_side_set(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, MPI_Datatype type);
int lb_side_set_blocks(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, int64_t blocks,
                       MPI_Datatype type); /* so many blocks of count elements */
/* What v- and w-collectives have in common; *all: elements of all blocks. */
int lb_side_set_lists(lb_side *side, lb_list counts, lb_list displs, int n, int64_t *all);
int lb_side_set_v(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs, MPI_Datatype type,
                  int n);
int lb_side_set_w(lb_mpi_net *net, lb_side *side, const void *at, lb_list counts, lb_list displs,
                  const MPI_Datatype types[], int n);
int lb_call_op(lb_call *call, MPI_Op op);
int lb_call_root(const lb_mpi_net *net, lb_call *call, int root);

void lb_side_flat(lb_side *side); /* of reductions: elements as they are combined */
int lb_side_bytes(const lb_side *side, uint64_t elements, uint64_t *bytes); /* MPI_ERR_COUNT: too many */
/* MPI_ERR_COUNT unless `count` elements are so many bytes: more would be read than is there, or some be left out. */
int lb_side_brings(const lb_side *side, int64_t count, uint64_t bytes);
/* Of the i-th block of a v-collective: its elements, its bytes on the way, and where it lies, in bytes from `at`. */
int64_t lb_side_count(const lb_side *side, int i);
uint64_t lb_side_length(const lb_side *side, int i);
int64_t lb_side_place(const lb_side *side, int i);

/* For w-collectives; nothing for others. keep: types are duplicated, as the user may free his. MPI error codes. */
int lb_parts_take(lb_mpi_net *net, lb_side *side, lb_room *room, bool keep);
void lb_parts_drop(lb_side *side);

/* Where blocks of so many bytes are never cut: the largest power of two, up to 64, that divides them, and no more than
 * a 256th of them or 8, so that pieces for several ports are of about one length. */
uint64_t lb_grain(uint64_t bytes);

/* Ordinary calls: dense bytes, one stage, and back. */
int lb_step_plain(lb_mpi_request *request);
int lb_step_halves(lb_mpi_request *request); /* of broadcasts and reductions: perhaps in two stages */
int lb_dense_in(lb_mpi_request *request);
int lb_dense_out(lb_mpi_request *request);
int lb_undense_out(lb_mpi_request *request);

/* Agreeing (agree.c). `on`: what comes next is of a sort that the lengths tell, too; an error if that was left before.
 * `begin`: a step has made its stage ready, or failed; `end`: all have said so. `drop`: it is given up. */
int lb_agree_on(lb_mpi_request *request, const uint64_t *lengths, uint64_t count);
int lb_agree_begin(lb_mpi_request *request, int code);
int lb_agree_end(lb_mpi_request *request);
void lb_agree_drop(lb_mpi_request *request);
/* Where it is to be agreed upon, makes a stage ready that comes later. */
int lb_mpi_prepare(lb_mpi_request *request, unsigned which, const lb_want *want);
void lb_request_start_stage(lb_mpi_request *request, const void *in, void *out);
void lb_request_short(lb_mpi_request *request); /* notes what memory was wanted for */

/* A hash of all that must be the same everywhere, but for what the call itself says. */
uint64_t lb_call_details(const lb_call *call, int n);

/* Debug mode: tell, and hear what the others tell; polled until it is `there`. MPI error codes. */
int lb_debug_begin(lb_mpi_request *request);
int lb_debug_poll(lb_mpi_request *request, bool *there);
/* Once more, in the middle: a stage in which everybody tells what is wrong (0: nothing), and what was told there. */
int lb_debug_tell(lb_mpi_request *request, uint64_t wrong);
int lb_debug_told(lb_mpi_request *request);

/* The three forms of a collective, each with int counts and with large ones (_c), from a function that fills in a call.
 * `parameters` is a macro with the parameters but the network, of the types of counts and of displacements. */
#define LB_UNWRAP(...) __VA_ARGS__
#define LB_CALL(verb, form, request, arguments)                                                                        \
    lb_call call = {.name = #verb, .op = MPI_OP_NULL};                                                                 \
    int code = call_##verb(net, &call, LB_UNWRAP arguments);                                                           \
    return lb_mpi_begin(net, code, &call, form, request)
#define LB_FORMS_OF(verb, c, parameters, arguments)                                                                    \
    int lb_mpi_##verb##c(LB_UNWRAP parameters, lb_mpi_net *net) {                                                      \
        LB_CALL(verb, LB_FORM_BLOCKING, NULL, arguments);                                                              \
    }                                                                                                                  \
    int lb_mpi_i##verb##c(LB_UNWRAP parameters, lb_mpi_net *net, lb_mpi_request **request) {                           \
        LB_CALL(verb, LB_FORM_NONBLOCKING, request, arguments);                                                        \
    }                                                                                                                  \
    int lb_mpi_##verb##_init##c(LB_UNWRAP parameters, lb_mpi_net *net, lb_mpi_request **request) {                     \
        LB_CALL(verb, LB_FORM_PERSISTENT, request, arguments);                                                         \
    }
#define LB_FORMS(verb, parameters, arguments)                                                                          \
    LB_FORMS_OF(verb, , (parameters(int, int)), arguments)                                                             \
    LB_FORMS_OF(verb, _c, (parameters(MPI_Count, MPI_Aint)), arguments)

#endif
