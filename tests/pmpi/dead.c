/* Dead links are those of MPI_COMM_WORLD's network on every communicator: nothing is sent over them, whatever the
 * numbers of their processes there, and the others are used. Arguments: the network's radices. The engine sends by
 * PMPI_Isend, which is counted here on its way to MPI. */
#define _GNU_SOURCE
#include "stranger.h"

#include <dlfcn.h>
#include <stdio.h>

enum { MOST = 16, K = 2000 };
static uint64_t sent[MOST]; /* messages, by the rank in MPI_COMM_WORLD */
static bool dead[MOST][MOST];
static int me, all;

__attribute__((visibility("default"))) int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest,
                                                      int tag, MPI_Comm comm, MPI_Request *request) {
    static __typeof__(PMPI_Isend) *real;
    MPI_Group here, world;
    int peer = MPI_UNDEFINED;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "PMPI_Isend");
    PMPI_Comm_group(comm, &here);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(here, 1, &dest, world, &peer);
    PMPI_Group_free(&here);
    PMPI_Group_free(&world);
    if (peer >= 0 && peer < all)
        sent[peer]++;
    return real(buf, count, datatype, dest, tag, comm, request);
}

static void read_dead(const char *text) {
    char *end = NULL;
    for (; text && *text; text = *end ? end + 1 : end) {
        long from = strtol(text, &end, 10);
        bool both = *end == '-';
        long to = strtol(end + 1, &end, 10);
        dead[from][to] = true;
        dead[to][from] |= both;
    }
}

/* Every process's messages to every other so far. */
static void gather_sent(uint64_t table[MOST][MOST]) {
    uint64_t flat[MOST * MOST];
    native.allgather(sent, all, MPI_UINT64_T, flat, all, MPI_UINT64_T, MPI_COMM_WORLD);
    for (int i = 0; i < all * all; i++)
        table[i / all][i % all] = flat[i];
}

#define TRY(out, Name, verb, ...)                                                                                      \
    do {                                                                                                               \
        memset(ours, 0, sizeof ours);                                                                                  \
        memset(theirs, 0, sizeof theirs);                                                                              \
        if (g->rank == 0)                                                                                              \
            memcpy(theirs, in, sizeof in), memcpy(ours, in, sizeof in);                                                \
        out = ours;                                                                                                    \
        MPI_##Name(__VA_ARGS__, g->comm);                                                                              \
        out = theirs;                                                                                                  \
        native.verb(__VA_ARGS__, g->comm);                                                                             \
        if (memcmp(ours, theirs, sizeof ours) != 0)                                                                    \
            fail(g, #Name " is wrong");                                                                                \
    } while (0)

static void collectives(group *g) {
    static int in[MOST * K], ours[MOST * K], theirs[MOST * K], *out;
    int counts[MOST], places[MOST];
    for (int i = 0; i < MOST * K; i++)
        in[i] = i * 3 + me * 1001;
    for (int i = 0; i < g->size; i++) {
        counts[i] = i + 1;
        places[i] = i * K;
    }
    TRY(out, Bcast, bcast, out, K, MPI_INT, 0);
    TRY(out, Scatter, scatter, in, K, MPI_INT, out, K, MPI_INT, g->size - 1);
    TRY(out, Gather, gather, in, K, MPI_INT, out, K, MPI_INT, g->size - 1);
    TRY(out, Allgather, allgather, in, K, MPI_INT, out, K, MPI_INT);
    TRY(out, Allgatherv, allgatherv, in, counts[g->rank], MPI_INT, out, counts, places, MPI_INT);
    TRY(out, Alltoall, alltoall, in, K, MPI_INT, out, K, MPI_INT);
    TRY(out, Reduce, reduce, in, out, K, MPI_INT, MPI_SUM, 0);
    TRY(out, Allreduce, allreduce, in, out, K, MPI_INT, MPI_SUM);
    TRY(out, Reduce_scatter_block, reduce_scatter_block, in, out, K, MPI_INT, MPI_SUM);
    TRY(out, Scan, scan, in, out, K, MPI_INT, MPI_SUM);
    TRY(out, Exscan, exscan, in, out, K, MPI_INT, MPI_SUM);
}

/* MPI_COMM_NULL: this process is not of it. All of MPI_COMM_WORLD take part. `taken`: whether the engine is to be at
 * work, 1 or 0; -1: no matter. */
static void check(MPI_Comm comm, const char *name, int taken) {
    uint64_t before[MOST][MOST], after[MOST][MOST];
    int member = comm != MPI_COMM_NULL;
    uint64_t messages = 0;
    gather_sent(before);
    group world = group_of(MPI_COMM_WORLD, name, 1);
    if (member) {
        group g = group_of(comm, name, 1);
        collectives(&g);
        MPI_Comm_free(&comm);
    }
    gather_sent(after);
    for (int from = 0; from < all && me == 0; from++) {
        for (int to = 0; to < all; to++) {
            uint64_t here = after[from][to] - before[from][to];
            messages += here;
            if (dead[from][to] && here > 0)
                fail(&world, "%d messages over %d>%d", (int)here, from, to);
        }
    }
    if (me == 0 && taken >= 0 && (messages > 0) != taken)
        fail(&world, "%d messages", (int)messages);
}

static MPI_Comm part(const int *nodes, int count) {
    MPI_Group world, some;
    MPI_Comm comm;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, nodes, &some);
    MPI_Comm_create(MPI_COMM_WORLD, some, &comm);
    MPI_Group_free(&world);
    MPI_Group_free(&some);
    return comm;
}

static void cube(void) {
    const int face[] = {2, 3, 6, 7}, turned[] = {7, 3, 6, 2}, crossed[] = {3, 7, 2, 6}, cut[] = {2, 3},
              other[] = {6, 7}, backwards[] = {7, 6, 5, 4, 3, 2, 1, 0}, mixed[] = {5, 1, 7, 3, 4, 0, 6, 2};
    check(part(face, 4), "face", 1);
    check(part(turned, 4), "turned", 1);
    check(part(crossed, 4), "crossed", 1);
    check(part(cut, 2), "cut", !dead[2][3]);
    check(part(other, 2), "other", 1);
    check(part(backwards, 8), "backwards", 1);
    check(part(mixed, 8), "mixed", 1);
}

/* Rows, columns, planes of the topology. */
static void slices(int dims, const int *sizes) {
    int periods[4] = {1, 1, 1, 1}, keep[4];
    MPI_Comm grid, slice;
    MPI_Cart_create(MPI_COMM_WORLD, dims, sizes, periods, 0, &grid);
    for (int mask = 1; mask < 1 << dims; mask++) {
        for (int i = 0; i < dims; i++)
            keep[i] = mask >> i & 1;
        MPI_Cart_sub(grid, keep, &slice);
        check(slice, "slice", -1);
    }
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv) {
    int sizes[4], dims = argc - 1, together = 0;
    MPI_Init(&argc, &argv);
    find_native();
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    read_dead(getenv("LINKBOUND_WITHOUT"));
    for (int i = 0; i < dims; i++)
        sizes[dims - 1 - i] = (int)strtol(argv[1 + i], NULL, 10); /* MPI's last dimension is our first */
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    check(copy, "world", 1);
    if (dims == 3)
        cube();
    slices(dims, sizes);
    int mine = failures;
    native.allreduce(&mine, &together, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (me == 0)
        printf("dead: %d failures\n", together);
    MPI_Finalize();
    return together > 0;
}
