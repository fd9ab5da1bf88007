/* The heart of data-parallel training: every process has the gradient of its own part of the data, and all of them need
 * the sum. Here the model is y = a*x + b, fitted to points of a known line. The gradient is reduced by a persistent
 * request: planned once, run in every step.
 *     mpicc mpi_allreduce.c $(pkg-config --cflags --libs linkbound-mpi-openmpi) -o fit && mpirun -n 8 ./fit */
#include <linkbound-mpi.h>

#include <math.h>
#include <stdio.h>

enum { POINTS = 1000, STEPS = 400 };

typedef struct model {
    double a, b;
} model;

/* The gradient of the mean squared error over this process's points, x = first, first+stride, ... */
static void gradient(const model *m, int first, int stride, double sum[2]) {
    sum[0] = sum[1] = 0;
    for (int i = first; i < POINTS; i += stride) {
        double x = (double)i / POINTS, error = m->a * x + m->b - (3 * x - 1);
        sum[0] += 2 * error * x / POINTS;
        sum[1] += 2 * error / POINTS;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    lb_mpi_net *net;
    lb_mpi_request *reduce;
    model m = {0, 0};
    double sum[2];
    lb_mpi_net_create(MPI_COMM_WORLD, NULL, &net);
    int rank = lb_mpi_net_rank(net), size = lb_mpi_net_size(net);
    lb_mpi_allreduce_init(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, net, &reduce);
    for (int step = 0; step < STEPS; step++) {
        gradient(&m, rank, size, sum);
        lb_mpi_start(reduce);
        lb_mpi_wait(&reduce);
        m.a -= 0.5 * sum[0];
        m.b -= 0.5 * sum[1];
    }
    lb_mpi_request_free(&reduce);
    lb_mpi_net_free(&net);
    int wrong = fabs(m.a - 3) > 1e-3 || fabs(m.b + 1) > 1e-3;
    if (rank == 0)
        printf("y = %.3f*x %+.3f after %d steps on %d processes\n", m.a, m.b, STEPS, size);
    MPI_Finalize();
    return wrong;
}
