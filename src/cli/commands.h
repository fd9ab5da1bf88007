/* The subcommands. Each has its own file and describes itself. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/command.h"

extern const cli_command cli_list, cli_explain, cli_networks, cli_plan, cli_check, cli_bound, cli_simulate, cli_run,
    cli_tune, cli_discover, cli_compare, cli_faults, cli_matrix, cli_tree, cli_draw, cli_export, cli_papers,
    cli_explore, cli_exec, cli_wire, cli_corpus, cli_demo, cli_help, cli_version;

#endif
