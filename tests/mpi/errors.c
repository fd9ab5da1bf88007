/* Errors: MPI's classes for arguments that cannot be, our own class with a sentence, through the communicator's error
 * handler; and in debug mode processes that do not agree are told so instead of waiting for ever. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

static int handled, handled_code;
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void handler(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    handled++;
    handled_code = *code;
}

static void test_arguments(world *w) {
    int value = 0, n = w->size;
    lb_mpi_request *request = NULL;
    CHECK(w, class_of(lb_mpi_bcast(&value, -1, MPI_INT, 0, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_bcast(&value, 1, MPI_INT, n, w->net)) == MPI_ERR_ROOT);
    CHECK(w, class_of(lb_mpi_bcast(&value, 1, MPI_INT, -1, w->net)) == MPI_ERR_ROOT);
    CHECK(w, class_of(lb_mpi_bcast(&value, 1, MPI_DATATYPE_NULL, 0, w->net)) == MPI_ERR_TYPE);
    CHECK(w, class_of(lb_mpi_allreduce(&value, &value, 1, MPI_INT, MPI_OP_NULL, w->net)) == MPI_ERR_OP);
    CHECK(w, class_of(lb_mpi_ibcast(&value, -1, MPI_INT, 0, w->net, &request)) == MPI_ERR_COUNT && !request);
    CHECK(w, class_of(lb_mpi_allgather(&value, 1, MPI_INT, &value, -1, MPI_INT, w->net)) == MPI_ERR_COUNT);
    int counts[64] = {0}, places[64] = {0};
    counts[w->rank] = 1; /* two are sent */
    CHECK(w, class_of(lb_mpi_allgatherv(&value, 2, MPI_INT, &value, counts, places, MPI_INT, w->net)) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_wait(&request) == MPI_SUCCESS);
    CHECK(w, lb_mpi_bcast_init(&value, 1, MPI_INT, 0, w->net, &request) == MPI_SUCCESS);
    lb_mpi_net *same_net = w->net;
    int code = lb_mpi_net_free(&same_net); /* a persistent request is left */
    CHECK(w, same_net && class_of(code) == lb_mpi_error_class() && says(code, "persistent"));
    CHECK(w, lb_mpi_request_free(&request) == MPI_SUCCESS);
    CHECK(w, lb_mpi_bcast(NULL, 0, MPI_INT, 0, w->net) == MPI_SUCCESS);
}

