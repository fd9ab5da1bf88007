/* MPI's own functions behind those that are intercepted. Fortran bindings call some functions by one name, some by the
 * other (Open MPI's PMPI_Bcast, MPICH's MPI_Bcast, and PMPI_Init with mpi_f08), so both names are intercepted, and the
 * real ones are asked of the dynamic linker. */
#ifndef LB_PMPI_NATIVE_H
#define LB_PMPI_NATIVE_H

#include "pmpi/verbs.h"

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

/* Persistent collectives: MPI 4 has them, Open MPI 4 as an extension. */
#if MPI_VERSION >= 4
#define LB_PERSISTENT           1
#define LB_INIT_OF(name)        MPI_##name##_init
#define LB_PMPI_INIT_OF(name)   PMPI_##name##_init
#define LB_PMPI_INIT_TEXT(name) "PMPI_" #name "_init"
#define LB_INIT_TEXT(name)      "MPI_" #name "_init"
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define LB_PERSISTENT           1
#define LB_INIT_OF(name)        MPIX_##name##_init
#define LB_PMPI_INIT_OF(name)   PMPIX_##name##_init
#define LB_PMPI_INIT_TEXT(name) "PMPIX_" #name "_init"
#define LB_INIT_TEXT(name)      "MPIX_" #name "_init"
#else
#define LB_PERSISTENT 0
#endif

/* What else is intercepted. */
#define LB_OTHERS(X)                                                                                                   \
    X(Init, init)                                                                                                      \
    X(Init_thread, init_thread)                                                                                        \
    X(Query_thread, query_thread)                                                                                      \
    X(Finalize, finalize)                                                                                              \
    X(Start, start)                                                                                                    \
    X(Startall, startall)                                                                                              \
    X(Request_free, request_free)                                                                                      \
    X(Op_free, op_free)                                                                                                \
    X(Type_free, type_free)                                                                                            \
    X(Wait, wait)                                                                                                      \
    X(Waitany, waitany)                                                                                                \
    X(Waitsome, waitsome)                                                                                              \
    X(Waitall, waitall)                                                                                                \
    X(Comm_dup, comm_dup)                                                                                              \
    X(Comm_dup_with_info, comm_dup_with_info)                                                                          \
    X(Comm_create, comm_create)                                                                                        \
    X(Comm_create_group, comm_create_group)                                                                            \
    X(Comm_split, comm_split)                                                                                          \
    X(Comm_split_type, comm_split_type)                                                                                \
    X(Cart_create, cart_create)                                                                                        \
    X(Comm_free, comm_free)                                                                                            \
    X(Comm_disconnect, comm_disconnect)                                                                                \
    X(Cart_sub, cart_sub)                                                                                              \
    X(Dist_graph_create, dist_graph_create)

/* NOLINTBEGIN(bugprone-macro-parentheses): what the macros take are names */
typedef struct lb_native_table {
#define LB_NATIVE_MEMBER(Name, verb, parameters, arguments)                                                            \
    __typeof__(PMPI_##Name) *verb;                                                                                     \
    __typeof__(PMPI_I##verb) *i##verb;
    LB_VERBS(LB_NATIVE_MEMBER)
#undef LB_NATIVE_MEMBER
#if LB_PERSISTENT
#define LB_NATIVE_MEMBER(Name, verb, parameters, arguments) __typeof__(LB_PMPI_INIT_OF(Name)) *verb##_init;
    LB_VERBS(LB_NATIVE_MEMBER)
#undef LB_NATIVE_MEMBER
#endif
#define LB_NATIVE_MEMBER(Name, lower) __typeof__(PMPI_##Name) *lower;
    LB_OTHERS(LB_NATIVE_MEMBER)
#undef LB_NATIVE_MEMBER
} lb_native_table;
/* NOLINTEND(bugprone-macro-parentheses) */

/* Filled when the library is loaded, before anybody can call anything; never changed. */
extern lb_native_table lb_native;

/* What the engine calls instead, by rename.h. */
__typeof__(PMPI_Bcast) lb_native_bcast;
__typeof__(PMPI_Allreduce) lb_native_allreduce;
__typeof__(PMPI_Gather) lb_native_gather;
__typeof__(PMPI_Gatherv) lb_native_gatherv;
__typeof__(PMPI_Comm_split) lb_native_comm_split;
__typeof__(PMPI_Iallgather) lb_native_iallgather;
__typeof__(PMPI_Comm_create) lb_native_comm_create;
__typeof__(PMPI_Comm_free) lb_native_comm_free;
__typeof__(PMPI_Query_thread) lb_native_query_thread;
__typeof__(PMPI_Type_free) lb_native_type_free;
__typeof__(PMPI_Waitall) lb_native_waitall;
__typeof__(PMPI_Waitsome) lb_native_waitsome;

#endif
