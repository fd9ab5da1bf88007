/* SVG to PNG by a converter that is installed. */
#ifndef CLI_PNG_H
#define CLI_PNG_H

#include <stddef.h>

/* *png is the caller's to free. 0, or an exit status after the error line. */
int cli_png(const char *svg, size_t size, char **png, size_t *length);

#endif
