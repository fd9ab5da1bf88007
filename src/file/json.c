/* The JSON scanner: bytes, lines, numbers, punctuation. Strings are in json_string.c. */
#include "file/json.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int lb_json_open(lb_json *json, lb_input *input, lb_why *why) {
    *json = (lb_json){.input = input, .line = 1, .line_max = UINT64_MAX, .why = why};
    json->buffer = lb_zeroed(LB_JSON_ROOM + LB_JSON_PAD, 1);
    if (!json->buffer)
        return lb_fail_memory(why, "reading the file");
    json->p = json->end = json->buffer;
    return LB_OK;
}

void lb_json_close(lb_json *json) {
    free(json->buffer);
    json->buffer = NULL;
}

void lb_json_seek(lb_json *json, uint64_t at, uint64_t line) {
    json->input->at = json->fetched = json->line_at = at;
    json->line = line;
    json->p = json->end = json->buffer;
    json->buffer[0] = 0;
    json->ended = false;
    json->error = LB_OK;
}

bool lb_json_fail(lb_json *json, const char *format, ...) {
    if (json->error)
        return false;
    json->error = LB_ERR_FORMAT;
    if (!json->why)
        return false;
    size_t room = sizeof json->why->text;
    int used = snprintf(json->why->text, room, "%s:%" PRIu64 ": ", json->input->shown, json->line);
    va_list args;
    va_start(args, format);
    vsnprintf(json->why->text + used, room - (size_t)used, format, args);
    va_end(args);
    return false;
}

bool lb_json_unexpected(lb_json *json, const char *what) {
    int byte = lb_json_peek(json);
    if (byte < 0)
        return lb_json_fail(json, "expected %s, but the file ends here", what);
    if (byte == '\n')
        return lb_json_fail(json, "expected %s, but the line ends here", what);
    if (byte == 0)
        return lb_json_fail(json, "expected %s, but found a NUL byte", what);
    if (byte < 0x20 || byte >= 0x7F)
        return lb_json_fail(json, "expected %s, but found the byte 0x%02x", what, (unsigned)byte);
    return lb_json_fail(json, "expected %s, but found '%c'", what, byte);
}

bool lb_json_more(lb_json *json) {
    size_t kept = (size_t)(json->end - json->p);
    if (json->error || json->ended || kept == LB_JSON_ROOM)
        return false;
    if (lb_json_at(json) - json->line_at >= json->line_max)
        return lb_json_fail(json, "the line is longer than %" PRIu64 " bytes, the most it may have", json->line_max);
    memmove(json->buffer, json->p, kept);
    int64_t got = lb_input_fetch(json->input, json->buffer + kept, LB_JSON_ROOM - kept, json->why);
    json->p = json->buffer;
    json->end = json->buffer + kept;
    if (got < 0)
        json->error = (int)got;
    if (got == 0)
        json->ended = true;
    if (got > 0) {
        json->end += got;
        json->fetched += (uint64_t)got;
    }
    json->buffer[json->end - json->buffer] = 0;
    return got > 0;
}

int lb_json_refill(lb_json *json) {
    return lb_json_more(json) ? *json->p : -1;
}

int lb_json_token(lb_json *json) {
    for (;;) {
        int byte = lb_json_peek(json);
        if (byte != ' ' && byte != '\t' && byte != '\r')
            return byte;
        json->p++;
    }
}

bool lb_json_expect(lb_json *json, char byte, const char *where) {
    if (lb_json_token(json) == byte) {
        json->p++;
        return true;
    }
    char what[64];
    snprintf(what, sizeof what, "'%c' %s", byte, where);
    return lb_json_unexpected(json, what);
}

bool lb_json_comma(lb_json *json, char closing, bool *more) {
    int byte = lb_json_token(json);
    *more = byte == ',';
    if (byte == ',' || byte == closing) {
        json->p++;
        return true;
    }
    char what[16];
    snprintf(what, sizeof what, "',' or '%c'", closing);
    return lb_json_unexpected(json, what);
}

bool lb_json_number(lb_json *json, uint64_t max, const char *what, uint64_t *value) {
    int byte = lb_json_token(json);
    if (byte == '-')
        return lb_json_fail(json, "%s is negative", what);
    if (byte < '0' || byte > '9') {
        char text[64];
        snprintf(text, sizeof text, "a number for %s", what);
        return lb_json_unexpected(json, text);
    }
    bool zero = byte == '0';
    uint64_t v = (uint64_t)(byte - '0');
    json->p++;
    for (byte = lb_json_peek(json); byte >= '0' && byte <= '9'; byte = *json->p ? *json->p : lb_json_peek(json)) {
        if (zero)
            return lb_json_fail(json, "%s has a leading zero", what);
        v = v * 10 + (uint64_t)(byte - '0');
        if (v > max)
            return lb_json_fail(json, "%s is larger than %" PRIu64, what, max);
        json->p++;
    }
    if (byte == '.' || byte == 'e' || byte == 'E')
        return lb_json_fail(json, "%s is not a whole number", what);
    if (v > max)
        return lb_json_fail(json, "%s is larger than %" PRIu64, what, max);
    *value = v;
    return !json->error;
}

bool lb_json_end_line(lb_json *json) {
    int byte = lb_json_token(json);
    if (json->error)
        return false;
    if (lb_json_at(json) - json->line_at > json->line_max)
        return lb_json_fail(json, "the line is longer than %" PRIu64 " bytes, the most it may have", json->line_max);
    if (byte < 0)
        return true;
    if (byte != '\n')
        return lb_json_unexpected(json, "the end of the line");
    json->p++;
    json->line++;
    json->line_at = lb_json_at(json);
    return true;
}
