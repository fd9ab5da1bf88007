/* The companion of the tool for one MPI: the same program, with run done by processes instead of threads, and tune. All
 * processes plan alike; only the first one speaks. */
#define _POSIX_C_SOURCE 200809L
#include "cli/mpi/entry.h"
#include "cli/say.h"
#include "mpi/engine.h"

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

/* But for what each process alone knows: who does not send to it. */
static void be_silent(void) {
    lb_process *process = NULL;
    int nothing = open("/dev/null", O_WRONLY), voice = dup(STDERR_FILENO);
    if (nothing < 0)
        return;
    if (voice >= 0 && lb_process_get(&process) == MPI_SUCCESS)
        process->voice = voice;
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

int main(int argc, char **argv) {
    int rank = 0, worst = CLI_OK;
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        be_silent();
    int status = cli_main(argc, argv);
    fflush(NULL);
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return worst;
}
