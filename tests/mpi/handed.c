/* Requests of ours handed over to MPI, and waited for by MPI's functions among MPI's own, with and without order. */
#include "support.h"

#include <stdio.h>

enum { TURNS = 20, OURS = 3, ALL = 5 };

static int wrong;

static void expect(bool fine, int line) {
    if (!fine && wrong++ < 5)
        fprintf(stderr, "handed.c:%d\n", line);
}
#define EXPECT(condition) expect((condition), __LINE__)

/* Three of ours, and a message around a ring. */
static void test_waitall(lb_mpi_net *net, int rank, int size, int turn) {
    lb_mpi_request *ours[OURS];
    MPI_Request all[ALL];
    MPI_Status statuses[ALL];
    int told = rank == turn % size ? turn : -1, one = rank + turn, sum = 0, came = -1;
    EXPECT(!lb_mpi_ibcast(&told, 1, MPI_INT, turn % size, net, &ours[0]));
    EXPECT(!lb_mpi_iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, net, &ours[1]));
    EXPECT(!lb_mpi_ibarrier(net, &ours[2]));
    for (int i = 0; i < OURS; i++)
        EXPECT(!lb_mpi_request_hand_over(&ours[i], &all[(i + rank) % OURS]) && !ours[i]);
    MPI_Irecv(&came, 1, MPI_INT, (rank + size - 1) % size, turn, MPI_COMM_WORLD, &all[OURS]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, turn, MPI_COMM_WORLD, &all[OURS + 1]);
    if (turn % 2) {
        EXPECT(!MPI_Waitall(ALL, all, statuses));
    } else {
        for (int i = 0; i < ALL; i++) {
            int index = -1;
            EXPECT(!MPI_Waitany(ALL, all, &index, MPI_STATUS_IGNORE) && index >= 0 && index < ALL);
        }
    }
    EXPECT(told == turn && sum == size * (size - 1) / 2 + size * turn && came == (rank + size - 1) % size);
}

static void test_persistent(lb_mpi_net *net, int rank, int size) {
    lb_mpi_request *ours = NULL;
    MPI_Request theirs;
    int one = 0, sum = 0;
    EXPECT(!lb_mpi_allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, net, &ours));
    EXPECT(!lb_mpi_request_hand_over(&ours, &theirs) && theirs == MPI_REQUEST_NULL && ours);
    for (int turn = 0; turn < TURNS; turn++) {
        int flag = 0;
        one = rank + turn;
        EXPECT(!lb_mpi_start(ours) && !lb_mpi_request_hand_over(&ours, &theirs) && ours);
        while (!flag)
            EXPECT(!MPI_Test(&theirs, &flag, MPI_STATUS_IGNORE));
        EXPECT(sum == size * (size - 1) / 2 + size * turn);
    }
    EXPECT(!lb_mpi_request_free(&ours));
}

int main(int argc, char **argv) {
    int provided, rank, size, all = 0;
    lb_mpi_net *net = NULL;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided < MPI_THREAD_MULTIPLE) {
        if (rank == 0)
            printf("handed: this MPI has no MPI_THREAD_MULTIPLE; not tested\n");
        MPI_Finalize();
        return 0;
    }
    EXPECT(!lb_mpi_net_create(MPI_COMM_WORLD, NULL, &net));
    for (int turn = 0; turn < TURNS; turn++)
        test_waitall(net, rank, size, turn);
    test_persistent(net, rank, size);
    EXPECT(!lb_mpi_net_free(&net));
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("handed: %d wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
