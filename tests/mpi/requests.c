/* Waiting for any, some or all of many requests, of two networks, among them NULL ones and persistent ones that were
 * not started. */
#include "support.h"

enum { MANY = 7 };

typedef struct many {
    lb_mpi_request *requests[MANY];
    lb_mpi_net *other;
    int values[MANY], expected[MANY];
} many;

/* 0: NULL; 1: persistent, never started; 2: persistent, started; the others nonblocking. */
static void open_many(world *w, many *m) {
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &m->other));
    m->requests[0] = NULL;
    for (int i = 1; i < MANY; i++) {
        lb_mpi_net *net = i % 2 ? m->other : w->net;
        int root = i % w->size;
        m->values[i] = w->rank == root ? 100 + i : -1;
        m->expected[i] = i == 1 ? m->values[i] : 100 + i;
        if (i < 3)
            CHECK(w, !lb_mpi_bcast_init(&m->values[i], 1, MPI_INT, root, net, &m->requests[i]));
        else
            CHECK(w, !lb_mpi_ibcast(&m->values[i], 1, MPI_INT, root, net, &m->requests[i]));
    }
    CHECK(w, !lb_mpi_start(m->requests[2]));
}

static void close_many(world *w, many *m) {
    int index = -1, flag = 0, outcount = -1, indices[MANY];
    CHECK(w, !lb_mpi_testany(MANY, m->requests, &index, &flag) && flag && index == MPI_UNDEFINED);
    CHECK(w, !lb_mpi_waitany(MANY, m->requests, &index) && index == MPI_UNDEFINED);
    CHECK(w, !lb_mpi_waitsome(MANY, m->requests, &outcount, indices) && outcount == MPI_UNDEFINED);
    CHECK(w, !lb_mpi_testsome(MANY, m->requests, &outcount, indices) && outcount == MPI_UNDEFINED);
    CHECK(w, !lb_mpi_testall(MANY, m->requests, &flag) && flag);
    CHECK(w, m->requests[1] && m->requests[2]);
    for (int i = 0; i < MANY; i++) {
        CHECK(w, i == 0 || m->values[i] == m->expected[i]);
        CHECK(w, i < 3 || !m->requests[i]);
    }
    CHECK(w, !lb_mpi_request_free(&m->requests[1]) && !lb_mpi_request_free(&m->requests[2]));
    CHECK(w, !lb_mpi_net_free(&m->other));
}

static void test_waitany(world *w) {
    many m;
    int seen = 0;
    open_many(w, &m);
    for (int i = 2; i < MANY; i++) {
        int index = -1;
        CHECK(w, !lb_mpi_waitany(MANY, m.requests, &index));
        CHECK(w, index >= 2 && index < MANY && !(seen & 1 << index) && m.values[index] == m.expected[index]);
        seen |= 1 << index;
    }
    close_many(w, &m);
}

static void test_testany(world *w) {
    many m;
    open_many(w, &m);
    for (int left = MANY - 2; left > 0;) {
        int index = -1, flag = -1;
        CHECK(w, !lb_mpi_testany(MANY, m.requests, &index, &flag));
        CHECK(w, flag == (index != MPI_UNDEFINED));
        left -= flag;
    }
    close_many(w, &m);
}

static void test_some(world *w, bool wait) {
    many m;
    open_many(w, &m);
    for (int left = MANY - 2; left > 0;) {
        int outcount = -1, indices[MANY];
        if (wait)
            CHECK(w, !lb_mpi_waitsome(MANY, m.requests, &outcount, indices));
        else
            CHECK(w, !lb_mpi_testsome(MANY, m.requests, &outcount, indices));
        CHECK(w, outcount >= (wait ? 1 : 0) && outcount <= left);
        for (int i = 0; i < outcount; i++)
            CHECK(w, m.values[indices[i]] == m.expected[indices[i]] && (i == 0 || indices[i] > indices[i - 1]));
        left -= outcount;
    }
    close_many(w, &m);
}

static void test_testall(world *w) {
    many m;
    int flag = 0;
    open_many(w, &m);
    while (!flag) {
        CHECK(w, !lb_mpi_testall(MANY, m.requests, &flag));
        CHECK(w, flag == !m.requests[3]); /* all of them or none */
    }
    close_many(w, &m);
}

