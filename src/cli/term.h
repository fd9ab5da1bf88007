/* What the terminal can show: colour, UTF-8, width. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "cli/args.h"
#include "draw/draw.h"

/* out's style: colour on a terminal that wants it, or as --color says. */
lb_style cli_style(FILE *out, const cli_args *args);

/* Prints text in columns indent..width, broken at blanks; the cursor stands at column indent. Ends the line. */
void cli_wrap(FILE *out, unsigned indent, unsigned width, const char *text);

/* Columns that UTF-8 text takes (no wide characters are printed by this tool). */
unsigned cli_columns(const char *text);

#endif
