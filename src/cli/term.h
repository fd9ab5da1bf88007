/* What the terminal can show: colour, UTF-8, width. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "cli/args.h"
#include "draw/draw.h"

/* out's style: colour on a terminal that wants it, or as --color says. */
lb_style cli_style(FILE *out, const cli_args *args);

#endif
