/* A two-dimensional Fourier transform of a matrix that lies by rows: transform the rows, transpose, transform the rows
 * again. The input is a single wave, so that the result is known: one element is N*N, all others are 0.
 *     mpicc transpose_fft.c $(pkg-config --cflags --libs linkbound-mpi-openmpi) -lm -o fft && mpirun -n 8 ./fft */
#include <linkbound-mpi.h>

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 64, WAVE_DOWN = 5, WAVE_ACROSS = 11 }; /* N is a power of two */

static const double turn = 6.283185307179586;

/* Of n numbers, `stride` apart, into out. */
static void fft(const double complex *in, double complex *out, int n, int stride) {
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    fft(in, out, n / 2, 2 * stride);
    fft(in + stride, out + n / 2, n / 2, 2 * stride);
    for (int k = 0; k < n / 2; k++) {
        double complex even = out[k], odd = cexp(-I * turn * k / n) * out[k + n / 2];
        out[k] = even + odd;
        out[k + n / 2] = even - odd;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    lb_mpi_net *net;
    lb_mpi_net_create(MPI_COMM_WORLD, NULL, &net);
    int rank = lb_mpi_net_rank(net), size = lb_mpi_net_size(net), wrong = 0, all = 0;
    int first = (rank * N + size - 1) / size, last = ((rank + 1) * N + size - 1) / size, rows = last - first;
    double complex *a = calloc((size_t)rows * N + 1, sizeof *a), *b = calloc((size_t)rows * N + 1, sizeof *b);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < N; j++)
            a[i * N + j] = cexp(I * turn * (WAVE_DOWN * (first + i) + WAVE_ACROSS * j) / N);
    }
    for (int i = 0; i < rows; i++)
        fft(a + i * N, b + i * N, N, 1);
    lb_mpi_transpose(b, a, N, N, MPI_C_DOUBLE_COMPLEX, net);
    for (int i = 0; i < rows; i++)
        fft(a + i * N, b + i * N, N, 1);
    for (int i = 0; i < rows; i++) { /* rows are columns now */
        for (int j = 0; j < N; j++) {
            double expected = first + i == WAVE_ACROSS && j == WAVE_DOWN ? N * N : 0;
            wrong += cabs(b[i * N + j] - expected) > 1e-6;
        }
    }
    lb_mpi_allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, net);
    if (rank == 0)
        printf("%dx%d transform on %d processes: %d elements are wrong\n", N, N, size, all);
    free(a);
    free(b);
    lb_mpi_net_free(&net);
    MPI_Finalize();
    return all > 0;
}
