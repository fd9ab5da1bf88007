/* Broadcasts and reductions that an allreduce does in less time are done by its plan: the results are the same, on
 * every root, in every form, and the plan is taken where it is expected to be quicker, by all processes alike. */
#include "support.h"

enum { MOST = 1 << 13 };

typedef struct buffers {
    int32_t in[MOST], out[MOST];
} buffers;

static int32_t value_of(int rank, int i) {
    return (int32_t)(rank * 1000003 + i * 7919);
}

static bool by_allreduce(const world *w) {
    const char *name = lb_mpi_net_algorithm(w->net);
    int here = strstr(name, "allreduce") != NULL, all = 0;
    MPI_Allreduce(&here, &all, 1, MPI_INT, MPI_SUM, w->comm);
    CHECK(w, all == 0 || all == w->size);
    return here;
}

static bool broadcast(world *w, buffers *b, form f, int root, int count) {
    bool right = true;
    for (int i = 0; i < count; i++)
        b->out[i] = w->rank == root ? value_of(root, i) : -1 - i;
    CALL(w, f, bcast, (b->out, count, MPI_INT32_T, root));
    for (int i = 0; i < count; i++)
        right &= b->out[i] == value_of(root, i);
    CHECK(w, right);
    return by_allreduce(w);
}

/* Who is not the root keeps what he has. */
static bool reduce(world *w, buffers *b, form f, int root, int count) {
    bool right = true;
    for (int i = 0; i < count; i++) {
        b->in[i] = value_of(w->rank, i) % 100000;
        b->out[i] = -1 - i;
    }
    CALL(w, f, reduce, (b->in, b->out, count, MPI_INT32_T, MPI_SUM, root));
    for (int i = 0; i < count; i++) {
        int32_t sum = w->rank == root ? 0 : -1 - i;
        for (int v = 0; v < w->size && w->rank == root; v++)
            sum += value_of(v, i) % 100000;
        right &= b->out[i] == sum && b->in[i] == value_of(w->rank, i) % 100000;
    }
    CHECK(w, right);
    return by_allreduce(w);
}

static void run(world *w) {
    buffers *b = malloc(sizeof *b);
    int broadcasts = 0, reductions = 0, root = (int)draw(w, (uint64_t)w->size);
    for (int count = 1; count <= MOST; count = count * 3 + 1) {
        form f = (form)draw(w, FORMS);
        broadcasts += broadcast(w, b, f, root, count);
        reductions += reduce(w, b, f, root, count);
    }
    /* Short ones on rings of three, which an allreduce goes round both ways at once. */
    CHECK(w, strcmp(w->name, "3x3") != 0 || (broadcasts > 0 && reductions > 0));
    free(b);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
