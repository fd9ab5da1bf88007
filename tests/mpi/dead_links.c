/* Networks without some links, by their name and by LINKBOUND_WITHOUT: the collectives give what MPI's own give, and
 * nothing is sent over a dead link (MPI_Isend is interposed). Text that cannot be is told in one sentence. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

enum { COUNT = 90 };

static const lb_net *watched; /* NULL: nobody looks */
static const lb_net *wires;   /* NULL: they are the network's */
static int watched_rank, sent, wrong;

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    if (watched) {
        bool alive = false;
        for (unsigned port = 0; port < lb_net_ports(watched); port++)
            alive |= (int)lb_neighbor(watched, (uint32_t)watched_rank, port) == dest &&
                     lb_link_alive(watched, (uint32_t)watched_rank, port);
        sent++;
        wrong += !alive;
    }
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

static void begin(const world *w, const lb_mpi_net *net) {
    watched = wires ? wires : lb_mpi_net_network(net);
    watched_rank = w->rank;
    sent = wrong = 0;
}

static void end(const world *w, const char *what) {
    int mine[2] = {sent, wrong}, all[2];
    watched = NULL;
    MPI_Allreduce(mine, all, 2, MPI_INT, MPI_SUM, w->comm);
    if (all[0] == 0 || all[1] > 0)
        fail(w, "%s: %d messages, %d of them over dead links", what, all[0], all[1]);
}

/* Sums of whole numbers: any order gives the same. */
static buffer numbers(const world *w, int64_t count) {
    buffer b = make(w, count, MPI_DOUBLE, 1);
    for (int64_t i = 0; i < count; i++)
        ((double *)b.at)[i] = (double)(i * 3 + w->rank * 1000 + 1);
    return b;
}

static void compare(const world *w, buffer *ours, buffer *theirs, const char *what) {
    same(w, ours, theirs, what);
    drop(theirs);
    *theirs = copy(ours);
    end(w, what);
}

static void all_right(const world *w, lb_mpi_net *net) {
    int n = w->size, root = n - 1;
    buffer in = numbers(w, (int64_t)COUNT * n), ours = numbers(w, (int64_t)COUNT * n), theirs = copy(&ours);
    begin(w, net);
    CHECK(w, !lb_mpi_bcast(ours.at, COUNT, MPI_DOUBLE, root, net));
    MPI_Bcast(theirs.at, COUNT, MPI_DOUBLE, root, w->comm);
    compare(w, &ours, &theirs, "bcast");
    begin(w, net);
    CHECK(w, !lb_mpi_scatter(in.at, COUNT, MPI_DOUBLE, ours.at, COUNT, MPI_DOUBLE, root, net));
    MPI_Scatter(in.at, COUNT, MPI_DOUBLE, theirs.at, COUNT, MPI_DOUBLE, root, w->comm);
    compare(w, &ours, &theirs, "scatter");
    begin(w, net);
    CHECK(w, !lb_mpi_allgather(in.at, COUNT, MPI_DOUBLE, ours.at, COUNT, MPI_DOUBLE, net));
    MPI_Allgather(in.at, COUNT, MPI_DOUBLE, theirs.at, COUNT, MPI_DOUBLE, w->comm);
    compare(w, &ours, &theirs, "allgather");
    begin(w, net);
    CHECK(w, !lb_mpi_alltoall(in.at, COUNT, MPI_DOUBLE, ours.at, COUNT, MPI_DOUBLE, net));
    MPI_Alltoall(in.at, COUNT, MPI_DOUBLE, theirs.at, COUNT, MPI_DOUBLE, w->comm);
    compare(w, &ours, &theirs, "alltoall");
    begin(w, net);
    CHECK(w, !lb_mpi_allreduce(in.at, ours.at, COUNT, MPI_DOUBLE, MPI_SUM, net));
    MPI_Allreduce(in.at, theirs.at, COUNT, MPI_DOUBLE, MPI_SUM, w->comm);
    compare(w, &ours, &theirs, "allreduce");
    begin(w, net);
    CHECK(w, !lb_mpi_scan(in.at, ours.at, COUNT, MPI_DOUBLE, MPI_SUM, net));
    MPI_Scan(in.at, theirs.at, COUNT, MPI_DOUBLE, MPI_SUM, w->comm);
    compare(w, &ours, &theirs, "scan");
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static unsigned dead_count(const lb_net *net) {
    unsigned dead = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++)
            dead += !lb_link_alive(net, v, port);
    }
    return dead;
}

/* LINKBOUND_WITHOUT counts where rank 0 has it, and is gone behind this. */
static int create(const world *w, const char *network, const char *without, lb_mpi_net **net) {
    if (without && w->rank == 0)
        setenv("LINKBOUND_WITHOUT", without, 1);
    int code = lb_mpi_net_create(w->comm, network, net);
    unsetenv("LINKBOUND_WITHOUT");
    return code;
}

