/* The progress line, and stopping. */
#define _GNU_SOURCE /* for sigaction and clock_gettime */
#include "cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
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

static void draw(const cli_progress *progress, double done, double now) {
    char rate[32], left[32];
    double spent = now - progress->phase, part = done - progress->base;
    fprintf(stderr, "\r%s  %3.0f %%", progress->what, done * 100);
    bool measured = spent >= 0.2 && part > 0; /* anything shorter says nothing */
    if (measured && progress->total > 0) {
        short_number(progress->total * part / spent, rate, sizeof rate);
        fprintf(stderr, "   %s%s/s", rate, progress->unit);
    }
    if (measured) {
        short_time(spent * (1 - done) / part, left, sizeof left);
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
    done = done < 0 ? 0 : done > 1 ? 1 : done;
    /* A fraction that goes back is another phase of the work, with a rate of its own. */
    if (progress->phase == 0 || done < progress->last) {
        progress->phase = now;
        progress->base = done;
    }
    progress->last = done;
    if (now - progress->begun >= 1 && now - progress->drawn >= 0.1) {
        progress->drawn = now;
        progress->visible = true;
        draw(progress, done, now);
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

/* ---- Waiting. The handler only reads these and calls write(): both may be done in a signal handler. ---- */

static struct {
    const char *what;
    double begun;
    bool on;
    volatile sig_atomic_t visible;
    struct sigaction action; /* what end restores */
    struct itimerval timer;
} waiting;

static void on_tick(int number) {
    (void)number;
    int kept = errno;
    char line[64] = "\r", digits[24];
    size_t length = 1, count = 0;
    for (const char *p = waiting.what; *p && length < 32; p++)
        line[length++] = *p;
    memcpy(line + length, " ... ", 5);
    length += 5;
    unsigned long seconds = (unsigned long)(cli_seconds() - waiting.begun);
    do {
        digits[count++] = (char)('0' + seconds % 10);
        seconds /= 10;
    } while (seconds);
    while (count)
        line[length++] = digits[--count];
    memcpy(line + length, " s\033[K", 5);
    waiting.visible = write(STDERR_FILENO, line, length + 5) > 0;
    errno = kept;
}

void cli_wait_begin(const char *what, bool quiet) {
    waiting.on = !quiet && isatty(STDERR_FILENO);
    if (!waiting.on)
        return;
    waiting.what = what;
    waiting.begun = cli_seconds();
    waiting.visible = 0;
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    struct itimerval second = {{1, 0}, {1, 0}};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, &waiting.action);
    setitimer(ITIMER_REAL, &second, &waiting.timer);
}

void cli_wait_end(void) {
    if (!waiting.on)
        return;
    setitimer(ITIMER_REAL, &waiting.timer, NULL);
    sigaction(SIGALRM, &waiting.action, NULL);
    waiting.on = false;
    if (waiting.visible)
        fputs("\r\033[K", stderr);
    fflush(stderr);
}
