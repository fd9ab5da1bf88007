/* Linkbound over MPI: the collectives you know, on all links of a hypercube or torus.
 *
 *     lb_mpi_net *net;
 *     lb_mpi_net_create(MPI_COMM_WORLD, "4x4x4", &net);
 *     lb_mpi_allreduce(MPI_IN_PLACE, gradient, count, MPI_FLOAT, MPI_SUM, net);
 *     lb_mpi_net_free(&net);
 *
 * Every function has the arguments of MPI's own, in the same order, with the network in place of the communicator, and
 * means the same: MPI_IN_PLACE, any committed datatype, any operator, any root, counts of 0. Each comes in three forms:
 * blocking (lb_mpi_bcast), nonblocking (lb_mpi_ibcast, with a request as last argument) and persistent
 * (lb_mpi_bcast_init); and each of these with large counts, too (lb_mpi_bcast_c). As in MPI all ranks call the same
 * collectives of a network in the same order.
 *
 * Every process stands for the node of its rank's number, or, on a machine, several for one (docs/machines.md). Data
 * travels between neighbours only, unless the profile says that the network carries messages further (routed).
 *
 * Errors. An MPI error code is returned, after the error handler of the communicator that the network was made on has
 * been called with it. Codes of Linkbound's own have the class lb_mpi_error_class() and a sentence as MPI_Error_string.
 *
 * Progress. Operations advance inside lb_mpi_test, lb_mpi_wait and all blocking calls, those of other networks too, but
 * not inside MPI's own calls.
 *
 * Threads. Any, where MPI_THREAD_MULTIPLE was asked for and given, as MPI has it: no two collectives on one network at
 * a time. Memory is taken when something is done for the first time, not when it is done again.
 *
 * docs/mpi.md tells of the environment (LINKBOUND_PROFILE, LINKBOUND_ALGORITHM, LINKBOUND_WITHOUT,
 * LINKBOUND_VERBOSE, LINKBOUND_DEBUG). */
#ifndef LINKBOUND_MPI_H
#define LINKBOUND_MPI_H

#include "linkbound-run.h"

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LB_MPI_API __attribute__((visibility("default")))
#else
#define LB_MPI_API
#endif

/* ---- Networks of processes ---------------------------------------------------------------------------------- */

typedef struct lb_mpi_net lb_mpi_net;

/* Collective. `network` is as in lb_net_parse, and has a node for every process of comm, or fewer: then processes of
 * one host share a node (LINKBOUND_HOSTS, LINKBOUND_SLOTS: docs/machines.md); behind it may be dead links,
 * "cube:6 without 3-7,5>4" (3-7: both ways), which are then not used; those in LINKBOUND_WITHOUT are dead too. "auto":
 * the network is found by the cables between the hosts (linkbound discover), and which host is which node with it.
 * NULL: taken from the Cartesian topology of comm, if it has one (its last dimension is our first; dimensions that do
 * not wrap around are lines, up to 64 processes); else the size of comm in prime factors, smallest first: 8 is 2x2x2,
 * 12 is 2x2x3, 17 a ring. The network has a communicator of its own, so its messages never meet the caller's. comm is
 * not an intercommunicator. */
LB_MPI_API int lb_mpi_net_create(MPI_Comm comm, const char *network, lb_mpi_net **net);

/* Collective. All operations must have been waited for, and persistent requests freed. *net becomes NULL. */
LB_MPI_API int lb_mpi_net_free(lb_mpi_net **net);

LB_MPI_API const lb_net *lb_mpi_net_network(const lb_mpi_net *net);
LB_MPI_API int lb_mpi_net_rank(const lb_mpi_net *net);
LB_MPI_API int lb_mpi_net_size(const lb_mpi_net *net);
LB_MPI_API uint32_t lb_mpi_net_node(const lb_mpi_net *net); /* that this process is on; others may be there too */

/* The class of Linkbound's own errors; MPI_ERR_OTHER before the first network was made. */
LB_MPI_API int lb_mpi_error_class(void);

/* What a network has done since it was made. */
typedef struct lb_mpi_facts {
    uint64_t calls;                /* operations begun */
    uint64_t plans;                /* made: the others were found in the cache */
    uint64_t messages, bytes;      /* sent by this process */
    uint64_t cached, cached_bytes; /* operations ready to be done again, and their memory */
} lb_mpi_facts;
LB_MPI_API lb_mpi_facts lb_mpi_net_facts(const lb_mpi_net *net);

/* The algorithm of the operation that was begun last, the same everywhere; "" before there was one, or where nothing
 * had to be sent. */