/* What a process brings is not as long as what it gets: refused, before anything is read that is not there. */
static void test_unlike(world *w) {
    int few[64 * 2] = {0}, many[64 * 2] = {0}, to[64];
    for (int i = 0; i < w->size; i++)
        to[i] = i;
    CHECK(w, class_of(lb_mpi_permute(few, 1, MPI_INT, many, 2, MPI_INT, to, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_permute(few, 2, MPI_INT, many, 1, MPI_INT, to, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_allgather(few, 1, MPI_INT, many, 2, MPI_INT, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_alltoall(few, 1, MPI_SHORT, many, 1, MPI_INT, w->net)) == MPI_ERR_COUNT);
    CHECK(w, class_of(lb_mpi_neighbor_allgather(few, 1, MPI_INT, many, 2, MPI_INT, w->net)) == MPI_ERR_COUNT);
    CHECK(w, !lb_mpi_permute(few, 2, MPI_SHORT, many, 1, MPI_INT, to, w->net)); /* the same bytes */
}

static void test_uncommitted(world *w) {
    MPI_Datatype dense, loose;
    int values[8] = {0};
    lb_mpi_request *request = NULL;
    MPI_Type_contiguous(2, MPI_INT, &dense);
    MPI_Type_vector(2, 1, 2, MPI_INT, &loose);
    CHECK(w, class_of(lb_mpi_bcast(values, 2, dense, 0, w->net)) == MPI_ERR_TYPE);
    CHECK(w, class_of(lb_mpi_bcast(values, 1, loose, 0, w->net)) == MPI_ERR_TYPE);
    CHECK(w, class_of(lb_mpi_ibcast(values, 2, dense, 0, w->net, &request)) == MPI_ERR_TYPE && !request);
    CHECK(w, class_of(lb_mpi_bcast_init(values, 2, dense, 0, w->net, &request)) == MPI_ERR_TYPE && !request);
    MPI_Type_commit(&dense);
    MPI_Type_commit(&loose);
    CHECK(w, !lb_mpi_bcast(values, 2, dense, 0, w->net) && !lb_mpi_bcast(values, 1, loose, 0, w->net));
    MPI_Type_free(&dense);
    MPI_Type_free(&loose);
}

/* What fails before anything is sent is an error of the call, not of the wait. */
static void test_cannot_begin(world *w) {
    MPI_Datatype huge;
    lb_mpi_request *request = NULL;
    int value = 0, to[1] = {0};
    if (w->size != 1)
        return;
    MPI_Type_contiguous((1 << 28) + 1, MPI_INT, &huge); /* more than is packed at a time */
    MPI_Type_commit(&huge);
    CHECK(w, class_of(lb_mpi_ipermute(&value, 1, huge, &value, 1, huge, to, w->net, &request)) != MPI_SUCCESS);
    CHECK(w, !request);
    MPI_Type_free(&huge);
}

static void test_networks(world *w) {
    lb_mpi_net *net = NULL;
    int code = lb_mpi_net_create(w->comm, "100x100", &net);
    CHECK(w, !net && class_of(code) == lb_mpi_error_class() && says(code, "10000 nodes"));
    code = lb_mpi_net_create(w->comm, "nonsense", &net);
    CHECK(w, !net && class_of(code) == lb_mpi_error_class());
    setenv("LINKBOUND_ALGORITHM", "no-such", 1);
    code = lb_mpi_net_create(w->comm, NULL, &net);
    unsetenv("LINKBOUND_ALGORITHM");
    CHECK(w, !net && says(code, "no-such"));
    const char *efforts[] = {"10", "much", "-1"};
    for (int i = 0; i < 3; i++) {
        setenv("LINKBOUND_EFFORT", efforts[i], 1);
        code = lb_mpi_net_create(w->comm, NULL, &net);
        unsetenv("LINKBOUND_EFFORT");
        CHECK(w, !net && says(code, "LINKBOUND_EFFORT"));
    }
    CHECK(w, class_of(lb_mpi_net_create(MPI_COMM_NULL, NULL, &net)) == MPI_ERR_COMM && !net);
}

static void test_handler(world *w) {
    MPI_Comm copy;
    MPI_Errhandler own;
    lb_mpi_net *net;
    int value = 0;
    MPI_Comm_dup(w->comm, &copy);
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(copy, own);
    CHECK(w, !lb_mpi_net_create(copy, NULL, &net));
    handled = 0;
    int code = lb_mpi_bcast(&value, -1, MPI_INT, 0, net);
    CHECK(w, handled == 1 && handled_code == code);
    MPI_Comm_free(&copy); /* the network outlives it */
    CHECK(w, !lb_mpi_bcast(&value, 1, MPI_INT, 0, net));
    CHECK(w, !lb_mpi_net_free(&net));
    MPI_Errhandler_free(&own);
}

/* Lengths that do not match: without debug mode one process has an error, and the others wait. */
static void test_debug_lengths(world *w, lb_mpi_net *net) {
    int counts[64], places[64], in[64 * 3] = {0}, out[64 * 3], root = w->size / 2, odd = w->size - 1;
    int mine = w->rank == odd ? 2 : 1;
    if (w->size < 3)
        return;
    for (int i = 0; i < w->size; i++) {
        counts[i] = 1;
        places[i] = 3 * i;
    }
    int code = lb_mpi_scatterv(in, counts, places, MPI_INT, out, mine, MPI_INT, root, net);
    CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "different lengths") && says(code, "scatterv"));
    code = lb_mpi_gatherv(in, mine, MPI_INT, out, counts, places, MPI_INT, root, net);
    CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "different lengths") && says(code, "gatherv"));
    if (w->rank == odd)
        counts[0] = 2;
    code = lb_mpi_alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, net);
    CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "different lengths") && says(code, "alltoallv"));
    counts[0] = 1;
    CHECK(w, !lb_mpi_gatherv(in, 1, MPI_INT, out, counts, places, MPI_INT, root, net));
    CHECK(w, !lb_mpi_alltoallv(in, counts, places, MPI_INT, out, counts, places, MPI_INT, net));
    code = lb_mpi_bcast(in, w->rank == odd ? -1 : 1, MPI_INT, root, net);
    if (w->rank == odd)
        CHECK(w, class_of(code) == MPI_ERR_COUNT);
    else
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "'s bcast are wrong"));
}

