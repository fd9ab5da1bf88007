/* The three forms of a collective, each with int counts and with large ones (_c), from a function that fills in a call.
 */
#ifndef LB_MPI_FORMS_H
#define LB_MPI_FORMS_H

#include "mpi/advance.h"

/* `parameters` is a macro with the parameters but the network, of the types of counts and of displacements. */
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

/* The parameters of those whose blocks are all alike. NOLINTBEGIN(bugprone-macro-parentheses): types */
#define EVEN(C, D)                                                                                                     \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, C recvcount, MPI_Datatype recvtype
/* NOLINTEND(bugprone-macro-parentheses) */

#endif
