/* Calls that are compared with MPI's own: alltoallw, and neighbours in grids. Who sends k items of a type with gaps may
 * be received as 3k integers, and the other way round. */
#include "fuzz.h"

#include <stdio.h>

enum { DIMS = 3, MOST = 24, SPACE = 28 * MOST }; /* items of a block, and the bytes that they take at most */

/* ---- Blocks ---- */

/* Those of one side: as many lists as the several calls want. */
typedef struct blocks {
    int n;
    int *counts, *displs, *bytes;
    MPI_Aint *places;
    MPI_Datatype *types;
    buffer data;
} blocks;

static MPI_Datatype gaps; /* three integers of seven */

static blocks blocks_make(const group *g, int n, unsigned salt) {
    size_t room = n > 0 ? (size_t)n : 1;
    blocks b = {.n = n, .counts = calloc(3 * room, sizeof(int)), .places = calloc(room, sizeof(MPI_Aint))};
    b.displs = b.counts + room;
    b.bytes = b.displs + room;
    b.types = calloc(room, sizeof(MPI_Datatype));
    b.data = make(g, (int64_t)n * SPACE, MPI_BYTE, salt);
    return b;
}

static void blocks_free(blocks *b) {
    free(b->counts);
    free(b->places);
    free(b->types);
    drop(&b->data);
}

/* `what` is the same at both ends of a block: how long it is. Types are each end's own. */
static void block_set(blocks *b, int i, uint64_t what, bool own_type) {
    int count = what % 4 == 0 ? 0 : (int)(what / 4 % MOST);
    bool dense = own_type && what / 128 % 2;
    b->types[i] = dense ? MPI_INT : gaps;
    b->counts[i] = dense ? 3 * count : count;
    b->displs[i] = i * MOST;
    b->bytes[i] = i * SPACE;
    b->places[i] = (MPI_Aint)i * SPACE;
}

/* ---- Calls ---- */

typedef struct trial {
    group g;
    form how;
    blocks in, out;
    buffer theirs;
} trial;

static trial begin(MPI_Comm comm, uint64_t seed, int ins, int outs, form how, const char *name) {
    trial t = {.g = group_of(comm, "a random communicator", seed), .how = how};
    if (!gaps) {
        MPI_Datatype three;
        MPI_Type_vector(3, 1, 2, MPI_INT, &three);
        MPI_Type_create_resized(three, 0, SPACE / MOST, &gaps);
        MPI_Type_commit(&gaps);
        MPI_Type_free(&three);
    }
    t.in = blocks_make(&t.g, ins, 1);
    t.out = blocks_make(&t.g, outs, 2);
    t.theirs = copy(&t.out.data);
    snprintf(calls_text, sizeof calls_text, "%s on %d processes%s", name, t.g.size, how ? ", nonblocking" : "");
    return t;
}

static void end(trial *t) {
    if (memcmp(t->out.data.memory, t->theirs.memory, t->theirs.size) != 0)
        wrong("other data than MPI's own has come");
    blocks_free(&t->in);
    blocks_free(&t->out);
    drop(&t->theirs);
    calls_done++;
}

void calls_w(dice *d, form how) {
    unsigned which = comms_pick(d, false);
    MPI_Comm comm = comms[which].comm;
    bool in_place = roll(d, 4) == 0;
    uint64_t seed = d->state;
    int size, rank;
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    trial t = begin(comm, seed, size, size, how, in_place ? "alltoallw in place" : "alltoallw");
    blocks *i = &t.in, *o = &t.out;
    for (int k = 0; k < size; k++) {
        int low = k < rank ? k : rank, high = k < rank ? rank : k; /* in place both ways are alike */
        block_set(i, k, hash3(seed, 21, (uint64_t)rank, (uint64_t)k), true);
        block_set(o, k,
                  in_place ? hash3(seed, 22, (uint64_t)low, (uint64_t)high)
                           : hash3(seed, 21, (uint64_t)k, (uint64_t)rank),
                  !in_place && k % 3);
    }
    const void *from = in_place ? MPI_IN_PLACE : i->data.at;
    native.alltoallw(from, i->counts, i->bytes, i->types, t.theirs.at, o->counts, o->bytes, o->types, comm);
    CALL(&t.g, how, Alltoallw, alltoallw,
         (from, i->counts, i->bytes, i->types, o->data.at, o->counts, o->bytes, o->types));
    end(&t);
}

/* ---- Grids ---- */

/* Of all processes, by dimensions, whether they wrap around, and which is the longest; made when they are wanted. */
static MPI_Comm grids[DIMS][1 << DIMS][2];
static bool made[DIMS][1 << DIMS][2];

/* So that grids are often those that the drop-in takes. */
static int dims_of_network(void) {
    const char *text = getenv("LINKBOUND_NETWORK");
    int dims = 1;
    for (const char *at = text; at && *at; at++)
        dims += *at == 'x';
    if (text && strncmp(text, "cube:", 5) == 0)
        dims = atoi(text + 5);
    return dims < DIMS ? dims : DIMS;
}

