/* A strict scanner for JSON Lines: one value a line, read as it streams, in memory that does not grow with the line.
 *
 * Takers return true, or false after the first failure, whose sentence "FILE:LINE: reason" is then in why and whose
 * code is in error. Later failures change nothing, so that callers can chain takers with &&. */
#ifndef LB_JSON_H
#define LB_JSON_H

#include "file/input.h"

#define LB_JSON_ROOM  ((size_t)256 << 10) /* bytes looked at at a time */
#define LB_JSON_PAD   64                  /* zeros after them: a look-ahead needs no bounds check */
#define LB_JSON_DEPTH 32                  /* nesting of a value that is skipped */
#define LB_JSON_MAX   ((UINT64_C(1) << 53) - 1)

typedef struct lb_json {
    lb_input *input;
    unsigned char *buffer;
    const unsigned char *p, *end; /* what is in the buffer and not yet taken; *end is zero */
    uint64_t line;                /* from 1 */
    uint64_t line_at;             /* where the line began, counted in bytes from the start */
    uint64_t line_max;            /* bytes it may have */
    uint64_t fetched;             /* where the buffer ends, counted likewise */
    bool ended;                   /* the input has no more */
    int error;
    lb_why *why; /* of the present call */
} lb_json;

int lb_json_open(lb_json *json, lb_input *input, lb_why *why);
void lb_json_close(lb_json *json);

/* Goes on reading at byte `at`, which begins line `line`. */
void lb_json_seek(lb_json *json, uint64_t at, uint64_t line);

static inline uint64_t lb_json_at(const lb_json *json) {
    return json->fetched - (uint64_t)(json->end - json->p);
}

/* Fetches more behind what is not yet taken, which keeps its bytes but moves. False: full, ended or failed. */
bool lb_json_more(lb_json *json);

/* The next byte, not taken; -1 at the end or after a failure. Called with an empty window by lb_json_peek. */
int lb_json_refill(lb_json *json);

static inline int lb_json_peek(lb_json *json) {
    return json->p < json->end ? *json->p : lb_json_refill(json);
}

/* The next byte after blanks (space, tab, carriage return), not taken. */
int lb_json_token(lb_json *json);

/* Takes this byte, after blanks, or fails: "expected ':' after the key". */
bool lb_json_expect(lb_json *json, char byte, const char *where);

/* Takes ',' (then *more is true) or the closing byte. */
bool lb_json_comma(lb_json *json, char closing, bool *more);

/* A whole number 0..max without sign, leading zeros, fraction or exponent. `what` is named in sentences. */
bool lb_json_number(lb_json *json, uint64_t max, const char *what, uint64_t *value);

/* A string, unescaped, cut off at size-1 bytes and terminated; *length is what it would need. size 0: only skipped. */
bool lb_json_string(lb_json *json, const char *what, char *text, size_t size, size_t *length);

/* Any value, checked and forgotten. */
bool lb_json_skip(lb_json *json);

/* After the value: takes blanks and the end of the line (or of the file), or fails. */
bool lb_json_end_line(lb_json *json);

/* Records a failure: LB_ERR_FORMAT and "FILE:LINE: " before the sentence. Always false. */
bool lb_json_fail(lb_json *json, const char *format, ...) LB_PRINTF(2, 3);

/* "expected WHAT, but found ...": describes the next byte. Always false. */
bool lb_json_unexpected(lb_json *json, const char *what);

#endif
