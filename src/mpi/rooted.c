/* bcast, scatter, gather. */
#include "mpi/forms.h"
#include "mpi/halves.h"
#include "mpi/sides.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): types */
#define BCAST(C, D) void *buffer, C count, MPI_Datatype datatype, int root
#define ROOTED(C, D)                                                                                                   \
    const void *sendbuf, C sendcount, MPI_Datatype sendtype, void *recvbuf, C recvcount, MPI_Datatype recvtype, int root
/* NOLINTEND(bugprone-macro-parentheses) */

static int call_bcast(lb_mpi_net *net, lb_call *call, void *buffer, int64_t count, MPI_Datatype datatype, int root) {
    int code = lb_call_root(net, call, root);
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, &call->out, buffer, count, datatype);
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)count, &call->bytes);
    call->step = lb_step_halves;
    call->kind = LB_BROADCAST;
    call->fill_out = call->keep_out = net->rank == root;
    return code;
}
LB_FORMS(bcast, BCAST, (buffer, count, datatype, root))

static int call_scatter(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                        void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = lb_step_plain;
    call->kind = LB_SCATTER;
    call->in_place = here && recvbuf == MPI_IN_PLACE;
    if (code == MPI_SUCCESS && here)
        code = lb_side_set_blocks(net, &call->in, sendbuf, sendcount, net->size, sendtype);
    if (code == MPI_SUCCESS && here)
        code = lb_side_bytes(&call->in, (uint64_t)sendcount, &call->bytes);
    if (code == MPI_SUCCESS && !call->in_place) {
        code = lb_side_set(net, &call->out, recvbuf, recvcount, recvtype);
        if (code == MPI_SUCCESS && !here)
            code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    }
    return code;
}
LB_FORMS(scatter, ROOTED, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root))

/* The root's own block is already where it belongs; if it must be packed, it is one like the others. */
static int gather_in_place(lb_mpi_net *net, lb_call *call, int64_t recvcount) {
    if (call->out.plain) {
        call->in_place = true;
        return MPI_SUCCESS;
    }
    return lb_side_set(net, &call->in, lb_mpi_at(call->out.at, net->rank * recvcount, call->out.kind->extent),
                       recvcount, call->out.type);
}

static int call_gather(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                       void *recvbuf, int64_t recvcount, MPI_Datatype recvtype, int root) {
    int code = lb_call_root(net, call, root);
    bool here = net->rank == root;
    call->step = lb_step_plain;
    call->kind = LB_GATHER;
    if (code == MPI_SUCCESS && here)
        code = lb_side_set_blocks(net, &call->out, recvbuf, recvcount, net->size, recvtype);
    if (code == MPI_SUCCESS && here)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    if (code == MPI_SUCCESS && here && sendbuf == MPI_IN_PLACE)
        return gather_in_place(net, call, recvcount);
    if (code == MPI_SUCCESS)
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
    if (code == MPI_SUCCESS && !here)
        code = lb_side_bytes(&call->in, (uint64_t)sendcount, &call->bytes);
    return code;
}
LB_FORMS(gather, ROOTED, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root))
