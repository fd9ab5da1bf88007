/* Random calls under the drop-in: fuzz [--seed N] [--calls K] [--seconds S] [--forms bip] [--again N]
 * [--world] [--skip bits|handles] prints its seed, and of a call that goes wrong its number and what it was; --seed N
 * --calls K does it again. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>

static uint64_t seed = 1;
static long calls = 1000000000, again = 1; /* again: so often the same call */
static double seconds = 10;
static const char *forms = "b";
static bool world_only;
static const char *skip = ""; /* of what is looked at */
static int rank_of_all;

uint64_t hash3(uint64_t s, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t x = s * UINT64_C(0x9e3779b97f4a7c15) + a * UINT64_C(0xd1342543de82ef95) +
                 b * UINT64_C(0xaf251af3b0f025b5) + c * UINT64_C(0xf1357aea2e62a9c5) + 1;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint64_t roll(dice *d, uint64_t limit) {
    d->state = hash3(d->state, 11, 0, 0);
    return limit ? (d->state >> 11) % limit : 0;
}

void wrong(const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (failures++ < 3)
        fprintf(stderr, "fuzz --seed %llu, call %ld, rank %d: %s: %s\n", (unsigned long long)seed, calls_index,
                rank_of_all, calls_text, text);
}

/* Of calls that are completed at once. */
static form form_of(dice *d) {
    return strchr(forms, 'i') && roll(d, 2) ? NONBLOCKING : BLOCKING;
}

static void step(long index) {
    dice d = {hash3(seed, 2, (uint64_t)index, 0)};
    uint64_t what = roll(&d, 100);
    calls_index = index;
    if (what < 8 && !world_only)
        comms_make(&d);
    else if (what < 13 && !world_only)
        comms_drop(&d);
    else if (what < 20)
        calls_finish(&d, roll(&d, 3) == 0);
    else if (what < 24 && !strstr(skip, "bits"))
        calls_bits(&d);
    else if (what < 26)
        calls_inter(&d);
    else if (what < 29)
        calls_w(&d, form_of(&d));
    else if (what < 34)
        calls_neighbors(&d, form_of(&d));
    else if (what < 35)
        MPI_Barrier(MPI_COMM_WORLD);
    for (long i = 0; what >= 35 && i < again; i++)
        calls_step(seed, index, forms);
}

/* All stop at the same call. */
static bool goes_on(long index, double begun) {
    int on = index < calls && MPI_Wtime() - begun < seconds && failures == 0;
    if (index % 50 != 0 && index < calls)
        return true;
    MPI_Allreduce(MPI_IN_PLACE, &on, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return on;
}

static void read_options(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--world") == 0) {
            world_only = true;
            continue;
        }
        if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(value, NULL, 10);
        if (strcmp(argv[i], "--calls") == 0) {
            calls = atol(value);
            seconds = 1e9;
        }
        if (strcmp(argv[i], "--seconds") == 0)
            seconds = atof(value);
        if (strcmp(argv[i], "--again") == 0)
            again = atol(value);
        if (strcmp(argv[i], "--forms") == 0)
            forms = value;
        if (strcmp(argv[i], "--skip") == 0)
            skip = value;
        i++;
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    find_native();
    read_options(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_all);
    int size = 0, sum = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    comms_open();
    sums_open();
    double begun = MPI_Wtime();
    long index = 0;
    for (; goes_on(index, begun); index++)
        step(index);
    dice d = {seed};
    calls_finish(&d, true);
    comms_close();
    grids_close();
    sums_close();
    if (strstr(skip, "handles"))
        foreign = 0;
    int mine = failures + (foreign > 0);
    if (foreign > 0)
        fprintf(stderr, "fuzz --seed %llu, rank %d: %d times another type than the user's was handed to his operator\n",
                (unsigned long long)seed, rank_of_all, foreign);
    native.allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank_of_all == 0)
        printf("fuzz --seed %llu --calls %ld: %d processes, %llu calls at rank 0, %d failures\n",
               (unsigned long long)seed, index, size, (unsigned long long)calls_done, sum);
    MPI_Finalize();
    return sum > 0;
}
