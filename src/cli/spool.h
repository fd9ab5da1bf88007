/* Pipes that a command is given as a file. */
#ifndef CLI_SPOOL_H
#define CLI_SPOOL_H

/* If the path is a pipe of this process (-, /dev/stdin, /dev/fd/N), puts a temporary file with its bytes in its place,
 * so that it can be looked at before it is read. CLI_OK, or it said what failed. */
int cli_spool(const char *path);

#endif
