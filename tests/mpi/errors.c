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
    CHECK(w, !lb_mpi_allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, net)); /* and it goes on */
    CHECK(w, !lb_mpi_net_free(&net));
}

static void run(world *w) {
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_arguments(w);
    test_networks(w);
    test_handler(w);
    test_debug(w);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
