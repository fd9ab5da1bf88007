/* Pipelines whose packets are paced, as of links that messages under way share: many packets, of which each waits for
 * its time; in all forms, several at once waited for in different orders, beside operations that are not paced. */
#include "support.h"

enum { MOST = 12000, AT_ONCE = 4 };

/* A packet costs little while others are under way, so there are many; and a byte much, so they wait. */
static const lb_mpi_profile slow = {
    .tau = {50, 1}, .beta = {100000, 1}, .gap = {4000, 1}, .hop = {0, 1}, .shared = true, .window = 32};
/* The same, a hundred thousand times slower than that: a profile that is wrong. */
static const lb_mpi_profile wrong = {
    .tau = {5000000, 1}, .beta = {10000000000, 1}, .gap = {400000000, 1}, .hop = {0, 1}, .shared = true, .window = 32};

/* ---- What is sent ---- */

static unsigned posted;

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    posted++;
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

static uint64_t messages(const world *w) {
    uint64_t mine = lb_mpi_net_facts(w->net).messages, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, w->comm);
    return all;
}

static void broadcast(world *w, form f, int root, int count) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    int size;
    MPI_Type_size(type, &size);
    count = count / size + 1;
    buffer ours = make(w, count, type, 1), theirs = copy(&ours);
    CALL(w, f, bcast, (ours.at, count, type, root));
    MPI_Bcast(theirs.at, count, type, root, w->comm);
    same(w, &ours, &theirs, "bcast");
    drop(&ours);
    drop(&theirs);
}

static void reduce(world *w, form f, int root, int count) {
    int64_t *in = malloc(2 * MOST * sizeof *in), *out = in + MOST;
    bool right = true;
    for (int i = 0; i < count; i++)
        in[i] = w->rank * 1000 + i;
    CALL(w, f, reduce, (in, out, count, MPI_INT64_T, MPI_SUM, root));
    for (int i = 0; i < count && w->rank == root; i++)
        right &= out[i] == (int64_t)w->size * i + (int64_t)500 * w->size * (w->size - 1);
    CHECK(w, right);
    free(in);
}

/* Everybody's sums, and everybody's blocks, by copies of a plan that take turns. */
static void all_together(world *w, form f, int count) {
    int64_t *in = malloc((size_t)(w->size + 2) * MOST * sizeof *in), *out = in + MOST, *all = out + MOST;
    bool right = true;
    for (int i = 0; i < count; i++)
        in[i] = w->rank * 1000 + i;
    CALL(w, f, allreduce, (in, out, count, MPI_INT64_T, MPI_SUM));
    for (int i = 0; i < count; i++)
        right &= out[i] == (int64_t)w->size * i + (int64_t)500 * w->size * (w->size - 1);
    CALL(w, f, allgather, (in, count, MPI_INT64_T, all, count, MPI_INT64_T));
    for (int i = 0; i < count * w->size; i++)
        right &= all[i] == i / count * 1000 + i % count;
    CALL(w, f, reduce_scatter_block, (all, in, count, MPI_INT64_T, MPI_SUM));
    for (int i = 0; i < count; i++)
        right &= in[i] == w->size * ((int64_t)w->rank * 1000 + i);
    CHECK(w, right);
    free(in);
}

/* Everybody's blocks for everybody. */
static void exchange(world *w, form f, int count) {
    size_t all = (size_t)w->size * (size_t)count;
    int64_t *in = malloc(2 * all * sizeof *in), *out = in + all;
    bool right = true;
    for (size_t i = 0; i < all; i++)
        in[i] = w->rank * 1000000 + (int64_t)i;
    CALL(w, f, alltoall, (in, count, MPI_INT64_T, out, count, MPI_INT64_T));
    for (int i = 0; i < w->size * count; i++)
        right &= out[i] == i / count * 1000000 + w->rank * count + i % count;
    CHECK(w, right);
    free(in);
}

static uint64_t exchange_messages(world *w) {
    uint64_t begun = messages(w);
    exchange(w, BLOCKING, MOST / 16);
    return messages(w) - begun;
}

/* They send more messages than one, and so do not where only one packet may be under way. */
static void in_turns(world *w) {
    lb_mpi_profile alone = slow;
    alone.window = 4;
    CHECK(w, !lb_mpi_net_set_profile(w->net, &alone));
    uint64_t begun = messages(w);
    all_together(w, BLOCKING, MOST / 8);
    uint64_t once = messages(w) - begun, exchanged = exchange_messages(w);
    CHECK(w, !lb_mpi_net_set_profile(w->net, &slow));
    begun = messages(w);
    all_together(w, BLOCKING, MOST / 8);
    CHECK(w, 2 * (messages(w) - begun) >= 3 * once);
    CHECK(w, exchange_messages(w) >= 2 * exchanged);
}

static void several(const world *w, int count) {
    lb_mpi_request *requests[AT_ONCE];
    int *values = malloc((size_t)AT_ONCE * (size_t)count * sizeof *values), sum = 0, one = 1;
    bool right = true;
    for (int i = 0; i < AT_ONCE; i++) {
        int *at = values + (size_t)i * (size_t)count, root = i % w->size;
        for (int k = 0; k < count; k++)
            at[k] = w->rank == root ? i + k : -1;
        CHECK(w, !lb_mpi_ibcast(at, count, MPI_INT, root, w->net, &requests[i]));
    }
    CHECK(w, !lb_mpi_allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, w->net) && sum == w->size);
    for (int i = 0; i < AT_ONCE; i++)
        CHECK(w, !lb_mpi_wait(&requests[w->rank % 2 ? i : AT_ONCE - 1 - i]));
    for (int i = 0; i < AT_ONCE * count; i++)
        right &= values[i] == i / count + i % count;
    CHECK(w, right);
    free(values);
}

/* Nothing is due for minutes but the first packets, and those go at once. The others do when these are through: it does
 * not take minutes. */
static void one_by_one(const world *w) {
    unsigned ports = lb_net_ports(lb_mpi_net_network(w->net));
    unsigned char *bytes = calloc(MOST, 1);
    bool right = true;
    lb_mpi_request *request;
    memset(bytes, w->rank == 0 ? 7 : 0, MOST);
    CHECK(w, !lb_mpi_net_set_profile(w->net, &wrong));
    MPI_Barrier(w->comm);
    uint64_t before = messages(w);
    posted = 0;
    CHECK(w, !lb_mpi_ibcast(bytes, MOST, MPI_BYTE, 0, w->net, &request));
    CHECK(w, w->rank > 0 || posted <= ports);
    CHECK(w, !lb_mpi_wait(&request));
    uint64_t sent = messages(w) - before;
    CHECK(w, sent > 8 * (uint64_t)(w->size - 1)); /* many packets */
    for (int i = 0; i < MOST; i++)
        right &= bytes[i] == 7;
    CHECK(w, right);
    free(bytes);
}

static void run(world *w) {
    if (w->size < 4) /* nobody passes anything on */
        return;
    one_by_one(w);
    in_turns(w);
    for (form f = BLOCKING; f < FORMS; f++) {
        int root = (int)draw(w, (uint64_t)w->size);
        broadcast(w, f, root, 1000 + (int)draw(w, MOST));
        reduce(w, f, root, 300 + (int)draw(w, MOST / 8));
        all_together(w, f, 300 + (int)draw(w, MOST / 8));
        exchange(w, f, 1 + (int)draw(w, MOST / 16));
    }
    several(w, 1000);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
