/* Words: see values_words.h. */
#include "base/values_words.h"

static bool is_blank(char c) {
    return c == ' ' || c == ',' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == ';' || c == '\0';
}

const char *lb_values_skip_all(const char *at, const char *end) {
    for (bool comment = false; at < end; at++) {
        comment = *at == '#' || (comment && *at != '\n');
        if (!comment && !is_blank(*at))
            break;
    }
    return at;
}
