/* Names that were nearly right. */
#define _GNU_SOURCE /* for strnlen and strcasestr */
#include "base/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

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

/* More than a third of the letters may not have to change. An option's dashes are none. */
const char *lb_nearest(const char *name, const char *const *names, size_t count) {
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

int lb_fail_unknown(const char *kind, const char *name, const char *const *names, size_t count, lb_why *why) {
    const char *near = lb_nearest(name, names, count);
    if (near)
        return lb_fail(why, LB_ERR_ARG, "unknown %s '%.60s'; did you mean %s?", kind, name, near);
    char all[LB_WHY_MAX - 100] = ""; /* the rest of the sentence has room for the kind and the name */
    size_t length = 0;
    for (size_t i = 0; i < count && length < sizeof all - 1; i++)
        length += (size_t)snprintf(all + length, sizeof all - length, "%s%s", i ? ", " : "", names[i]);
    if (length < sizeof all - 1)
        return lb_fail(why, LB_ERR_ARG, "unknown %s '%.60s'; there are: %s", kind, name, all);
    return lb_fail(why, LB_ERR_ARG, "unknown %s '%.60s'; see linkbound help", kind, name);
}

bool lb_has_word(const char *text, const char *word) {
    for (const char *at = strcasestr(text, word); at; at = strcasestr(at + 1, word)) {
        if (at == text || !isalnum((unsigned char)at[-1]))
            return true;
    }
    return false;
}
