/* The trace of all processes in one file. */
#ifndef LB_MPI_TRACE_FILE_H
#define LB_MPI_TRACE_FILE_H

#include "mpi/process.h"
#include "mpi/settings.h"

/* Begins one, if the settings say so and there is none yet. whole: all processes of MPI_COMM_WORLD do. */
void lb_trace_open(lb_process *process, const lb_settings *settings, bool whole);
/* In MPI_Finalize: writes it. Where not all processes have one together each writes its own, FILE.RANK. */
void lb_trace_close(lb_process *process);

#endif
