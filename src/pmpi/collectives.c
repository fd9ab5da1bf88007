/* The intercepted collectives, blocking. */
#include "pmpi/learn.h"

#include <stdio.h>

/* In debug mode the engine's own errors are mistakes of the program's: not all error handlers say what they are. */
static void say(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    fprintf(stderr, "%s\n", text);
}

bool lb_settled(const lb_place *place, lb_ask *ask, int code) {
    int class = MPI_SUCCESS;
    if (code == MPI_SUCCESS)
        return true;
    bool left = lb_process_is(place->net->process, code, LB_ERR_MEMORY);
    lb_say_shortage(place->comm, left);
    if (left) {
        ask->reason = LB_LEFT_MEMORY;
        return false;
    }
    if (PMPI_Error_class(code, &class) == MPI_SUCCESS && class == lb_mpi_error_class()) {
        if (!place->net->set.debug)
            return false;
        say(code);
    }
    PMPI_Comm_call_errhandler(place->comm, code);
    return true;
}

/* A collective that is never the engine's costs a look at two words; unless somebody wants to know why it is not. */
static inline bool is_mpis(lb_verb verb) {
    return !(lb_shim_setup.verbs >> verb & 1) && !lb_shim_setup.summary;
}

#define BLOCKING(Name, lower, parameters, arguments)                                                                   \
    LB_MPI_API int MPI_##Name(LB_OPEN parameters, MPI_Comm comm) {                                                     \
        if (is_mpis(LB_VERB_##lower))                                                                                  \
            return lb_native.lower(LB_OPEN arguments, comm);                                                           \
        lb_ask ask = {.verb = LB_VERB_##lower, .reason = LB_LEFT_ARGUMENTS};                                           \
        lb_place *place = lb_place_of(comm);                                                                           \
        lb_study study = {.ours = false};                                                                              \
        int code;                                                                                                      \
        if (place && lb_ask_##lower(place, &ask, LB_OPEN arguments))                                                   \
            study = lb_learn_begin(place, &ask);                                                                       \
        if (study.ours && lb_enters(place, &ask)) {                                                                    \
            code = lb_mpi_##lower(LB_OPEN arguments, place->net);                                                      \
            if (lb_settled(place, &ask, code)) {                                                                       \
                lb_summary_taken(&ask);                                                                                \
                lb_learn_end(place, &study, true);                                                                     \
                return code;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        lb_left(place, &ask, comm);                                                                                    \
        code = lb_native.lower(LB_OPEN arguments, comm);                                                               \
        lb_learn_end(place, &study, false);                                                                            \
        return code;                                                                                                   \
    }
LB_VERBS(BLOCKING)
#undef BLOCKING

/* The Fortran bindings call these, or some of them. */
#define BEHIND(Name, verb, parameters, arguments)                                                                      \
    LB_MPI_API int PMPI_##Name(LB_OPEN parameters, MPI_Comm comm) __attribute__((alias("MPI_" #Name)));
LB_VERBS(BEHIND)
#undef BEHIND
