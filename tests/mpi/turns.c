/* Machines on which one process is alone on its node and two share the other: what is under way must not stand in the
 * way of what goes first. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

/* Its blocks are shorter than what the processes tell each other when the nodes' memory is made, which is now. */
static void transpose_first(world *w) {
    int64_t in[3], out[3] = {-1, -1, -1};
    for (int i = 0; i < 3; i++)
        in[i] = w->rank * 10 + i;
    CHECK(w, !lb_mpi_transpose(in, out, 3, 3, MPI_INT64_T, w->net));
    for (int i = 0; i < 3; i++)
        CHECK(w, out[i] == i * 10 + w->rank);
}

/* Rank 0 waits for the second of two operations while a third has begun, on another network, that the others begin when
 * they have the second: when the first ends it must not wait for messages of the third. */
static void wait_in_turn(world *w, lb_mpi_net *other) {
    lb_mpi_request *first = NULL, *second = NULL, *third = NULL;
    int value = w->rank + 1, sums[3] = {0, 0, 0};
    for (int i = 0; i < 20; i++) {
        CHECK(w, !lb_mpi_iallreduce(&value, &sums[0], 1, MPI_INT, MPI_SUM, w->net, &first));
        CHECK(w, !lb_mpi_iallreduce(&value, &sums[1], 1, MPI_INT, MPI_MAX, w->net, &second));
        if (w->rank == 0)
            CHECK(w, !lb_mpi_iallreduce(&value, &sums[2], 1, MPI_INT, MPI_MIN, other, &third));
        CHECK(w, !lb_mpi_wait(&second));
        if (w->rank > 0)
            CHECK(w, !lb_mpi_iallreduce(&value, &sums[2], 1, MPI_INT, MPI_MIN, other, &third));
        CHECK(w, !lb_mpi_wait(&third));
        CHECK(w, !lb_mpi_wait(&first));
        CHECK(w, sums[0] == 6 && sums[1] == 3 && sums[2] == 1);
    }
}

static void run(world *w) {
    lb_mpi_net *plain = w->net;
    if (w->size != 3)
        return;
    setenv("LINKBOUND_HOSTNAME", w->rank == 0 ? "alone" : "together", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, "2", &w->net));
    transpose_first(w);
    wait_in_turn(w, plain);
    CHECK(w, !lb_mpi_net_free(&w->net));
    w->net = plain;
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
