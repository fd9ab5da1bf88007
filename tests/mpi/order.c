/* The order in which sums are made: after an allreduce all processes have the same bits, by every algorithm, with data
 * whose sum depends on the order and with operators that tell left from right; and the same call gives the same bits
 * again. reduce, reduce_scatter_block, scan and exscan: the same again. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdio.h>

enum { LENGTH = 400 };

/* Said to commute, and does not, in the last bit. */
static uint64_t both(uint64_t left, uint64_t right) {
    uint64_t x = left * 3 + (right ^ right >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return x ^ x >> 29;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void tell_apart(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint64_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < *count; i++)
        right[i] = both(left[i], right[i]);
}

/* On elements with a gap: 8 of 16 bytes. */
/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void tell_apart_gaps(void *in, void *inout, int *count, MPI_Datatype *type) {
    uint64_t *left = in, *right = inout;
    (void)type;
    for (int i = 0; i < 2 * *count; i += 2)
        right[i] = both(left[i], right[i]);
}

typedef struct how {
    MPI_Datatype type;
    MPI_Op op;
    const char *name;
    int pattern;
} how;

static MPI_Datatype gaps;
static MPI_Op apart, apart_gaps;

static void fill(world *w, const how *h, uint64_t *to) {
    static const double lost[] = {1e16, 1, -1e16};
    uint64_t random = (uint64_t)w->rank * 77 + 5;
    for (int i = 0; i < 2 * LENGTH; i++) {
        double x = 0;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if (h->pattern == 0)
            x = w->rank < 3 ? lost[w->rank] : 0;
        if (h->pattern == 1) /* over 40 binades */
            x = ((double)(int64_t)random + 0.5) / (double)(UINT64_C(1) << (random >> 20) % 40);
        if (h->pattern == 2)
            x = w->rank % 2 ? 0.0 : -0.0;
        memcpy(&to[i], &x, sizeof x);
        if (h->pattern == 3) /* NaNs that tell who they are from */
            to[i] = UINT64_C(0x7ff8000000000000) + (uint64_t)w->rank;
        if (h->pattern == 4)
            to[i] = random;
    }
}

/* Element for element, as the type has it. */
static bool equal(const how *h, const uint64_t *a, const uint64_t *b, int count) {
    for (int i = 0; i < count; i += h->type == gaps ? 2 : 1) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

static int words_of(const how *h, int count) {
    return count * (h->type == MPI_C_DOUBLE_COMPLEX || h->type == gaps ? 2 : 1);
}

static void try_allreduce(world *w, const how *h, form f, const char *algorithm) {
    static uint64_t in[2 * LENGTH], one[2 * LENGTH], two[2 * LENGTH], first[2 * LENGTH];
    fill(w, h, in);
    memset(one, 0, sizeof one);
    CALL(w, f, allreduce, (in, one, LENGTH, h->type, h->op));
    memcpy(two, in, sizeof in);
    if (f == PERSISTENT)
        CALL(w, f, allreduce, (in, two, LENGTH, h->type, h->op));
    else
        CALL(w, f, allreduce, (MPI_IN_PLACE, two, LENGTH, h->type, h->op));
    memcpy(first, one, sizeof one);
    MPI_Bcast(first, (int)sizeof first, MPI_BYTE, 0, w->comm);
    if (!equal(h, one, first, words_of(h, LENGTH)))
        fail(w, "allreduce: %s by %s differs from rank 0's", h->name, algorithm);
    if (!equal(h, one, two, words_of(h, LENGTH)))
        fail(w, "allreduce: %s by %s differs the second time", h->name, algorithm);
}

static void try_others(world *w, const how *h, const char *algorithm) {
    static uint64_t in[2 * LENGTH], out[2][4][2 * LENGTH];
    int part = LENGTH / w->size;
    fill(w, h, in);
    memset(out, 0, sizeof out);
    for (int i = 0; i < 2; i++) {
        CHECK(w, !lb_mpi_reduce(in, out[i][0], LENGTH, h->type, h->op, w->size - 1, w->net));
        CHECK(w, !lb_mpi_reduce_scatter_block(in, out[i][1], part, h->type, h->op, w->net));
        CHECK(w, !lb_mpi_scan(in, out[i][2], LENGTH, h->type, h->op, w->net));
        CHECK(w, !lb_mpi_exscan(in, out[i][3], LENGTH, h->type, h->op, w->net));
    }
    for (int k = 0; k < 4; k++) {
        if (!equal(h, out[0][k], out[1][k], words_of(h, LENGTH)))
            fail(w, "collective %d: %s by %s differs the second time", k, h->name, algorithm);
    }
}

static void try_all(world *w, const char *algorithm) {
    const how table[] = {
        {MPI_DOUBLE, MPI_SUM, "a number lost in another", 0},
        {MPI_DOUBLE, MPI_SUM, "sum of doubles", 1},
        {MPI_DOUBLE, MPI_MIN, "least of zeros", 2},
        {MPI_DOUBLE, MPI_MAX, "largest of zeros", 2},
        {MPI_DOUBLE, MPI_SUM, "sum of NaNs", 3},
        {MPI_C_DOUBLE_COMPLEX, MPI_SUM, "sum of complex NaNs", 3},
        {MPI_C_DOUBLE_COMPLEX, MPI_SUM, "sum of complex numbers", 1},
        {MPI_UINT64_T, apart, "an operator that tells all apart", 4},
        {gaps, apart_gaps, "the same on a type with gaps", 4},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        try_allreduce(w, &table[i], (form)(i % FORMS), algorithm);
        try_others(w, &table[i], algorithm);
    }
}

static void on_network(const world *w, const char *network, const char *algorithm) {
    world here = *w;
    int code;
    if (*algorithm)
        setenv("LINKBOUND_ALGORITHM", algorithm, 1);
    code = lb_mpi_net_create(w->comm, network, &here.net);
    unsetenv("LINKBOUND_ALGORITHM");
    snprintf(here.name, sizeof here.name, "%s", network);
    CHECK(&here, code == MPI_SUCCESS);
    if (code != MPI_SUCCESS)
        return;
    try_all(&here, *algorithm ? algorithm : "the one that is chosen");
    CHECK(&here, !lb_mpi_net_free(&here.net));
}

static void each_algorithm(const world *w, const char *network) {
    lb_net *net = NULL;
    lb_task *task = NULL;
    lb_plan_options linear = {.clock = LB_LINEAR};
    CHECK(w, !lb_net_parse(network, &net, NULL) && !lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL));
    for (size_t i = 0; task && i < lb_algorithms(); i++) {
        if (!lb_algorithm_obstacle(i, task, &linear))
            on_network(w, network, lb_algorithm_at(i)->name);
    }
    lb_task_free(task);
    lb_net_free(net);
}

static void on_networks(const world *w) {
    static const struct {
        int size;
        const char *network;
    } networks[] = {{3, "ring:3"}, {4, "ring:4"}, {6, "2x3"}, {8, "cube:3"}, {9, "3x3"}};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        if (networks[i].size != w->size)
            continue;
        on_network(w, networks[i].network, "");
        on_network(w, networks[i].network, "direct");
        each_algorithm(w, networks[i].network);
    }
    if (w->size == 9)
        on_network(w, "3x3 without 0-1", "");
}

/* Each size once, on networks of its own. */
static void run(world *w) {
    static bool done[64];
    if (w->size >= 64 || done[w->size])
        return;
    done[w->size] = true;
    MPI_Type_create_resized(MPI_UINT64_T, 0, 16, &gaps);
    MPI_Type_commit(&gaps);
    MPI_Op_create(tell_apart, 1, &apart);
    MPI_Op_create(tell_apart_gaps, 1, &apart_gaps);
    on_networks(w);
    MPI_Op_free(&apart);
    MPI_Op_free(&apart_gaps);
    MPI_Type_free(&gaps);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
