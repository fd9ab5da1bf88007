/* The progress line, and stopping. */
#define _GNU_SOURCE /* for sigaction and clock_gettime */
#include "cli/progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { SIGNALS = 3 };
static const int caught[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[SIGNALS]; /* what end restores; sections do not nest */
static volatile sig_atomic_t stopped;

static void on_signal(int number) {
    stopped = number;
}

double cli_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void cli_progress_begin(cli_progress *progress, const char *what, double total, const char *unit, bool quiet) {
    *progress = (cli_progress){.what = what, .unit = unit, .total = total, .begun = cli_seconds()};
    progress->show = !quiet && isatty(STDERR_FILENO);
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(caught[i], NULL, &before[i]);
        /* What was to be ignored (nohup) stays ignored. */
        if (before[i].sa_handler != SIG_IGN)
            sigaction(caught[i], &action, NULL);
    }
}

/* 12345678 -> "12.3 M" */
static void short_number(double value, char *text, size_t size) {
    static const char *const unit[] = {"", " k", " M", " G", " T"};
    unsigned i = 0;
    while (value >= 999.5 && i < 4) {
        value /= 1000;
        i++;
    }
    snprintf(text, size, value < 99.95 ? "%.1f%s" : "%.0f%s", value, unit[i]);
}

static void short_time(double seconds, char *text, size_t size) {
    if (seconds >= 3600)
        snprintf(text, size, "%.0f h %02d min", seconds / 3600 - 0.5, (int)(seconds / 60) % 60);
    else if (seconds >= 60)
        snprintf(text, size, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(text, size, "%d s", (int)(seconds + 0.999));
}

static void draw(const cli_progress *progress, double done, double spent) {
    char rate[32], left[32];
    fprintf(stderr, "\r%s  %3.0f %%", progress->what, done * 100);
    if (progress->total > 0) {
        short_number(progress->total * done / spent, rate, sizeof rate);
        fprintf(stderr, "   %s%s/s", rate, progress->unit);
    }
    if (done > 0) {
        short_time(spent * (1 - done) / done, left, sizeof left);
        fprintf(stderr, "   %s left", left);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

int cli_progress_tick(void *user, double done) {
    cli_progress *progress = user;
    if (stopped)
        return 1;
    if (!progress->show)
        return 0;
    double now = cli_seconds();
    if (now - progress->begun >= 1 && now - progress->drawn >= 0.1) {
        progress->drawn = now;
        progress->visible = true;
        draw(progress, done < 0 ? 0 : done > 1 ? 1 : done, now - progress->begun);
    }
    return 0;
}

int cli_progress_end(cli_progress *progress) {
    if (progress->visible)
        fputs("\r\033[K", stderr);
    fflush(stderr);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(caught[i], &before[i], NULL);
    return stopped ? 128 + stopped : 0;
}
