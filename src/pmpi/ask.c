/* One call that moves data: whether the engine can do it as MPI would, and how many bytes it is about. Those that
 * reduce are in ask_sums.c. */
#include "pmpi/ask.h"

bool lb_ask_root(const lb_place *place, lb_ask *ask, int root) {
    ask->root = root;
    return root >= 0 && root < place->size;
}

bool lb_ask_blocks(const lb_place *place, lb_ask *ask, MPI_Datatype type, int64_t count) {
    uint64_t block;
    return lb_type_bytes(type, count, &block) && !__builtin_mul_overflow(block, (uint64_t)place->size, &ask->volume);
}

bool lb_counts_sum(const int counts[], int n, int64_t *sum) {
    *sum = 0;
    for (int i = 0; counts && i < n; i++) {
        if (counts[i] < 0)
            return false;
        *sum += counts[i];
    }
    return counts != NULL;
}

/* One block, or several that are alike. */
typedef struct span {
    const void *at;
    int64_t count;
    MPI_Datatype type;
} span;

/* MPICH refuses to send what lies in the very place where it is received, `at` elements from the beginning; it counts
 * them in bytes of data. Open MPI does not, so that there addresses, which differ between processes, do not decide. */
static bool apart(span sent, span received, int64_t at) {
#ifdef OPEN_MPI
    (void)sent;
    (void)received;
    (void)at;
    return true;
#else
    uint64_t size;
    return sent.at == MPI_IN_PLACE || received.at == MPI_IN_PLACE || sent.type != received.type ||
           !lb_type_bytes(received.type, 1, &size) || sent.at != lb_mpi_at(received.at, at, (int64_t)size);
#endif
}

static bool is_there(span b) {
    return b.at != MPI_IN_PLACE && b.type != MPI_DATATYPE_NULL && lb_buffer_there(b.at, b.type);
}

/* What a process sends must be as long as what it receives: MPI shall say what it thinks of it, or in debug mode the
 * engine, which then tells all processes. */
static bool alike(span sent, span received) {
    uint64_t bytes, others;
    return sent.at == MPI_IN_PLACE ||
           (lb_type_bytes(sent.type, sent.count, &bytes) && lb_type_bytes(received.type, received.count, &others) &&
            (bytes == others || lb_shim_setup.set.debug));
}

/* Of v-collectives buffers are not looked at: a process may have nothing to send or to receive. */
typedef struct lists {
    const void *at;
    const int *counts;
    bool displs; /* there are some */
    MPI_Datatype type;
    const MPI_Datatype *types; /* of w-collectives, one for each block */
} lists;

static bool are_lists(const lists *l, int n) {
    int64_t sum;
    if (l->at == MPI_IN_PLACE || !l->displs || !lb_counts_sum(l->counts, n, &sum))
        return false;
    for (int i = 0; l->types && i < n; i++) {
        if (l->counts[i] > 0 && l->types[i] == MPI_DATATYPE_NULL)
            return false;
    }
    return l->types || l->type != MPI_DATATYPE_NULL;
}

/* ---- Rooted ---- */

bool lb_ask_bcast(const lb_place *place, lb_ask *ask, void *buffer, int count, MPI_Datatype datatype, int root) {
    return lb_ask_root(place, ask, root) && buffer != MPI_IN_PLACE && lb_type_bytes(datatype, count, &ask->volume) &&
           lb_buffer_there(buffer, datatype);
}

/* The root has a block for each or from each, and everybody one of his own; the root's may be in its place already. */
static bool rooted(const lb_place *place, lb_ask *ask, int root, span all, span own) {
    if (!lb_ask_root(place, ask, root))
        return false;
    if (place->rank != root)
        return lb_ask_blocks(place, ask, own.type, own.count) && is_there(own);
    return lb_ask_blocks(place, ask, all.type, all.count) && is_there(all) &&
           (own.at == MPI_IN_PLACE || (is_there(own) && apart(own, all, (int64_t)root * all.count)));
}

bool lb_ask_scatter(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
    return rooted(place, ask, root, (span){sendbuf, sendcount, sendtype}, (span){recvbuf, recvcount, recvtype});
}

bool lb_ask_gather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
    return rooted(place, ask, root, (span){recvbuf, recvcount, recvtype}, (span){sendbuf, sendcount, sendtype});
}

/* Of these only the root knows all lengths. */
static bool rooted_v(const lb_place *place, lb_ask *ask, int root, const lists *all, const int displs[], span own) {
    uint64_t bytes;
    ask->unknown = true;
    if (!lb_ask_root(place, ask, root))
        return false;
    if (place->rank == root && !are_lists(all, place->size))
        return false;
    if (place->rank == root && own.at == MPI_IN_PLACE)
        return true;
    if (place->rank == root && own.count != 0 && all->counts[root] != 0 &&
        !apart(own, (span){all->at, 1, all->type}, displs[root]))
        return false;
    return own.at != MPI_IN_PLACE && lb_type_bytes(own.type, own.count, &bytes);
}

bool lb_ask_scatterv(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                     const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int root) {
    const lists all = {sendbuf, sendcounts, displs, sendtype, NULL};
    return rooted_v(place, ask, root, &all, displs, (span){recvbuf, recvcount, recvtype});
}

bool lb_ask_gatherv(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root) {
    const lists all = {recvbuf, recvcounts, displs, recvtype, NULL};
    return rooted_v(place, ask, root, &all, displs, (span){sendbuf, sendcount, sendtype});
}

