/* When messages go straight to whom they are for: where the profile says that the network carries them, and that is
 * quicker; never around dead links; and always where LINKBOUND_ALGORITHM=direct and the task can be done so. That it is
 * done right is seen by collectives.c and reductions.c, run with LINKBOUND_ALGORITHM=direct. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

enum { MOST = 8 };

typedef struct buffers {
    double in[MOST * 4], out[MOST * 4], *large;
} buffers;

static bool was_direct(const world *w, lb_mpi_net *net) {
    const char *name = lb_mpi_net_algorithm(net);
    int direct = strcmp(name, "direct") == 0, all = 0;
    MPI_Allreduce(&direct, &all, 1, MPI_INT, MPI_SUM, w->comm);
    CHECK(w, *name && (all == 0 || all == w->size)); /* the same everywhere */
    return direct;
}

/* Short messages on links with a large beta and quick hops. */
static void check_short(world *w, lb_mpi_net *net, buffers *b, bool direct) {
    CHECK(w, !lb_mpi_alltoall(b->in, 1, MPI_DOUBLE, b->out, 1, MPI_DOUBLE, net) && was_direct(w, net) == direct);
    CHECK(w, !lb_mpi_allgather(b->in, 1, MPI_DOUBLE, b->out, 1, MPI_DOUBLE, net) && was_direct(w, net) == direct);
    CHECK(w, !lb_mpi_bcast(b->out, 1, MPI_DOUBLE, 1, net) && was_direct(w, net) == direct);
    CHECK(w, !lb_mpi_scan(b->in, b->out, 1, MPI_DOUBLE, MPI_SUM, net) && was_direct(w, net) == direct);
    CHECK(w, !lb_mpi_allreduce(b->in, b->out, 1, MPI_DOUBLE, MPI_SUM, net) && !was_direct(w, net));
}

static void test_routed(world *w, buffers *b) {
    lb_mpi_profile profile = lb_mpi_net_profile(w->net);
    profile.gap = profile.hop = (lb_ratio){10, 1};
    CHECK(w, !profile.routed && !lb_mpi_net_set_profile(w->net, &profile));
    check_short(w, w->net, b, false);
    profile.routed = true;
    CHECK(w, !lb_mpi_net_set_profile(w->net, &profile));
    check_short(w, w->net, b, true);
    /* A long broadcast straight to everybody takes each link again and again. */
    CHECK(w, !lb_mpi_bcast(b->large, 1 << 16, MPI_DOUBLE, 0, w->net) && !was_direct(w, w->net));
    profile.hop = (lb_ratio){1000000, 1};
    CHECK(w, !lb_mpi_net_set_profile(w->net, &profile));
    check_short(w, w->net, b, false);
}

static void test_dead(world *w, buffers *b) {
    lb_mpi_net *net = NULL;
    CHECK(w, !lb_mpi_net_create(w->comm, "cube:3 without 0-1", &net));
    lb_mpi_profile profile = lb_mpi_net_profile(net);
    profile.gap = profile.hop = (lb_ratio){10, 1};
    profile.routed = true;
    CHECK(w, !lb_mpi_net_set_profile(net, &profile));
    check_short(w, net, b, false);
    CHECK(w, !lb_mpi_net_free(&net));
}

static void test_forced(world *w, buffers *b) {
    lb_mpi_net *net = NULL;
    setenv("LINKBOUND_ALGORITHM", "direct", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    unsetenv("LINKBOUND_ALGORITHM");
    CHECK(w, strcmp(lb_mpi_net_algorithm(net), "") == 0);
    check_short(w, net, b, true);
    CHECK(w, !lb_mpi_bcast(b->large, 1 << 16, MPI_DOUBLE, 0, net) && was_direct(w, net));
    CHECK(w, !lb_mpi_net_free(&net));
}

static void run(world *w) {
    buffers b = {.large = calloc(1 << 16, sizeof(double))};
    if (w->size == 8) {
        test_routed(w, &b);
        test_dead(w, &b);
        test_forced(w, &b);
    }
    free(b.large);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
