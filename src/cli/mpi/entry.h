/* Put before src/cli/main.c, whose main is a function of ours in the companion. */
#ifndef CLI_MPI_ENTRY_H
#define CLI_MPI_ENTRY_H

int cli_main(int argc, char **argv);

#endif
