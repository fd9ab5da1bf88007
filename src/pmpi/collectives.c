/* The intercepted collectives, blocking. */
#include "pmpi/shim.h"

#include <stdio.h>

/* In debug mode the engine's own errors are mistakes of the program's: not all error handlers say what they are. */
static void say(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    fprintf(stderr, "%s\n", text);
}

bool lb_settled(const lb_place *place, int code) {
    int class = MPI_SUCCESS;
    if (code == MPI_SUCCESS)
        return true;
    if (PMPI_Error_class(code, &class) == MPI_SUCCESS && class == lb_mpi_error_class()) {
        if (!place->net->set.debug)
            return false;
        say(code);
    }
    PMPI_Comm_call_errhandler(place->comm, code);
    return true;
}

#define BLOCKING(Name, lower, parameters, arguments)                                                                   \
    LB_MPI_API int MPI_##Name(LB_OPEN parameters, MPI_Comm comm) {                                                     \
        lb_ask ask = {.verb = LB_VERB_##lower};                                                                        \
        lb_place *place = lb_place_of(comm);                                                                           \
        if (place && lb_ask_##lower(place, &ask, LB_OPEN arguments) && lb_pays(place, &ask) &&                         \
            lb_place_ready(place)) {                                                                                   \
            int code = lb_mpi_##lower(LB_OPEN arguments, place->net);                                                  \
            if (lb_settled(place, code)) {                                                                             \
                lb_summary_count(ask.verb, true, ask.volume);                                                          \
                return code;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        lb_summary_count(LB_VERB_##lower, false, 0);                                                                   \
        return lb_native.lower(LB_OPEN arguments, comm);                                                               \
    }
LB_VERBS(BLOCKING)
#undef BLOCKING

/* The Fortran bindings call these, or some of them. */
#define BEHIND(Name, verb, parameters, arguments)                                                                      \
    LB_MPI_API int PMPI_##Name(LB_OPEN parameters, MPI_Comm comm) __attribute__((alias("MPI_" #Name)));
LB_VERBS(BEHIND)
#undef BEHIND
