/* A program that hangs for a while, for tests/pmpi/stall.sh: stall late|middle|part FORM SECONDS [WORDS]. One process
 * comes late, or is long about its own operator in the middle of a sum: until the file HEARD has these words in it, or
 * for so many seconds. */
#define _XOPEN_SOURCE 700
#include "pmpi/native.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COUNT = 4096 };
static int rank, slow = -1, uses;
static long seconds;
static const char *words = "what nobody says";

static bool is_heard(void) {
    char text[16384];
    const char *name = getenv("HEARD");
    FILE *file = name ? fopen(name, "r") : NULL;
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return strstr(text, words) != NULL;
}

static void hang(void) {
    const struct timespec time = {.tv_nsec = 50000000};
    for (long i = 0; i < 20 * seconds && !is_heard(); i++)
        nanosleep(&time, NULL);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI calls it */
static void add(void *in, void *inout, int *count, MPI_Datatype *type) {
    const double *left = in;
    double *right = inout;
    (void)type;
    if (rank == slow && uses++ == 0)
        hang();
    for (int i = 0; i < *count; i++)
        right[i] += left[i];
}

static void sum(char form, const double *in, double *out, MPI_Op op, MPI_Comm comm) {
    MPI_Request request;
    if (form == 'i') {
        MPI_Iallreduce(in, out, COUNT, MPI_DOUBLE, op, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return;
    }
#if LB_PERSISTENT
    if (form == 'p') {
        LB_INIT_OF(Allreduce)(in, out, COUNT, MPI_DOUBLE, op, comm, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
        return;
    }
#endif
    MPI_Allreduce(in, out, COUNT, MPI_DOUBLE, op, comm);
}

int main(int argc, char **argv) {
    double in[COUNT], out[COUNT];
    MPI_Op op;
    MPI_Comm comm = MPI_COMM_WORLD;
    int size;
    MPI_Init(&argc, &argv);
    if (argc < 4)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    seconds = strtol(argv[3], NULL, 10);
    if (argc > 4)
        words = argv[4];
    bool middle = strcmp(argv[1], "middle") == 0, part = strcmp(argv[1], "part") == 0;
    if (part)
        MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &comm);
    MPI_Comm_size(comm, &size);
    MPI_Op_create(add, 1, &op);
    for (int i = 0; i < COUNT; i++)
        in[i] = i;
    sum('b', in, out, op, comm); /* so that all is ready */
    if (middle)
        slow = 1;
    else if (rank == (part ? 3 : 1))
        hang();
    uses = 0;
    sum(argv[2][0], in, out, op, comm);
    int wrong = out[COUNT - 1] != (double)(COUNT - 1) * size;
    MPI_Op_free(&op);
    if (part)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return wrong;
}
