/* The JSON scanner: strings (UTF-8 and escapes), and values that are skipped. */
#include "file/json.h"

#include <string.h>

/* Where an unescaped string goes: what does not fit is counted and dropped. */
typedef struct sink {
    char *text;
    size_t size, length;
    bool full;
} sink;

static void put(sink *out, const unsigned char *bytes, size_t count) {
    size_t fits = out->full || out->length + count < out->size ? count : out->size - out->length - 1;
    if (out->size && !out->full) {
        memcpy(out->text + out->length, bytes, fits);
        out->text[out->length + fits] = '\0';
        out->full = fits < count;
    }
    out->length += count;
}

static void put_point(sink *out, uint32_t point) {
    unsigned char bytes[4];
    size_t count = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
    for (size_t i = count - 1; i > 0; i--) {
        bytes[i] = (unsigned char)(0x80 | (point & 0x3F));
        point >>= 6;
    }
    bytes[0] = (unsigned char)(lead[count] | point);
    put(out, bytes, count);
}

/* One character of more than a byte: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
static bool take_utf8(lb_json *json, sink *out) {
    unsigned char bytes[4];
    int byte = lb_json_peek(json);
    size_t count = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    unsigned lowest = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    unsigned highest = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    if (byte < 0xC2 || byte > 0xF4)
        return lb_json_fail(json, "not UTF-8: the byte 0x%02x", (unsigned)byte);
    bytes[0] = (unsigned char)byte;
    json->p++;
    for (size_t i = 1; i < count; i++) {
        byte = lb_json_peek(json);
        if (byte < 0)
            return lb_json_unexpected(json, "the rest of a character");
        if ((unsigned)byte < lowest || (unsigned)byte > highest)
            return lb_json_fail(json, "not UTF-8: the byte 0x%02x after 0x%02x", (unsigned)byte, bytes[i - 1]);
        bytes[i] = (unsigned char)byte;
        json->p++;
        lowest = 0x80;
        highest = 0xBF;
    }
    put(out, bytes, count);
    return true;
}

static bool take_hex(lb_json *json, uint32_t *unit) {
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        int byte = lb_json_peek(json);
        uint32_t digit = byte >= '0' && byte <= '9'   ? (uint32_t)(byte - '0')
                         : byte >= 'a' && byte <= 'f' ? (uint32_t)(byte - 'a' + 10)
                         : byte >= 'A' && byte <= 'F' ? (uint32_t)(byte - 'A' + 10)
                                                      : 16;
        if (digit > 15)
            return lb_json_unexpected(json, "four hexadecimal digits after \\u");
        v = v * 16 + digit;
        json->p++;
    }
    *unit = v;
    return true;
}

/* \uXXXX, where a high surrogate needs its low one: anything else is no character. */
static bool take_unicode(lb_json *json, sink *out) {
    uint32_t point = 0, low = 0;
    if (!take_hex(json, &point))
        return false;
    if (point >= 0xD800 && point <= 0xDBFF) {
        if (lb_json_peek(json) != '\\')
            return lb_json_fail(json, "half a surrogate pair: \\u%04x", (unsigned)point);
        json->p++;
        if (lb_json_peek(json) != 'u')
            return lb_json_fail(json, "half a surrogate pair: \\u%04x", (unsigned)point);
        json->p++;
        if (!take_hex(json, &low))
            return false;
        if (low < 0xDC00 || low > 0xDFFF)
            return lb_json_fail(json, "half a surrogate pair: \\u%04x", (unsigned)point);
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
    } else if (point >= 0xDC00 && point <= 0xDFFF) {
        return lb_json_fail(json, "half a surrogate pair: \\u%04x", (unsigned)point);
    }
    if (point == 0 && out->size)
        return lb_json_fail(json, "\\u0000 in a string that is used");
    put_point(out, point);
    return true;
}

static bool take_escape(lb_json *json, sink *out) {
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    json->p++;
    int byte = lb_json_peek(json);
    if (byte == 'u') {
        json->p++;
        return take_unicode(json, out);
    }
    const char *found = byte > 0 ? strchr(names, byte) : NULL;
    if (!found)
        return lb_json_unexpected(json, "one of \" \\ / b f n r t u after \\");
    unsigned char value = (unsigned char)values[found - names];
    json->p++;
    put(out, &value, 1);
    return true;
}

