/* All ranks have the same bits after an allreduce, in a program that knows nothing of Linkbound, with data whose sum
 * depends on the order: a number lost in another, numbers over 40 binades, zeros and NaNs. And the same bits when it is
 * done again. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LENGTH = 400, PATTERNS = 4, AGAIN = 5 };

static int rank, failures;

static void fill(int pattern, double *to) {
    static const double lost[] = {1e16, 1, -1e16};
    uint64_t random = (uint64_t)rank * 77 + 5, nan = UINT64_C(0x7ff8000000000000) + (uint64_t)rank;
    for (int i = 0; i < LENGTH; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        switch (pattern) {
        case 0: to[i] = rank < 3 ? lost[rank] : 0; break;
        case 1: to[i] = ((double)(int64_t)random + 0.5) / (double)(UINT64_C(1) << (random >> 20) % 40); break;
        case 2: to[i] = rank % 2 ? 0.0 : -0.0; break;
        default: memcpy(&to[i], &nan, sizeof nan);
        }
    }
}

static int differences(const double *a, const double *b) {
    int count = 0;
    for (int i = 0; i < LENGTH; i++) {
        uint64_t x, y; /* 0 and -0 are equal, and a NaN is not equal to itself */
        memcpy(&x, &a[i], sizeof x);
        memcpy(&y, &b[i], sizeof y);
        count += x != y;
    }
    return count;
}

static void hold(const double *mine, const double *other, int pattern, const char *op, const char *what) {
    int count = differences(mine, other);
    failures += count > 0;
    if (count && failures < 5)
        fprintf(stderr, "rank %d, %s of pattern %d: %d elements differ from %s\n", rank, op, pattern, count, what);
}

static void try_op(int pattern, MPI_Op op, const char *name) {
    double in[LENGTH], once[LENGTH], again[LENGTH], first[LENGTH];
    MPI_Request request;
    fill(pattern, in);
    MPI_Allreduce(in, once, LENGTH, MPI_DOUBLE, op, MPI_COMM_WORLD);
    memcpy(first, once, sizeof first);
    MPI_Bcast(first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    hold(once, first, pattern, name, "rank 0's");
    for (int i = 0; i < AGAIN; i++) {
        MPI_Allreduce(in, again, LENGTH, MPI_DOUBLE, op, MPI_COMM_WORLD);
        hold(again, once, pattern, name, "the first time");
    }
    MPI_Iallreduce(in, again, LENGTH, MPI_DOUBLE, op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    memcpy(first, again, sizeof first);
    MPI_Bcast(first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    hold(again, first, pattern, name, "rank 0's, nonblocking");
}

int main(int argc, char **argv) {
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        try_op(pattern, MPI_SUM, "sum");
        try_op(pattern, MPI_MIN, "min");
        try_op(pattern, MPI_MAX, "max");
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("order: %d failures\n", all);
    MPI_Finalize();
    return all > 0;
}
