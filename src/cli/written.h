/* What a command that writes files says of them to programs. */
#ifndef CLI_WRITTEN_H
#define CLI_WRITTEN_H

#include "cli/command.h"

/* --json says on standard output what was written, so that must be a file. 0, or an exit status after the error line.
 */
int cli_written_check(const cli_args *args);

#endif
