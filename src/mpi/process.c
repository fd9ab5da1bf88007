/* A process's errors as codes of MPI's, and its voice. */
#define _XOPEN_SOURCE 700
#include "mpi/process.h"

#include "mpi/simulated.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int lb_process_code(lb_process *process, int error, const lb_why *why) {
    int index = -error > 0 && -error < LB_MPI_CODES ? -error : 0, code = process->codes[index];
    const char *text = why && why->text[0] ? why->text : lb_strerror(error);
    char line[MPI_MAX_ERROR_STRING];
    snprintf(line, sizeof line, "linkbound: %.*s", (int)sizeof line - 16, text);
#ifdef LB_MPI_SIMULATED
    fprintf(stderr, "%s\n", line);
#else
    MPI_Add_error_string(code, line);
#endif
    return code;
}

void lb_process_say(const lb_process *process, const char *line) {
    ssize_t written = write(process->voice, line, strlen(line));
    (void)written; /* there is nobody to tell */
}

bool lb_process_is(const lb_process *process, int code, int error) {
    return code == process->codes[-error];
}
