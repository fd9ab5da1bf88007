/* When messages go straight to whom they are for: where the profile says that the network carries them, and that is
 * quicker, also around dead links; plans whose messages fly there; and always where LINKBOUND_ALGORITHM=direct and the
 * task can be done so. That it is done right is seen by collectives.c and reductions.c, run with
 * LINKBOUND_ALGORITHM=direct. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdio.h>
#include <unistd.h>

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
    CHECK(w, !lb_mpi_reduce_scatter_block(b->in, b->out, 1, MPI_DOUBLE, MPI_SUM, net) && was_direct(w, net) == direct);
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
    CHECK(w, !lb_mpi_net_set_profile(net, &profile));
    check_short(w, net, b, false);
    profile.routed = true;
    CHECK(w, !lb_mpi_net_set_profile(net, &profile));
    check_short(w, net, b, true);
    CHECK(w, !lb_mpi_bcast(b->large, 1 << 16, MPI_DOUBLE, 0, net) && !was_direct(w, net));
    profile.hop = (lb_ratio){1000000, 1};
    CHECK(w, !lb_mpi_net_set_profile(net, &profile));
    check_short(w, net, b, false);
    CHECK(w, !lb_mpi_net_free(&net));
}

/* The sum of what all have, and by the algorithm of which all processes say the same; and whether it is that. */
static bool sums_by(world *w, lb_mpi_net *net, buffers *b, const char *name) {
    enum { COUNT = 512 };
    char own[64] = "", theirs[64];
    bool right = true;
    for (int i = 0; i < COUNT; i++)
        b->large[i] = w->rank * 1000 + i;
    CHECK(w, !lb_mpi_allreduce(MPI_IN_PLACE, b->large, COUNT, MPI_DOUBLE, MPI_SUM, net));
    for (int i = 0; i < COUNT; i++)
        right &= b->large[i] == 500.0 * w->size * (w->size - 1) + (double)w->size * i;
    strncpy(own, lb_mpi_net_algorithm(net), sizeof own - 1);
    memcpy(theirs, own, sizeof own);
    MPI_Bcast(theirs, sizeof theirs, MPI_CHAR, 0, w->comm);
    CHECK(w, right && strcmp(own, theirs) == 0);
    return strcmp(own, name) == 0;
}

/* A profile with a hop: on a ring of 8, whose far nodes are four links away, flights are weighed without being asked
 * for, and taken while hops are cheap: what is taken where the name says that the ring cuts through. */
static void test_flights(world *w, buffers *b) {
    lb_mpi_net *net = NULL, *named = NULL;
    CHECK(w, !lb_mpi_net_create(w->comm, "ring:8", &net) && !lb_mpi_net_create(w->comm, "8 dimension-order", &named));
    lb_mpi_profile profile = lb_mpi_net_profile(net);
    CHECK(w, sums_by(w, net, b, "torus-complete-allreduce"));
    profile.hop = (lb_ratio){10, 1};
    profile.routed = true;
    CHECK(w, !lb_mpi_net_set_profile(net, &profile) && !lb_mpi_net_set_profile(named, &profile));
    CHECK(w, !sums_by(w, net, b, "torus-complete-allreduce") && !sums_by(w, net, b, "direct"));
    CHECK(w, sums_by(w, named, b, lb_mpi_net_algorithm(net)));
    profile.hop = (lb_ratio){1000000, 1};
    CHECK(w, !lb_mpi_net_set_profile(net, &profile) && sums_by(w, net, b, "torus-complete-allreduce"));
    CHECK(w, !lb_mpi_net_free(&net) && !lb_mpi_net_free(&named));
}

/* Of nothing there is no algorithm. */
static void test_nothing(world *w, buffers *b) {
    CHECK(w, !lb_mpi_bcast(b->out, 1, MPI_DOUBLE, 0, w->net) && *lb_mpi_net_algorithm(w->net));
    CHECK(w, !lb_mpi_bcast(b->out, 0, MPI_DOUBLE, 0, w->net) && !*lb_mpi_net_algorithm(w->net));
}

/* Long ones go in two legs, and those that have it from the root send it on. */
static void check_broadcasts(world *w, lb_mpi_net *net, buffers *b) {
    for (int root = 0; root < w->size; root++) {
        bool same = true;
        for (int i = 0; i < 1 << 16; i++)
            b->large[i] = w->rank == root ? root + i : -1;
        CHECK(w, !lb_mpi_bcast(b->large, 1 << 16, MPI_DOUBLE, root, net) && was_direct(w, net));
        for (int i = 0; i < 1 << 16; i++)
            same = same && b->large[i] == root + i;
        CHECK(w, same);
    }
}

static void test_forced(world *w, buffers *b) {
    lb_mpi_net *net = NULL;
    setenv("LINKBOUND_ALGORITHM", "direct", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    unsetenv("LINKBOUND_ALGORITHM");
    CHECK(w, strcmp(lb_mpi_net_algorithm(net), "") == 0);
    check_short(w, net, b, true);
    check_broadcasts(w, net, b);
    CHECK(w, !lb_mpi_net_free(&net));
}

/* LINKBOUND_VERBOSE: a direct collective has no steps and no bound, and the variable is named where it was obeyed. */
static void test_said(world *w, buffers *b) {
    char said[1024] = "";
    lb_mpi_net *net = NULL;
    int usual = dup(STDERR_FILENO);
    FILE *file = tmpfile();
    CHECK(w, usual >= 0 && file && dup2(fileno(file), STDERR_FILENO) >= 0);
    setenv("LINKBOUND_ALGORITHM", "direct", 1);
    setenv("LINKBOUND_VERBOSE", "1", 1);
    int code = lb_mpi_net_create(w->comm, NULL, &net);
    unsetenv("LINKBOUND_ALGORITHM");
    unsetenv("LINKBOUND_VERBOSE");
    if (code == MPI_SUCCESS)
        code = lb_mpi_alltoall(b->in, 1, MPI_DOUBLE, b->out, 1, MPI_DOUBLE, net);
    if (code == MPI_SUCCESS)
        code = lb_mpi_allreduce(MPI_IN_PLACE, b->large, 1 << 16, MPI_DOUBLE, MPI_SUM, net); /* too much to land */
    dup2(usual, STDERR_FILENO);
    close(usual);
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = '\0';
    fclose(file);
    CHECK(w, code == MPI_SUCCESS && !lb_mpi_net_free(&net));
    const char *first = "linkbound: alltoall of 8 bytes on cube:3: direct, expected ", *second = strchr(said, '\n');
    if (w->rank > 0)
        CHECK(w, !*said);
    else if (strncmp(said, first, strlen(first)) != 0 || !second || strstr(said, "bound ") < second ||
             !strstr(said, "us (LINKBOUND_ALGORITHM)\nlinkbound: allreduce ") || strstr(second, "(LINKBOUND"))
        fail(w, "'%s' was said", said);
}

static void run(world *w) {
    buffers b = {.large = calloc(1 << 16, sizeof(double))};
    if (w->size == 8) {
        test_routed(w, &b);
        test_dead(w, &b);
        test_flights(w, &b);
        test_forced(w, &b);
        test_nothing(w, &b);
        test_said(w, &b);
    }
    free(b.large);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
