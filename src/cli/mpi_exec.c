/* Handing over to the companion program that is linked with the MPI which started this process. */
#define _POSIX_C_SOURCE 200809L
#include "cli/mpi_exec.h"

#include "cli/say.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 };

/* Which MPI has started this process: they tell their children their ranks in the environment. */
static const char *which_mpi(const char **rank) {
    *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (*rank)
        return "openmpi";
    *rank = getenv("PMI_RANK");
    return *rank ? "mpich" : NULL;
}

static bool needs_mpi(const char *command) {
    return strcmp(command, "run") == 0 || strcmp(command, "tune") == 0 || strcmp(command, "discover") == 0;
}

/* Beside the tool, as in the build tree; or where it is installed. */
static bool find_companion(const char *mpi, char *path) {
    static const char *const places[] = {"", "../libexec/linkbound/", "../lib/linkbound/"};
    char self[PATH];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (snprintf(path, PATH, "%s%slinkbound-mpi-%s", self, places[i], mpi) < PATH && access(path, X_OK) == 0)
            return true;
    }
    return false;
}

int cli_mpi_exec(int argc, char **argv) {
    const char *rank, *mpi = which_mpi(&rank);
    char path[PATH];
    if (argc < 2 || !mpi || !needs_mpi(argv[1]))
        return CLI_OK;
    bool found = find_companion(mpi, path);
    if (!found && strcmp(rank, "0") != 0)
        return CLI_CANNOT; /* once is enough */
    if (!found)
        return cli_fail("this is mpirun of %s, and linkbound-mpi-%s is not there: it is built where %s is found", mpi,
                        mpi, mpi);
    setenv("UCX_LOG_FILE", "stderr", 0); /* UCX, below MPICH, complains on standard output, which is for our answers */
    execv(path, argv);
    return cli_fail("%s cannot be started", path);
}