LB_MPI_API const char *lb_mpi_net_algorithm(const lb_mpi_net *net);

/* ---- Requests ----------------------------------------------------------------------------------------------- */

/* As MPI's: wait and test set a nonblocking operation's request to NULL when it is complete, and leave a persistent
 * one, which can be started again. NULL is a request that is complete. */
typedef struct lb_mpi_request lb_mpi_request;
LB_MPI_API int lb_mpi_start(lb_mpi_request *request);
LB_MPI_API int lb_mpi_startall(int count, lb_mpi_request *const requests[]);
LB_MPI_API int lb_mpi_test(lb_mpi_request **request, int *flag);
LB_MPI_API int lb_mpi_wait(lb_mpi_request **request);
LB_MPI_API int lb_mpi_waitall(int count, lb_mpi_request *requests[]);
LB_MPI_API int lb_mpi_testall(int count, lb_mpi_request *requests[], int *flag);
/* Requests that are NULL, or persistent and not started, are passed over; where there are no others *index (*outcount)
 * is MPI_UNDEFINED, and *flag is 1. There are no statuses: the code that is returned is that of the first request that
 * is complete and has failed. */
LB_MPI_API int lb_mpi_waitany(int count, lb_mpi_request *requests[], int *index);
LB_MPI_API int lb_mpi_testany(int count, lb_mpi_request *requests[], int *index, int *flag);
LB_MPI_API int lb_mpi_waitsome(int count, lb_mpi_request *requests[], int *outcount, int indices[]);
LB_MPI_API int lb_mpi_testsome(int count, lb_mpi_request *requests[], int *outcount, int indices[]);
/* Whether wait would return at once; the request stays as it is. */
LB_MPI_API int lb_mpi_request_get_status(lb_mpi_request *request, int *flag);
/* A request of MPI's that is complete when the operation is, for MPI_Waitall and its like among MPI's own; *request
 * becomes NULL, unless it is persistent: then it is not started again before the other was waited for. NULL, and what
 * is not under way, is MPI_REQUEST_NULL. Needs MPI_THREAD_MULTIPLE, unless the operation is complete already: MPI does
 * not advance operations of others, so a thread does. What went wrong is the code that MPI_Wait returns. */
LB_MPI_API int lb_mpi_request_hand_over(lb_mpi_request **request, MPI_Request *theirs);
/* Of persistent requests that are not under way. */
LB_MPI_API int lb_mpi_request_free(lb_mpi_request **request);

/* ---- Collectives -------------------------------------------------------------------------------------------- */

LB_MPI_API int lb_mpi_barrier(lb_mpi_net *net);
LB_MPI_API int lb_mpi_ibarrier(lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_barrier_init(lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_bcast(void *buffer, int count, MPI_Datatype datatype, int root, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ibcast(void *buffer, int count, MPI_Datatype datatype, int root, lb_mpi_net *net,
                             lb_mpi_request **request);
LB_MPI_API int lb_mpi_bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, lb_mpi_net *net,
                                 lb_mpi_request **request);

LB_MPI_API int lb_mpi_scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                              MPI_Datatype recvtype, int root, lb_mpi_net *net);
LB_MPI_API int lb_mpi_iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                               MPI_Datatype recvtype, int root, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   int recvcount, MPI_Datatype recvtype, int root, lb_mpi_net *net,
                                   lb_mpi_request **request);

LB_MPI_API int lb_mpi_scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, lb_mpi_net *net);
LB_MPI_API int lb_mpi_iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, lb_mpi_net *net,
                                lb_mpi_request **request);
LB_MPI_API int lb_mpi_scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                                    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                    int root, lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                             MPI_Datatype recvtype, int root, lb_mpi_net *net);
LB_MPI_API int lb_mpi_igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                              MPI_Datatype recvtype, int root, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  int recvcount, MPI_Datatype recvtype, int root, lb_mpi_net *net,
                                  lb_mpi_request **request);

LB_MPI_API int lb_mpi_gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                              const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                              lb_mpi_net *net);
LB_MPI_API int lb_mpi_igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                               const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                               lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                                   lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 int recvcount, MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                     int recvcount, MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, lb_mpi_net *net,
                                  lb_mpi_request **request);
LB_MPI_API int lb_mpi_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                      const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                      lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                               MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    int recvcount, MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                                void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                                lb_mpi_net *net);
LB_MPI_API int lb_mpi_ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                                 MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                                     MPI_Datatype recvtype, lb_mpi_net *net, lb_mpi_request **request);

