/* Communicators: as many live with the drop-in as without, all of them with collectives of their own; one that is made
 * and freed leaves nothing behind; and what is kept to be used again stays below LINKBOUND_MEMORY. */
#include "stranger.h"

#include <malloc.h>
#include <stdio.h>

#ifdef OPEN_MPI /* which has no bound that is worth reaching */
enum { MOST = 150, COUNT = 300 };
#else
enum { MOST = 2100, COUNT = 300 };
#endif
static MPI_Comm made[MOST];

/* ---- Many ---- */

/* Until there are no more, or `most`. On them errors are fatal; use: with a collective on each as it is made. */
static int make_all(__typeof__(MPI_Comm_dup) *duplicate, int most, bool use) {
    int count = 0, in[COUNT] = {0}, out[COUNT];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (; count < most && duplicate(MPI_COMM_WORLD, &made[count]) == MPI_SUCCESS; count++) {
        MPI_Comm_set_errhandler(made[count], MPI_ERRORS_ARE_FATAL);
        if (use)
            MPI_Allreduce(in, out, COUNT, MPI_INT, MPI_SUM, made[count]);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    return count;
}

static void free_all(int count) {
    for (int i = 0; i < count; i++)
        MPI_Comm_free(&made[i]);
}

/* Whose messages must not be taken for another's: all are under way at once, every sum its own, and begun in another
 * order at every other process. */
static void sum_on_all(group *g, int count, bool later) {
    enum { ROUND = 16 };
    static int in[ROUND][COUNT], out[ROUND][COUNT];
    MPI_Request requests[ROUND];
    MPI_Status statuses[ROUND];
    for (int first = 0; first < count; first += ROUND) {
        int many = count - first < ROUND ? count - first : ROUND;
        for (int step = 0; step < many; step++) {
            int k = later && g->rank % 2 ? many - 1 - step : step;
            for (int i = 0; i < COUNT; i++)
                in[k][i] = (first + k) * g->size + g->rank + i;
            if (later)
                MPI_Iallreduce(in[k], out[k], COUNT, MPI_INT, MPI_SUM, made[first + k], &requests[k]);
            else
                MPI_Allreduce(in[k], out[k], COUNT, MPI_INT, MPI_SUM, made[first + k]);
        }
        if (later)
            MPI_Waitall(many, requests, statuses);
        for (int k = 0; k < many; k++) {
            int right = g->size * ((first + k) * g->size + COUNT - 1) + g->size * (g->size - 1) / 2;
            if (out[k][COUNT - 1] != right)
                fail(g, "communicator %d: %d instead of %d", first + k, out[k][COUNT - 1], right);
        }
    }
}

static void test_many(group *g) {
    int before = make_all(native.comm_dup, MOST, false); /* beside the drop-in's own */
    free_all(before);
    for (int round = 0; round < 2; round++) { /* again: they were given back */
        int count = make_all(MPI_Comm_dup, before, round == 1);
        if (count < before)
            fail(g, "%d communicators can be made beside the drop-in's, and then %d", before, count);
        sum_on_all(g, count, round == 1);
        sum_on_all(g, count, round == 0);
        free_all(count);
    }
}

/* The drop-in's own goes where the program wants it. */
static void test_last(group *g) {
    int before = make_all(native.comm_dup, MOST, false);
    free_all(before);
    int count = make_all(MPI_Comm_dup, MOST, true), all = before < MOST ? before + 1 : MOST;
    if (count != all)
        fail(g, "%d communicators can be made, and %d without the drop-in", count, all);
    sum_on_all(g, count, false);
    sum_on_all(g, count, true);
    free_all(count);
    if (g->rank == 0)
        printf("communicators: %d\n", count);
}

/* Freed in one order, made in another, so that numbers are used again by others. */
static void test_reused(group *g) {
    enum { MANY = 40 };
    for (int i = 0; i < MANY; i++)
        MPI_Comm_split(MPI_COMM_WORLD, i % 3 == 0 ? g->rank / 2 : 0, g->rank, &made[i]);
    for (int round = 0; round < 8; round++) {
        for (int i = round; i < MANY; i += 3) {
            MPI_Comm old = made[i];
            MPI_Comm_dup(i % 2 ? MPI_COMM_WORLD : old, &made[i]);
            MPI_Comm_free(&old);
        }
        for (int i = 0; i < MANY; i++) {
            group part = group_of(made[i], "a part", 1);
            int in[COUNT], out[COUNT];
            for (int k = 0; k < COUNT; k++)
                in[k] = part.rank + i + k;
            MPI_Allreduce(in, out, COUNT, MPI_INT, MPI_SUM, made[i]);
            if (out[9] != part.size * (i + 9) + part.size * (part.size - 1) / 2)
                fail(&part, "used again: %d", out[9]);
        }
    }
    free_all(MANY);
}

/* ---- Memory ---- */

static size_t in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void use_duplicate(double *in, double *out, int count) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Comm_free(&comm);
}

/* What is left behind grows with every turn. What MPI keeps of its own, for messages that came before anybody wanted
 * them, grows now and then, the more so the busier the machine, and the thread that moves things on may hold the last
 * one for a while: so not every time. A window makes as many as the drop-in makes networks for at a time. */
static void test_loop(group *g) {
    enum { LONG = 100000, WINDOW = 16, WINDOWS = 20, SLACK = 1 << 16 };
    double *in = calloc(LONG, sizeof *in), *out = calloc(LONG, sizeof *out);
    size_t least = SIZE_MAX;
    for (int window = 0, more = 1; window < WINDOWS && more; window++) {
        size_t before = in_use();
        for (int i = 0; i < WINDOW; i++)
            use_duplicate(in, out, LONG);
        size_t after = in_use(), grown = after > before ? after - before : 0;
        least = grown < least ? grown : least;
        int mine = least > SLACK; /* whose memory grows at one process only goes on at all */
        MPI_Allreduce(&mine, &more, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    if (least > SLACK)
        fail(g, "%d duplicates that were freed leave %zu bytes, every time", WINDOW, least);
    free(in);
    free(out);
}

/* Many lengths on many communicators, each with memory of its own: without a bound it would be 120 MB and more. Of the
 * slack much is for MPI's own. */
static void test_bound(group *g, size_t bound) {
    enum { LONG = 100000, LENGTHS = 30, COMMS = 3, SLACK = 24 << 20 };
    double *in = calloc(LONG, sizeof *in), *out = calloc(LONG, sizeof *out);
    size_t before = in_use();
    for (int i = 0; i < COMMS; i++)
        MPI_Comm_split(MPI_COMM_WORLD, i > 0 ? g->rank % 2 : 0, g->rank, &made[i]);
    for (int i = 0; i < COMMS * LENGTHS; i++)
        MPI_Allreduce(in, out, LONG - i, MPI_DOUBLE, MPI_SUM, made[i % COMMS]);
    size_t after = in_use();
    if (after > before + bound + SLACK)
        fail(g, "%zu bytes are kept, and %zu may be", after - before, bound);
    free_all(COMMS);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    find_native();
    group g = group_of(MPI_COMM_WORLD, "all", 3);
    if (argc > 1 && strcmp(argv[1], "many") == 0)
        test_many(&g);
    else
        test_reused(&g);
    test_loop(&g);
    if (argc > 2)
        test_bound(&g, (size_t)strtoull(argv[2], NULL, 10));
    if (argc > 1 && strcmp(argv[1], "many") == 0)
        test_last(&g);
    int mine = failures, all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0)
        printf("communicators: %d processes, %d failures\n", g.size, all);
    MPI_Finalize();
    return all > 0;
}
