/* An allreduce whose sum depends on the order; and calls between groups. */
#include "fuzz.h"

#include <stdio.h>

static double draw_double(uint64_t h) {
    double x = (double)(int64_t)(h << 10 >> 10) * (h >> 63 ? 1.0 : -1.0);
    for (uint64_t i = h >> 50 & 31; i > 0; i--)
        x *= i & 1 ? 4 : 0.25;
    return x;
}

void calls_bits(dice *d) {
    enum { MOST = 600 };
    double in[MOST], out[MOST], again[MOST];
    unsigned which = comms_pick(d, false);
    int count = (int)roll(d, MOST) + 1, rank;
    MPI_Comm comm = comms[which].comm;
    uint64_t seed = d->state, sum = 0, least = 0, most = 0;
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &rank);
    for (int j = 0; j < count; j++)
        in[j] = draw_double(hash3(seed, (uint64_t)rank, (uint64_t)j, 9));
    snprintf(calls_text, sizeof calls_text, "allreduce of %d doubles (%.60s)", count, comms[which].name);
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Allreduce(in, again, count, MPI_DOUBLE, MPI_SUM, comm);
    if (memcmp(out, again, sizeof(double) * (size_t)count) != 0)
        wrong("other bits the second time");
    for (int j = 0; j < count; j++) {
        uint64_t bits;
        memcpy(&bits, &out[j], sizeof bits);
        sum = hash3(sum, bits, (uint64_t)j, 3);
    }
    native.allreduce(&sum, &least, 1, MPI_UINT64_T, MPI_MIN, comm);
    native.allreduce(&sum, &most, 1, MPI_UINT64_T, MPI_MAX, comm);
    if (least != most)
        wrong("the processes have different bits");
    calls_done += 2;
}

void calls_inter(dice *d) {
    unsigned which = comms_pick(d, true);
    MPI_Comm comm = which < COMMS ? comms[which].comm : MPI_COMM_NULL;
    int rank, size, others, one = 3, sum = 0, data[500];
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Comm_remote_size(comm, &others);
    snprintf(calls_text, sizeof calls_text, "allreduce and allgather between %d and %d", size, others);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (sum != 3 * others)
        wrong("%d, not %d", sum, 3 * others);
    MPI_Allgather(&rank, 1, MPI_INT, data, 1, MPI_INT, comm);
    for (int i = 0; i < others; i++) {
        if (data[i] != i)
            wrong("%d has come from %d", data[i], i);
    }
    calls_done += 2;
}
