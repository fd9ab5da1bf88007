/* One call of the user's: what was asked for, and how far it is. */
#ifndef LB_MPI_REQUEST_H
#define LB_MPI_REQUEST_H

#include "mpi/engine.h"

/* A side of a call: count elements from `at`, or of v-collectives counts[i] elements from displacement displs[i]. */
typedef struct lb_side {
    void *at;
    int64_t count;
    MPI_Datatype type;
    const lb_kind *kind;
    const int *counts, *displs;
    uint64_t unit;  /* bytes of an element on the way */
    bool plain;     /* elements travel as they lie */
    bool duplicate; /* the type is a copy of ours */
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
    const int *list;
    int rows, columns;
    lb_mpi_news **news;
} lb_call;

enum { LB_STAGES = 3, LB_ROOMS = 6 };
enum { ROOM_IN, ROOM_OUT, ROOM_TOTAL, ROOM_LENGTHS, ROOM_SHAPE, ROOM_LIST };

#define LB_REFUSED UINT64_MAX
typedef struct lb_signature {
    uint64_t root, bytes, commutes;
    uint64_t op, details; /* which predefined operator; a hash of lists */
    uint64_t wrong;       /* 0: nothing; else with whom it does not agree, and 1; LB_REFUSED: its arguments are */
    char text[32];
} lb_signature;

struct lb_mpi_request {
    lb_mpi_request *next, *previous; /* active ones of the process */
    lb_mpi_request *idle;            /* those that wait in the network */
    lb_mpi_net *net;
    lb_call call;
    lb_form form;
    bool active, complete, known; /* known: lengths are, from an earlier start */
    int phase, code, slot;
    unsigned which; /* stage that runs */
    const void *dense_in;
    void *dense_out;
    lb_instance *stage, *kept[LB_STAGES];
    lb_room room[LB_ROOMS];
    MPI_Request check; /* debug mode: signatures under way */
    lb_signature mine, *all;
    double since; /* when they were sent; 0: it has been said that somebody does not come */
    lb_mpi_news *news;
};

/* Takes the request from the network and starts it, waits for it, or only makes it. `code` is what checking the
 * arguments gave; unless it is MPI_SUCCESS, it is raised. */
int lb_mpi_begin(lb_mpi_net *net, int code, const lb_call *call, lb_form form, lb_mpi_request **request);

/* Within a step: run this next. */
int lb_mpi_stage(lb_mpi_request *request, unsigned which, const lb_want *want, const void *in, void *out);

/* Fill in a side; an MPI error code for arguments that cannot be. */
int lb_side_set(lb_mpi_net *net, lb_side *side, const void *at, int64_t count, MPI_Datatype type);
int lb_side_set_v(lb_mpi_net *net, lb_side *side, const void *at, const int counts[], const int displs[],
                  MPI_Datatype type, int n);
int lb_call_op(lb_call *call, MPI_Op op);
int lb_call_root(const lb_mpi_net *net, lb_call *call, int root);

void lb_side_flat(lb_side *side); /* of reductions: elements as they are combined */
int lb_side_bytes(const lb_side *side, uint64_t elements, uint64_t *bytes); /* MPI_ERR_COUNT: too many */
/* MPI_ERR_COUNT unless `count` elements are so many bytes: more would be read than is there, or some be left out. */
int lb_side_brings(const lb_side *side, int count, uint64_t bytes);

/* Where blocks of so many bytes are never cut: the largest power of two, up to 64, that divides them. */
uint64_t lb_grain(uint64_t bytes);

/* Ordinary calls: dense bytes, one stage, and back. */
int lb_step_plain(lb_mpi_request *request);
int lb_dense_in(lb_mpi_request *request);
int lb_dense_out(lb_mpi_request *request);
int lb_undense_out(lb_mpi_request *request);

/* Debug mode: tell, and hear what the others tell; polled until it is `there`. MPI error codes. */
int lb_debug_begin(lb_mpi_request *request);
int lb_debug_poll(lb_mpi_request *request, bool *there);
/* Once more, in the middle: a stage in which everybody tells what is wrong (0: nothing), and what was told there. */
int lb_debug_tell(lb_mpi_request *request, uint64_t wrong);
int lb_debug_told(lb_mpi_request *request);

/* The three forms of a collective, from a function that fills in a call. */
#define LB_UNWRAP(...) __VA_ARGS__
#define LB_FORMS(verb, parameters, arguments)                                                                          \
    int lb_mpi_##verb(LB_UNWRAP parameters, lb_mpi_net *net) {                                                         \
        lb_call call = {.name = #verb, .op = MPI_OP_NULL};                                                             \
        int code = call_##verb(net, &call, LB_UNWRAP arguments);                                                       \
        return lb_mpi_begin(net, code, &call, LB_FORM_BLOCKING, NULL);                                                 \
    }                                                                                                                  \
    int lb_mpi_i##verb(LB_UNWRAP parameters, lb_mpi_net *net, lb_mpi_request **request) {                              \
        lb_call call = {.name = #verb, .op = MPI_OP_NULL};                                                             \
        int code = call_##verb(net, &call, LB_UNWRAP arguments);                                                       \
        return lb_mpi_begin(net, code, &call, LB_FORM_NONBLOCKING, request);                                           \
    }                                                                                                                  \
    int lb_mpi_##verb##_init(LB_UNWRAP parameters, lb_mpi_net *net, lb_mpi_request **request) {                        \
        lb_call call = {.name = #verb, .op = MPI_OP_NULL};                                                             \
        int code = call_##verb(net, &call, LB_UNWRAP arguments);                                                       \
        return lb_mpi_begin(net, code, &call, LB_FORM_PERSISTENT, request);                                            \
    }

#endif
