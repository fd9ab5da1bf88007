/* Words of a tree of keys and values, as they stand in its text. */
#ifndef LB_VALUES_WORDS_H
#define LB_VALUES_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool lb_values_is_quote(char c) {
    return c == '"' || c == '\'';
}

static inline bool lb_values_is_letter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
           c == '+' || c == '-' || (unsigned char)c >= 0x80;
}

/* Over blanks, separators and comments, to what means something, or the end. */
const char *lb_values_skip_all(const char *at, const char *end);

/* The same; mostly there are none. */
static inline const char *lb_values_skip(const char *at, const char *end) {
    bool means = at < end && (*at == '"' || (*at > ',' && *at != ';'));
    return means ? at : lb_values_skip_all(at, end);
}

/* Where the first quote, backslash or end of a line is, or the end: eight bytes at a time. */
static inline const char *lb_values_pass(const char *at, const char *end, char quote) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    for (uint64_t eight; end - at >= 8; at += 8) {
        memcpy(&eight, at, sizeof eight);
        uint64_t q = eight ^ ones * (unsigned char)quote, b = eight ^ ones * '\\', n = eight ^ ones * '\n';
        if ((((q - ones) & ~q) | ((b - ones) & ~b) | ((n - ones) & ~n)) & tops)
            break;
    }
    while (at < end && *at != quote && *at != '\\' && *at != '\n')
        at++;
    return at;
}

/* Where the word that begins at `at` stops: before the quote that closes it, or what is no letter, or at the end. */
static inline const char *lb_values_stop(const char *at, const char *end) {
    if (at < end && lb_values_is_quote(*at)) {
        char quote = *at++;
        for (at = lb_values_pass(at, end, quote); at < end && *at != quote; at = lb_values_pass(at + 1, end, quote))
            at += *at == '\\' && end - at > 1;
        return at;
    }
    while (at < end && lb_values_is_letter(*at))
        at++;
    return at;
}

#endif
