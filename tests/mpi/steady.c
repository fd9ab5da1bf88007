/* A call that has been made before takes no memory: malloc is interposed, and calls from this program's own code, of
 * which the library is a part, are counted. What MPI does inside is its own affair. */
#define _GNU_SOURCE
#include "support.h"

static long taken;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COUNTS 1
extern char __executable_start, etext; /* the linker's: NOLINT(bugprone-reserved-identifier) */

static bool from_here(const void *caller) {
    const char *at = caller;
    return at >= &__executable_start && at < &etext;
}

/* NOLINTBEGIN(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name): the C library's */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    taken += from_here(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size) {
    taken += from_here(__builtin_return_address(0));
    return __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size) {
    taken += from_here(__builtin_return_address(0));
    return __libc_realloc(ptr, size);
}
/* NOLINTEND(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name) */
#else
#define COUNTS 0
#endif

enum { COUNT = 300, MOST = 16 };

typedef struct buffers {
    double *in, *out;
    int counts[MOST], displs[MOST], to[MOST];
    MPI_Count large[MOST];
    MPI_Aint places[MOST], apart[MOST]; /* in elements, in bytes */
    int bytes[MOST];
    MPI_Datatype gaps, types[MOST];
} buffers;

static void every_call(world *w, buffers *b) {
    int n = w->size;
    lb_mpi_request *request = NULL;
    CHECK(w, !lb_mpi_bcast(b->out, COUNT, MPI_DOUBLE, n - 1, w->net));
    CHECK(w, !lb_mpi_scatter(b->in, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, 0, w->net));
    CHECK(w, !lb_mpi_gather(b->in, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, 0, w->net));
    CHECK(w, !lb_mpi_allgather(b->in, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_alltoall(b->in, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_alltoall(MPI_IN_PLACE, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_reduce(b->in, b->out, COUNT, MPI_DOUBLE, MPI_SUM, n / 2, w->net));
    CHECK(w, !lb_mpi_allreduce(b->in, b->out, COUNT, MPI_DOUBLE, MPI_SUM, w->net));
    CHECK(w, !lb_mpi_reduce_scatter_block(b->in, b->out, COUNT, MPI_DOUBLE, MPI_MAX, w->net));
    CHECK(w, !lb_mpi_scan(b->in, b->out, COUNT, MPI_DOUBLE, MPI_SUM, w->net));
    CHECK(w, !lb_mpi_exscan(b->in, b->out, COUNT, MPI_DOUBLE, MPI_SUM, w->net));
    CHECK(w, !lb_mpi_neighbor_alltoall(b->in, 10, MPI_DOUBLE, b->out, 10, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_permute(b->in, COUNT, MPI_DOUBLE, b->out, COUNT, MPI_DOUBLE, b->to, w->net));
    CHECK(w, !lb_mpi_transpose(b->in, b->out, 20, 30, MPI_DOUBLE, w->net));
    CHECK(w,
          !lb_mpi_allgatherv(b->in, b->counts[w->rank], MPI_DOUBLE, b->out, b->counts, b->displs, MPI_DOUBLE, w->net));
    CHECK(w,
          !lb_mpi_alltoallv(b->in, b->counts, b->displs, MPI_DOUBLE, b->out, b->counts, b->displs, MPI_DOUBLE, w->net));
    CHECK(w,
          !lb_mpi_alltoallv_c(b->in, b->large, b->places, MPI_DOUBLE, b->out, b->large, b->places, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_alltoallw(b->in, b->counts, b->bytes, b->types, b->out, b->counts, b->bytes, b->types, w->net));
    CHECK(w, !lb_mpi_neighbor_alltoallv(b->in, b->counts, b->displs, MPI_DOUBLE, b->out, b->counts, b->displs,
                                        MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_neighbor_alltoallw(b->in, b->counts, b->apart, b->types, b->out, b->counts, b->apart, b->types,
                                        w->net));
    CHECK(w, !lb_mpi_neighbor_allgatherv(b->in, 5, MPI_DOUBLE, b->out, b->counts, b->displs, MPI_DOUBLE, w->net));
    CHECK(w, !lb_mpi_barrier(w->net));
    CHECK(w, !lb_mpi_bcast(b->out, 7, b->gaps, 0, w->net));
    CHECK(w, !lb_mpi_iallreduce(b->in, b->out, COUNT, MPI_DOUBLE, MPI_SUM, w->net, &request));
    CHECK(w, !lb_mpi_wait(&request));
}

static void run(world *w) {
    buffers b = {.in = calloc((size_t)COUNT * MOST, sizeof(double)),
                 .out = calloc((size_t)COUNT * MOST, sizeof(double))};
    for (int i = 0; i < MOST; i++) {
        b.counts[i] = 5; /* alltoallv needs equal ones here */
        b.displs[i] = 6 * i;
        b.large[i] = 5;
        b.places[i] = b.displs[i];
        b.apart[i] = b.bytes[i] = 240 * i;
        b.to[i] = w->size - 1 - i;
    }
    MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &b.gaps);
    MPI_Type_commit(&b.gaps);
    for (int i = 0; i < MOST; i++)
        b.types[i] = b.gaps;
    every_call(w, &b);
    every_call(w, &b);
    uint64_t plans = lb_mpi_net_facts(w->net).plans;
    long before = taken;
    every_call(w, &b);
    every_call(w, &b);
    CHECK(w, taken == before);
    CHECK(w, lb_mpi_net_facts(w->net).plans == plans);
    CHECK(w, !COUNTS || before > 0); /* they are counted at all */
    MPI_Type_free(&b.gaps);
    free(b.in);
    free(b.out);
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
