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

/* Edits (insert, delete, change) that turn a into b; both are cut at NAME_MAX_COMPARED. */
static unsigned edits(const char *a, const char *b) {
    unsigned row[NAME_MAX_COMPARED + 1];
    size_t m = strnlen(b, NAME_MAX_COMPARED);
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; i < NAME_MAX_COMPARED && a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < m; j++) {
            unsigned change = diagonal + (a[i] != b[j]);
            unsigned shift = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;
            diagonal = row[j + 1];
            row[j + 1] = change < shift ? change : shift;
        }
    }
    return row[m];
}

/* NULL when nothing is near: more than a third of the letters would have to change. */
static const char *nearest(const char *name, const char *const *names, size_t count) {
    const char *best = NULL;
    size_t length = strnlen(name, NAME_MAX_COMPARED);
    unsigned least = length < 4 ? 2 : (unsigned)length / 3 + 1;
    for (size_t i = 0; i < count; i++) {
        unsigned cost = edits(name, names[i]);
        /* What was typed is how the name begins or ends. */
        if (cost > 1 && length >= 3 && strncmp(name, names[i], length) == 0)
            cost = 1;
        if (cost < least || (cost == least && !best)) {
            least = cost;
            best = names[i];
        }
    }
    return best;
}

int cli_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count) {
    const char *near = nearest(name, names, count);
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
    int failed = ferror(stdout);
    errno = 0;
    if (fclose(stdout) != 0)
        failed = 1;
    if (failed && status < CLI_CANNOT)
        status = cli_fail("standard output: %s", errno ? strerror(errno) : "write error");
    return status;
}
