/* MPI_THREAD_MULTIPLE: several threads at a time, each with a network of its own, waiting in the middle of others'. */
#include "support.h"

#include <pthread.h>
#include <stdio.h>

enum { THREADS = 3, TURNS = 20 };

typedef struct job {
    lb_mpi_net *net;
    int which, wrong;
} job;

static void *work(void *user) {
    job *j = user;
    int n = lb_mpi_net_size(j->net), me = lb_mpi_net_rank(j->net);
    for (int turn = 0; turn < TURNS; turn++) {
        double mine[50], sum[50];
        int told = me == turn % n ? turn * 10 + j->which : -1;
        for (int i = 0; i < 50; i++)
            mine[i] = i + me + j->which;
        lb_mpi_allreduce(mine, sum, 50, MPI_DOUBLE, MPI_SUM, j->net);
        lb_mpi_bcast(&told, 1, MPI_INT, turn % n, j->net);
        for (int i = 0; i < 50; i++) {
            int expected = n * (i + j->which) + n * (n - 1) / 2;
            j->wrong += sum[i] != expected;
        }
        j->wrong += told != turn * 10 + j->which;
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided, rank, wrong = 0, all = 0;
    pthread_t threads[THREADS];
    job jobs[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE) {
        if (rank == 0)
            printf("threads: this MPI has no MPI_THREAD_MULTIPLE; not tested\n");
        MPI_Finalize();
        return 0;
    }
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.which = i};
        wrong += lb_mpi_net_create(MPI_COMM_WORLD, NULL, &jobs[i].net) != MPI_SUCCESS;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &jobs[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong += jobs[i].wrong;
    }
    for (int i = 0; i < THREADS; i++)
        lb_mpi_net_free(&jobs[i].net);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("threads: %d wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
