/* Error lines. */
#include "cli/say.h"

#include "base/nearest.h"

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

int cli_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count) {
    lb_why why;
    return cli_fail_why(lb_fail_unknown(kind, name, names, count, &why), &why);
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
