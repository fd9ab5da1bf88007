/* The collectives that the drop-in intercepts: MPI's name, ours, parameters and arguments but for the communicator. */
#ifndef LB_PMPI_VERBS_H
#define LB_PMPI_VERBS_H

#define LB_VERBS(X)                                                                                                    \
    X(Bcast, bcast, (void *buffer, int count, MPI_Datatype datatype, int root), (buffer, count, datatype, root))       \
    X(Scatter, scatter,                                                                                                \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, \
       int root),                                                                                                      \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root))                                              \
    X(Scatterv, scatterv,                                                                                              \
      (const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,          \
       int recvcount, MPI_Datatype recvtype, int root),                                                                \
      (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root))                                     \
    X(Gather, gather,                                                                                                  \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, \
       int root),                                                                                                      \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root))                                              \
    X(Gatherv, gatherv,                                                                                                \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],               \
       const int displs[], MPI_Datatype recvtype, int root),                                                           \
      (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root))                                     \
    X(Allgather, allgather,                                                                                            \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,                        \
       MPI_Datatype recvtype),                                                                                         \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))                                                    \
    X(Allgatherv, allgatherv,                                                                                          \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],               \
       const int displs[], MPI_Datatype recvtype),                                                                     \
      (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype))                                           \
    X(Alltoall, alltoall,                                                                                              \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,                        \
       MPI_Datatype recvtype),                                                                                         \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))                                                    \
    X(Alltoallv, alltoallv,                                                                                            \
      (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,         \
       const int recvcounts[], const int rdispls[], MPI_Datatype recvtype),                                            \
      (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype))                                \
    X(Alltoallw, alltoallw,                                                                                            \
      (const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],               \
       void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[]),                    \
      (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes))                              \
    X(Reduce, reduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root),     \
      (sendbuf, recvbuf, count, datatype, op, root))                                                                   \
    X(Allreduce, allreduce, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op),         \
      (sendbuf, recvbuf, count, datatype, op))                                                                         \
    X(Reduce_scatter_block, reduce_scatter_block,                                                                      \
      (const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op),                           \
      (sendbuf, recvbuf, recvcount, datatype, op))                                                                     \
    X(Reduce_scatter, reduce_scatter,                                                                                  \
      (const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op),                  \
      (sendbuf, recvbuf, recvcounts, datatype, op))                                                                    \
    X(Scan, scan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op),                   \
      (sendbuf, recvbuf, count, datatype, op))                                                                         \
    X(Exscan, exscan, (const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op),               \
      (sendbuf, recvbuf, count, datatype, op))                                                                         \
    X(Neighbor_alltoall, neighbor_alltoall,                                                                            \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,                        \
       MPI_Datatype recvtype),                                                                                         \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))                                                    \
    X(Neighbor_alltoallv, neighbor_alltoallv,                                                                          \
      (const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf,         \
       const int recvcounts[], const int rdispls[], MPI_Datatype recvtype),                                            \
      (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype))                                \
    X(Neighbor_alltoallw, neighbor_alltoallw,                                                                          \
      (const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],          \
       void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]),               \
      (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes))                              \
    X(Neighbor_allgather, neighbor_allgather,                                                                          \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,                        \
       MPI_Datatype recvtype),                                                                                         \
      (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype))                                                    \
    X(Neighbor_allgatherv, neighbor_allgatherv,                                                                        \
      (const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],               \
       const int displs[], MPI_Datatype recvtype),                                                                     \
      (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype))

typedef enum lb_verb {
#define LB_VERB_NAME(Name, verb, parameters, arguments) LB_VERB_##verb,
    LB_VERBS(LB_VERB_NAME)
#undef LB_VERB_NAME
        LB_VERB_COUNT
} lb_verb;

#endif