static void test_good(world *w) {
    const struct {
        int size;
        const char *network, *without;
        unsigned dead; /* one way */
    } good[] = {{8, "cube:3 without 0-1", NULL, 2},
                {8, "2x4 without  5>4 , 7-1,0>1", NULL, 4},
                {8, NULL, "0-1,6>2", 3},
                {8, "cube:3 without 3-7", "0>1", 3},
                {8, "cube:3", "", 0},
                {6, NULL, "0-1", 2},
                {6, "3x2 without 0-3", NULL, 2},
                {5, NULL, "4>0", 1},
                {5, "ring:5", "4-0", 2}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        lb_mpi_net *net = NULL;
        if (good[i].size != w->size)
            continue;
        int code = create(w, good[i].network, good[i].without, &net);
        CHECK(w, code == MPI_SUCCESS);
        if (code != MPI_SUCCESS)
            continue;
        CHECK(w, dead_count(lb_mpi_net_network(net)) == good[i].dead);
        all_right(w, net);
        CHECK(w, !lb_mpi_net_free(&net));
    }
}

static void test_bad(world *w) {
    char many[1024] = "0-1";
    const struct {
        const char *network, *without, *why;
    } bad[] = {{"cube:3", "nonsense", "cannot read 'nonsense'"},
               {"cube:3", "0-1,,2-3", "cannot read ',2-3'"},
               {"cube:3", "0-1,", "cannot read ''"},
               {"cube:3", "0", "cannot read '0'"},
               {"cube:3", "0-", "cannot read '0-'"},
               {"cube:3", "-1-0", "cannot read '-1-0'"},
               {"cube:3", "0-1 2-3", "cannot read '0-1 2-3'"},
               {"cube:3", "0000000000-1", "cannot read"},
               {"cube:3 without x", NULL, "cannot read 'x'"},
               {"cube:3 without ", NULL, "cannot read ''"},
               {"cube:3 without 0-1 without 2-3", NULL, "cannot read '0-1 without 2-3'"},
               {"cube:3without 0-1", NULL, "is not a network"},
               {" without 0-1", NULL, "network"},
               {"cube:3", "0-8", "nodes 0 to 7"},
               {"cube:3", "999999999-0", "nodes 0 to 7"},
               {"cube:3", "0-3", "no link from 0 to 3"},
               {"cube:3", "5-5", "no link from 5 to 5"},
               {"cube:3", "0-1,1>0", "from 1 to 0 is named twice"},
               {"cube:3 without 0-1", "1>0", "from 1 to 0 is named twice"},
               {"cube:3", "0-1,0-2,0-4", "node 0 is cut off"},
               {"cube:3", "0>1,0>2,0>4", "node 0 cannot reach the others"},
               {"cube:3", "0-1,2-3,4-5,6-7", "cut off"},
               {"cube:2 without 0-1", NULL, "4 nodes, and there are 8 processes"},
               {"cube:3", many, "LINKBOUND_WITHOUT: too long"}};
    for (int i = 0; i < 200; i++)
        strcat(many, ",0-1");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lb_mpi_net *net = NULL;
        int code = create(w, bad[i].network, bad[i].without, &net), length;
        char text[MPI_MAX_ERROR_STRING] = "";
        MPI_Error_string(code, text, &length);
        if (net || class_of(code) != lb_mpi_error_class() || !says(code, bad[i].why) || strchr(text, '\n'))
            fail(w, "%s, '%s' gives '%s'", bad[i].network, bad[i].without ? bad[i].without : "-", text);
    }
}

/* Dimensions of a Cartesian topology that do not wrap around are lines, unless a name says what the network is. */
static void test_lines(world *w) {
    int sizes[2] = {2, 4}, periods[2] = {0, 0};
    MPI_Comm cart;
    lb_mpi_net *net = NULL;
    lb_net *torus = NULL, *mesh = NULL;
    lb_fault around[] = {{.from = 0, .to = 3, .both = true}, {.from = 4, .to = 7, .both = true}};
    CHECK(w, !lb_net_parse("4x2", &torus, NULL) && !lb_net_without(torus, around, 2, NULL, 0, &mesh, NULL));
    MPI_Cart_create(w->comm, 2, sizes, periods, 0, &cart);
    CHECK(w, !lb_mpi_net_create(cart, NULL, &net) && lb_net_is_mesh(lb_mpi_net_network(net)));
    wires = mesh;
    all_right(w, net);
    wires = NULL;
    CHECK(w, !lb_mpi_bcast(&periods, 2, MPI_INT, 0, net) && strcmp(lb_mpi_net_algorithm(net), "pieces") == 0);
    CHECK(w, !lb_mpi_net_free(&net) && !lb_mpi_net_create(cart, "4x2", &net));
    CHECK(w, !lb_mpi_bcast(&periods, 2, MPI_INT, 0, net) && strcmp(lb_mpi_net_algorithm(net), "around") != 0);
    CHECK(w, !lb_mpi_net_free(&net));
    MPI_Comm_free(&cart);
    lb_net_free(torus);
    lb_net_free(mesh);
}

static void run(world *w) {
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    test_good(w);
    if (w->size == 8) {
        test_lines(w);
        test_bad(w);
    }
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
