/* --wisdom FILE: what was found before is read before planning, and what was found is added after it. */
#ifndef CLI_WISDOM_H
#define CLI_WISDOM_H

#include "cli/command.h"

/* Reads the file that is asked for; *wisdom is NULL where none is. 0, or an exit status after the error line. */
int cli_wisdom_open(const cli_args *args, lb_wisdom **wisdom);

/* Warns where something was ignored, writes what was learnt unless planning failed, and frees it. */
int cli_wisdom_close(const cli_args *args, lb_wisdom *wisdom, int error);

#endif
