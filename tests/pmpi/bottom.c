/* MPI_BOTTOM and types of absolute addresses, on either side of every collective, beside the same with ordinary
 * buffers; and a file that is written and read by all together, for which MPI's own library uses them. */
#include "stranger.h"

#include <stdio.h>

enum { K = 3000, MOST = 16 }; /* 12 kB a block */
static int from[MOST * K], to[MOST * K], expected[MOST * K];
static MPI_Datatype block, at_from, at_to;
static group world;

/* Blocks at an address, one behind the other. */
static MPI_Datatype absolute(void *address) {
    int length = K;
    MPI_Aint place;
    MPI_Datatype type;
    MPI_Get_address(address, &place);
    MPI_Type_create_hindexed(1, &length, &place, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static int *at(const void *p, intptr_t bytes) {
    return (int *)((uintptr_t)p + (uintptr_t)bytes); /* NOLINT(performance-no-int-to-ptr) */
}

/* Sums blocks, wherever their type says that they are; in and out are relative to it. */
static void add(void *in, void *out, int *count, MPI_Datatype *type) { /* NOLINT(readability-non-const-parameter) */
    MPI_Aint lb, extent;
    MPI_Type_get_true_extent(*type, &lb, &extent);
    const int *a = at(in, lb);
    int *b = at(out, lb);
    for (int i = 0; i < *count * K; i++)
        b[i] += a[i];
}

static void fill(void) {
    for (int i = 0; i < MOST * K; i++) {
        from[i] = i * 7 + world.rank * 1000003;
        to[i] = -i - world.rank;
    }
}

static void compare(const char *what, const int *got) {
    for (int i = 0; i < MOST * K; i++) {
        if (got[i] != expected[i]) {
            fail(&world, "%s: %d is %d, not %d", what, i, got[i], expected[i]);
            return;
        }
    }
}

/* `plain` into `expected`, which begins as `to` does; then the others into `to`. */
#define EXPECT(plain)                                                                                                  \
    do {                                                                                                               \
        fill();                                                                                                        \
        memcpy(expected, to, sizeof to);                                                                               \
        plain;                                                                                                         \
    } while (0)
#define SAME(call)                                                                                                     \
    do {                                                                                                               \
        fill();                                                                                                        \
        call;                                                                                                          \
        compare(#call, to);                                                                                            \
    } while (0)

/* Either side, and both. */
#define SIDES(Name, count, ...)                                                                                        \
    do {                                                                                                               \
        EXPECT(MPI_##Name(from, count, block, expected, count, block, ##__VA_ARGS__));                                 \
        SAME(MPI_##Name(MPI_BOTTOM, count, at_from, to, count, block, ##__VA_ARGS__));                                 \
        SAME(MPI_##Name(from, count, block, MPI_BOTTOM, count, at_to, ##__VA_ARGS__));                                 \
        SAME(MPI_##Name(MPI_BOTTOM, count, at_from, MPI_BOTTOM, count, at_to, ##__VA_ARGS__));                         \
    } while (0)

static void blocks(MPI_Comm comm, int root) {
    EXPECT(MPI_Bcast(expected, 2, block, root, comm));
    SAME(MPI_Bcast(MPI_BOTTOM, 2, at_to, root, comm));
    SAME(MPI_Bcast(world.rank == root ? MPI_BOTTOM : to, 2, world.rank == root ? at_to : block, root, comm));
    SIDES(Scatter, 1, root, comm);
    SIDES(Gather, 1, root, comm);
    SIDES(Allgather, 1, comm);
    SIDES(Alltoall, 1, comm);
    EXPECT(MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, expected, 1, block, comm));
    SAME(MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, MPI_BOTTOM, 1, at_to, comm));
    EXPECT(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, expected, 1, block, comm));
    SAME(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, MPI_BOTTOM, 1, at_to, comm));
}

/* In every other place, from behind. */
static void uneven(MPI_Comm comm, int root) {
    int n, counts[MOST], places[MOST], me = world.rank;
    MPI_Comm_size(comm, &n);
    for (int i = 0; i < n; i++) {
        counts[i] = i % 3 != 1;
        places[i] = n - 1 - i;
    }
    EXPECT(MPI_Scatterv(from, counts, places, block, expected, counts[me], block, root, comm));
    SAME(MPI_Scatterv(MPI_BOTTOM, counts, places, at_from, MPI_BOTTOM, counts[me], at_to, root, comm));
    EXPECT(MPI_Gatherv(from, counts[me], block, expected, counts, places, block, root, comm));
    SAME(MPI_Gatherv(MPI_BOTTOM, counts[me], at_from, MPI_BOTTOM, counts, places, at_to, root, comm));
    EXPECT(MPI_Allgatherv(from, counts[me], block, expected, counts, places, block, comm));
    SAME(MPI_Allgatherv(MPI_BOTTOM, counts[me], at_from, MPI_BOTTOM, counts, places, at_to, comm));
    for (int i = 0; i < n; i++)
        counts[i] = (i + me) % 3 != 1;
    EXPECT(MPI_Alltoallv(from, counts, places, block, expected, counts, places, block, comm));
    SAME(MPI_Alltoallv(MPI_BOTTOM, counts, places, at_from, MPI_BOTTOM, counts, places, at_to, comm));
}

/* Both sides have one type, so one of them begins before its memory. */
#define REDUCES(Name, count, ...)                                                                                      \
    do {                                                                                                               \
        EXPECT(MPI_##Name(from, expected, count, block, ##__VA_ARGS__));                                               \
        SAME(MPI_##Name(MPI_BOTTOM, away, count, at_from, ##__VA_ARGS__));                                             \
        SAME(MPI_##Name(back, MPI_BOTTOM, count, at_to, ##__VA_ARGS__));                                               \
    } while (0)

static void reductions(MPI_Comm comm, int root) {
    void *away = at(to, -(intptr_t)from), *back = at(from, -(intptr_t)to);
    int counts[MOST];
    for (int ordered = 0; ordered < 2; ordered++) {
        MPI_Op op;
        MPI_Op_create(add, !ordered, &op);
        for (int i = 0; i < MOST; i++)
            counts[i] = 1;
        REDUCES(Reduce, 2, op, root, comm);
        REDUCES(Allreduce, 2, op, comm);
        REDUCES(Scan, 1, op, comm);
        REDUCES(Reduce_scatter_block, 1, op, comm);
        REDUCES(Reduce_scatter, counts, op, comm);
        EXPECT(MPI_Allreduce(MPI_IN_PLACE, expected, 2, block, op, comm));
        SAME(MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 2, at_to, op, comm));
        MPI_Op_free(&op);
    }
}

static void around(void) {
    int dims[2] = {world.size / 2, 2}, periods[2] = {0, 0};
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    SIDES(Neighbor_alltoall, 1, grid);
    SIDES(Neighbor_allgather, 1, grid);
    MPI_Comm_free(&grid);
}

/* Pieces of all processes in turn, which makes MPI gather them before they are written. */
static void file(const char *name) {
    MPI_File f;
    MPI_Datatype view;
    MPI_Type_vector(K, 1, world.size, MPI_INT, &view);
    MPI_Type_commit(&view);
    fill();
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                      &f) != MPI_SUCCESS) {
        fail(&world, "%s cannot be opened", name);
        return;
    }
    MPI_File_set_view(f, (MPI_Offset)world.rank * (MPI_Offset)sizeof(int), MPI_INT, view, "native", MPI_INFO_NULL);
    MPI_File_write_all(f, from, K, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(f, 0, MPI_SEEK_SET);
    MPI_File_read_all(f, to, K, MPI_INT, MPI_STATUS_IGNORE);
    if (memcmp(from, to, K * sizeof(int)) != 0)
        fail(&world, "what is read is not what was written");
    MPI_File_close(&f);
    MPI_Type_free(&view);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    find_native();
    world = group_of(MPI_COMM_WORLD, "world", 1);
    MPI_Type_contiguous(K, MPI_INT, &block);
    MPI_Type_commit(&block);
    at_from = absolute(from);
    at_to = absolute(to);
    for (int root = 0; root < world.size; root += world.size - 1) {
        blocks(MPI_COMM_WORLD, root);
        uneven(MPI_COMM_WORLD, root);
        reductions(MPI_COMM_WORLD, root);
    }
    around();
    if (argc > 1)
        file(argv[1]);
    int mine = failures, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (world.rank == 0)
        printf("bottom: %d failures\n", all);
    MPI_Type_free(&block);
    MPI_Type_free(&at_from);
    MPI_Type_free(&at_to);
    MPI_Finalize();
    return all > 0;
}
