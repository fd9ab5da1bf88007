/* Whether all processes have the drop-in, and the same one. A process that has not takes part in nothing, so those that
 * have cannot ask it, and must not wait for it for ever: they send each other messages, and look for answers for so
 * long. No collective: the program's own first one, at those that have not, would take its messages for its own
 * (MPI_Comm_dup of Open MPI is one that does not block), and crash or hang before anything could be said. Messages with
 * the greatest tag can be mistaken only where somebody receives any tag. MPI_Init has just brought all processes
 * together, so nobody is late by more than moments.
 *
 * When the time is up, those that are there call the roll, to be able to say who is not, and end the program: what MPI
 * has begun cannot be taken back, and without an end it would hang in its first collective. */
#define _POSIX_C_SOURCE 200809L
#include "base/hash.h"
#include "pmpi/shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST = 5, ROLL = 2, MOST_ROLL = 4096 }; /* seconds; processes */

/* ---- Waiting ---- */

/* An MPI error code; *there: it has come in time. */
static int wait_until(MPI_Request *request, double end, bool *there) {
    int flag = 0, code = PMPI_Test(request, &flag, MPI_STATUS_IGNORE);
    for (unsigned turns = 0; code == MPI_SUCCESS && !flag && PMPI_Wtime() <= end; turns++) {
        lb_mpi_rest(turns);
        code = PMPI_Test(request, &flag, MPI_STATUS_IGNORE);
    }
    *there = code == MPI_SUCCESS && flag;
    return code;
}

static int greatest_tag(void) {
    int *most = NULL, flag = 0;
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, (void *)&most, &flag);
    return flag ? *most : 32767;
}

/* ---- Who is not ---- */

/* Fills in who answers; false: it cannot be told. */
static bool call_roll(int rank, int size, bool *here) {
    double end = PMPI_Wtime() + ROLL;
    MPI_Request *in = lb_mpi_take((uint64_t)size, sizeof(MPI_Request)),
                *out = lb_mpi_take((uint64_t)size, sizeof(MPI_Request));
    int tag = greatest_tag() - 1, code = in && out ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    for (int i = 0; i < size && code == MPI_SUCCESS; i++) {
        here[i] = i == rank;
        code = PMPI_Irecv(NULL, 0, MPI_BYTE, i, tag, MPI_COMM_WORLD, &in[i]);
        if (code == MPI_SUCCESS)
            code = PMPI_Isend(NULL, 0, MPI_BYTE, i, tag, MPI_COMM_WORLD, &out[i]);
    }
    for (int i = 0; i < size && code == MPI_SUCCESS; i++)
        code = wait_until(&in[i], end, &here[i]);
    free(in); /* what is still under way ends with the program */
    free(out);
    return code == MPI_SUCCESS;
}

/* "rank 3 runs", "ranks 2, 3, 5 run"; of many the first. */
static void list_missing(const bool *here, int size, char *text, size_t room) {
    enum { LISTED = 12 };
    int missing = 0, at = 0, listed = 0;
    for (int i = 0; i < size; i++)
        missing += !here[i];
    at = snprintf(text, room, missing == 1 ? "rank" : "ranks");
    for (int i = 0; i < size && listed < LISTED; i++) {
        if (!here[i])
            at += snprintf(text + at, room - (size_t)at, "%s %d", listed++ ? "," : "", i);
    }
    if (missing > LISTED)
        at += snprintf(text + at, room - (size_t)at, " and %d more", missing - LISTED);
    snprintf(text + at, room - (size_t)at, missing == 1 ? " runs" : " run");
}

static void stop(int rank, int size, double seconds) {
    bool *here = size <= MOST_ROLL ? lb_mpi_take((uint64_t)size, sizeof *here) : NULL;
    char who[256] = "some processes run";
    int first = 0;
    if (here && call_roll(rank, size, here)) {
        while (first < size - 1 && !here[first])
            first++;
        list_missing(here, size, who, sizeof who);
    }
    const struct timespec first_word = {.tv_nsec = 100000000}, others = {.tv_sec = 1};
    if (rank == first || !here)
        fprintf(stderr,
                "linkbound: %s without the drop-in (no answer for %.0f s, LINKBOUND_TIMEOUT), and the others have it: "
                "all processes must, or none; ending\n",
                who, seconds);
    nanosleep(rank == first ? &first_word : &others, NULL);
    free(here);
    PMPI_Abort(MPI_COMM_WORLD, 2);
}

/* MPI itself has failed, where it has returned at all: nothing is known of the others. */
static void stop_failed(int rank, int code) {
    const struct timespec moment = {.tv_nsec = 100000000};
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    PMPI_Error_string(code, text, &length);
    fprintf(stderr,
            "linkbound: rank %d cannot find out whether all processes have the drop-in, since MPI fails (%s); ending\n",
            rank, text);
    nanosleep(&moment, NULL);
    PMPI_Abort(MPI_COMM_WORLD, 2);
}

