/* Preloaded into ranks, before everything else: how long the program takes from MPI_Init to MPI_Finalize, and how much
 * of that its blocking collectives take, whoever does them. Rank 0 adds a line to the file LINKBOUND_CLOCK:
 *     seconds 12.345 collectives 9.876 bcast 1.234 3 allreduce 8.642 17
 * Seconds are means over the ranks; behind each collective's name are its seconds and how often rank 0 calls it. A rank
 * that comes early waits for the others inside the collective, and that counts. */
#define _GNU_SOURCE
#include "pmpi/verbs.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double began, spent[LB_VERB_COUNT];
static long count[LB_VERB_COUNT];
static __thread int inside; /* one name may end in the other */

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static void took(lb_verb verb, double start) {
    if (inside > 0)
        return;
    spent[verb] += PMPI_Wtime() - start;
    count[verb]++;
}

/* Fortran bindings call one name or the other. */
#define OPEN(...) __VA_ARGS__
#define TIMED(Name, verb, parameters, arguments)                                                                       \
    int MPI_##Name(OPEN parameters, MPI_Comm comm) {                                                                   \
        static __typeof__(PMPI_##Name) *real;                                                                          \
        if (!real)                                                                                                     \
            *(void **)&real = next("MPI_" #Name);                                                                      \
        double start = PMPI_Wtime();                                                                                   \
        inside++;                                                                                                      \
        int code = real(OPEN arguments, comm);                                                                         \
        inside--;                                                                                                      \
        took(LB_VERB_##verb, start);                                                                                   \
        return code;                                                                                                   \
    }                                                                                                                  \
    int PMPI_##Name(OPEN parameters, MPI_Comm comm) __attribute__((alias("MPI_" #Name)));
LB_VERBS(TIMED)
#undef TIMED

static void begin(void) {
    if (began > 0)
        return;
    PMPI_Barrier(MPI_COMM_WORLD);
    began = PMPI_Wtime();
}

int MPI_Init(int *argc, char ***argv) {
    int (*real)(int *, char ***);
    *(void **)&real = next("MPI_Init");
    int code = real(argc, argv);
    begin();
    return code;
}
int PMPI_Init(int *argc, char ***argv) __attribute__((alias("MPI_Init")));

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    int (*real)(int *, char ***, int, int *);
    *(void **)&real = next("MPI_Init_thread");
    int code = real(argc, argv, required, provided);
    begin();
    return code;
}
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) __attribute__((alias("MPI_Init_thread")));

static void say(FILE *file, const double *mean) {
    static const char *const names[] = {
#define NAME(Name, verb, parameters, arguments) #verb,
        LB_VERBS(NAME)
#undef NAME
    };
    double all = 0;
    for (int i = 0; i < LB_VERB_COUNT; i++)
        all += mean[i];
    fprintf(file, "seconds %.6f collectives %.6f", mean[LB_VERB_COUNT], all);
    for (int i = 0; i < LB_VERB_COUNT; i++) {
        if (count[i] > 0)
            fprintf(file, " %s %.6f %ld", names[i], mean[i], count[i]);
    }
    fprintf(file, "\n");
}

static void end(void) {
    static int ended;
    double mine[LB_VERB_COUNT + 1], sum[LB_VERB_COUNT + 1];
    const char *path = getenv("LINKBOUND_CLOCK");
    int rank = 0, size = 1;
    if (ended++ || !path)
        return;
    PMPI_Barrier(MPI_COMM_WORLD); /* all are here: over */
    for (int i = 0; i < LB_VERB_COUNT; i++)
        mine[i] = spent[i];
    mine[LB_VERB_COUNT] = PMPI_Wtime() - began;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    inside++;
    PMPI_Reduce(mine, sum, LB_VERB_COUNT + 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    FILE *file = rank == 0 ? fopen(path, "a") : NULL;
    if (!file)
        return;
    for (int i = 0; i <= LB_VERB_COUNT; i++)
        sum[i] /= size;
    say(file, sum);
    fclose(file);
}

int MPI_Finalize(void) {
    int (*real)(void);
    end();
    *(void **)&real = next("MPI_Finalize");
    return real();
}
int PMPI_Finalize(void) __attribute__((alias("MPI_Finalize")));
