/* The intercepted collectives, nonblocking and persistent. */
#include "pmpi/later.h"

static bool takes(lb_place *place, lb_ask *ask) {
    return place->net ? lb_takes(place, ask) : (ask->reason = LB_LEFT_SETUP, false);
}

/* Where nonblocking ones are MPI's anyway, the communicator is no reason. */
static void left(const lb_place *place, lb_ask *ask, MPI_Comm comm) {
    if (!lb_shim_setup.nonblocking)
        ask->reason = LB_LEFT_LATER;
    lb_left(place, ask, comm);
}

#define NONBLOCKING(Name, lower, parameters, arguments)                                                                \
    LB_MPI_API int MPI_I##lower(LB_OPEN parameters, MPI_Comm comm, MPI_Request *request) {                             \
        lb_ask ask = {.verb = LB_VERB_##lower, .reason = LB_LEFT_ARGUMENTS, .op = MPI_OP_NULL};                        \
        lb_place *place = lb_shim_setup.nonblocking ? lb_place_of(comm) : NULL;                                        \
        if (place && lb_ask_##lower(place, &ask, LB_OPEN arguments) && takes(place, &ask)) {                           \
            lb_mpi_request *ours = NULL;                                                                               \
            int code = lb_mpi_i##lower(LB_OPEN arguments, place->net, &ours);                                          \
            if (lb_settled(place, &ask, code)) {                                                                       \
                lb_summary_taken(&ask);                                                                                \
                return code == MPI_SUCCESS ? lb_later_follow(comm, ours, ask.op, request) : code;                      \
            }                                                                                                          \
        }                                                                                                              \
        left(place, &ask, comm);                                                                                       \
        return lb_native.i##lower(LB_OPEN arguments, comm, request);                                                   \
    }
LB_VERBS(NONBLOCKING)
#undef NONBLOCKING

#if LB_PERSISTENT
#define PERSISTENT(Name, lower, parameters, arguments)                                                                 \
    LB_MPI_API int LB_INIT_OF(Name)(LB_OPEN parameters, MPI_Comm comm, MPI_Info info, MPI_Request * request) {         \
        lb_ask ask = {.verb = LB_VERB_##lower, .reason = LB_LEFT_ARGUMENTS, .op = MPI_OP_NULL};                        \
        lb_place *place = lb_shim_setup.nonblocking ? lb_place_of(comm) : NULL;                                        \
        if (place && lb_ask_##lower(place, &ask, LB_OPEN arguments) && takes(place, &ask)) {                           \
            lb_mpi_request *ours = NULL;                                                                               \
            int code = lb_mpi_##lower##_init(LB_OPEN arguments, place->net, &ours);                                    \
            if (lb_settled(place, &ask, code)) {                                                                       \
                lb_summary_taken(&ask);                                                                                \
                return code == MPI_SUCCESS ? lb_later_keep(comm, ours, ask.op, request) : code;                        \
            }                                                                                                          \
        }                                                                                                              \
        left(place, &ask, comm);                                                                                       \
        return lb_native.lower##_init(LB_OPEN arguments, comm, info, request);                                         \
    }
LB_VERBS(PERSISTENT)
#undef PERSISTENT
#endif

#define BEHIND(Name, lower, parameters, arguments)                                                                     \
    LB_MPI_API int PMPI_I##lower(LB_OPEN parameters, MPI_Comm comm, MPI_Request *request)                              \
        __attribute__((alias("MPI_I" #lower)));
LB_VERBS(BEHIND)
#undef BEHIND
#if LB_PERSISTENT
#define BEHIND(Name, lower, parameters, arguments)                                                                     \
    LB_MPI_API int LB_PMPI_INIT_OF(Name)(LB_OPEN parameters, MPI_Comm comm, MPI_Info info, MPI_Request * request)      \
        __attribute__((alias(LB_INIT_TEXT(Name))));
LB_VERBS(BEHIND)
#undef BEHIND
#endif
