/* Every collective that is intercepted, on communicators of many sorts, in the form that is named on the command line,
 * against MPI's own: differential [seed [rounds [forms [world]]]]; forms is some of the letters b, i, p; world: on
 * MPI_COMM_WORLD only (MPICH's own persistent collectives crash on others). */
#include "cases.h"

#include <stdio.h>

static int rounds = 12;
static char forms[8] = "b";

static form draw_form(group *g) {
    char letter = forms[draw(g, strlen(forms))];
    return letter == 'i' ? NONBLOCKING : letter == 'p' ? PERSISTENT : BLOCKING;
}

static void test_group(MPI_Comm comm, const char *name, uint64_t seed) {
    if (comm == MPI_COMM_NULL)
        return;
    group g = group_of(comm, name, seed);
    for (int i = 0; i < rounds; i++) {
        test_case run = cases[draw(&g, case_count)];
        form how = draw_form(&g);
        run(&g, how);
    }
}

static void test_split(int color, int key, const char *name, uint64_t seed) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &part);
    test_group(part, name, seed);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
}

/* Pieces of the network in order, out of order, and what is no network. */
static void test_splits(const group *w, uint64_t seed) {
    int half = w->size > 1 ? w->size / 2 : 1;
    test_split(w->rank / half, w->rank, "halves", seed + 1);
    test_split(w->rank % 2, w->rank, "odd and even", seed + 2);
    test_split(0, -w->rank, "backwards", seed + 3);
    test_split(0, w->rank * 7919 % 31, "shuffled", seed + 4);
    test_split(w->rank < 3 ? 0 : MPI_UNDEFINED, w->rank, "the first three", seed + 5);
    test_split(w->rank / 4, w->rank, "fours", seed + 6);
    test_split(w->rank, 0, "alone", seed + 7);
}

static void test_duplicates(uint64_t seed) {
    MPI_Comm copy_of, later;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy_of);
    test_group(copy_of, "a duplicate", seed + 8);
    MPI_Comm_idup(copy_of, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy_of);
    test_group(later, "a later duplicate", seed + 9);
    MPI_Comm_free(&later);
}

static void test_cartesian(group *w, int dims, uint64_t seed) {
    int sizes[4] = {0}, periods[4], keep[4] = {1};
    MPI_Comm cart, row;
    MPI_Dims_create(w->size, dims, sizes);
    for (int i = 0; i < dims; i++)
        periods[i] = (int)draw(w, 2);
    MPI_Cart_create(MPI_COMM_WORLD, dims, sizes, periods, 0, &cart);
    group g = group_of(cart, "a Cartesian one", seed);
    for (int i = 0; i < rounds; i++)
        test_neighbors(&g, draw_form(&g), dims);
    test_group(cart, "a Cartesian one", seed + 1);
    MPI_Cart_sub(cart, keep, &row);
    test_group(row, "a row of a Cartesian one", seed + 2);
    MPI_Comm_free(&row);
    MPI_Comm_free(&cart);
}

/* Between two groups: passed on. */
static void test_inter(const group *w) {
    MPI_Comm part, inter;
    int side = w->rank % 2, sum = 0, one = 1;
    if (w->size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, side, w->rank, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - side, 5, &inter);
    int others = 0;
    MPI_Comm_remote_size(inter, &others);
    int data[4096];
    for (int i = 0; i < 4096; i++)
        data[i] = side ? 0 : i;
    MPI_Bcast(data, 4096, MPI_INT, side ? 0 : w->rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
    if (data[4095] != 4095 || sum != others)
        fail(w, "between groups: %d, %d", data[4095], sum);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&part);
}

static int copies;

static int count_copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm;
    (void)key;
    (void)extra;
    *(void **)out = in;
    *flag = 1;
    copies++;
    return MPI_SUCCESS;
}

/* The user's attributes are the user's: nobody copies them behind his back. */
static void test_attributes(void) {
    int key;
    MPI_Comm comm, again;
    MPI_Comm_create_keyval(count_copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, key, &copies);
    group g = group_of(comm, "one with an attribute", 77);
    cases[0](&g, BLOCKING);
    if (copies != 0)
        fail(&g, "its attributes were copied");
    MPI_Comm_dup(comm, &again);
    if (copies != 1)
        fail(&g, "its attributes were copied %d times", copies);
    MPI_Comm_free(&again);
    MPI_Comm_free(&comm);
    MPI_Comm_free_keyval(&key);
}

