/* One host: MPI's own collectives, and the same by Linkbound over the same MPI, in turns in one run. Least of the
 * rounds, since the ranks outnumber the processors and anything may come between.
 *
 *     mpirun -n 8 build/bench/one_host_openmpi [NETWORK [MOST]]   and 16; build/bench/bench_run has the threads engine
 *
 * NETWORK is 1, a machine of one node, unless it is given: its processes share memory. As nodes of a cube on one host
 * (cube:3) every message is a copy, whoever is the neighbour: what is saved on links is not saved here, and blocks that
 * are passed on are copied more often. docs/mpi.md tells what to expect. MOST: no more bytes than so many. On several
 * hosts NETWORK is theirs (bench/netns/machines). */
#include "linkbound-mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, TASKS = 5, SIZES = 5 };

static const char *const tasks[TASKS] = {"broadcast", "allgather", "allreduce", "alltoall", "reducescat"};
static const int sizes[SIZES] = {64, 4096, 16384, 65536, 1 << 20};

static void native(int task, void *in, void *out, int bytes) {
    switch (task) {
    case 0: MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD); break;
    case 1: MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD); break;
    case 2: MPI_Allreduce(in, out, bytes / 4, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD); break;
    case 3: MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD); break;
    default: MPI_Reduce_scatter_block(in, out, bytes / 4, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD); break;
    }
}

static void ours(int task, void *in, void *out, int bytes, lb_mpi_net *net) {
    switch (task) {
    case 0: lb_mpi_bcast(out, bytes, MPI_BYTE, 0, net); break;
    case 1: lb_mpi_allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, net); break;
    case 2: lb_mpi_allreduce(in, out, bytes / 4, MPI_UNSIGNED, MPI_SUM, net); break;
    case 3: lb_mpi_alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, net); break;
    default: lb_mpi_reduce_scatter_block(in, out, bytes / 4, MPI_UNSIGNED, MPI_SUM, net); break;
    }
}

/* Seconds a call, the slowest rank's, of either kind. */
static double round_of(int task, void *in, void *out, int bytes, lb_mpi_net *net, int calls) {
    double took, slowest;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < calls; i++) {
        if (net)
            ours(task, in, out, bytes, net);
        else
            native(task, in, out, bytes);
    }
    took = (MPI_Wtime() - start) / calls;
    MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static void measure(int task, int bytes, lb_mpi_net *net, int ranks, int rank) {
    size_t size = (size_t)bytes * (size_t)ranks;
    char *in = malloc(size), *out = malloc(size);
    double least[2] = {1e9, 1e9};
    int calls = bytes > 100000 ? 1 : 10;
    if (!in || !out)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(in, 1, size);
    memset(out, 1, size);
    for (int round = 0; round <= ROUNDS; round++) {
        for (int kind = 0; kind < 2; kind++) {
            double time = round_of(task, in, out, bytes, kind ? net : NULL, calls);
            if (round > 0 && time < least[kind]) /* the first makes plans */
                least[kind] = time;
        }
    }
    if (rank == 0)
        printf("%-10s %5d %9d %11.1f %11.1f %7.2f\n", tasks[task], ranks, bytes, least[0] * 1e6, least[1] * 1e6,
               least[0] / least[1]);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    lb_mpi_net *net;
    int ranks, rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int most = argc > 2 ? atoi(argv[2]) : sizes[SIZES - 1];
    lb_mpi_net_create(MPI_COMM_WORLD, argc > 1 ? argv[1] : "1", &net);
    if (rank == 0)
        printf("%-10s %5s %9s %11s %11s %7s\n", "task", "ranks", "bytes", "native us", "ours us", "ratio");
    for (int task = 0; task < TASKS; task++) {
        for (int size = 0; size < SIZES && sizes[size] <= most; size++)
            measure(task, sizes[size], net, ranks, rank);
    }
    lb_mpi_net_free(&net);
    MPI_Finalize();
    return 0;
}