/* Displacements in bytes. Where a count is 0 the type may be any, also MPI_DATATYPE_NULL. */
LB_MPI_API int lb_mpi_alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                const int rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net);
LB_MPI_API int lb_mpi_ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                 const int rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net,
                                 lb_mpi_request **request);
LB_MPI_API int lb_mpi_alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                     const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                     const int rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net,
                                     lb_mpi_request **request);

/* Reductions by an operator that commutes combine in the order of the plan; by one that does not, in the order of the
 * ranks. Never in the order in which messages come: the same call gives the same bits every time, and after an
 * allreduce all processes have the same. */
LB_MPI_API int lb_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                             lb_mpi_net *net);
LB_MPI_API int lb_mpi_ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                              lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                  int root, lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                lb_mpi_net *net);
LB_MPI_API int lb_mpi_iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                 lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                     lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
                                           MPI_Op op, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype,
                                            MPI_Op op, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                                MPI_Datatype datatype, MPI_Op op, lb_mpi_net *net,
                                                lb_mpi_request **request);

LB_MPI_API int lb_mpi_reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                                     MPI_Op op, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype,
                                      MPI_Op op, lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                          MPI_Datatype datatype, MPI_Op op, lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                           lb_mpi_net *net);
LB_MPI_API int lb_mpi_iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                            lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                lb_mpi_net *net, lb_mpi_request **request);

LB_MPI_API int lb_mpi_exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                             lb_mpi_net *net);
LB_MPI_API int lb_mpi_iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                              lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                  lb_mpi_net *net, lb_mpi_request **request);

/* The neighbourhood of neighbor_alltoall, neighbor_allgather and their like, the same at every process, as offsets:
 * `count` times as many numbers as the network has dimensions, in the order of its name. The j-th block that a process
 * sends goes to the process at the j-th offset, and the j-th that it receives comes from the one that lies at minus the
 * j-th offset. Offsets may repeat, and may be 0. Collective; not while an operation is under way or a persistent
 * request is there. Without this, or with count 0, it is that of MPI's Cartesian topologies: of the topology of the
 * communicator or, where it has none or the network has a name, of the network with its first dimension last, a mesh's
 * lines open and all else wrapping around: for every dimension the process before and the one behind, the j-th block
 * received coming from where the j-th block sent goes; beyond the end of a dimension that does not wrap around there is
 * nobody, and blocks from and to there are left alone. */
LB_MPI_API int lb_mpi_net_neighbors(lb_mpi_net *net, int count, const int offsets[]);
LB_MPI_API int lb_mpi_net_neighbor_count(const lb_mpi_net *net);

LB_MPI_API int lb_mpi_neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                        int recvcount, MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                         int recvcount, MPI_Datatype recvtype, lb_mpi_net *net,
                                         lb_mpi_request **request);
LB_MPI_API int lb_mpi_neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                             int recvcount, MPI_Datatype recvtype, lb_mpi_net *net,
                                             lb_mpi_request **request);

LB_MPI_API int lb_mpi_neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                         int recvcount, MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                          int recvcount, MPI_Datatype recvtype, lb_mpi_net *net,
                                          lb_mpi_request **request);
LB_MPI_API int lb_mpi_neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                              int recvcount, MPI_Datatype recvtype, lb_mpi_net *net,
                                              lb_mpi_request **request);

LB_MPI_API int lb_mpi_neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                         MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                         const int rdispls[], MPI_Datatype recvtype, lb_mpi_net *net);
LB_MPI_API int lb_mpi_ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                          MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                          const int rdispls[], MPI_Datatype recvtype, lb_mpi_net *net,
                                          lb_mpi_request **request);
LB_MPI_API int lb_mpi_neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                              MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                              const int rdispls[], MPI_Datatype recvtype, lb_mpi_net *net,
                                              lb_mpi_request **request);

LB_MPI_API int lb_mpi_neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                         const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                         const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net);
LB_MPI_API int lb_mpi_ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                          const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                          const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net,
                                          lb_mpi_request **request);
LB_MPI_API int lb_mpi_neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                              const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                                              const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], lb_mpi_net *net,
                                              lb_mpi_request **request);

LB_MPI_API int lb_mpi_neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                          const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                          lb_mpi_net *net);
LB_MPI_API int lb_mpi_ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                           const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                           lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                               const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                               lb_mpi_net *net, lb_mpi_request **request);

