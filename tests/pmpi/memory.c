/* One process is short of memory: calls that the engine cannot begin there are left to MPI by all, and come out right.
 * What the drop-in asks for beyond so many bytes is denied here, and in the same call everything after that; MPI itself
 * gets what it wants. */
#define _GNU_SOURCE
#include "stranger.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>

enum { LIMIT = 1 << 16, K = 40000, MOST = 4 };
static _Atomic bool tight, empty;
static _Atomic unsigned denied;

/* glibc's own. NOLINTBEGIN(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name) */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool deny(const void *caller, size_t size) {
    Dl_info where;
    if (!tight || (size <= LIMIT && !empty) || !dladdr(caller, &where) || !strstr(where.dli_fname, "liblinkbound-pmpi"))
        return false;
    denied++;
    empty = true;
    errno = ENOMEM;
    return true;
}

#define OURS __attribute__((visibility("default")))
OURS void *malloc(size_t size) {
    return deny(__builtin_return_address(0), size) ? NULL : __libc_malloc(size);
}
OURS void *calloc(size_t count, size_t size) {
    return deny(__builtin_return_address(0), count * size) ? NULL : __libc_calloc(count, size);
}
OURS void *realloc(void *old, size_t size) {
    return deny(__builtin_return_address(0), size) ? NULL : __libc_realloc(old, size);
}
OURS void *aligned_alloc(size_t alignment, size_t size) {
    return deny(__builtin_return_address(0), size) ? NULL : __libc_memalign(alignment, size);
}
/* NOLINTEND(bugprone-reserved-identifier,readability-inconsistent-declaration-parameter-name) */

static int in[2 * MOST * K], ours[2 * MOST * K], theirs[2 * MOST * K];
static group world;

static void prepare(void) {
    for (int i = 0; i < 2 * MOST * K; i++)
        ours[i] = theirs[i] = in[i] = i % 1000 + world.rank;
}

#define TRY(Name, verb, ...)                                                                                           \
    do {                                                                                                               \
        int *out = ours;                                                                                               \
        prepare();                                                                                                     \
        tight = world.rank == who;                                                                                     \
        MPI_##Name(__VA_ARGS__, MPI_COMM_WORLD);                                                                       \
        tight = empty = false;                                                                                         \
        out = theirs;                                                                                                  \
        native.verb(__VA_ARGS__, MPI_COMM_WORLD);                                                                      \
        if (memcmp(ours, theirs, sizeof ours) != 0)                                                                    \
            fail(&world, #Name ": wrong where rank %d is short", who);                                                 \
    } while (0)

static void add(void *a, void *b, int *count, MPI_Datatype *type) { /* NOLINT(readability-non-const-parameter) */
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)b)[i] += ((const int *)a)[i];
}

/* Lengths are others for each, so that nothing is known of them from before. */
static void collectives(int who) {
    int k = K - 1 - who, counts[MOST], places[MOST];
    MPI_Datatype gaps;
    MPI_Op ordered;
    MPI_Type_vector(k, 1, 2, MPI_INT, &gaps);
    MPI_Type_commit(&gaps);
    MPI_Op_create(add, 0, &ordered);
    for (int i = 0; i < world.size; i++) {
        counts[i] = k / (i + 1);
        places[i] = i * K;
    }
    TRY(Bcast, bcast, out, 1, gaps, 1);
    TRY(Bcast, bcast, out, k, MPI_INT, 0);
    TRY(Scatter, scatter, in, k, MPI_INT, out, k, MPI_INT, 2);
    TRY(Gather, gather, in, k, MPI_INT, out, k, MPI_INT, 2);
    TRY(Gather, gather, in, 1, gaps, out, 1, gaps, 0);
    TRY(Allgather, allgather, in, k, MPI_INT, out, k, MPI_INT);
    TRY(Allgather, allgather, in, 1, gaps, out, 1, gaps);
    TRY(Alltoall, alltoall, in, k, MPI_INT, out, k, MPI_INT);
    TRY(Allreduce, allreduce, in, out, k, MPI_INT, MPI_SUM);
    TRY(Allreduce, allreduce, in, out, k, MPI_INT, ordered);
    TRY(Reduce, reduce, in, out, k, MPI_INT, ordered, 1);
    TRY(Reduce, reduce, in, out, k, MPI_INT, MPI_SUM, 1);
    TRY(Reduce_scatter_block, reduce_scatter_block, in, out, k, MPI_INT, ordered);
    TRY(Reduce_scatter, reduce_scatter, in, out, counts, MPI_INT, MPI_SUM);
    TRY(Scan, scan, in, out, k, MPI_INT, MPI_SUM);
    TRY(Scatterv, scatterv, in, counts, places, MPI_INT, out, counts[world.rank], MPI_INT, 3);
    TRY(Gatherv, gatherv, in, counts[world.rank], MPI_INT, out, counts, places, MPI_INT, 3);
    TRY(Allgatherv, allgatherv, in, counts[world.rank], MPI_INT, out, counts, places, MPI_INT);
    for (int i = 0; i < world.size; i++)
        counts[i] = k / (i + world.rank + 1);
    TRY(Alltoallv, alltoallv, in, counts, places, MPI_INT, out, counts, places, MPI_INT);
    MPI_Op_free(&ordered);
    MPI_Type_free(&gaps);
}

int main(int argc, char **argv) {
    int all = 0, together = 0;
    MPI_Init(&argc, &argv);
    find_native();
    world = group_of(MPI_COMM_WORLD, "world", 1);
    for (int who = 0; who < world.size; who++)
        collectives(who);
    if (denied == 0)
        fail(&world, "nothing was denied");
    int mine = failures, times = (int)denied;
    native.allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    native.allreduce(&times, &together, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world.rank == 0)
        printf("memory: denied %d times, %d failures\n", together, all);
    MPI_Finalize();
    return all > 0;
}
