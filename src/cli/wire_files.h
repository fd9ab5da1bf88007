/* What a host must be told of its cables and routes. */
#ifndef CLI_WIRE_FILES_H
#define CLI_WIRE_FILES_H

#include "cli/wire.h"

#include <stdio.h>

void wiring_ip(FILE *out, const wiring *w, uint32_t node); /* commands for a shell */
void wiring_networkd(FILE *out, const wiring *w,
                     uint32_t node); /* files of systemd-networkd, with their names before */

#endif
