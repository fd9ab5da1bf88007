/* One reduction: whether the engine can do it as MPI would, and how many bytes it is about. Here both MPIs refuse a
 * buffer that is sent and received. */
#include "pmpi/ask.h"

static bool combines(lb_ask *ask, MPI_Op op, MPI_Datatype type) {
    if (lb_op_combines(op, type))
        return true;
    ask->reason = LB_LEFT_TYPES;
    return false;
}

static bool reduces(lb_ask *ask, const void *sendbuf, const void *recvbuf, MPI_Datatype datatype, MPI_Op op) {
    return combines(ask, op, datatype) && recvbuf != MPI_IN_PLACE && sendbuf != recvbuf &&
           lb_buffer_there(recvbuf, datatype) && lb_buffer_there(sendbuf, datatype);
}

bool lb_ask_reduce(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                   MPI_Datatype datatype, MPI_Op op, int root) {
    ask->op = op;
    ask->type = datatype;
    if (!lb_ask_root(place, ask, root) || !lb_type_bytes(datatype, count, &ask->volume))
        return false;
    if (place->rank == root)
        return reduces(ask, sendbuf, recvbuf, datatype, op);
    return combines(ask, op, datatype) && sendbuf != MPI_IN_PLACE && lb_buffer_there(sendbuf, datatype);
}

bool lb_ask_allreduce(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    ask->type = datatype;
    (void)place;
    return lb_type_bytes(datatype, count, &ask->volume) && reduces(ask, sendbuf, recvbuf, datatype, op);
}

bool lb_ask_reduce_scatter_block(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int recvcount,
                                 MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    ask->type = datatype;
    return lb_ask_blocks(place, ask, datatype, recvcount) && reduces(ask, sendbuf, recvbuf, datatype, op);
}

/* Who has no part of the result need not have a place for it; but MPICH looks all the same. */
static bool has_result(bool has) {
#ifdef OPEN_MPI
    return has;
#else
    (void)has;
    return true;
#endif
}

bool lb_ask_reduce_scatter(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf,
                           const int recvcounts[], MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    ask->type = datatype;
    int64_t sum;
    return lb_counts_sum(recvcounts, place->size, &sum) && lb_type_bytes(datatype, sum, &ask->volume) &&
           combines(ask, op, datatype) && recvbuf != MPI_IN_PLACE &&
           (!has_result(recvcounts[place->rank] > 0) || sendbuf != recvbuf);
}

bool lb_ask_scan(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype datatype, MPI_Op op) {
    return lb_ask_allreduce(place, ask, sendbuf, recvbuf, count, datatype, op);
}

bool lb_ask_exscan(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                   MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    ask->type = datatype;
    return lb_type_bytes(datatype, count, &ask->volume) && combines(ask, op, datatype) &&
           (!has_result(place->rank > 0) || (recvbuf != MPI_IN_PLACE && sendbuf != recvbuf)) &&
           lb_buffer_there(sendbuf, datatype);
}
