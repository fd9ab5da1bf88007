/* One call: whether the engine can do it as MPI would, and how many bytes it is about. */
#include "pmpi/shim.h"

static bool root_is(const lb_place *place, int root) {
    return root >= 0 && root < place->size;
}

/* n blocks of count elements. */
static bool blocks(const lb_place *place, lb_ask *ask, MPI_Datatype type, int count) {
    uint64_t block;
    return lb_type_bytes(type, count, &block) && !__builtin_mul_overflow(block, (uint64_t)place->size, &ask->volume);
}

/* MPICH refuses to send what lies in the very place where it is received, `at` elements from the beginning; it counts
 * them in bytes of data. Open MPI does not, so that there addresses, which differ between processes, do not decide. */
static bool apart(const void *sendbuf, MPI_Datatype sendtype, const void *recvbuf, int64_t at, MPI_Datatype recvtype) {
#ifdef OPEN_MPI
    (void)sendbuf;
    (void)sendtype;
    (void)recvbuf;
    (void)at;
    (void)recvtype;
    return true;
#else
    uint64_t size;
    return sendbuf == MPI_IN_PLACE || recvbuf == MPI_IN_PLACE || sendtype != recvtype ||
           !lb_type_bytes(recvtype, 1, &size) || sendbuf != lb_mpi_at(recvbuf, at, (int64_t)size);
#endif
}

static bool both_there(const void *sendbuf, MPI_Datatype sendtype, const void *recvbuf, MPI_Datatype recvtype) {
    return recvbuf != MPI_IN_PLACE && recvtype != MPI_DATATYPE_NULL && lb_buffer_there(recvbuf, recvtype) &&
           (sendbuf == MPI_IN_PLACE || (sendtype != MPI_DATATYPE_NULL && lb_buffer_there(sendbuf, sendtype)));
}

/* What a process sends must be as long as what it receives: MPI shall say what it thinks of it, or in debug mode the
 * engine, which then tells all processes. */
static bool alike(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int recvcount, MPI_Datatype recvtype) {
    uint64_t sent, received;
    return sendbuf == MPI_IN_PLACE ||
           (lb_type_bytes(sendtype, sendcount, &sent) && lb_type_bytes(recvtype, recvcount, &received) &&
            (sent == received || lb_shim_setup.debug));
}

/* Of v-collectives buffers are not looked at: a process may have nothing to send or to receive.
 * Every count is one, and their sum; NULL is none. */
static bool counts_sum(const lb_place *place, const int counts[], int64_t *sum) {
    *sum = 0;
    for (int i = 0; counts && i < place->size; i++) {
        if (counts[i] < 0)
            return false;
        *sum += counts[i];
    }
    return counts != NULL;
}

/* ---- Rooted ---- */

bool lb_ask_bcast(const lb_place *place, lb_ask *ask, void *buffer, int count, MPI_Datatype datatype, int root) {
    return root_is(place, root) && buffer != MPI_IN_PLACE && lb_type_bytes(datatype, count, &ask->volume) &&
           lb_buffer_there(buffer, datatype);
}

bool lb_ask_scatter(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
    if (!root_is(place, root))
        return false;
    if (place->rank != root)
        return recvbuf != MPI_IN_PLACE && blocks(place, ask, recvtype, recvcount) && lb_buffer_there(recvbuf, recvtype);
    return sendbuf != MPI_IN_PLACE && blocks(place, ask, sendtype, sendcount) && lb_buffer_there(sendbuf, sendtype) &&
           (recvbuf == MPI_IN_PLACE || (both_there(sendbuf, sendtype, recvbuf, recvtype) &&
                                        apart(recvbuf, recvtype, sendbuf, (int64_t)root * sendcount, sendtype)));
}

bool lb_ask_gather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
    if (!root_is(place, root))
        return false;
    if (place->rank != root)
        return sendbuf != MPI_IN_PLACE && blocks(place, ask, sendtype, sendcount) && lb_buffer_there(sendbuf, sendtype);
    return blocks(place, ask, recvtype, recvcount) && both_there(sendbuf, sendtype, recvbuf, recvtype) &&
           apart(sendbuf, sendtype, recvbuf, (int64_t)root * recvcount, recvtype);
}

/* Of these only the root knows all lengths. */
bool lb_ask_scatterv(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                     const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int root) {
    int64_t sum;
    uint64_t own;
    ask->unknown = true;
    if (!root_is(place, root))
        return false;
    if (place->rank == root &&
        (!displs || sendbuf == MPI_IN_PLACE || sendtype == MPI_DATATYPE_NULL || !counts_sum(place, sendcounts, &sum)))
        return false;
    if (place->rank == root && recvbuf == MPI_IN_PLACE)
        return true;
    if (place->rank == root && recvcount != 0 && sendcounts[root] != 0 &&
        !apart(recvbuf, recvtype, sendbuf, displs[root], sendtype))
        return false;
    return recvbuf != MPI_IN_PLACE && lb_type_bytes(recvtype, recvcount, &own);
}

