/* The command line of one subcommand, parsed: strictly, and each option only where it means something. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "cli/command.h"

/* argv without the program's and the command's name. 0, or an exit status after the error line. */
int cli_parse(const cli_command *command, int argc, char **argv, cli_args *args);

/* "usage: linkbound demo", for messages and help. */
void cli_usage_text(const cli_command *command, char *text, size_t size);

/* "--root", for messages. */
const char *cli_option_name(cli_option option);

/* The lines of --help for these options. */
void cli_print_options(FILE *out, const cli_option *options);

#endif
