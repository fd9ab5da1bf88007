/* What is said of a process that does not come, and what is not: LINKBOUND_TIMEOUT. Each process's standard error goes
 * to a file, and who is late comes when somebody has said so, however busy the machine is. */
#define _XOPEN_SOURCE 700
#include "hearing.h"

enum { COUNT = 10000 };
static double in[COUNT], out[COUNT];

static void test_late(world *w, form f) {
    static const char line[] = "nothing from node 1 to node 0 for ";
    listen_now(w);
    if (w->rank == 1)
        CHECK(w, wait_until_said(0, line) && wait_until_said(3, "nothing from node 1 to node 3 for "));
    CALL(w, f, allreduce, (in, out, COUNT, MPI_DOUBLE, MPI_SUM));
    if (w->rank == 0) {
        CHECK(w, has_said(0, "allreduce of 80000 bytes on cube:2: nothing from node 1 to node 0 for "));
        CHECK(w, has_said(0, "nothing at all of this call has come from node 1, which may not have made it yet"));
        CHECK(w, has_said(0, "LINKBOUND_WITHOUT=0-1 (linkbound exec or run --without 0-1)\n"));
        CHECK(w, wait_until_either(0, "node 1 sends to node 0 again", "it has gone on"));
    }
}

/* Nobody waits, so nothing is due. */
static void test_unattended(world *w) {
    lb_mpi_request *request = NULL;
    listen_now(w);
    if (w->rank == 1)
        nap(500);
    CHECK(w, !lb_mpi_iallreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, w->net, &request));
    nap(500);
    CHECK(w, !has_said(w->rank, "linkbound"));
    CHECK(w, !lb_mpi_wait(&request));
}

/* By the profile 80000 bytes take 80 s here, and may take a hundred times as long. */
static void test_slow(world *w) {
    lb_mpi_profile slow = lb_mpi_net_profile(w->net), usual = slow;
    slow.tau = (lb_ratio){1000000, 1};
    CHECK(w, !lb_mpi_net_set_profile(w->net, &slow));
    listen_now(w);
    if (w->rank == 1)
        nap(600);
    CHECK(w, !lb_mpi_allreduce(in, out, COUNT, MPI_DOUBLE, MPI_SUM, w->net));
    CHECK(w, !has_said(w->rank, "linkbound"));
    CHECK(w, !lb_mpi_net_set_profile(w->net, &usual));
}

/* Messages straight to where they belong. */
static void test_direct(world *w) {
    lb_mpi_net *net = NULL;
    setenv("LINKBOUND_ALGORITHM", "direct", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, "cube:2", &net));
    unsetenv("LINKBOUND_ALGORITHM");
    listen_now(w);
    if (w->rank == 1)
        CHECK(w, wait_until_said(2, "nothing from node 1 to node 2 for "));
    CHECK(w, !lb_mpi_allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, net));
    if (w->rank == 2)
        CHECK(w, !has_said(2, "WITHOUT")); /* they have no link */
    CHECK(w, !lb_mpi_net_free(&net));
}

/* A network of some: its nodes, and the world's ranks. */
static void test_part(const world *w) {
    MPI_Comm half;
    lb_mpi_net *net = NULL;
    MPI_Comm_split(MPI_COMM_WORLD, w->rank / 2, w->rank, &half);
    CHECK(w, !lb_mpi_net_create(half, NULL, &net));
    listen_now(w);
    if (w->rank == 3)
        CHECK(w, wait_until_said(2, "nothing from node 1 to node 0 (ranks 3 and 2 of MPI_COMM_WORLD) for "));
    CHECK(w, !lb_mpi_bcast(in, COUNT, MPI_DOUBLE, 1, net));
    CHECK(w, !lb_mpi_net_free(&net));
    MPI_Comm_free(&half);
}

/* Two on a node: who does not come is named by its rank, before they share memory and when they do. */
static void test_inside(const world *w) {
    lb_mpi_net *net = NULL;
    setenv("LINKBOUND_SLOTS", "2", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, "cube:1", &net));
    unsetenv("LINKBOUND_SLOTS");
    for (int i = 0; i < 2; i++) {
        listen_now(w);
        if (w->rank == 3)
            CHECK(w, wait_until_said(2, "on node 1 rank 3 has not come for "));
        CHECK(w, !lb_mpi_allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, net));
        CHECK(w, !has_said(w->rank, "rank 2"));
    }
    CHECK(w, !lb_mpi_net_free(&net));
}

static void test_all(world *w) {
    for (form f = BLOCKING; f < FORMS; f++)
        test_late(w, f);
    test_unattended(w);
    test_slow(w);
    test_direct(w);
    test_part(w);
    test_inside(w);
}

/* Bad values are refused in one sentence. */
static void test_refused(const world *w) {
    const char *const bad[] = {"x", "-1", "1e3", " 1", "1.2.3", "99999999999", ".5"};
    lb_mpi_net *net = NULL;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        setenv("LINKBOUND_TIMEOUT", bad[i], 1);
        CHECK(w, says(lb_mpi_net_create(MPI_COMM_WORLD, NULL, &net), "LINKBOUND_TIMEOUT: '"));
    }
    setenv("LINKBOUND_TIMEOUT", "0", 1);
    setenv("LINKBOUND_TIMEOUT_ACTION", "explode", 1);
    CHECK(w, says(lb_mpi_net_create(MPI_COMM_WORLD, NULL, &net),
                  "LINKBOUND_TIMEOUT_ACTION: 'explode' is neither wait nor abort"));
    unsetenv("LINKBOUND_TIMEOUT_ACTION");
}

static void run_aside(world *w) {
    lb_mpi_net *theirs = w->net;
    hear_begin(w);
    setenv("LINKBOUND_TIMEOUT", "0.3", 1);
    CHECK(w, lb_mpi_net_create(w->comm, "cube:2", &w->net) == MPI_SUCCESS);
    test_all(w);
    CHECK(w, lb_mpi_net_free(&w->net) == MPI_SUCCESS);
    test_refused(w);
    w->net = theirs;
    hear_end(w);
}

static void run(world *w) {
    if (strcmp(w->name, "2x2") == 0)
        run_aside(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