static MPI_Comm grid_of_world(dice *d) {
    int dims = roll(d, 2) ? dims_of_network() : 1 + (int)roll(d, DIMS), size, sizes[DIMS] = {0}, periods[DIMS];
    int wraps = roll(d, 3) ? (int)roll(d, UINT64_C(1) << dims) : 0;
    bool back = roll(d, 2);
    MPI_Comm *grid = &grids[dims - 1][wraps][back];
    if (made[dims - 1][wraps][back])
        return *grid;
    made[dims - 1][wraps][back] = true;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, dims, sizes);
    for (int i = 0; i < dims; i++)
        periods[i] = wraps >> i & 1;
    if (back) {
        int first = sizes[0];
        sizes[0] = sizes[dims - 1];
        sizes[dims - 1] = first;
    }
    MPI_Cart_create(MPI_COMM_WORLD, dims, sizes, periods, 0, grid);
    return *grid;
}

void grids_close(void) {
    MPI_Comm *all = &grids[0][0][0];
    bool *there = &made[0][0][0];
    for (int i = 0; i < DIMS * 2 << DIMS; i++) {
        if (there[i] && all[i] != MPI_COMM_NULL)
            MPI_Comm_free(&all[i]);
    }
    if (gaps)
        MPI_Type_free(&gaps);
}

/* A grid of the world, or another that is there. */
static MPI_Comm draw_grid(dice *d) {
    unsigned which = (unsigned)roll(d, 2 * COMMS);
    return which < COMMS && comms[which].there && comms[which].cart ? comms[which].comm : grid_of_world(d);
}

/* Of two neighbours that are one Open MPI 4.1 itself takes the one first in blocking calls and the other in nonblocking
 * ones. */
static form bearable(MPI_Comm grid, form how) {
#ifdef OPEN_MPI
    int dims, sizes[8], periods[8], coords[8];
    MPI_Cartdim_get(grid, &dims);
    MPI_Cart_get(grid, dims, sizes, periods, coords);
    for (int i = 0; i < dims; i++)
        how = sizes[i] <= 2 && periods[i] ? BLOCKING : how;
#else
    (void)grid;
#endif
    return how;
}

/* The j-th neighbour: before and behind, dimension by dimension; MPI_PROC_NULL beyond a border. */
static int neighbor(MPI_Comm grid, int j) {
    int before, behind;
    MPI_Cart_shift(grid, j / 2, 1, &before, &behind);
    return j % 2 ? behind : before;
}

/* What goes from a to b along a dimension: in a ring of two both ways alike, since MPIs differ in which is which. */
static uint64_t between(uint64_t seed, int a, int b, int dim) {
    return hash3(seed, 23, (uint64_t)(a + 1) * 1000 + (uint64_t)(b + 1), (uint64_t)dim);
}

static void set_neighbors(trial *t, uint64_t seed, bool one_type, bool gathers) {
    for (int j = 0; j < t->out.n; j++) {
        int other = neighbor(t->g.comm, j), me = t->g.rank;
        block_set(&t->out, j, gathers ? between(seed, other, -1, 0) : between(seed, other, me, j / 2),
                  !one_type && j % 2);
        if (!gathers)
            block_set(&t->in, j, between(seed, me, other, j / 2), !one_type);
    }
    if (gathers)
        block_set(&t->in, 0, between(seed, t->g.rank, -1, 0), true);
}

void calls_neighbors(dice *d, form how) {
    static const char *const names[] = {"neighbor_allgather", "neighbor_alltoall", "neighbor_allgatherv",
                                        "neighbor_alltoallv", "neighbor_alltoallw"};
    MPI_Comm grid = draw_grid(d);
    int what = (int)roll(d, 5), count = (int)roll(d, MOST), dims = 0;
    uint64_t seed = d->state;
    if (grid == MPI_COMM_NULL)
        return;
    MPI_Cartdim_get(grid, &dims);
    how = bearable(grid, how);
    bool gathers = what == 0 || what == 2;
    trial t = begin(grid, seed, gathers ? 1 : 2 * dims, 2 * dims, how, names[what]);
    set_neighbors(&t, seed, what == 2 || what == 3, gathers);
    blocks *i = &t.in, *o = &t.out;
    void *in = i->data.at, *ours = o->data.at, *theirs = t.theirs.at;
    switch (what) {
    case 0:
        native.neighbor_allgather(in, count, gaps, theirs, count, gaps, grid);
        CALL(&t.g, how, Neighbor_allgather, neighbor_allgather, (in, count, gaps, ours, count, gaps));
        break;
    case 1:
        native.neighbor_alltoall(in, count, gaps, theirs, 3 * count, MPI_INT, grid);
        CALL(&t.g, how, Neighbor_alltoall, neighbor_alltoall, (in, count, gaps, ours, 3 * count, MPI_INT));
        break;
    case 2:
        native.neighbor_allgatherv(in, i->counts[0], i->types[0], theirs, o->counts, o->displs, gaps, grid);
        CALL(&t.g, how, Neighbor_allgatherv, neighbor_allgatherv,
             (in, i->counts[0], i->types[0], ours, o->counts, o->displs, gaps));
        break;
    case 3:
        native.neighbor_alltoallv(in, i->counts, i->displs, gaps, theirs, o->counts, o->displs, gaps, grid);
        CALL(&t.g, how, Neighbor_alltoallv, neighbor_alltoallv,
             (in, i->counts, i->displs, gaps, ours, o->counts, o->displs, gaps));
        break;
    default:
        native.neighbor_alltoallw(in, i->counts, i->places, i->types, theirs, o->counts, o->places, o->types, grid);
        CALL(&t.g, how, Neighbor_alltoallw, neighbor_alltoallw,
             (in, i->counts, i->places, i->types, ours, o->counts, o->places, o->types));
    }
    end(&t);
}
