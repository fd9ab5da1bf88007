/* Error lines, and names that were nearly right. */
#define _POSIX_C_SOURCE 200809L /* for strnlen */
#include "cli/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Prints text on one line whatever it holds: an argument may contain newlines or escape sequences. */
static void put_line(const char *begin, const char *text) {
    fputs(begin, stderr);
    for (const char *p = text; *p; p++)
        putc((unsigned char)*p < ' ' || *p == 127 ? '?' : *p, stderr);
    putc('\n', stderr);
}

int cli_fail(const char *format, ...) {
    char text[LB_WHY_MAX * 2];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put_line("linkbound: ", text);
    return CLI_CANNOT;
}

void cli_say(const char *format, ...) {
    char text[4096 + LB_WHY_MAX]; /* a path and a sentence */
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put_line("", text);
}

int cli_fail_why(int error, const lb_why *why) {
    put_line("linkbound: ", why && why->text[0] ? why->text : lb_strerror(error));
    return error == LB_ERR_CHECK ? CLI_BROKEN : CLI_CANNOT;
}

enum { NAME_MAX_COMPARED = 40 };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Edits (insert, delete, change, swap neighbours) that turn a into b; both are cut at NAME_MAX_COMPARED. */
static unsigned edits(const char *a, const char *b) {
    unsigned cost[NAME_MAX_COMPARED + 1][NAME_MAX_COMPARED + 1];
    size_t m = strnlen(a, NAME_MAX_COMPARED), n = strnlen(b, NAME_MAX_COMPARED);
    for (size_t i = 0; i <= m; i++) {
        for (size_t j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (unsigned)(i + j);
                continue;
            }
            unsigned change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least(change, least(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[m][n];
}

/* NULL when nothing is near: more than a third of the letters would have to change. An option's dashes are none. */
const char *cli_nearest(const char *name, const char *const *names, size_t count) {
    const char *best = NULL;
    size_t dashes = strncmp(name, "--", 2) == 0 ? 2 : 0, length = strnlen(name + dashes, NAME_MAX_COMPARED);
    unsigned lowest = length < 6 ? 2 : (unsigned)length / 3 + 1; /* one more than may be */
    for (size_t i = 0; i < count; i++) {
        unsigned cost = edits(name + dashes, names[i] + dashes);
        /* What was typed is how the name begins. */
        if (cost > 1 && length >= 3 && strncmp(name, names[i], dashes + length) == 0)
            cost = 1;
        if (cost < lowest) {
            lowest = cost;
            best = names[i];
        }
    }
    return best;
}

int cli_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count) {
    const char *near = cli_nearest(name, names, count);
    if (near)
        return cli_fail("unknown %s '%.60s'; did you mean %s?", kind, name, near);
    char all[LB_WHY_MAX] = "";
    size_t length = 0;
    for (size_t i = 0; i < count && length < sizeof all - 1; i++)
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? ", " : "", names[i]);
    if (length < sizeof all - 1)
        return cli_fail("unknown %s '%.60s'; there are: %s", kind, name, all);
    return cli_fail("unknown %s '%.60s'; see linkbound help", kind, name);
}

int cli_finish(int status) {
    /* Nothing has failed since the last print that did, so errno is still its reason. */
    int failed = ferror(stdout), reason = failed ? errno : 0;
    errno = 0;
    if (fclose(stdout) != 0)
        failed = 1;
    if (!reason)
        reason = errno;
    if (failed && status < CLI_CANNOT)
        status = cli_fail("standard output: %s", reason ? strerror(reason) : "cannot be written");
    return status;
}
