/* The heat equation on a square that is closed to a torus, cut into one piece for each process. In each step a process
 * gives its four neighbours the edge of its piece and gets theirs: neighbor_alltoall on MPI's Cartesian topology. No
 * heat is lost, which is checked.
 *     mpicc heat.c $(pkg-config --cflags --libs linkbound-mpi-openmpi) -lm -o heat && mpirun -n 8 ./heat */
#include <linkbound-mpi.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 24, STEPS = 200 }; /* cells of a piece, each way */

static double now[N + 2][N + 2], next[N + 2][N + 2]; /* with a halo */

/* The order of MPI's neighbours: before and behind in dimension 0 (rows), before and behind in dimension 1 (columns).
 */
static void exchange(lb_mpi_net *net) {
    double out[4][N], in[4][N];
    for (int i = 0; i < N; i++) {
        out[0][i] = now[1][i + 1];
        out[1][i] = now[N][i + 1];
        out[2][i] = now[i + 1][1];
        out[3][i] = now[i + 1][N];
    }
    lb_mpi_neighbor_alltoall(out, N, MPI_DOUBLE, in, N, MPI_DOUBLE, net);
    for (int i = 0; i < N; i++) {
        now[0][i + 1] = in[0][i];
        now[N + 1][i + 1] = in[1][i];
        now[i + 1][0] = in[2][i];
        now[i + 1][N + 1] = in[3][i];
    }
}

static void flow(void) {
    for (int i = 1; i <= N; i++) {
        for (int j = 1; j <= N; j++)
            next[i][j] =
                now[i][j] + 0.2 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1] - 4 * now[i][j]);
    }
    memcpy(now, next, sizeof now);
}

/* All heat, and that of the hottest cell. */
static void measure(lb_mpi_net *net, double *all, double *most) {
    double sum = 0, top = 0;
    for (int i = 1; i <= N; i++) {
        for (int j = 1; j <= N; j++) {
            sum += now[i][j];
            top = now[i][j] > top ? now[i][j] : top;
        }
    }
    lb_mpi_allreduce(&sum, all, 1, MPI_DOUBLE, MPI_SUM, net);
    lb_mpi_allreduce(&top, most, 1, MPI_DOUBLE, MPI_MAX, net);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int size, dims[2] = {0, 0}, periods[2] = {1, 1};
    MPI_Comm grid;
    lb_mpi_net *net;
    double all, most;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    lb_mpi_net_create(grid, NULL, &net); /* a torus of these dimensions */
    if (lb_mpi_net_rank(net) == 0)
        now[N / 2][N / 2] = 1000;
    for (int step = 0; step < STEPS; step++) {
        exchange(net);
        flow();
    }
    measure(net, &all, &most);
    if (lb_mpi_net_rank(net) == 0)
        printf("%dx%d processes, %d steps: heat %.6f, the hottest cell %.4f\n", dims[0], dims[1], STEPS, all, most);
    lb_mpi_net_free(&net);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return fabs(all - 1000) > 1e-6 || most > 5;
}
