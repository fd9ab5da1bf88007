/* Long work: one line on the terminal with per cent, rate and time left, and a way to stop it.
 *
 * Between begin and end the first interrupt only raises a flag, which the callback passes on, so that the library
 * can clear up; a second one kills. Outside nothing is half written and interrupts do what they always do. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "linkbound.h"

typedef struct cli_progress {
    const char *what, *unit; /* "checking", " moves" or "B" */
    double total;            /* units in all; 0: no rate is shown */
    bool show, visible;
    double begun, drawn;
    double phase, base, last; /* since when and from where the rate is measured; the last fraction told */
} cli_progress;

void cli_progress_begin(cli_progress *progress, const char *what, double total, const char *unit, bool quiet);
int cli_progress_tick(void *user, double done); /* an lb_progress; user is the cli_progress */

/* The exit status when a signal came, else 0. */
int cli_progress_end(cli_progress *progress);

/* Work that tells nothing of itself: on a terminal, after a second, "planning ... 3 s". Not within begin and end, and
 * not nested. */
void cli_wait_begin(const char *what, bool quiet);
void cli_wait_end(void);

double cli_seconds(void); /* a clock that only runs forwards */

#endif
