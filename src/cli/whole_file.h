/* A file that is there whole or not at all. */
#ifndef CLI_WHOLE_FILE_H
#define CLI_WHOLE_FILE_H

#include "linkbound.h"

/* Writes through a temporary file beside the path; "-" is standard output. 0, or an exit status after the error line;
 * an interrupt leaves no temporary file behind. */
int cli_write_whole(const char *path, const char *data, size_t size);

/* All of it to an open file. 0, or errno. */
int cli_write_all(int file, const char *data, size_t size);

#endif
