/* Usage and help, of a list of commands that ends with NULL. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/command.h"

const cli_command *cli_find_command(const cli_command *const *commands, const char *name); /* NULL when there is none */
int cli_fail_command(const cli_command *const *commands, const char *name); /* the error line for an unknown one */

void cli_usage(FILE *out); /* a few lines */
void cli_print_help(FILE *out, const cli_command *command);
void cli_print_overview(FILE *out, const cli_command *const *commands);

#endif