bool lb_json_string(lb_json *json, const char *what, char *text, size_t size, size_t *length) {
    sink out = {.text = text, .size = size};
    if (size)
        text[0] = '\0';
    if (lb_json_token(json) != '"') {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "a string for %s", what);
        return lb_json_unexpected(json, wanted);
    }
    json->p++;
    for (;;) {
        int byte = lb_json_peek(json);
        bool good = true;
        if (byte == '"')
            break;
        if (byte == '\\') {
            good = take_escape(json, &out);
        } else if (byte >= 0x80) {
            good = take_utf8(json, &out);
        } else if (byte >= 0x20) {
            const unsigned char *start = json->p;
            while (*json->p >= 0x20 && *json->p < 0x80 && *json->p != '"' && *json->p != '\\')
                json->p++; /* the zero after the window ends the run */
            put(&out, start, (size_t)(json->p - start));
        } else {
            good = lb_json_unexpected(json, "the rest of a string");
        }
        if (!good)
            return false;
    }
    json->p++;
    *length = out.length;
    return true;
}

/* ---- Values that are skipped ---- */

static bool skip_digits(lb_json *json) {
    int byte = lb_json_peek(json);
    if (byte < '0' || byte > '9')
        return lb_json_unexpected(json, "a digit");
    for (; byte >= '0' && byte <= '9'; byte = lb_json_peek(json))
        json->p++;
    return true;
}

static bool skip_number(lb_json *json) {
    if (lb_json_peek(json) == '-')
        json->p++;
    if (lb_json_peek(json) == '0')
        json->p++;
    else if (!skip_digits(json))
        return false;
    if (lb_json_peek(json) == '.') {
        json->p++;
        if (!skip_digits(json))
            return false;
    }
    if (lb_json_peek(json) != 'e' && lb_json_peek(json) != 'E')
        return true;
    json->p++;
    if (lb_json_peek(json) == '+' || lb_json_peek(json) == '-')
        json->p++;
    return skip_digits(json);
}

static bool skip_word(lb_json *json, const char *word) {
    for (; *word; word++) {
        if (lb_json_peek(json) != *word)
            return lb_json_unexpected(json, "true, false or null");
        json->p++;
    }
    return true;
}

static bool skip_key(lb_json *json) {
    size_t length;
    return lb_json_string(json, "a key", NULL, 0, &length) && lb_json_expect(json, ':', "after a key");
}

/* A value that is not an object or array. */
static bool skip_scalar(lb_json *json, int byte) {
    size_t length;
    switch (byte) {
    case '"': return lb_json_string(json, "a value", NULL, 0, &length);
    case 't': return skip_word(json, "true");
    case 'f': return skip_word(json, "false");
    case 'n': return skip_word(json, "null");
    default: break;
    }
    if (byte != '-' && (byte < '0' || byte > '9'))
        return lb_json_unexpected(json, "a value");
    return skip_number(json);
}

/* Opens an object or array. *empty: it is closed again at once. */
static bool skip_open(lb_json *json, char closing, bool *empty) {
    json->p++;
    *empty = lb_json_token(json) == closing;
    if (*empty)
        json->p++;
    return *empty || closing == ']' || skip_key(json);
}

bool lb_json_skip(lb_json *json) {
    char closing[LB_JSON_DEPTH]; /* what each open bracket waits for */
    int depth = 0;
    for (;;) {
        int byte = lb_json_token(json);
        if (byte == '{' || byte == '[') {
            bool empty;
            if (depth == LB_JSON_DEPTH)
                return lb_json_fail(json, "nested deeper than %d", LB_JSON_DEPTH);
            closing[depth] = byte == '{' ? '}' : ']';
            if (!skip_open(json, closing[depth], &empty))
                return false;
            if (!empty) {
                depth++;
                continue;
            }
        } else if (!skip_scalar(json, byte)) {
            return false;
        }
        bool more = false;
        while (depth > 0 && !more) {
            if (!lb_json_comma(json, closing[depth - 1], &more))
                return false;
            if (!more)
                depth--;
        }
        if (depth == 0)
            return !json->error;
        if (closing[depth - 1] == '}' && !skip_key(json))
            return false;
    }
}
