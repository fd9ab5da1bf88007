/* Calls that are left to MPI, each for another reason: the summary tells which. On cube:2, with the link 2-3 dead. */
#include <mpi.h>

enum { COUNT = 5000 };
static char from[4 * COUNT], to[4 * COUNT];

/* By all of the communicator that has these two processes; the others make another. */
static void two(int a, int b, int times) {
    int rank;
    MPI_Comm comm;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == a || rank == b, 0, &comm);
    for (int i = 0; i < times; i++)
        MPI_Bcast(to, COUNT, MPI_CHAR, 0, comm);
    MPI_Comm_free(&comm);
}

/* Calls of which not all processes know all lengths; the grid is the network without the way around. */
static void unknown_lengths(void) {
    int sizes[2] = {2, 2}, periods[2] = {0, 0}, counts[4] = {1, 1, 1, 1}, places[4] = {0, 1, 2, 3};
    MPI_Aint far[4] = {0, 1, 2, 3};
    MPI_Datatype types[4] = {MPI_CHAR, MPI_CHAR, MPI_CHAR, MPI_CHAR};
    MPI_Comm grid;
    MPI_Gatherv(from, 1, MPI_CHAR, to, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Alltoallw(from, counts, places, types, to, counts, places, types, MPI_COMM_WORLD);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
    MPI_Neighbor_alltoallv(from, counts, places, MPI_CHAR, to, counts, places, MPI_CHAR, grid);
    MPI_Neighbor_alltoallw(from, counts, far, types, to, counts, far, types, grid);
    MPI_Neighbor_allgatherv(from, 1, MPI_CHAR, to, counts, places, MPI_CHAR, grid);
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(from, to, COUNT, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD); /* more than the standard allows */
    for (int i = 0; i < 2; i++)
        MPI_Allreduce(from, to, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        MPI_Bcast(to, COUNT, MPI_CHAR, 0, MPI_COMM_SELF);
    two(0, 3, 4);
    two(0, 1, 5); /* and 2, 3: rank 0 has a network, the others' is cut */
    unknown_lengths();
    MPI_Request request;
    MPI_Ibcast(to, COUNT, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm half, between;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &between);
    MPI_Allreduce(from, to, COUNT, MPI_BYTE, MPI_BOR, between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    two(3, 2, 6);
    MPI_Finalize();
    return 0;
}
