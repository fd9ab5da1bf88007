/* Under mpirun, run and tune are done by a companion program that is linked with that MPI. The tool itself is not. */
#ifndef CLI_MPI_EXEC_H
#define CLI_MPI_EXEC_H

/* Does not return where the companion takes over. 0: not under mpirun, or a command that needs no MPI; else an exit
 * status after the error line: there is no companion. */
int cli_mpi_exec(int argc, char **argv);

#endif
