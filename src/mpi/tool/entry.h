/* Put before src/cli/main.c, whose main is a function of ours in the companion. */
#ifndef LB_MPI_TOOL_ENTRY_H
#define LB_MPI_TOOL_ENTRY_H

int cli_main(int argc, char **argv);

#endif
