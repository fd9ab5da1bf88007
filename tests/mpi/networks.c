/* Networks that are no tori: every collective gives what MPI's own gives, on lattices, meshes and links of several
 * lanes, networks that cut through, and graphs that rank 0 reads from a file, process for process and on machines;
 * neighbourhoods end at a mesh's borders; and networks with the same digits have plans of their own. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 90 };

#ifdef __SANITIZE_ADDRESS__
enum { SLOW = 1 }; /* planning is */
#else
enum { SLOW = 0 };
#endif

/* Sums of whole numbers: any order gives the same. */
static buffer numbers(const world *w, int64_t count) {
    buffer b = make(w, count, MPI_DOUBLE, 1);
    for (int64_t i = 0; i < count; i++)
        ((double *)b.at)[i] = (double)(i * 3 + w->rank * 1000 + 1);
    return b;
}

static void compare(const world *w, buffer *ours, buffer *theirs, const char *what) {
    same(w, ours, theirs, what);
    drop(theirs);
    *theirs = copy(ours);
}

#define BOTH(Name, name, arguments_theirs, arguments_ours)                                                             \
    do {                                                                                                               \
        MPI_##Name(OPEN arguments_theirs, w->comm);                                                                    \
        CHECK(w, !lb_mpi_##name(OPEN arguments_ours, w->net));                                                         \
        compare(w, &ours, &theirs, #name);                                                                             \
    } while (0)

static void test_blocks(const world *w, int count) {
    int n = w->size, root = n / 2;
    buffer in = numbers(w, (int64_t)count * n), ours = numbers(w, (int64_t)count * n), theirs = copy(&ours);
    BOTH(Bcast, bcast, (theirs.at, count, MPI_DOUBLE, root), (ours.at, count, MPI_DOUBLE, root));
    BOTH(Scatter, scatter, (in.at, count, MPI_DOUBLE, theirs.at, count, MPI_DOUBLE, root),
         (in.at, count, MPI_DOUBLE, ours.at, count, MPI_DOUBLE, root));
    BOTH(Gather, gather, (in.at, count, MPI_DOUBLE, theirs.at, count, MPI_DOUBLE, root),
         (in.at, count, MPI_DOUBLE, ours.at, count, MPI_DOUBLE, root));
    BOTH(Allgather, allgather, (in.at, count, MPI_DOUBLE, theirs.at, count, MPI_DOUBLE),
         (in.at, count, MPI_DOUBLE, ours.at, count, MPI_DOUBLE));
    BOTH(Alltoall, alltoall, (in.at, count, MPI_DOUBLE, theirs.at, count, MPI_DOUBLE),
         (in.at, count, MPI_DOUBLE, ours.at, count, MPI_DOUBLE));
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

static void test_sums(const world *w, int count) {
    int n = w->size, root = n - 1;
    buffer in = numbers(w, (int64_t)count * n), ours = numbers(w, (int64_t)count * n), theirs = copy(&ours);
    BOTH(Reduce, reduce, (in.at, theirs.at, count, MPI_DOUBLE, MPI_SUM, root),
         (in.at, ours.at, count, MPI_DOUBLE, MPI_SUM, root));
    BOTH(Allreduce, allreduce, (in.at, theirs.at, count, MPI_DOUBLE, MPI_SUM),
         (in.at, ours.at, count, MPI_DOUBLE, MPI_SUM));
    BOTH(Reduce_scatter_block, reduce_scatter_block, (in.at, theirs.at, count, MPI_DOUBLE, MPI_SUM),
         (in.at, ours.at, count, MPI_DOUBLE, MPI_SUM));
    BOTH(Scan, scan, (in.at, theirs.at, count, MPI_DOUBLE, MPI_SUM), (in.at, ours.at, count, MPI_DOUBLE, MPI_SUM));
    BOTH(Exscan, exscan, (in.at, theirs.at, count, MPI_DOUBLE, MPI_SUM), (in.at, ours.at, count, MPI_DOUBLE, MPI_SUM));
    drop(&in);
    drop(&ours);
    drop(&theirs);
}

/* Maps x -> m*x + a one after another, which depends on the order. */
typedef struct map {
    uint64_t m, a;
} map;

/* NOLINTNEXTLINE(readability-non-const-parameter): MPI's type */
static void chain(void *before, void *after, int *length, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *length; i++) {
        const map *first = (map *)before + i;
        map *then = (map *)after + i;
        *then = (map){then->m * first->m, then->m * first->a + then->a};
    }
}

static void test_order(const world *w, int count) {
    MPI_Op op;
    MPI_Datatype type;
    size_t bytes = (size_t)count * sizeof(map);
    map *in = malloc(bytes), *ours = calloc(1, bytes), *theirs = calloc(1, bytes);
    for (int i = 0; i < count; i++)
        in[i] = (map){(uint64_t)(2 * i + 2 * w->rank + 3), (uint64_t)(i * 7 + w->rank)};
    MPI_Op_create(chain, 0, &op);
    MPI_Type_contiguous(2, MPI_UINT64_T, &type);
    MPI_Type_commit(&type);
    MPI_Scan(in, theirs, count, type, op, w->comm);
    CHECK(w, !lb_mpi_scan(in, ours, count, type, op, w->net) && memcmp(ours, theirs, bytes) == 0);
    MPI_Exscan(in, theirs, count, type, op, w->comm);
    CHECK(w, !lb_mpi_exscan(in, ours, count, type, op, w->net) && (!w->rank || memcmp(ours, theirs, bytes) == 0));
    MPI_Type_free(&type);
    MPI_Op_free(&op);
    free(in);
    free(ours);
    free(theirs);
}

/* Long scans, by rings that are cut: in all numbers of groups that the lengths ask for, whole or not. */
static void test_cuts(world *w) {
    static const int counts[] = {1, 9, 100, 2003};
    setenv("LINKBOUND_ALGORITHM", "prefix-cuts", 1);
    CHECK(w, lb_mpi_net_create(w->comm, "4x2", &w->net) == MPI_SUCCESS);
    snprintf(w->name, sizeof w->name, "4x2, cut");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        test_order(w, counts[i]);
    CHECK(w, lb_mpi_net_free(&w->net) == MPI_SUCCESS);
    unsetenv("LINKBOUND_ALGORITHM");
}

/* Nobody leaves before all have come: whoever is last is waited for. */
static void test_barrier(const world *w) {
    for (int last = 0; last < w->size; last += 3) {
        int came = w->rank == last, all = 0;
        CHECK(w, !lb_mpi_barrier(w->net));
        CHECK(w, !lb_mpi_allreduce(&came, &all, 1, MPI_INT, MPI_SUM, w->net) && all == 1);
    }
}

/* One block for every digit and direction; beyond a mesh's border there is nobody. */
static void test_neighbors(const world *w) {
    const lb_net *net = lb_mpi_net_network(w->net);
    unsigned dims = lb_net_dims(net);
    int in[8], out[8], count = lb_mpi_net_neighbor_count(w->net);
    CHECK(w, count == 2 * (int)dims && count <= 8);
    for (int j = 0; j < 8; j++) {
        in[j] = 10 * w->rank + j;
        out[j] = -1;
    }
    CHECK(w, !lb_mpi_neighbor_alltoall(in, 1, MPI_INT, out, 1, MPI_INT, w->net));
    for (int j = 0; j < count; j++) {
        unsigned dim = dims - 1 - (unsigned)j / 2;
        uint32_t step = 1, digit = lb_digit(net, (uint32_t)w->rank, dim), radix = lb_net_radix(net, dim);
        for (unsigned i = 0; i < dim; i++)
            step *= lb_net_radix(net, i);
        uint32_t from = j % 2 ? lb_add(net, (uint32_t)w->rank, step) : lb_sub(net, (uint32_t)w->rank, step);
        bool beyond = lb_net_is_open(net, dim) && digit == (j % 2 ? radix - 1 : 0);
        CHECK(w, out[j] == (beyond ? -1 : 10 * (int)from + (j ^ 1)));
    }
}

static void on_network(world *w, const char *name) {
    CHECK(w, lb_mpi_net_create(w->comm, name, &w->net) == MPI_SUCCESS);
    snprintf(w->name, sizeof w->name, "%s", name);
    bool plain = lb_net_nodes(lb_mpi_net_network(w->net)) == (uint32_t)w->size;
    if (plain)
        test_blocks(w, COUNT);
    test_sums(w, plain ? COUNT : 5);
    test_order(w, plain ? COUNT : 5);
    test_barrier(w);
    if (plain)
        test_neighbors(w);
    CHECK(w, lb_mpi_net_free(&w->net) == MPI_SUCCESS);
}

/* A plan for one of two networks with the same digits is not for the other. */
static void test_strangers(world *w) {
    static const char *const names[] = {"4x2", "mesh:4x2", "4x2 speeds 2,1"};
    lb_task *task;
    lb_plan *plan;
    lb_mpi_request *request = NULL;
    lb_net *net;
    int mine = w->rank, all[8];
    lb_data data = {.bytes = sizeof mine};
    CHECK(w, !lb_mpi_net_create(w->comm, names[0], &w->net));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CHECK(w, !lb_net_parse(names[i], &net, NULL) && !lb_task_create(net, LB_ALLGATHER, NULL, &task, NULL) &&
                     !lb_plan_create(task, NULL, &plan, NULL));
        int code = lb_mpi_plan_init(plan, &data, &mine, all, w->net, &request);
        CHECK(w, i == 0 ? code == MPI_SUCCESS : says(code, "another network"));
        CHECK(w, !lb_mpi_request_free(&request));
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
    CHECK(w, !lb_mpi_net_free(&w->net));
    int code = lb_mpi_net_create(w->comm, "4x2 speeds 17,1", &w->net);
    CHECK(w, says(code, "17 lanes"));
}

/* Rank 0 alone has the file, whose name no other program's test has: the same test runs on another MPI beside this. */
static void test_file(world *w) {
    char path[40], name[sizeof w->name], here[4096];
    long process = (long)getpid();
    MPI_Bcast(&process, 1, MPI_LONG, 0, w->comm);
    snprintf(path, sizeof path, "mpi_networks_%ld.txt", process);
    FILE *file = w->rank == 0 ? fopen(path, "w") : NULL;
    CHECK(w, getcwd(here, sizeof here) != NULL && (w->rank > 0 || file));
    if (file) {
        fputs("0 1\n1 2 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 0\n0>4\n2 6\n", file);
        fclose(file);
    }
    snprintf(name, sizeof name, "graph:%s", path);
    CHECK(w, w->rank == 0 || chdir("/") == 0);
    CHECK(w, lb_mpi_net_create(w->comm, name, &w->net) == MPI_SUCCESS);
    CHECK(w, w->rank == 0 || chdir(here) == 0);
    if (w->rank == 0)
        remove(path);
    test_barrier(w);
    CHECK(w, lb_mpi_net_free(&w->net) == MPI_SUCCESS);
    int code = lb_mpi_net_create(w->comm, name, &w->net); /* which is gone */
    CHECK(w, says(code, path));
}

static void run(world *w) {
    static const char *const names[] = {"mesh:4x2",      "complete:8",          "twisted:2x4",   "circulant:8:1,3",
                                        "8 cut-through", "2x4 dimension-order", "4x2 speeds 2,1"};
    lb_mpi_net *before = w->net;
    if (w->size != 8)
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i % 4 == 0 || !SLOW)
            on_network(w, names[i]);
    }
    test_cuts(w);
    setenv("LINKBOUND_SLOTS", "2", 1);
    on_network(w, "complete:4");
    on_network(w, "4-");
    unsetenv("LINKBOUND_SLOTS");
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_RETURN);
    test_strangers(w);
    test_file(w);
    MPI_Comm_set_errhandler(w->comm, MPI_ERRORS_ARE_FATAL);
    w->net = before;
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
