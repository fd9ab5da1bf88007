/* Many broadcasts and scatters one after another, by roots that hurry and for processes that dawdle: nobody may write
 * over what another has not taken yet. For machines, whose processes share memory; with other collectives in between.
 */
#define _DEFAULT_SOURCE
#include "support.h"

#include <unistd.h>

enum { CALLS = 60, WORDS = 700 };

/* Each process by itself, now and then. */
static void dawdle(const world *w, int call) {
    unsigned x = (unsigned)(w->rank * 7919 + call * 104729);
    x = (x ^ x >> 7) * 2654435761U;
    if (x >> 28 == 0)
        usleep(x >> 20 & 1023);
}

static void one(world *w, int call, int root) {
    static int32_t all[64 * WORDS], mine[WORDS];
    bool scatters = draw(w, 3) == 0, right = true;
    int words = 1 + (int)draw(w, WORDS), blocks = scatters ? w->size : 1, place = scatters ? w->rank : 0;
    for (int i = 0; i < blocks * words; i++)
        all[i] = w->rank == root ? call * 1000000 + i : -1;
    if (scatters)
        CHECK(w, !lb_mpi_scatter(all, words, MPI_INT32_T, mine, words, MPI_INT32_T, root, w->net));
    else
        CHECK(w, !lb_mpi_bcast(all, words, MPI_INT32_T, root, w->net));
    dawdle(w, call);
    for (int i = 0; i < words; i++)
        right &= (scatters ? mine : all)[i] == call * 1000000 + place * words + i;
    CHECK(w, right);
}

/* More short ones at once than a root can be ahead, all of them before one process wakes up. */
static void burst(world *w) {
    int root = (int)draw(w, (uint64_t)w->size), wrong = 0;
    if (w->rank == (root + 1) % w->size && w->rank != root)
        usleep(20000);
    for (int call = 0; call < 90; call++) {
        int32_t value[2] = {w->rank == root ? call : -1, w->rank == root ? -call : 1};
        CHECK(w, !lb_mpi_bcast(value, 2, MPI_INT32_T, root, w->net));
        wrong += value[0] != call || value[1] != -call;
    }
    CHECK(w, wrong == 0);
}

static void run(world *w) {
    int root = 0, value, sum;
    burst(w);
    for (int call = 0; call < CALLS; call++) {
        root = draw(w, 8) ? root : (int)draw(w, (uint64_t)w->size);
        one(w, call, root);
        if (draw(w, 10) > 0)
            continue;
        value = call + w->rank;
        CHECK(w, !lb_mpi_allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, w->net));
        CHECK(w, sum == w->size * call + w->size * (w->size - 1) / 2);
    }
}

int main(int argc, char **argv) {
    return test_main(argc, argv, run);
}
