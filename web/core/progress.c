/* The tool's progress line, for the page: the work tells how far it is, and the page stops it by ending its worker. */
#define _POSIX_C_SOURCE 200809L
#include "cli/progress.h"

#include <string.h>
#include <time.h>

__attribute__((import_module("linkbound"), import_name("progress"))) void web_progress(const char *what, double done);

double cli_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void cli_progress_begin(cli_progress *progress, const char *what, double total, const char *unit, bool quiet) {
    (void)quiet;
    *progress = (cli_progress){.what = what, .unit = unit, .total = total, .begun = cli_seconds()};
    web_progress(what, 0);
}

int cli_progress_tick(void *user, double done) {
    cli_progress *progress = user;
    double now = cli_seconds();
    if (now - progress->drawn >= 0.1) {
        progress->drawn = now;
        web_progress(progress->what, done);
    }
    return 0;
}

int cli_progress_end(cli_progress *progress) {
    (void)progress;
    return 0;
}

void cli_wait_begin(const char *what, bool quiet) {
    (void)quiet;
    web_progress(what, -1);
}

void cli_wait_end(void) {
}
