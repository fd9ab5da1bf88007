/* Broadcasts by scatter and allgather, reductions by reduce-scatter and gather, and reductions that go straight in two
 * legs: they are taken where they are expected to be quicker, by all processes alike, and the results are those of the
 * others: for every root, form and type, in place, of counts that do not divide, the same bits every time. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

enum { MOST = 9000 };

typedef struct buffers {
    double in[MOST], out[MOST], again[MOST];
} buffers;

/* Links of 1 Gbit/s and 50 us, and of 100 Gbit/s and 5 us, that carry messages further. */
static const lb_mpi_profile links[] = {
    {.tau = {8, 1}, .beta = {54192, 1}, .gap = {128, 1}, .hop = {50000, 1}, .routed = true, .window = 4},
    {.tau = {8, 100}, .beta = {5042, 1}, .gap = {2, 1}, .hop = {5000, 1}, .routed = true, .window = 4},
};

static bool in_halves(const world *w) {
    int here = strchr(lb_mpi_net_algorithm(w->net), '+') != NULL, all = 0;
    MPI_Allreduce(&here, &all, 1, MPI_INT, MPI_SUM, w->comm);
    CHECK(w, all == 0 || all == w->size);
    return here;
}

/* Types with gaps, too, of which only what is theirs may be written. */
static bool broadcast(world *w, form f, int root, int bytes) {
    MPI_Datatype type = type_at((unsigned)draw(w, TYPES));
    int size;
    MPI_Type_size(type, &size);
    int count = bytes / size + 1;
    buffer ours = make(w, count, type, 1), theirs = copy(&ours);
    CALL(w, f, bcast, (ours.at, count, type, root));
    bool halves = in_halves(w);
    MPI_Bcast(theirs.at, count, type, root, w->comm);
    same(w, &ours, &theirs, "bcast");
    drop(&ours);
    drop(&theirs);
    return halves;
}

/* Small integers, so in whichever order; who is not the root keeps what he has. */
static bool whole_numbers(world *w, buffers *b, form f, int root, int count) {
    bool in_place = f == BLOCKING && draw(w, 2) && w->rank == root, right = true;
    for (int i = 0; i < count; i++) {
        b->in[i] = w->rank * 1000 + i;
        b->out[i] = in_place ? b->in[i] : -1 - i;
    }
    CALL(w, f, reduce, (in_place ? MPI_IN_PLACE : b->in, b->out, count, MPI_DOUBLE, MPI_SUM, root));
    double ranks = 500.0 * w->size * (w->size - 1);
    for (int i = 0; i < count; i++)
        right &=
            b->out[i] == (w->rank == root ? ranks + (double)w->size * i : -1 - i) && b->in[i] == w->rank * 1000 + i;
    CHECK(w, right);
    return in_halves(w);
}

/* Sums that are rounded are the same every time. */
static void same_bits(world *w, buffers *b, int root, int count) {
    for (int i = 0; i < count; i++)
        b->in[i] = 1.0 / (w->rank * 31 + i + 1) * (i % 3 ? 1 : 1e15);
    CHECK(w, !lb_mpi_reduce(b->in, b->out, count, MPI_DOUBLE, MPI_SUM, root, w->net));
    CALL(w, PERSISTENT, reduce, (b->in, b->again, count, MPI_DOUBLE, MPI_SUM, root));
    CHECK(w, w->rank != root || memcmp(b->out, b->again, (size_t)count * sizeof(double)) == 0);
}

/* An own operator gets nothing but what somebody has given: here pairs of which the second is 1 more than the first's
 * square. */
static bool strange;

/* NOLINTNEXTLINE(readability-non-const-parameter): as MPI has it */
static void larger(void *in, void *out, int *count, MPI_Datatype *type) {
    const double *a = in;
    double *b = out;
    (void)type;
    for (int i = 0; i < 2 * *count; i += 2) {
        strange |= a[i + 1] != a[i] * a[i] + 1 || b[i + 1] != b[i] * b[i] + 1;
        b[i] = a[i] > b[i] ? a[i] : b[i];
        b[i + 1] = b[i] * b[i] + 1;
    }
}

static void own_operator(world *w, buffers *b, int root, int count) {
    MPI_Datatype pair;
    MPI_Op op;
    bool right = true;
    MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(larger, 1, &op);
    for (int i = 0; i < 2 * count; i++) {
        b->in[i] = i % 2 ? b->in[i - 1] * b->in[i - 1] + 1 : (w->rank + i) % w->size;
        b->out[i] = 0;
    }
    CHECK(w, !lb_mpi_reduce(b->in, b->out, count, pair, op, root, w->net));
    for (int i = 0; i < 2 * count; i += 2)
        right &= w->rank != root || (b->out[i] == w->size - 1 && b->out[i + 1] == b->out[i] * b->out[i] + 1);
    CHECK(w, right && !strange);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

/* Where bytes cost much and hops nothing, what goes straight takes two legs. */
static void legs(const world *w, buffers *b) {
    static const lb_mpi_profile slow = {
        .tau = {80, 1}, .beta = {2, 1}, .gap = {1, 1}, .hop = {1, 1}, .routed = true, .window = 4};
    world straight = *w;
    setenv("LINKBOUND_ALGORITHM", "direct", 1);
    CHECK(w, !lb_mpi_net_create(w->comm, w->name, &straight.net));
    unsetenv("LINKBOUND_ALGORITHM");
    CHECK(w, !lb_mpi_net_set_profile(straight.net, &slow));
    for (int root = 0; root < w->size; root++) {
        whole_numbers(&straight, b, (form)draw(&straight, FORMS), root, 300 + root);
        same_bits(&straight, b, root, 77);
    }
    CHECK(w, !lb_mpi_net_free(&straight.net));
}

static void run(world *w) {
    buffers *b = malloc(sizeof *b);
    int broadcasts = 0, reductions = 0;
    for (size_t l = 0; l < sizeof links / sizeof *links; l++) {
        CHECK(w, !lb_mpi_net_set_profile(w->net, &links[l]));
        for (int count = 500 + (int)draw(w, 7); count < MOST; count = count * 5 / 2) {
            int root = (int)draw(w, (uint64_t)w->size);
            form f = (form)draw(w, FORMS);
            broadcasts += broadcast(w, f, root, count * 8);
            reductions += whole_numbers(w, b, f, root, count);
            same_bits(w, b, root, count);
            own_operator(w, b, root, count / 2);
        }
    }
    /* Rings have few links at the root for what all of a long message needs. */
    CHECK(w, strcmp(w->name, "2x5") != 0 || (broadcasts > 0 && reductions > 0));
    CHECK(w, strcmp(w->name, "9") != 0 || (broadcasts > 0 && reductions > 0));
    if (strchr(w->name, 'x'))
        legs(w, b);
    free(b);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
