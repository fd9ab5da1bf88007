/* What the environment and the profile say. All processes must plan alike, so rank 0 reads for all. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/engine.h"

#include <stdlib.h>
#include <string.h>

typedef struct lb_letter {
    lb_settings settings;
    int error;
    lb_why why;
} lb_letter;

static int flag(const char *name) {
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

static int known_algorithm(const char *name, lb_why *why) {
    if (strcmp(name, LB_MPI_DIRECT) == 0)
        return LB_OK;
    for (size_t i = 0; i < lb_algorithms(); i++) {
        if (strcmp(lb_algorithm_at(i)->name, name) == 0)
            return LB_OK;
    }
    snprintf(why->text, sizeof why->text, "LINKBOUND_ALGORITHM: there is no algorithm '%.40s'", name);
    return LB_ERR_ARG;
}

static void read_environment(lb_letter *letter) {
    const char *algorithm = getenv("LINKBOUND_ALGORITHM"), *without = getenv("LINKBOUND_WITHOUT");
    letter->error = lb_mpi_profile_find(&letter->settings.profile, &letter->why);
    letter->settings.verbose = flag("LINKBOUND_VERBOSE");
    letter->settings.debug = flag("LINKBOUND_DEBUG");
    if (!letter->error && without && strlen(without) >= sizeof letter->settings.without) {
        snprintf(letter->why.text, sizeof letter->why.text, "LINKBOUND_WITHOUT: too long");
        letter->error = LB_ERR_SIZE;
    } else if (without) {
        snprintf(letter->settings.without, sizeof letter->settings.without, "%s", without);
    }
    if (letter->error || !algorithm || !*algorithm || strcmp(algorithm, "best") == 0)
        return;
    letter->error = known_algorithm(algorithm, &letter->why);
    snprintf(letter->settings.algorithm, sizeof letter->settings.algorithm, "%s", algorithm);
}

int lb_settings_read(MPI_Comm comm, lb_settings *settings, lb_why *why) {
    lb_letter letter;
    int rank = 0;
    memset(&letter, 0, sizeof letter);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        read_environment(&letter);
    if (MPI_Bcast(&letter, (int)sizeof letter, MPI_BYTE, 0, comm) != MPI_SUCCESS) {
        snprintf(why->text, sizeof why->text, "MPI_Bcast of the settings failed");
        return LB_ERR_IO;
    }
    *why = letter.why;
    *settings = letter.settings;
    return letter.error;
}
