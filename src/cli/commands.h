/* The subcommands. Each has its own file and describes itself. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/args.h"

extern const cli_command cli_list, cli_plan, cli_check, cli_bound, cli_simulate, cli_run, cli_tune, cli_compare,
    cli_faults, cli_matrix, cli_tree, cli_draw, cli_export, cli_papers, cli_explore, cli_exec, cli_demo, cli_help,
    cli_version;

/* All of them, in the order of the help; ends with NULL. */
extern const cli_command *const cli_commands[];

const cli_command *cli_find_command(const char *name); /* NULL when there is none */
int cli_fail_command(const char *name);                /* the error line for an unknown one */

void cli_usage(FILE *out);                                  /* a few lines */
void cli_print_help(FILE *out, const cli_command *command); /* NULL: the overview */

#endif