/* ---- What all have ---- */

/* Of each value the greatest, and the greatest of its complement, which is the complement of the least. 0, 0: none. */
typedef struct both {
    int64_t value, complement;
} both;

/* Variables that decide what is done. Who has none takes rank 0's; who has another would not do as the others do. */
static const char *const variables[] = {"LINKBOUND_NETWORK", "LINKBOUND_COLLECTIVES", "LINKBOUND_MINIMUM",
                                        "LINKBOUND_WITHOUT", "LINKBOUND_ALGORITHM",   "LINKBOUND_HOSTS",
                                        "LINKBOUND_SLOTS"};
enum { VARIABLES = sizeof variables / sizeof *variables, ROOM = 64 };

/* The same in all versions, but for more variables at the end, up to ROOM words. */
typedef struct roll {
    both mark, version, off, variable[VARIABLES];
} roll;

static both of(uint64_t value) {
    int64_t below = (int64_t)(value & INT64_MAX);
    return (both){below, INT64_MAX - below};
}

static uint64_t hash(const char *text) {
    return lb_fnv_text(LB_FNV, text);
}

static bool differs(both b) {
    return b.complement != INT64_MAX - b.value && (b.value || b.complement);
}

static roll own_roll(void) {
    roll mine = {.mark = of(hash("linkbound drop-in 1")),
                 .version = of(hash(lb_version())),
                 .off = of(lb_environment_flag("LINKBOUND_DISABLE"))};
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            mine.variable[i] = of(hash(value));
    }
    return mine;
}

/* NULL: nothing is. */
static const char *what_differs(const roll *all) {
    if (differs(all->mark) || differs(all->version))
        return "not all processes have the same version of the drop-in";
    if (differs(all->off))
        return "LINKBOUND_DISABLE is set for some processes only";
    return NULL;
}

/* For how long the others are waited for. The end of the program is a hard word, and processes that share a processor
 * may need a while to begin, so however short the limit is, it is not believed at once. What is wrong with it is said
 * where all settings are read. */
static double patience(void) {
    double seconds;
    lb_why why;
    lb_environment_timeout(&seconds, &why);
    return seconds > 0 && seconds < LEAST ? LEAST : seconds;
}

/* Each tells one at twice the distance of before, and hears of one, all that it has heard: in the end it has heard of
 * all, and whoever gets so far knows that all have begun: *there. An MPI error code. */
static int exchange(int rank, int size, double end, roll *all, bool *there) {
    static int64_t heard[ROOM]; /* where the time is up they stay under way */
    static roll told;
    const int words = sizeof(roll) / sizeof(int64_t), tag = greatest_tag();
    MPI_Request in, out;
    int code = MPI_SUCCESS;
    *there = true;
    for (int64_t far = 1; far < size && *there && code == MPI_SUCCESS; far *= 2) {
        int to = (int)((rank + far) % size), from = (int)((rank - far + size) % size);
        told = *all;
        code = PMPI_Irecv(heard, ROOM, MPI_INT64_T, from, tag, MPI_COMM_WORLD, &in);
        if (code == MPI_SUCCESS)
            code = PMPI_Isend(&told, words, MPI_INT64_T, to, tag, MPI_COMM_WORLD, &out);
        if (code == MPI_SUCCESS)
            code = wait_until(&in, end, there);
        if (code == MPI_SUCCESS && *there)
            code = wait_until(&out, end, there);
        for (int i = 0; i < words && *there && code == MPI_SUCCESS; i++) {
            int64_t *own = &((int64_t *)all)[i];
            *own = heard[i] > *own ? heard[i] : *own;
        }
    }
    return code;
}

bool lb_all_present(int rank, int size) {
    roll all = own_roll();
    double seconds = patience();
    if (size < 2)
        return true;
    double end = PMPI_Wtime() + (seconds > 0 ? seconds : 1e15); /* 0: for ever */
    bool there;
    int code = exchange(rank, size, end, &all, &there);
    if (code != MPI_SUCCESS)
        stop_failed(rank, code);
    if (!there)
        stop(rank, size, seconds);
    const char *what = what_differs(&all);
    if (what && rank == 0)
        fprintf(stderr, "linkbound: %s; MPI's own collectives are used\n", what);
    for (size_t i = 0; i < VARIABLES && !what; i++) {
        if (differs(all.variable[i])) {
            what = variables[i];
            if (rank == 0)
                fprintf(stderr, "linkbound: %s is not the same for all processes; MPI's own collectives are used\n",
                        what);
        }
    }
    return !what;
}