/* What MPI refuses it still refuses, and the communicator works afterwards. */
static void test_errors(void) {
    MPI_Comm comm;
    int data[2000] = {0}, out[2000], class = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    group g = group_of(comm, "one with errors", 78);
    const int codes[] = {MPI_Bcast(data, -1, MPI_INT, 0, comm), MPI_Bcast(data, 2000, MPI_INT, g.size, comm),
                         MPI_Bcast(data, 2000, MPI_DATATYPE_NULL, 0, comm),
                         MPI_Allreduce(data, out, 2000, MPI_INT, MPI_OP_NULL, comm),
                         MPI_Allreduce(data, out, 2000, types[4], MPI_SUM, comm)};
    const int classes[] = {MPI_ERR_COUNT, MPI_ERR_ROOT, MPI_ERR_TYPE, MPI_ERR_OP, MPI_ERR_OP};
    for (int i = 0; i < 5; i++) {
        MPI_Error_class(codes[i], &class);
        if (class != classes[i])
            fail(&g, "mistake %d gives the class %d, not %d", i, class, classes[i]);
    }
    cases[0](&g, BLOCKING);
    MPI_Comm_free(&comm);
}

/* MPICH refuses to send what lies where it is received, each process at another address; all must go to it. */
static void test_aliases(void) {
#ifndef OPEN_MPI
    MPI_Comm comm;
    int data[64 * 4] = {0}, counts[64], places[64] = {0};
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    group g = group_of(comm, "one with aliases", 79);
    for (int i = 0; i < g.size; i++) {
        counts[i] = 2;
        places[i] = 2 * i;
    }
    int *own = data + places[g.rank], here = g.size - 1, wrong = 0;
    bool root = g.rank == here; /* the others do not take part: it would come to nothing */
    wrong += MPI_Allgather(own, 2, MPI_INT, data, 2, MPI_INT, comm) == MPI_SUCCESS;
    wrong += MPI_Allgatherv(own, 2, MPI_INT, data, counts, places, MPI_INT, comm) == MPI_SUCCESS;
    wrong += MPI_Alltoall(data, 2, MPI_INT, data, 2, MPI_INT, comm) == MPI_SUCCESS;
    wrong += MPI_Alltoallv(data, counts, places, MPI_INT, data, counts, places, MPI_INT, comm) == MPI_SUCCESS;
    wrong += root && MPI_Gather(own, 2, MPI_INT, data, 2, MPI_INT, here, comm) == MPI_SUCCESS;
    wrong += root && MPI_Gatherv(own, 2, MPI_INT, data, counts, places, MPI_INT, here, comm) == MPI_SUCCESS;
    wrong += root && MPI_Scatter(data, 2, MPI_INT, own, 2, MPI_INT, here, comm) == MPI_SUCCESS;
    wrong += root && MPI_Scatterv(data, counts, places, MPI_INT, own, 2, MPI_INT, here, comm) == MPI_SUCCESS;
    wrong += MPI_Exscan(data, data, 2, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS;
    if (wrong)
        fail(&g, "%d calls with aliases were taken", wrong);
    cases[0](&g, BLOCKING);
    MPI_Comm_free(&comm);
#endif
}

static void test_others(group *w, uint64_t seed) {
    test_splits(w, seed);
    test_duplicates(seed);
    for (int dims = 1; dims <= 4; dims++)
        test_cartesian(w, dims, seed + 10 * (uint64_t)dims);
    test_inter(w);
    test_attributes();
    test_errors();
    test_aliases();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    find_native();
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    rounds = argc > 2 ? atoi(argv[2]) : rounds;
    snprintf(forms, sizeof forms, "%s", argc > 3 ? argv[3] : "b");
    seed *= 1000;
    make_types();
    cases_open();
    group w = group_of(MPI_COMM_WORLD, "all", seed);
    for (unsigned i = 0; i < case_count; i++)
        cases[i](&w, draw_form(&w));
    test_group(MPI_COMM_WORLD, "all", seed);
    if (argc <= 4)
        test_others(&w, seed);
    cases_close();
    free_types();
    int mine = failures, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (w.rank == 0)
        printf("differential: %d processes, %d failures\n", w.size, all);
    MPI_Finalize();
    return all > 0;
}
