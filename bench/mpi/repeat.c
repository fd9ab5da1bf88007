/* The same call again and again: microseconds of one and a barrier, in the last half of the calls.
 *
 *     mpirun -n 8 repeat CALLS COLLECTIVE:BYTES...       bcast, allgather, alltoall, allreduce (of integers)
 *
 * Alone it measures MPI's own; with the drop-in what the drop-in does, and what it has learnt by then. BYTES are of the
 * whole message (bcast, allreduce) or of a block. docs/drop-in.md tells what it is for. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int call(const char *name, int bytes, char *in, char *out) {
    switch (name[0] == 'b' ? 0 : name[3] == 'g' ? 1 : name[3] == 't' ? 2 : 3) {
    case 0: return MPI_Bcast(out, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    case 1: return MPI_Allgather(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
    case 2: return MPI_Alltoall(in, bytes, MPI_BYTE, out, bytes, MPI_BYTE, MPI_COMM_WORLD);
    default: return MPI_Allreduce(in, out, bytes / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each call by itself, from a barrier to a barrier: until the last process has what it is to have. */
static void measure(const char *name, int bytes, int calls, int size, double *times) {
    char *in = calloc((size_t)bytes, (size_t)size), *out = calloc((size_t)bytes, (size_t)size);
    double sum = 0;
    int rank, half = calls - calls / 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < calls && in && out; i++) {
        double took, slowest;
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = MPI_Wtime();
        call(name, bytes, in, out);
        MPI_Barrier(MPI_COMM_WORLD);
        took = MPI_Wtime() - begin;
        MPI_Reduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
        if (i >= calls / 2)
            times[i - calls / 2] = slowest;
    }
    for (int i = 0; i < half; i++)
        sum += times[i];
    qsort(times, (size_t)half, sizeof *times, compare);
    if (rank == 0)
        printf("%s %d %.1f us median, %.1f us mean of %d\n", name, bytes, times[half / 2] * 1e6, sum / half * 1e6,
               half);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    int size, calls = argc > 1 ? atoi(argv[1]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double *times = calloc((size_t)calls + 1, sizeof *times);
    for (int i = 2; i < argc && times && calls > 0; i++) {
        char name[16] = "";
        int bytes = 0;
        if (sscanf(argv[i], "%15[a-z]:%d", name, &bytes) == 2 && bytes > 0)
            measure(name, bytes, calls, size, times);
    }
    free(times);
    MPI_Finalize();
    return argc < 3 || calls < 1;
}
