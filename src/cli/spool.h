/* Pipes that a command is given as a file. */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H

#include "linkbound.h"

/* If the path is a pipe, puts a temporary file with its bytes in its place, so that it can be looked at before it is
 * read. The path to read it by: the same but for pipes that have a name; NULL: it said what failed. */
const char *cli_spool(const char *path);

/* A sentence of the library about a path to read by speaks of the one that was given. */
void cli_spool_speak(lb_why *why);

#endif
