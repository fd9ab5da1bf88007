/* MPI's own functions, found past the drop-in, and what the programs that know nothing of it share. */
#define _GNU_SOURCE
#include "stranger.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>

lb_native_table native;
_Atomic int failures;

/* The library that PMPI_Comm_rank, which nobody intercepts, comes from. */
void find_native(void) {
    Dl_info where;
    void *rank = dlsym(RTLD_DEFAULT, "PMPI_Comm_rank");
    void *library = rank && dladdr(rank, &where) ? dlopen(where.dli_fname, RTLD_LAZY) : NULL;
    if (!library || dlsym(RTLD_DEFAULT, "MPI_Bcast") == dlsym(library, "MPI_Bcast")) {
        fprintf(stderr, "nothing is preloaded: there is nothing to test\n");
        exit(1);
    }
#define FIND(Name, verb, parameters, arguments) *(void **)&native.verb = dlsym(library, "PMPI_" #Name);
    LB_VERBS(FIND)
#undef FIND
    *(void **)&native.comm_dup = dlsym(library, "PMPI_Comm_dup");
}

/* ---- Groups ---- */

group group_of(MPI_Comm comm, const char *name, uint64_t seed) {
    group g = {.comm = comm, .name = name, .random = seed};
    MPI_Comm_rank(comm, &g.rank);
    MPI_Comm_size(comm, &g.size);
    return g;
}

uint64_t draw(group *g, uint64_t limit) {
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = g->random;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return limit ? (x ^ x >> 31) % limit : 0;
}

int draw_count(group *g) {
    const int most[] = {1, 3, 60, 1500};
    return (int)draw(g, (uint64_t)most[draw(g, 4)] + 1);
}

void fail(const group *g, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (failures++ < 5)
        fprintf(stderr, "rank %d of %d, %s: %s\n", g->rank, g->size, g->name, text);
}

/* ---- Types ---- */

MPI_Datatype types[TYPES];

void make_types(void) {
    int lengths[] = {1, 2}, backwards[] = {2, 0}, ones[] = {1, 1};
    MPI_Datatype gaps, parts[] = {MPI_DOUBLE, MPI_DOUBLE};
    MPI_Aint places[] = {8, 0};
    types[0] = MPI_BYTE;
    types[1] = MPI_DOUBLE;
    types[2] = MPI_INT;
    types[3] = MPI_2INT; /* not MPI_DOUBLE_INT, whose padding makes scatter and gather fail in MPICH 4.0 itself */
    MPI_Type_vector(3, 1, 2, MPI_INT, &gaps);
    MPI_Type_create_resized(gaps, 0, 28, &types[4]);
    MPI_Type_free(&gaps);
    MPI_Type_indexed(2, lengths, backwards, MPI_SHORT, &types[5]);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &types[6]);
    MPI_Type_create_struct(2, ones, places, parts, &types[7]);
    for (int i = 4; i < TYPES; i++)
        MPI_Type_commit(&types[i]);
}

void free_types(void) {
    for (int i = 4; i < TYPES; i++)
        MPI_Type_free(&types[i]);
}

/* ---- Buffers ---- */

enum { AROUND = 64 };

/* Small whole numbers where they are doubles, so that sums are exact; no bytes in gaps that nobody answers for. */
static void tame(const group *g, buffer *b, int64_t count, MPI_Datatype type, unsigned salt) {
    double *numbers = b->at;
    for (int64_t i = 0; i < count && type == MPI_DOUBLE; i++)
        numbers[i] = (double)((i * 5 + g->rank * 3 + salt) % 17);
    for (int64_t i = 0; i < count && type == MPI_DOUBLE_INT; i++) {
        memset(&numbers[2 * i], 0, 16);
        numbers[2 * i] = (double)((i * 5 + g->rank * 3 + salt) % 7);
        memcpy(&numbers[2 * i + 1], &g->rank, sizeof g->rank);
    }
}

buffer make(const group *g, int64_t count, MPI_Datatype type, unsigned salt) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
    buffer b = {.size = (size_t)(count * extent) + (size_t)2 * AROUND};
    b.memory = malloc(b.size);
    b.at = b.memory + AROUND;
    for (size_t i = 0; i < b.size; i++)
        b.memory[i] = (unsigned char)(i * 7 + (i >> 8) * 13 + (unsigned)g->rank * 31 + salt * 101);
    tame(g, &b, count, type, salt);
    return b;
}

buffer copy(const buffer *b) {
    buffer c = {.size = b->size, .memory = malloc(b->size)};
    memcpy(c.memory, b->memory, b->size);
    c.at = c.memory + AROUND;
    return c;
}

void same(const group *g, const buffer *ours, const buffer *theirs, const char *what) {
    for (size_t i = 0; i < ours->size; i++) {
        if (ours->memory[i] != theirs->memory[i]) {
            fail(g, "%s: byte %zd of %zu is %d, not %d", what, (ptrdiff_t)i - AROUND, ours->size - 2 * AROUND,
                 ours->memory[i], theirs->memory[i]);
            return;
        }
    }
}

void drop(buffer *b) {
    free(b->memory);
    b->memory = NULL;
}

/* ---- Requests ---- */

/* MPI_Testall of MPICH 4.0 fails on its own persistent collectives. */
static void test_until_done(MPI_Request *request, uint64_t which, bool testall) {
    int flag = 0, index, count, indices[1];
    MPI_Status statuses[1]; /* GCC takes MPICH's MPI_STATUSES_IGNORE for an array that is too small */
    while (!flag) {
        switch (which) {
        case 0: MPI_Test(request, &flag, MPI_STATUS_IGNORE); break;
        case 1:
            if (testall)
                MPI_Testall(1, request, &flag, statuses);
            else
                MPI_Test(request, &flag, MPI_STATUS_IGNORE);
            break;
        case 2: MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE); break;
        default: MPI_Testsome(1, request, &count, indices, statuses); flag = count != 0;
        }
    }
}

static void complete_somehow(group *g, MPI_Request *request, bool testall) {
    int index, indices[1];
    MPI_Status statuses[1];
    uint64_t which = draw(g, 8);
    switch (which) {
    case 4: MPI_Wait(request, MPI_STATUS_IGNORE); break;
    case 5: MPI_Waitall(1, request, statuses); break;
    case 6: MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE); break;
    case 7: MPI_Waitsome(1, request, &index, indices, statuses); break;
    default: test_until_done(request, which, testall);
    }
}

void complete(group *g, MPI_Request *request) {
    complete_somehow(g, request, true);
    if (*request != MPI_REQUEST_NULL)
        fail(g, "a request that is complete is still there");
}

void run_twice(group *g, MPI_Request *request) {
    MPI_Start(request);
    complete_somehow(g, request, false);
    MPI_Startall(1, request);
    complete_somehow(g, request, false);
    if (*request == MPI_REQUEST_NULL)
        fail(g, "a persistent request has gone");
    else
        MPI_Request_free(request);
}
