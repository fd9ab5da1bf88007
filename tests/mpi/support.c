/* What the MPI tests share: random cases, types, comparing with MPI itself. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static int failures;

void fail(const world *w, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (failures++ < 5)
        fprintf(stderr, "rank %d of %d on %s: %s\n", w->rank, w->size, w->name, text);
}

uint64_t draw(world *w, uint64_t limit) {
    w->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = w->random;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return limit ? (x ^ x >> 31) % limit : 0;
}

int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

bool says(int code, const char *part) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    return strstr(text, part) != NULL;
}

void finish(world *w, lb_mpi_request **request, form f) {
    if (f == NONBLOCKING) {
        CHECK(w, lb_mpi_wait(request) == MPI_SUCCESS);
        CHECK(w, *request == NULL);
    }
    if (f == PERSISTENT) {
        for (int i = 0; i < 2; i++) {
            int flag = 0;
            CHECK(w, lb_mpi_start(*request) == MPI_SUCCESS);
            while (!flag)
                CHECK(w, lb_mpi_test(request, &flag) == MPI_SUCCESS);
        }
        CHECK(w, lb_mpi_request_free(request) == MPI_SUCCESS);
    }
}

/* ---- Types ---- */

static MPI_Datatype types[TYPES];

static void make_types(void) {
    int lengths[] = {1, 2}, backwards[] = {2, 0};
    MPI_Datatype gaps;
    types[0] = MPI_BYTE;
    types[1] = MPI_DOUBLE;
    types[2] = MPI_INT;
    types[3] = MPI_DOUBLE_INT;
    MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
    MPI_Type_create_resized(gaps, 0, 28, &types[4]);
    MPI_Type_free(&gaps);
    MPI_Type_indexed(2, lengths, backwards, MPI_SHORT, &types[5]); /* its last element first; no gaps but one */
    MPI_Type_contiguous(3, MPI_FLOAT, &types[6]);
    MPI_Aint places[] = {8, 0}; /* as large as its bytes, and out of order */
    MPI_Datatype parts[] = {MPI_DOUBLE, MPI_DOUBLE};
    int ones[] = {1, 1};
    MPI_Type_create_struct(2, ones, places, parts, &types[7]);
    for (int i = 4; i < TYPES; i++)
        MPI_Type_commit(&types[i]);
}

static void free_types(void) {
    for (int i = 4; i < TYPES; i++)
        MPI_Type_free(&types[i]);
}

MPI_Datatype type_at(unsigned index) {
    return types[index % TYPES];
}

/* ---- Buffers ---- */

enum { AROUND = 64 };

buffer make(const world *w, int64_t count, MPI_Datatype type, unsigned salt) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
    buffer b = {.size = (size_t)(count * extent) + (size_t)2 * AROUND};
    b.memory = malloc(b.size);
    b.at = b.memory + AROUND;
    for (size_t i = 0; i < b.size; i++)
        b.memory[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + (unsigned)w->rank * 31 + salt * 101);
    return b;
}

buffer copy(const buffer *b) {
    buffer c = {.size = b->size, .memory = malloc(b->size)};
    memcpy(c.memory, b->memory, b->size);
    c.at = c.memory + AROUND;
    return c;
}

void same(const world *w, const buffer *a, const buffer *b, const char *what) {
    for (size_t i = 0; i < a->size; i++) {
        if (a->memory[i] != b->memory[i]) {
            fail(w, "%s: byte %zd of %zu is %d, not %d", what, (ptrdiff_t)i - AROUND, a->size - 2 * AROUND,
                 a->memory[i], b->memory[i]);
            return;
        }
    }
}

void drop(buffer *b) {
    free(b->memory);
    b->memory = NULL;
}

/* ---- Groups ---- */

/* The network of each size that is not the one of its factors, every other time. */
static const char *other_network(int size) {
    switch (size) {
    case 4: return "4";
    case 6: return "3x2";
    case 8: return "4x2";
    case 9: return "9";
    case 12: return "3x4";
    case 16: return "4x4";
    default: return NULL;
    }
}

/* A machine: every process says that it runs on one of so many hosts, which are the nodes in the order of their first
 * ranks: in blocks, dealt out, or as it comes. MACHINES has their number, if it is more than 1, or any will do. */
static const char *draw_machine(world *w) {
    static char network[32];
    char host[32];
    int nodes = 1 + (int)draw(w, (uint64_t)w->size), how = (int)draw(w, 3), mine = 0, said = atoi(getenv("MACHINES"));
    if (said > 1)
        nodes = said < w->size ? said : w->size;
    for (int r = 0; r < w->size; r++) {
        int node = how == 0 ? (int)((int64_t)r * nodes / w->size) : r % nodes;
        if (how == 2 && r >= nodes) /* those before have seen to it that all are there */
            node = (int)draw(w, (uint64_t)nodes);
        mine = r == w->rank ? node : mine;
    }
    snprintf(host, sizeof host, "host%d", mine);
    setenv("LINKBOUND_HOSTNAME", host, 1);
    snprintf(network, sizeof network, nodes == 8 ? "2x2x2" : nodes == 6 ? "2x3" : nodes == 4 ? "2x2" : "%d", nodes);
    return network;
}

static void run_on(MPI_Comm comm, const char *network, uint64_t seed, test run) {
    world w = {.comm = comm, .random = seed};
    MPI_Comm_rank(comm, &w.rank);
    MPI_Comm_size(comm, &w.size);
    w.random += (uint64_t)w.size * 1000003;
    if (getenv("MACHINES"))
        network = draw_machine(&w);
    CHECK(&w, lb_mpi_net_create(comm, network, &w.net) == MPI_SUCCESS);
    lb_net_name(lb_mpi_net_network(w.net), w.name, sizeof w.name);
    run(&w);
    CHECK(&w, lb_mpi_net_free(&w.net) == MPI_SUCCESS && !w.net);
}

/* Ranks below `cut` are one group, the others another. */
static void run_cut(int cut, uint64_t seed, test run) {
    int rank, size;
    MPI_Comm part;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < cut, rank, &part);
    MPI_Comm_size(part, &size);
    run_on(part, NULL, seed, run);
    if (other_network(size))
        run_on(part, other_network(size), seed + 1, run);
    MPI_Comm_free(&part);
}

int test_main(int argc, char **argv, test run) {
    int rank, size, provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    make_types();
    for (int cut = size; cut > size / 2; cut--)
        run_cut(cut, seed, run);
    run_on(MPI_COMM_SELF, NULL, seed, run);
    free_types();
    int all = 0;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: %d processes, %d failures\n", strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0], size,
               all);
    MPI_Finalize();
    return all > 0;
}