bool lb_ask_gatherv(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root) {
    int64_t sum;
    uint64_t own;
    ask->unknown = true;
    if (!root_is(place, root))
        return false;
    if (place->rank == root &&
        (!displs || recvbuf == MPI_IN_PLACE || recvtype == MPI_DATATYPE_NULL || !counts_sum(place, recvcounts, &sum)))
        return false;
    if (place->rank == root && sendbuf == MPI_IN_PLACE)
        return true;
    if (place->rank == root && sendcount != 0 && recvcounts[root] != 0 &&
        !apart(sendbuf, sendtype, recvbuf, displs[root], recvtype))
        return false;
    return sendbuf != MPI_IN_PLACE && lb_type_bytes(sendtype, sendcount, &own);
}

/* ---- From all to all ---- */

/* All blocks are as long. */
static bool even(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                 const void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return alike(sendbuf, sendcount, sendtype, recvcount, recvtype) && blocks(place, ask, recvtype, recvcount) &&
           both_there(sendbuf, sendtype, recvbuf, recvtype);
}

bool lb_ask_allgather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return even(place, ask, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
           apart(sendbuf, sendtype, recvbuf, (int64_t)place->rank * recvcount, recvtype);
}

bool lb_ask_alltoall(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                     void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return even(place, ask, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype) &&
           apart(sendbuf, sendtype, recvbuf, 0, recvtype);
}

bool lb_ask_allgatherv(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype) {
    int64_t sum;
    if (!displs || !counts_sum(place, recvcounts, &sum) || !lb_type_bytes(recvtype, sum, &ask->volume))
        return false;
    return recvbuf != MPI_IN_PLACE && alike(sendbuf, sendcount, sendtype, recvcounts[place->rank], recvtype) &&
           (recvcounts[place->rank] == 0 || apart(sendbuf, sendtype, recvbuf, displs[place->rank], recvtype));
}

/* Nobody knows how much goes between others. */
bool lb_ask_alltoallv(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                      const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int rdispls[], MPI_Datatype recvtype) {
    int64_t sum;
    ask->unknown = true;
    if (!rdispls || recvbuf == MPI_IN_PLACE || recvtype == MPI_DATATYPE_NULL || !counts_sum(place, recvcounts, &sum))
        return false;
    if (sendcounts == recvcounts && !apart(sendbuf, sendtype, recvbuf, 0, recvtype))
        return false;
    return sendbuf == MPI_IN_PLACE || (sdispls && sendtype != MPI_DATATYPE_NULL && counts_sum(place, sendcounts, &sum));
}

/* ---- Reductions: here both MPIs refuse a buffer that is both ---- */

static bool reduces(const void *sendbuf, const void *recvbuf, MPI_Datatype datatype, MPI_Op op) {
    return lb_op_combines(op, datatype) && recvbuf != MPI_IN_PLACE && sendbuf != recvbuf &&
           lb_buffer_there(recvbuf, datatype) && lb_buffer_there(sendbuf, datatype);
}

bool lb_ask_reduce(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                   MPI_Datatype datatype, MPI_Op op, int root) {
    ask->op = op;
    if (!root_is(place, root) || !lb_type_bytes(datatype, count, &ask->volume))
        return false;
    if (place->rank == root)
        return reduces(sendbuf, recvbuf, datatype, op);
    return lb_op_combines(op, datatype) && sendbuf != MPI_IN_PLACE && lb_buffer_there(sendbuf, datatype);
}

bool lb_ask_allreduce(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                      MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    (void)place;
    return lb_type_bytes(datatype, count, &ask->volume) && reduces(sendbuf, recvbuf, datatype, op);
}

bool lb_ask_reduce_scatter_block(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int recvcount,
                                 MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    return blocks(place, ask, datatype, recvcount) && reduces(sendbuf, recvbuf, datatype, op);
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
    int64_t sum;
    return counts_sum(place, recvcounts, &sum) && lb_type_bytes(datatype, sum, &ask->volume) &&
           lb_op_combines(op, datatype) && recvbuf != MPI_IN_PLACE &&
           (!has_result(recvcounts[place->rank] > 0) || sendbuf != recvbuf);
}

bool lb_ask_scan(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype datatype, MPI_Op op) {
    return lb_ask_allreduce(place, ask, sendbuf, recvbuf, count, datatype, op);
}

bool lb_ask_exscan(const lb_place *place, lb_ask *ask, const void *sendbuf, void *recvbuf, int count,
                   MPI_Datatype datatype, MPI_Op op) {
    ask->op = op;
    return lb_type_bytes(datatype, count, &ask->volume) && lb_op_combines(op, datatype) &&
           (!has_result(place->rank > 0) || (recvbuf != MPI_IN_PLACE && sendbuf != recvbuf)) &&
           lb_buffer_there(sendbuf, datatype);
}

/* ---- Neighbourhoods ---- */

static bool neighbors(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      const void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    uint64_t block, ways = place->network ? 2 * (uint64_t)lb_net_dims(place->network) : 0;
    return place->cartesian && sendbuf != MPI_IN_PLACE && alike(sendbuf, sendcount, sendtype, recvcount, recvtype) &&
           lb_type_bytes(recvtype, recvcount, &block) && !__builtin_mul_overflow(block, ways, &ask->volume) &&
           both_there(sendbuf, sendtype, recvbuf, recvtype);
}

bool lb_ask_neighbor_alltoall(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount,
                              MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return !place->ambiguous && neighbors(place, ask, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}

bool lb_ask_neighbor_allgather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount,
                               MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return neighbors(place, ask, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
}