/* ---- From all to all ---- */

/* All blocks are as long. */
static bool even(const lb_place *place, lb_ask *ask, span sent, span received, int64_t at) {
    return alike(sent, received) && lb_ask_blocks(place, ask, received.type, received.count) && is_there(received) &&
           (sent.at == MPI_IN_PLACE || (is_there(sent) && apart(sent, received, at)));
}

bool lb_ask_allgather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                      void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return even(place, ask, (span){sendbuf, sendcount, sendtype}, (span){recvbuf, recvcount, recvtype},
                (int64_t)place->rank * recvcount);
}

bool lb_ask_alltoall(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                     void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return even(place, ask, (span){sendbuf, sendcount, sendtype}, (span){recvbuf, recvcount, recvtype}, 0);
}

bool lb_ask_allgatherv(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype) {
    int64_t sum;
    span sent = {sendbuf, sendcount, sendtype};
    if (!displs || !lb_counts_sum(recvcounts, place->size, &sum) || !lb_type_bytes(recvtype, sum, &ask->volume))
        return false;
    span received = {recvbuf, recvcounts[place->rank], recvtype};
    return recvbuf != MPI_IN_PLACE && alike(sent, received) &&
           (received.count == 0 || apart(sent, received, displs[place->rank]));
}

/* Nobody knows how much goes between others. MPICH compares buffers where the lists are the same ones. */
static bool all_to_all(const lb_place *place, lb_ask *ask, const lists *sent, const lists *received) {
    ask->unknown = true;
    if (!are_lists(received, place->size))
        return false;
    if (sent->counts == received->counts && sent->types == received->types &&
        !apart((span){sent->at, 1, sent->type}, (span){received->at, 1, received->type}, 0))
        return false;
    return sent->at == MPI_IN_PLACE || are_lists(sent, place->size);
}

bool lb_ask_alltoallv(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                      const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int rdispls[], MPI_Datatype recvtype) {
    const lists sent = {sendbuf, sendcounts, sdispls, sendtype, NULL},
                received = {recvbuf, recvcounts, rdispls, recvtype, NULL};
    return all_to_all(place, ask, &sent, &received);
}

bool lb_ask_alltoallw(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                      const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                      const int rdispls[], const MPI_Datatype recvtypes[]) {
    const lists sent = {sendbuf, sendcounts, sdispls, MPI_BYTE, sendtypes},
                received = {recvbuf, recvcounts, rdispls, MPI_BYTE, recvtypes};
    return recvtypes && (sendtypes || sendbuf == MPI_IN_PLACE) && all_to_all(place, ask, &sent, &received);
}

/* ---- Neighbourhoods ---- */

/* On the network's own topology; of an all-to-all two neighbours must not be one. */
static bool is_neighborhood(const lb_place *place, lb_ask *ask, bool all_to_all) {
    bool is = place->cartesian && !(all_to_all && place->ambiguous);
    if (!is)
        ask->reason = LB_LEFT_NEIGHBORS;
    return is;
}

static int neighbors_of(const lb_place *place) {
    return 2 * (int)lb_net_dims(place->network);
}

static bool neighbors(const lb_place *place, lb_ask *ask, span sent, span received) {
    uint64_t block;
    return alike(sent, received) && lb_type_bytes(received.type, received.count, &block) &&
           !__builtin_mul_overflow(block, (uint64_t)neighbors_of(place), &ask->volume) && is_there(sent) &&
           is_there(received);
}

bool lb_ask_neighbor_alltoall(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount,
                              MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return is_neighborhood(place, ask, true) &&
           neighbors(place, ask, (span){sendbuf, sendcount, sendtype}, (span){recvbuf, recvcount, recvtype});
}

bool lb_ask_neighbor_allgather(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount,
                               MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return is_neighborhood(place, ask, false) &&
           neighbors(place, ask, (span){sendbuf, sendcount, sendtype}, (span){recvbuf, recvcount, recvtype});
}

bool lb_ask_neighbor_alltoallv(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                               const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                               const int rdispls[], MPI_Datatype recvtype) {
    const lists sent = {sendbuf, sendcounts, sdispls, sendtype, NULL},
                received = {recvbuf, recvcounts, rdispls, recvtype, NULL};
    ask->unknown = true;
    return is_neighborhood(place, ask, true) && are_lists(&sent, neighbors_of(place)) &&
           are_lists(&received, neighbors_of(place));
}

bool lb_ask_neighbor_alltoallw(const lb_place *place, lb_ask *ask, const void *sendbuf, const int sendcounts[],
                               const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                               const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]) {
    const lists sent = {sendbuf, sendcounts, sdispls, MPI_BYTE, sendtypes},
                received = {recvbuf, recvcounts, rdispls, MPI_BYTE, recvtypes};
    ask->unknown = true;
    return is_neighborhood(place, ask, true) && sendtypes && recvtypes && are_lists(&sent, neighbors_of(place)) &&
           are_lists(&received, neighbors_of(place));
}

bool lb_ask_neighbor_allgatherv(const lb_place *place, lb_ask *ask, const void *sendbuf, int sendcount,
                                MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                                MPI_Datatype recvtype) {
    const lists received = {recvbuf, recvcounts, displs, recvtype, NULL};
    uint64_t own;
    ask->unknown = true;
    return is_neighborhood(place, ask, false) && sendbuf != MPI_IN_PLACE && lb_type_bytes(sendtype, sendcount, &own) &&
           are_lists(&received, neighbors_of(place));
}
