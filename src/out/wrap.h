/* Text in columns. */
#ifndef OUT_WRAP_H
#define OUT_WRAP_H

#include <stdio.h>

/* Prints text in columns indent..width, broken at blanks; the cursor stands at column indent. Ends the line. */
void out_wrap(FILE *out, unsigned indent, unsigned width, const char *text);

/* Columns that UTF-8 text takes (no wide characters are printed by this tool). */
unsigned out_columns(const char *text);

#endif
