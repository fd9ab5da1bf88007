/* FFTW's MPI transforms: a program that calls no collective itself. A forward transform of one wave has one line, and
 * backward again gives the wave; once with blocks all alike (MPI_Alltoall), once not (MPI_Alltoallv). */
#include <fftw3-mpi.h>

#include <math.h>
#include <stdio.h>

static int transform(ptrdiff_t rows, ptrdiff_t columns) {
    ptrdiff_t own, first, bad = 0;
    ptrdiff_t room = fftw_mpi_local_size_2d(rows, columns, MPI_COMM_WORLD, &own, &first);
    fftw_complex *data = fftw_alloc_complex((size_t)room);
    fftw_plan there = fftw_mpi_plan_dft_2d(rows, columns, data, data, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_MEASURE);
    fftw_plan back = fftw_mpi_plan_dft_2d(rows, columns, data, data, MPI_COMM_WORLD, FFTW_BACKWARD, FFTW_MEASURE);
    for (ptrdiff_t i = 0; i < own * columns; i++) {
        ptrdiff_t row = first + i / columns;
        double phase = 2 * acos(-1) * 3.0 * (double)row / (double)rows;
        data[i][0] = cos(phase);
        data[i][1] = sin(phase);
    }
    fftw_execute(there);
    for (ptrdiff_t i = 0; i < own * columns; i++) {
        double line = first + i / columns == 3 && i % columns == 0 ? (double)(rows * columns) : 0;
        bad += fabs(data[i][0] - line) > 1e-6 || fabs(data[i][1]) > 1e-6;
    }
    fftw_execute(back);
    for (ptrdiff_t i = 0; i < own * columns; i++) {
        ptrdiff_t row = first + i / columns;
        double phase = 2 * acos(-1) * 3.0 * (double)row / (double)rows;
        bad += fabs(data[i][0] / (double)(rows * columns) - cos(phase)) > 1e-9;
    }
    fftw_destroy_plan(there);
    fftw_destroy_plan(back);
    fftw_free(data);
    return bad > 0;
}

int main(int argc, char **argv) {
    int rank, bad, all = 0;
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bad = transform(128, 64) + transform(75, 45);
    MPI_Allreduce(&bad, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("fftw: %d failures\n", all);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return all > 0;
}
