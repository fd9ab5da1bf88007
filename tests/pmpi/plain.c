/* What fortran.f90 does, in C. */
#include <mpi.h>
#include <stdio.h>

enum { COUNT = 20000 };
static double x[COUNT], total[COUNT];
static int whole[COUNT];

int main(int argc, char **argv) {
    int rank, size, bad = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < COUNT; i++) {
        x[i] = i + rank;
        whole[i] = rank == 1 ? 3 * i : 0;
    }
    if (argc > 1) { /* the first collective is one of those that Open MPI makes of nonblocking ones */
        MPI_Comm copy;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Comm_free(&copy);
    }
    MPI_Bcast(whole, COUNT, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Allreduce(x, total, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, x, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < COUNT; i++)
        bad += whole[i] != 3 * i || total[i] != (double)i * size + size * (size - 1) / 2.0 || x[i] != total[i];
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("plain: %d failures\n", bad);
    MPI_Finalize();
    return bad > 0;
}
