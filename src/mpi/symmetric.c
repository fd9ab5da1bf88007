/* allgather, alltoall. */
#include "mpi/forms.h"
#include "mpi/sides.h"

static int call_allgather(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                          void *recvbuf, int64_t recvcount, MPI_Datatype recvtype) {
    int code = lb_side_set_blocks(net, &call->out, recvbuf, recvcount, net->size, recvtype);
    call->step = lb_step_plain;
    call->kind = LB_ALLGATHER;
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    if (code != MPI_SUCCESS)
        return code;
    if (sendbuf != MPI_IN_PLACE) {
        code = lb_side_set(net, &call->in, sendbuf, sendcount, sendtype);
        return code == MPI_SUCCESS ? lb_side_brings(&call->in, sendcount, call->bytes) : code;
    }
    call->in_place = call->out.plain;
    if (call->in_place)
        return MPI_SUCCESS;
    return lb_side_set(net, &call->in, lb_mpi_at(recvbuf, net->rank * recvcount, call->out.kind->extent), recvcount,
                       recvtype);
}
LB_FORMS(allgather, EVEN, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))

static int call_alltoall(lb_mpi_net *net, lb_call *call, const void *sendbuf, int64_t sendcount, MPI_Datatype sendtype,
                         void *recvbuf, int64_t recvcount, MPI_Datatype recvtype) {
    int code = lb_side_set_blocks(net, &call->out, recvbuf, recvcount, net->size, recvtype);
    call->step = lb_step_plain;
    call->kind = LB_ALLTOALL;
    if (code == MPI_SUCCESS)
        code = lb_side_bytes(&call->out, (uint64_t)recvcount, &call->bytes);
    if (code != MPI_SUCCESS)
        return code;
    call->copy_in = sendbuf == MPI_IN_PLACE;
    if (call->copy_in)
        return lb_side_set_blocks(net, &call->in, recvbuf, recvcount, net->size, recvtype);
    code = lb_side_set_blocks(net, &call->in, sendbuf, sendcount, net->size, sendtype);
    return code == MPI_SUCCESS ? lb_side_brings(&call->in, sendcount, call->bytes) : code;
}
LB_FORMS(alltoall, EVEN, (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))