/* Asking leaves everything as it is; the operation advances all the same. */
static void test_get_status(world *w) {
    many m;
    int flag = 0;
    open_many(w, &m);
    CHECK(w, !lb_mpi_request_get_status(NULL, &flag) && flag);
    CHECK(w, !lb_mpi_request_get_status(m.requests[1], &flag) && flag);
    for (int i = 2; i < MANY; i++) {
        lb_mpi_request *before = m.requests[i];
        for (flag = 0; !flag;)
            CHECK(w, !lb_mpi_request_get_status(before, &flag));
        CHECK(w, m.requests[i] == before && m.values[i] == m.expected[i]);
    }
    CHECK(w, !lb_mpi_testall(MANY, m.requests, &flag) && flag); /* nothing is left to be done */
    close_many(w, &m);
}

/* What is done by waiting for one of them advances the others of all networks. */
static void test_orders(world *w) {
    enum { BOTH = 2 };
    lb_mpi_request *requests[BOTH];
    int one = w->rank, sums[BOTH] = {0}, index;
    for (int i = 0; i < BOTH; i++)
        CHECK(w, !lb_mpi_iallreduce(&one, &sums[i], 1, MPI_INT, MPI_SUM, w->net, &requests[i]));
    int late = w->rank % BOTH;
    CHECK(w, !lb_mpi_waitany(1, &requests[late], &index) && index == 0);
    CHECK(w, !lb_mpi_waitany(BOTH, requests, &index) && index == 1 - late);
    CHECK(w, sums[0] == w->size * (w->size - 1) / 2 && sums[1] == sums[0]);
}

/* Without threads a request is only handed over when it is complete; one that is refused is as it was. */
static void test_not_handed(world *w) {
    lb_mpi_request *request = NULL;
    MPI_Request theirs;
    int sum = 0, one = 1;
    CHECK(w, !lb_mpi_request_hand_over(&request, &theirs) && theirs == MPI_REQUEST_NULL);
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    CHECK(w, !lb_mpi_iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, w->net, &request));
    int code = lb_mpi_request_hand_over(&request, &theirs);
    if (code == MPI_SUCCESS) {
        CHECK(w, !request && !MPI_Wait(&theirs, MPI_STATUS_IGNORE));
    } else {
        CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "MPI_THREAD_MULTIPLE"));
        CHECK(w, theirs == MPI_REQUEST_NULL && request && !lb_mpi_wait(&request));
    }
    CHECK(w, sum == w->size);
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
}

/* Complete, but nobody has waited for it: the network stays, and a persistent one is not started again. */
static void test_not_waited_for(world *w) {
    lb_mpi_net *net = NULL, *same;
    lb_mpi_request *request, *kept;
    int flag = 0, sum = 0, one = 1;
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &net));
    same = net;
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    CHECK(w, !lb_mpi_ibarrier(net, &request));
    while (!flag)
        CHECK(w, !lb_mpi_request_get_status(request, &flag));
    int code = lb_mpi_net_free(&same);
    CHECK(w, same && class_of(code) == lb_mpi_error_class() && says(code, "not waited for"));
    CHECK(w, !lb_mpi_wait(&request));
    CHECK(w, !lb_mpi_allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, net, &kept) && !lb_mpi_start(kept));
    for (flag = 0; !flag;)
        CHECK(w, !lb_mpi_request_get_status(kept, &flag));
    code = lb_mpi_start(kept);
    CHECK(w, class_of(code) == lb_mpi_error_class() && says(code, "waited for"));
    CHECK(w, !lb_mpi_wait(&kept) && sum == w->size && !lb_mpi_start(kept) && !lb_mpi_wait(&kept));
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
    CHECK(w, !lb_mpi_request_free(&kept) && !lb_mpi_net_free(&net));
}

static void test_wrong(world *w) {
    int index, flag, outcount, indices[1];
    CHECK(w, lb_mpi_waitany(-1, NULL, &index) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_testany(-1, NULL, &index, &flag) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_waitsome(-1, NULL, &outcount, indices) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_testsome(-1, NULL, &outcount, indices) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_testall(-1, NULL, &flag) == MPI_ERR_COUNT);
    CHECK(w, lb_mpi_waitall(-1, NULL) == MPI_ERR_COUNT && lb_mpi_startall(-1, NULL) == MPI_ERR_COUNT);
    CHECK(w, !lb_mpi_testall(0, NULL, &flag) && flag);
    CHECK(w, !lb_mpi_waitany(0, NULL, &index) && index == MPI_UNDEFINED);
}

static void run(world *w) {
    test_waitany(w);
    test_testany(w);
    test_some(w, true);
    test_some(w, false);
    test_testall(w);
    test_get_status(w);
    test_orders(w);
    test_not_handed(w);
    test_not_waited_for(w);
    test_wrong(w);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