/* What process v sends comes to process to[v]; to is a permutation, the same everywhere. */
LB_MPI_API int lb_mpi_permute(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                              MPI_Datatype recvtype, const int to[], lb_mpi_net *net);
LB_MPI_API int lb_mpi_ipermute(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                               MPI_Datatype recvtype, const int to[], lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_permute_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   int recvcount, MPI_Datatype recvtype, const int to[], lb_mpi_net *net,
                                   lb_mpi_request **request);

/* A matrix of rows x columns elements lies by rows, process v of n having rows v*rows/n (rounded up) to (v+1)*rows/n;
 * it comes to lie by the rows of its transpose, dealt out in the same way. datatype is an element; rows are dense. */
LB_MPI_API int lb_mpi_transpose(const void *sendbuf, void *recvbuf, int rows, int columns, MPI_Datatype datatype,
                                lb_mpi_net *net);
LB_MPI_API int lb_mpi_itranspose(const void *sendbuf, void *recvbuf, int rows, int columns, MPI_Datatype datatype,
                                 lb_mpi_net *net, lb_mpi_request **request);
LB_MPI_API int lb_mpi_transpose_init(const void *sendbuf, void *recvbuf, int rows, int columns, MPI_Datatype datatype,
                                     lb_mpi_net *net, lb_mpi_request **request);

/* ---- Large counts ------------------------------------------------------------------------------------------- */

/* All of these also with counts of more than 31 bits, whether MPI itself has such functions or not: lb_mpi_bcast_c,
 * lb_mpi_ibcast_c, lb_mpi_bcast_init_c and so on. Counts are MPI_Count, displacements MPI_Aint. */
#define LB_MPI_LARGE(verb, ...)                                                                                        \
    LB_MPI_API int lb_mpi_##verb##_c(__VA_ARGS__, lb_mpi_net *net);                                                    \
    LB_MPI_API int lb_mpi_i##verb##_c(__VA_ARGS__, lb_mpi_net *net, lb_mpi_request **request);                         \
    LB_MPI_API int lb_mpi_##verb##_init_c(__VA_ARGS__, lb_mpi_net *net, lb_mpi_request **request)

LB_MPI_LARGE(bcast, void *buffer, MPI_Count count, MPI_Datatype datatype, int root);
LB_MPI_LARGE(scatter, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype, int root);
LB_MPI_LARGE(scatterv, const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
             MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root);
LB_MPI_LARGE(gather, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype, int root);
LB_MPI_LARGE(gatherv, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root);
LB_MPI_LARGE(allgather, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype);
LB_MPI_LARGE(allgatherv, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype);
LB_MPI_LARGE(alltoall, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype);
LB_MPI_LARGE(alltoallv, const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             MPI_Datatype recvtype);
LB_MPI_LARGE(alltoallw, const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
             const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             const MPI_Datatype recvtypes[]);
