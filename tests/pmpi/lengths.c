/* A gatherv whose lengths do not match, with errors returned: in debug mode everybody is told, and nobody waits. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, size, in[2] = {0}, out[64], counts[32], places[32], told, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < size; i++) {
        counts[i] = 1;
        places[i] = i;
    }
    told = MPI_Gatherv(in, rank == 1 ? 2 : 1, MPI_INT, out, counts, places, MPI_INT, 0, MPI_COMM_WORLD) != MPI_SUCCESS;
    MPI_Allreduce(&told, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        fprintf(stderr, "lengths: %d of %d were told\n", all, size); /* behind what the engine says there */
    MPI_Finalize();
    return all != size;
}
