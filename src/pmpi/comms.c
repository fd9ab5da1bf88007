/* Communicators as they are made: where nonblocking collectives are to be the engine's, the network is made with them.
 * And where MPI has no communicators left, the drop-in's own goes. */
#include "pmpi/later.h"

/* What the program has said is to happen on errors; they come back meanwhile. */
typedef struct hush {
    MPI_Errhandler users;
    bool on;
} hush;

static hush hush_errors(MPI_Comm comm) {
    hush h = {.on = false};
#ifndef OPEN_MPI /* which has more communicators than memory */
    if (lb_shim_setup.on && comm != MPI_COMM_NULL && lb_channel != MPI_COMM_NULL)
        h.on = PMPI_Comm_get_errhandler(comm, &h.users) == MPI_SUCCESS &&
               PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN) == MPI_SUCCESS;
#else
    (void)comm;
#endif
    return h;
}

/* The new one has inherited it. */
static void end_hush(hush *h, MPI_Comm comm, MPI_Comm made, int code) {
    if (!h->on)
        return;
    PMPI_Comm_set_errhandler(comm, h->users);
    if (code == MPI_SUCCESS && made != MPI_COMM_NULL)
        PMPI_Comm_set_errhandler(made, h->users);
    PMPI_Errhandler_free(&h->users);
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
}

static void none(MPI_Comm comm, MPI_Comm made) {
    (void)comm;
    (void)made;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): what the macros take are names */
#define MAKER(Name, lower, made, result, parameters, arguments)                                                        \
    LB_MPI_API int MPI_##Name(LB_OPEN parameters, MPI_Comm *result) {                                                  \
        hush h = hush_errors(comm);                                                                                    \
        int code = lb_native.lower(LB_OPEN arguments, result);                                                         \
        if (h.on && lb_channel_yields(comm, code))                                                                     \
            code = lb_native.lower(LB_OPEN arguments, result);                                                         \
        end_hush(&h, comm, code == MPI_SUCCESS ? *(result) : MPI_COMM_NULL, code);                                     \
        if (code == MPI_SUCCESS) {                                                                                     \
            made(comm, *(result));                                                                                     \
            lb_place_prepare(*(result));                                                                               \
        }                                                                                                              \
        return code;                                                                                                   \
    }

#define LB_MAKERS(X)                                                                                                   \
    X(Comm_dup, comm_dup, lb_place_duplicated, newcomm, (MPI_Comm comm), (comm))                                       \
    X(Comm_dup_with_info, comm_dup_with_info, lb_place_duplicated, newcomm, (MPI_Comm comm, MPI_Info info),            \
      (comm, info))                                                                                                    \
    X(Comm_create, comm_create, none, newcomm, (MPI_Comm comm, MPI_Group group), (comm, group))                        \
    X(Comm_create_group, comm_create_group, none, newcomm, (MPI_Comm comm, MPI_Group group, int tag),                  \
      (comm, group, tag))                                                                                              \
    X(Comm_split, comm_split, none, newcomm, (MPI_Comm comm, int color, int key), (comm, color, key))                  \
    X(Comm_split_type, comm_split_type, none, newcomm, (MPI_Comm comm, int type, int key, MPI_Info info),              \
      (comm, type, key, info))                                                                                         \
    X(Cart_create, cart_create, none, comm_cart,                                                                       \
      (MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder),                                  \
      (comm, ndims, dims, periods, reorder))                                                                           \
    X(Cart_sub, cart_sub, none, newcomm, (MPI_Comm comm, const int remain_dims[]), (comm, remain_dims))

LB_MAKERS(MAKER)

#define BEHIND(Name, lower, made, result, parameters, arguments)                                                       \
    LB_MPI_API int PMPI_##Name(LB_OPEN parameters, MPI_Comm *result) __attribute__((alias("MPI_" #Name)));
LB_MAKERS(BEHIND)
/* NOLINTEND(bugprone-macro-parentheses) */