LB_MPI_LARGE(reduce, const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root);
LB_MPI_LARGE(allreduce, const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
LB_MPI_LARGE(reduce_scatter_block, const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
             MPI_Op op);
LB_MPI_LARGE(reduce_scatter, const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype,
             MPI_Op op);
LB_MPI_LARGE(scan, const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
LB_MPI_LARGE(exscan, const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op);
LB_MPI_LARGE(neighbor_alltoall, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype);
LB_MPI_LARGE(neighbor_allgather, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype);
LB_MPI_LARGE(neighbor_alltoallv, const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
             MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             MPI_Datatype recvtype);
LB_MPI_LARGE(neighbor_alltoallw, const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
             const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
             const MPI_Datatype recvtypes[]);
LB_MPI_LARGE(neighbor_allgatherv, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype);
LB_MPI_LARGE(permute, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
             MPI_Count recvcount, MPI_Datatype recvtype, const int to[]);
LB_MPI_LARGE(transpose, const void *sendbuf, void *recvbuf, MPI_Count rows, MPI_Count columns, MPI_Datatype datatype);

/* ---- Gossip ------------------------------------------------------------------------------------------------- */

/* Any processes bring any number of bytes, nobody knows who and how many, and everybody ends with all of it. MPI has no
 * such call. */
typedef struct lb_mpi_item {
    int rank;         /* who brought it */
    uint64_t bytes;   /* not 0 */
    const void *data; /* aligned for any type */
} lb_mpi_item;

typedef struct lb_mpi_news {
    int count;          /* of those who brought something */
    uint64_t bytes;     /* in all */
    lb_mpi_item *items; /* in order of their ranks */
} lb_mpi_news;

/* *news is the library's, to be freed with lb_mpi_news_free. */
LB_MPI_API int lb_mpi_gossip(const void *data, uint64_t bytes, lb_mpi_news **news, lb_mpi_net *net);
/* *news is there when the request is complete. */
LB_MPI_API int lb_mpi_igossip(const void *data, uint64_t bytes, lb_mpi_news **news, lb_mpi_net *net,
                              lb_mpi_request **request);
LB_MPI_API void lb_mpi_news_free(lb_mpi_news *news);

/* ---- Any plan ----------------------------------------------------------------------------------------------- */

/* A persistent request that carries out a plan of your own, made for this network, the same at every process. in, out
 * and data are as in linkbound-run.h; data->op is applied as it is. The plan may be freed afterwards. */
LB_MPI_API int lb_mpi_plan_init(const lb_plan *plan, const lb_data *data, const void *in, void *out, lb_mpi_net *net,
                                lb_mpi_request **request);
/* The same for a schedule file, in any format that linkbound-import.h reads, which rank 0 must have: it is read and
 * judged on the network of `net`. Collective over its processes. What one finds wrong, all get, with its sentence: no
 * such file, a rule that is broken, another network. */
LB_MPI_API int lb_mpi_plan_init_file(const char *path, const lb_data *data, const void *in, void *out, lb_mpi_net *net,
                                     lb_mpi_request **request);
LB_MPI_API const lb_script *lb_mpi_request_script(const lb_mpi_request *request); /* of such a request */

/* ---- Profiles ----------------------------------------------------------------------------------------------- */

/* What is known about a machine's links, and the memory of its nodes. The planner chooses by it. */
typedef struct lb_mpi_profile {
    lb_ratio tau, beta; /* ns per byte, ns per packet */
    lb_ratio gap;       /* ns that a packet keeps its link busy, beside its bytes, when others are under way on it: beta
                           where nothing of beta is overlapped */
    bool shared;        /* packets under way on a link share it, so that all of them come late; else one comes after
                           the other */
    bool routed;        /* messages between any two processes travel as quickly as their links allow, without being
                           taken up on the way: processes may send to others than neighbours where that is best */
    lb_ratio hop;       /* routed: ns for every hop but the first */
    uint32_t ports;     /* links that a process can usefully drive at a time; 0: all */
    uint64_t chunk;     /* longer packets travel as messages of this size, unless alone on a link; 0: never */
    uint32_t window;    /* packets under way on a link and direction, at most */
    lb_ratio copy;      /* inside a node of several processes: ns per byte that one of them copies while all do */
    lb_ratio meet;      /* and ns until all of them know that all have come */
} lb_mpi_profile;

LB_MPI_API lb_mpi_profile lb_mpi_profile_default(void); /* 10 Gbit/s, 2 us; the chunk is this MPI's */
/* The one that networks take when they are made: LINKBOUND_PROFILE, else $XDG_CONFIG_HOME/linkbound/profile (or
 * ~/.config/...), else the default, which is also what the word none in LINKBOUND_PROFILE means. Nothing is measured
 * but by lb_mpi_tune and lb_mpi_tune_within. 0 or an lb_error. */
LB_MPI_API int lb_mpi_profile_find(lb_mpi_profile *profile, lb_why *why);
/* Where that is, or would be; returns the length as snprintf does, 0 when there is no home. */
LB_MPI_API int lb_mpi_profile_path(char *buffer, size_t size);
LB_MPI_API int lb_mpi_profile_read(const char *path, lb_mpi_profile *profile, lb_why *why);
LB_MPI_API int lb_mpi_profile_write(const char *path, const lb_mpi_profile *profile, lb_why *why);

LB_MPI_API lb_mpi_profile lb_mpi_net_profile(const lb_mpi_net *net);
/* Collective, the same everywhere; what was planned before is forgotten. Not while an operation is under way. */
LB_MPI_API int lb_mpi_net_set_profile(lb_mpi_net *net, const lb_mpi_profile *profile);

/* Collective. Measures the links of the network and the memory of its nodes, a second or so; the same result
 * everywhere. */
LB_MPI_API int lb_mpi_tune(lb_mpi_net *net, lb_mpi_profile *profile);
/* The same in about so many seconds at most: exchanges are shorter on slow links, and what there is no time for stays
 * as it is by default. *took: seconds, of the slowest; at least `seconds` where it was cut short. */
LB_MPI_API int lb_mpi_tune_within(lb_mpi_net *net, double seconds, lb_mpi_profile *profile, double *took);

#ifdef __cplusplus
}
#endif
#endif
