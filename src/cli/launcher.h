/* Launchers of MPI programs: whose they are, and how they hand down the environment. */
#ifndef CLI_LAUNCHER_H
#define CLI_LAUNCHER_H

#include <stdbool.h>

typedef struct cli_launch {
    char **words; /* the command that the user has given */
    int count;
    const char *mpi; /* "openmpi" or "mpich" */
    bool own;        /* that MPI's own launcher, so its options are known */
} cli_launch;

/* Fills in the rest; mpi is what the user says, or NULL. False: no telling. */
bool cli_launcher_look(cli_launch *launch, const char *mpi);

/* The words to start, so that every process has that LD_PRELOAD and the LINKBOUND_ variables; NULL: no memory. They
 * live until the process is replaced. */
char **cli_launcher_words(const cli_launch *launch, const char *preload);

#endif
