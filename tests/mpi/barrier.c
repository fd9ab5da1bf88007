/* Barriers: nobody leaves one before everybody has come, on networks of every sort, by all the ways there are. */
#define _DEFAULT_SOURCE
#include "support.h"

#include <stdatomic.h>
#include <unistd.h>

/* How many have come, in memory that all processes see. */
typedef struct gate {
    MPI_Win window;
    atomic_int *come;
    int rounds;
} gate;

static gate open_gate(const world *w) {
    gate g = {.rounds = 0};
    MPI_Aint size;
    int unit;
    void *mine;
    MPI_Win_allocate_shared(w->rank == 0 ? (MPI_Aint)sizeof *g.come : 0, 1, MPI_INFO_NULL, w->comm, &mine, &g.window);
    MPI_Win_shared_query(g.window, 0, &size, &unit, (void *)&g.come);
    if (w->rank == 0)
        atomic_store(g.come, 0);
    MPI_Barrier(w->comm);
    return g;
}

static void close_gate(gate *g) {
    MPI_Win_free(&g->window);
}

/* One process comes late. */
static void arrive(world *w, gate *g) {
    if ((int)draw(w, (uint64_t)w->size) == w->rank)
        usleep(1000);
    atomic_fetch_add(g->come, 1);
    g->rounds++;
}

static void check_gate(const world *w, const gate *g) {
    CHECK(w, atomic_load(g->come) >= g->rounds * w->size);
}

static void pass(world *w, lb_mpi_net *net, gate *g) {
    lb_mpi_request *request = NULL;
    arrive(w, g);
    CHECK(w, !lb_mpi_barrier(net));
    check_gate(w, g);
    arrive(w, g);
    CHECK(w, !lb_mpi_ibarrier(net, &request));
    CHECK(w, !lb_mpi_wait(&request) && !request);
    check_gate(w, g);
    CHECK(w, !lb_mpi_barrier_init(net, &request));
    for (int i = 0; i < 2; i++) {
        arrive(w, g);
        CHECK(w, !lb_mpi_start(request));
        CHECK(w, !lb_mpi_wait(&request) && request);
        check_gate(w, g);
    }
    CHECK(w, !lb_mpi_request_free(&request));
}

/* Between neighbours: as many rounds as the diameter, with a message to each neighbour along the dimension. */
static void test_neighbors(world *w, gate *g) {
    const lb_net *net = lb_mpi_net_network(w->net);
    uint64_t messages = 0, before = lb_mpi_net_facts(w->net).messages;
    for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
        uint32_t radix = lb_net_radix(net, dim);
        messages += radix / 2 * (radix > 2 ? 2 : 1);
    }
    arrive(w, g);
    CHECK(w, !lb_mpi_barrier(w->net));
    check_gate(w, g);
    CHECK(w, lb_mpi_net_facts(w->net).messages - before == messages);
    pass(w, w->net, g);
}

/* Where messages go past processes: all at once where that costs nothing, else as the costs are. */
static void test_routed(world *w, gate *g) {
    lb_mpi_profile usual = lb_mpi_net_profile(w->net), profile = usual;
    const long gaps[] = {0, 50, 500, 2000};
    profile.routed = true;
    profile.beta = (lb_ratio){2000, 1};
    profile.hop = (lb_ratio){1, 1};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        profile.gap = (lb_ratio){gaps[i], 1};
        profile.ports = i % 2 ? 1 : 0;
        CHECK(w, !lb_mpi_net_set_profile(w->net, &profile));
        pass(w, w->net, g);
        if (i == 0)
            CHECK(w, w->size == 1 || strcmp(lb_mpi_net_algorithm(w->net), "direct") == 0);
    }
    /* Along rings that are long enough, and with one port, doubling the distance is quickest. */
    profile.gap = (lb_ratio){900, 1};
    profile.ports = 1;
    CHECK(w, !lb_mpi_net_set_profile(w->net, &profile));
    uint64_t before = lb_mpi_net_facts(w->net).messages;
    CHECK(w, !lb_mpi_barrier(w->net));
    CHECK(w, (w->size != 11 && w->size != 13) || lb_mpi_net_facts(w->net).messages - before == 4);
    pass(w, w->net, g);
    CHECK(w, !lb_mpi_net_set_profile(w->net, &usual));
}

static void test_with(world *w, gate *g, const char *variable, const char *value) {
    lb_mpi_net *net = NULL;
    setenv(variable, value, 1);
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    unsetenv(variable);
    pass(w, net, g);
    CHECK(w, !lb_mpi_net_free(&net));
}

/* A barrier does not get in the way of what is under way. */
static void test_between(world *w) {
    lb_mpi_request *requests[3];
    int told = w->rank == 0 ? 42 : 0, sum = 0, one = 1;
    CHECK(w, !lb_mpi_ibcast(&told, 1, MPI_INT, 0, w->net, &requests[0]));
    CHECK(w, !lb_mpi_ibarrier(w->net, &requests[1]));
    CHECK(w, !lb_mpi_iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, w->net, &requests[2]));
    CHECK(w, !lb_mpi_barrier(w->net));
    CHECK(w, !lb_mpi_waitall(3, requests));
    CHECK(w, told == 42 && sum == w->size);
}

static void run(world *w) {
    gate g = open_gate(w);
    test_neighbors(w, &g);
    test_routed(w, &g);
    test_between(w);
    test_with(w, &g, "LINKBOUND_DEBUG", "1");
    test_with(w, &g, "LINKBOUND_ALGORITHM", "direct");
    if (w->size > 3)
        test_with(w, &g, "LINKBOUND_WITHOUT", "0-1");
    close_gate(&g);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
