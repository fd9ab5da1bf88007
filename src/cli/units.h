/* Numbers with units, as people write them: sizes, times and the speed of a link. */
#ifndef CLI_UNITS_H
#define CLI_UNITS_H

#include "linkbound.h"

/* 64, 64B, 4K and 4KiB (1024), 4KB (1000), up to T; letters of either size but for the last of "Kb", which are bits and
 * are refused. 0, or an exit status after the error line. */
int cli_read_size(const char *what, const char *text, uint64_t *value);

/* A time: 250ns, 1.5us, 2ms, 1s, in nanoseconds; a plain number is in whatever unit the user thinks of. *given: whether
 * there was a unit. `per` may follow the unit ("/B"), or is NULL. */
int cli_read_time(const char *what, const char *text, const char *per, lb_ratio *value, bool *given);

/* How fast a link is, 100Gbit, 12.5GB/s, 800Mbps, as nanoseconds per byte. */
int cli_read_rate(const char *what, const char *text, lb_ratio *value);

/* A time in nanoseconds, as people read it: "3.77 us". `gap` stands before the unit. */
void cli_nanoseconds_text(double value, const char *gap, char *buffer, size_t size);

#endif