/* Of several that are under way nobody knows whose lengths are told first: they must not be taken for each other's. */
static void test_debug_several(world *w, lb_mpi_net *net) {
    enum { SEVERAL = 6 };
    int counts[64], places[64], in[SEVERAL] = {0}, out[SEVERAL][64], value = 1;
    lb_mpi_request *requests[SEVERAL + 1];
    for (int i = 0; i < w->size; i++) {
        counts[i] = 1;
        places[i] = i;
    }
    for (int turn = 0; turn < 10; turn++) {
        for (int k = 0; k < SEVERAL; k++)
            CHECK(w, !lb_mpi_igatherv(&in[k], 1, MPI_INT, out[k], counts, places, MPI_INT, (turn + k) % w->size, net,
                                      &requests[k]));
        CHECK(w, !lb_mpi_ibcast(&value, 1, MPI_INT, turn % w->size, net, &requests[SEVERAL]));
        for (int k = SEVERAL; k >= 0; k--)
            CHECK(w, !lb_mpi_wait(&requests[k]));
    }
}

static void test_debug(world *w) {
    lb_mpi_net *net;
    int value = w->rank, sum = 0;
    setenv("LINKBOUND_DEBUG", "1", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    unsetenv("LINKBOUND_DEBUG");
    CHECK(w, !lb_mpi_allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, net));
    CHECK(w, sum == w->size * (w->size - 1) / 2);
    if (w->size > 1) {
        int code = lb_mpi_bcast(&value, 1, MPI_INT, w->rank == w->size - 1, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "do not agree") && says(code, "root 1"));
        code = w->rank == 0 ? lb_mpi_bcast(&value, 1, MPI_INT, 0, net)
                            : lb_mpi_allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "rank 0 has bcast") && says(code, "allreduce"));
    }
    if (w->size > 1) {
        bool odd = w->rank == w->size - 1;
        int code = lb_mpi_allreduce(&value, &sum, 1, MPI_INT, odd ? MPI_MAX : MPI_SUM, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "operators differ"));
        int to[64];
        for (int i = 0; i < w->size; i++)
            to[i] = odd ? i : (i + 1) % w->size;
        code = lb_mpi_permute(&value, 1, MPI_INT, &sum, 1, MPI_INT, to, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "lists of counts or places differ"));
        int counts[64], places[64], all[64 * 2];
        for (int i = 0; i < w->size; i++) {
            counts[i] = i == 0 && odd ? 2 : 1;
            places[i] = 2 * i;
        }
        code = lb_mpi_allgatherv(&value, 1, MPI_INT, all, counts, places, MPI_INT, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "lists of counts or places differ"));
        code = lb_mpi_transpose(&value, &sum, odd ? 1 : 0, 0, MPI_INT, net);
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "do not agree"));
    }
    test_debug_lengths(w, net);
    test_debug_several(w, net);
    CHECK(w, !lb_mpi_allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, net)); /* and it goes on */
    CHECK(w, !lb_mpi_net_free(&net));
}

static void run(world *w) {
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_arguments(w);
    test_unlike(w);
    test_uncommitted(w);
    test_cannot_begin(w);
    test_networks(w);
    test_handler(w);
    test_debug(w);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
