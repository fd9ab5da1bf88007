/* Operations that overlap: several at a time, waited for in different orders by different processes, on two networks of
 * one communicator, beside the user's own messages, with types freed in between, and more than there are at any time in
 * sensible programs. */
#include "support.h"

enum { AT_ONCE = 6 };

static void test_orders(world *w) {
    lb_mpi_request *requests[AT_ONCE];
    lb_mpi_net *other;
    lb_mpi_news *news = NULL;
    int n = w->size, me = w->rank, *all = calloc((size_t)n, sizeof *all), *back = calloc((size_t)n, sizeof *back),
        *from = calloc((size_t)n, sizeof *from);
    int told = me == n / 2 ? 77 : 0, sum = 0, before = -1, one = me + 1;
    CHECK(w, !lb_mpi_net_create(w->comm, NULL, &other));
    for (int i = 0; i < n; i++)
        from[i] = me * 100 + i;
    CHECK(w, !lb_mpi_ibcast(&told, 1, MPI_INT, n / 2, w->net, &requests[0]));
    CHECK(w, !lb_mpi_iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, other, &requests[1]));
    CHECK(w, !lb_mpi_ialltoall(from, 1, MPI_INT, back, 1, MPI_INT, w->net, &requests[2]));
    CHECK(w, !lb_mpi_iallgather(&me, 1, MPI_INT, all, 1, MPI_INT, other, &requests[3]));
    CHECK(w, !lb_mpi_igossip(&me, me % 2 ? sizeof me : 0, &news, w->net, &requests[4]));
    CHECK(w, !lb_mpi_iexscan(&one, &before, 1, MPI_INT, MPI_SUM, w->net, &requests[5]));
    for (int i = 0; i < AT_ONCE; i++)
        CHECK(w, !lb_mpi_wait(&requests[(i * 5 + me) % AT_ONCE])); /* 5 and 6 have no common factor: all of them */
    CHECK(w, told == 77 && sum == n * (n + 1) / 2 && (me == 0 || before == me * (me + 1) / 2));
    for (int i = 0; i < n; i++)
        CHECK(w, all[i] == i && back[i] == i * 100 + me);
    CHECK(w, news && news->count == n / 2);
    lb_mpi_news_free(news);
    CHECK(w, !lb_mpi_net_free(&other));
    free(all);
    free(back);
    free(from);
}

/* Tags are used again and again; the oldest go first. */
static void test_many(world *w) {
    enum { MANY = 150 };
    lb_mpi_request *requests[MANY];
    int values[MANY];
    for (int i = 0; i < MANY; i++) {
        values[i] = w->rank == i % w->size ? i : -1;
        CHECK(w, !lb_mpi_ibcast(&values[i], 1, MPI_INT, i % w->size, w->net, &requests[i]));
    }
    CHECK(w, !lb_mpi_waitall(MANY, requests));
    for (int i = 0; i < MANY; i++)
        CHECK(w, values[i] == i);
}

/* Persistent ones are started in whatever order. */
static void test_persistent(world *w) {
    lb_mpi_request *requests[4];
    double sums[4] = {0}, mine[4];
    for (int i = 0; i < 4; i++)
        CHECK(w, !lb_mpi_allreduce_init(&mine[i], &sums[i], 1, MPI_DOUBLE, MPI_SUM, w->net, &requests[i]));
    for (int turn = 0; turn < 3; turn++) {
        for (int i = 0; i < 4; i++)
            mine[i] = turn + i;
        for (int i = 0; i < 4; i++)
            CHECK(w, !lb_mpi_start(requests[(i + w->rank) % 4]));
        CHECK(w, !lb_mpi_waitall(4, requests));
        for (int i = 0; i < 4; i++)
            CHECK(w, sums[i] == (double)w->size * (turn + i));
    }
    for (int i = 0; i < 4; i++)
        CHECK(w, !lb_mpi_request_free(&requests[i]) && !requests[i]);
}

/* Receives of anything from anybody see nothing of ours. */
static void test_apart(world *w) {
    int got = -1, mine = w->rank + 1000, told = w->rank == 0 ? 5 : 0;
    MPI_Request receive;
    MPI_Status status;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, w->comm, &receive);
    CHECK(w, !lb_mpi_bcast(&told, 1, MPI_INT, 0, w->net));
    MPI_Send(&mine, 1, MPI_INT, (w->rank + 1) % w->size, 3, w->comm);
    MPI_Wait(&receive, &status);
    CHECK(w, told == 5 && got == (w->rank + w->size - 1) % w->size + 1000);
}

static void test_freed_type(world *w) {
    MPI_Datatype pairs;
    int *data = calloc(64, sizeof *data);
    lb_mpi_request *request;
    for (int i = 0; i < 64; i++)
        data[i] = w->rank == 0 ? i : -1;
    MPI_Type_vector(16, 1, 4, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    CHECK(w, !lb_mpi_ibcast(data, 1, pairs, 0, w->net, &request));
    MPI_Type_free(&pairs);
    CHECK(w, !lb_mpi_wait(&request));
    for (int i = 0; i < 64; i++)
        CHECK(w, data[i] == (w->rank == 0 || i % 4 == 0 ? i : -1));
    free(data);
}

static MPI_Datatype passed;
static int foreign;

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI calls it */
static void add_pairs(void *left, void *right, int *count, MPI_Datatype *type) {
    foreign += *type != passed;
    for (int i = 0; i < 2 * *count; i++)
        ((int *)right)[i] += ((int *)left)[i];
}

/* Operators see the type that was passed; once it is freed they see another, and the result is right all the same. */
static void test_handles(world *w, bool early) {
    enum { PAIRS = 50 };
    int in[2 * PAIRS], out[2 * PAIRS];
    MPI_Op op;
    MPI_Datatype pair;
    lb_mpi_request *request;
    for (int i = 0; i < 2 * PAIRS; i++)
        in[i] = w->rank + i;
    MPI_Op_create(add_pairs, 1, &op);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    passed = pair;
    foreign = 0;
    CHECK(w, !lb_mpi_iallreduce(in, out, PAIRS, pair, op, w->net, &request));
    if (early)
        MPI_Type_free(&pair);
    CHECK(w, !lb_mpi_wait(&request));
    CHECK(w, (early || foreign == 0) && out[9] == 9 * w->size + w->size * (w->size - 1) / 2);
    if (!early)
        MPI_Type_free(&pair);
    MPI_Op_free(&op);
}

static void run(world *w) {
    test_orders(w);
    test_many(w);
    test_persistent(w);
    test_apart(w);
    test_freed_type(w);
    test_handles(w, false);
    test_handles(w, true);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
