/* Process LATE sends nothing until the file HEARD has the words UNTIL in it, or a minute is over. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int has_words(const char *name, const char *words) {
    char text[16384];
    FILE *file = fopen(name, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[length] = '\0';
    if (file)
        fclose(file);
    return strstr(text, words) != NULL;
}

static void be_late(void) {
    const char *late = getenv("LATE"), *name = getenv("HEARD"), *words = getenv("UNTIL");
    const struct timespec time = {.tv_nsec = 50000000};
    int rank = -1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 1200 && late && name && words && atoi(late) == rank && !has_words(name, words); i++)
        nanosleep(&time, NULL);
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    static int begun;
    if (!begun++)
        be_late();
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}
