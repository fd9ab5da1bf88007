/* One page, served to this machine's browsers. */
#ifndef CLI_SERVE_H
#define CLI_SERVE_H

#include "linkbound.h"

/* A socket that listens on 127.0.0.1, at *port, or at a free one when that is 0; *port says which. -1, with errno set,
 * when it cannot be had. */
int cli_listen(uint16_t *port);

/* Answers every request for / with the page, until a signal ends the program. Returns only when the socket fails, with
 * errno set. */
int cli_serve(int listener, uint16_t port, const char *page, size_t size);

#endif
