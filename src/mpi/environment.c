/* Variables of the environment: what is not set leaves a value as it is, and what makes no sense is told. */
#define _POSIX_C_SOURCE 200809L
#include "mpi/environment.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: it is not set. */
static const char *text_of(const char *name) {
    const char *text = getenv(name);
    return text && *text ? text : NULL;
}

static bool wrong(const char *name, const char *text, const char *what, lb_why *why) {
    snprintf(why->text, sizeof why->text, "%s: '%.40s' is %s", name, text, what);
    return false;
}

bool lb_environment_flag(const char *name) {
    const char *text = text_of(name);
    return text && strcmp(text, "0") != 0;
}

/* Digits and one of the units, if there are any: powers of 1024. */
static bool read_number(const char *name, const char *units, const char *what, uint64_t *value, lb_why *why) {
    const char *text = text_of(name);
    char *end;
    if (!text)
        return true;
    errno = 0;
    uint64_t number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * ((unsigned)(unit - units) % 3 + 1) : 0;
    if (text[0] < '0' || text[0] > '9' || (unit ? end[1] : end[0]))
        return wrong(name, text, what, why);
    if (errno == ERANGE || number > UINT64_MAX >> shift)
        return wrong(name, text, "too large", why);
    *value = number << shift;
    return true;
}

bool lb_environment_number(const char *name, const char *what, uint64_t *value, lb_why *why) {
    char text[64];
    snprintf(text, sizeof text, "not a number of %s", what);
    return read_number(name, "", text, value, why);
}

bool lb_environment_bytes(const char *name, uint64_t *value, lb_why *why) {
    return read_number(name, "KMGkmg", "not a number of bytes (64M, 1G)", value, why);
}

/* Whatever the program's locale. */
static bool seconds_of(const char *name, double *value, lb_why *why) {
    const char *text = text_of(name), *const what = "not a number of seconds (0: no limit)";
    double seconds = 0, part = 0;
    if (!text)
        return true;
    for (const char *at = text; *at; at++) {
        if (*at == '.' && part == 0 && at > text)
            part = 1;
        else if (*at < '0' || *at > '9')
            return wrong(name, text, what, why);
        else if (part == 0)
            seconds = seconds * 10 + (*at - '0');
        else
            seconds += (part /= 10) * (*at - '0');
    }
    if (seconds > 1e9)
        return wrong(name, text, "too large", why);
    *value = seconds;
    return true;
}

bool lb_environment_timeout(double *seconds, lb_why *why) {
    *seconds = 30;
    return seconds_of("LINKBOUND_TIMEOUT", seconds, why);
}
