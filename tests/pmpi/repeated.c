/* The same calls again and again, on all processes and on halves of them: the results must be right, and sums of
 * floating-point numbers the same bits every time. What is learnt from them, learn.sh looks at. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 1000, SHORT = 8 };

static int failures;

static void check(int good, const char *what, int call) {
    if (!good && failures++ == 0)
        fprintf(stderr, "repeated: %s is wrong in call %d\n", what, call);
}

static void broadcast(MPI_Comm comm, int rank, int size, int call, int count) {
    static int data[COUNT];
    int root = 1 % size, good = 1;
    for (int i = 0; i < count; i++)
        data[i] = rank == root ? call + i : -1;
    MPI_Bcast(data, count, MPI_INT, root, comm);
    for (int i = 0; i < count; i++)
        good &= data[i] == call + i;
    check(good, "a broadcast", call);
}

static void gather(MPI_Comm comm, int rank, int size, int call) {
    static int in[COUNT], out[16 * COUNT];
    int good = 1;
    for (int i = 0; i < COUNT; i++)
        in[i] = call + rank * i;
    MPI_Allgather(in, COUNT, MPI_INT, out, COUNT, MPI_INT, comm);
    for (int i = 0; i < COUNT * size; i++)
        good &= out[i] == call + i / COUNT * (i % COUNT);
    check(good, "an allgather", call);
}

static void sum(MPI_Comm comm, int rank, int size, int call) {
    static int in[COUNT], out[COUNT];
    int good = 1;
    for (int i = 0; i < COUNT; i++)
        in[i] = call * rank + i;
    MPI_Allreduce(in, out, COUNT, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < COUNT; i++)
        good &= out[i] == call * (size * (size - 1) / 2) + i * size;
    check(good, "a sum", call);
}

/* Over many binades, so that the order matters. */
static void sum_of_doubles(int rank, int call) {
    static double in[COUNT], out[COUNT], first[COUNT];
    unsigned long long seed = (unsigned long long)rank * 977 + 5;
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        in[i] = (double)(long long)seed / (double)(1ULL << (seed >> 20 & 40));
    }
    MPI_Allreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (call == 0)
        memcpy(first, out, sizeof first);
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): it is the bits that must be the same */
    check(memcmp(first, out, sizeof first) == 0, "the same sum of doubles", call);
}

int main(int argc, char **argv) {
    int rank, size, half_rank, half_size, all = 0, calls = argc > 1 ? atoi(argv[1]) : 20;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, 0, &half);
    MPI_Comm_rank(half, &half_rank);
    MPI_Comm_size(half, &half_size);
    for (int call = 0; call < calls; call++) {
        broadcast(MPI_COMM_WORLD, rank, size, call, COUNT);
        broadcast(MPI_COMM_WORLD, rank, size, call, SHORT);
        broadcast(half, half_rank, half_size, call, COUNT);
        gather(MPI_COMM_WORLD, rank, size, call);
        sum(MPI_COMM_WORLD, rank, size, call);
        if (call < 12)
            sum_of_doubles(rank, call);
    }
    MPI_Comm_free(&half);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("repeated: %d failures\n", all);
    MPI_Finalize();
    return all > 0;
}
