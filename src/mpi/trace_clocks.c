/* How far the clocks of hosts are apart. Processes under one kernel have one clock. Of every other host the first
 * process is asked for its time by rank 0, several times: the answer that took least was on its way for about half of
 * that each way, so the difference is known to within that half. */
#include "mpi/trace_clocks.h"

#include "base/hash.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES = 16, TAG = 1607 };

/* Of the kernel, or of the host's name where it does not say. */
static uint64_t clock_name(void) {
    char text[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
    if (!file || !fgets(text, sizeof text, file))
        MPI_Get_processor_name(text, &length);
    if (file)
        fclose(file);
    return lb_fnv_text(LB_FNV, text);
}

static int ask(int rank, double *ahead) {
    double least = INFINITY;
    int code = MPI_SUCCESS;
    for (int i = 0; i < TIMES && code == MPI_SUCCESS; i++) {
        double theirs = 0, before = lb_trace_now();
        code = MPI_Send(&before, 1, MPI_DOUBLE, rank, TAG, MPI_COMM_WORLD);
        if (code == MPI_SUCCESS)
            code = MPI_Recv(&theirs, 1, MPI_DOUBLE, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double after = lb_trace_now();
        if (after - before < least) {
            least = after - before;
            *ahead = theirs - (before + after) / 2;
        }
    }
    return code;
}

static int answer(void) {
    int code = MPI_SUCCESS;
    for (int i = 0; i < TIMES && code == MPI_SUCCESS; i++) {
        double time = 0;
        code = MPI_Recv(&time, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        time = lb_trace_now();
        if (code == MPI_SUCCESS)
            code = MPI_Send(&time, 1, MPI_DOUBLE, 0, TAG, MPI_COMM_WORLD);
    }
    return code;
}

/* The first process with the same clock. */
static int first_of(const uint64_t *names, int rank) {
    int first = 0;
    while (names[first] != names[rank])
        first++;
    return first;
}

static int find_all(int rank, int size, uint64_t *names, double *ahead) {
    uint64_t mine = clock_name();
    int code = MPI_Gather(&mine, 1, MPI_UINT64_T, names, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    if (code == MPI_SUCCESS)
        code = MPI_Bcast(names, size, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int i = 1; i < size && code == MPI_SUCCESS && rank == 0; i++) {
        int first = first_of(names, i);
        ahead[i] = ahead[first];
        if (first == i)
            code = ask(i, &ahead[i]);
    }
    if (code == MPI_SUCCESS && rank > 0 && first_of(names, rank) == rank)
        code = answer();
    return code == MPI_SUCCESS ? MPI_Bcast(ahead, size, MPI_DOUBLE, 0, MPI_COMM_WORLD) : code;
}

int lb_trace_clock(const lb_trace *trace, double *ahead) {
    int code = find_all(trace->rank, trace->size, trace->clocks, trace->ahead);
    *ahead = code == MPI_SUCCESS ? trace->ahead[trace->rank] : 0;
    return code;
}
