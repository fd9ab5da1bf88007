/* Communicators as they are made: where nonblocking collectives are to be the engine's, the network is made with them.
 */
#include "pmpi/later.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): what the macros take are names */
#define MAKER(Name, lower, result, parameters, arguments)                                                              \
    LB_MPI_API int MPI_##Name(LB_OPEN parameters, MPI_Comm *result) {                                                  \
        int code = lb_native.lower(LB_OPEN arguments, result);                                                         \
        if (code == MPI_SUCCESS)                                                                                       \
            lb_later_prepare(*(result));                                                                               \
        return code;                                                                                                   \
    }

#define LB_MAKERS(X)                                                                                                   \
    X(Comm_dup, comm_dup, newcomm, (MPI_Comm comm), (comm))                                                            \
    X(Comm_dup_with_info, comm_dup_with_info, newcomm, (MPI_Comm comm, MPI_Info info), (comm, info))                   \
    X(Comm_create, comm_create, newcomm, (MPI_Comm comm, MPI_Group group), (comm, group))                              \
    X(Comm_create_group, comm_create_group, newcomm, (MPI_Comm comm, MPI_Group group, int tag), (comm, group, tag))    \
    X(Comm_split, comm_split, newcomm, (MPI_Comm comm, int color, int key), (comm, color, key))                        \
    X(Comm_split_type, comm_split_type, newcomm, (MPI_Comm comm, int type, int key, MPI_Info info),                    \
      (comm, type, key, info))                                                                                         \
    X(Cart_create, cart_create, comm_cart,                                                                             \
      (MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder),                                  \
      (comm, ndims, dims, periods, reorder))                                                                           \
    X(Cart_sub, cart_sub, newcomm, (MPI_Comm comm, const int remain_dims[]), (comm, remain_dims))

LB_MAKERS(MAKER)

#define BEHIND(Name, lower, result, parameters, arguments)                                                             \
    LB_MPI_API int PMPI_##Name(LB_OPEN parameters, MPI_Comm *result) __attribute__((alias("MPI_" #Name)));
LB_MAKERS(BEHIND)
/* NOLINTEND(bugprone-macro-parentheses) */
