/* Writing JSON: escaped strings, doubles that read back as they were. */
#include "out/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Bytes of the UTF-8 character at p, 0 when it is none. */
static unsigned utf8_length(const unsigned char *p) {
    unsigned length = p[0] < 0x80 ? 1 : p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : (p[0] & 0xF0) == 0xE0 ? 3 : 0;
    if (p[0] >= 0xF0 && p[0] <= 0xF4)
        length = 4;
    for (unsigned i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    }
    bool overlong = (p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xF0 && p[1] < 0x90);
    bool outside = (p[0] == 0xED && p[1] > 0x9F) || (p[0] == 0xF4 && p[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

/* File names may hold any bytes; what is not UTF-8 becomes the replacement character. */
static void put_string(FILE *out, const char *text) {
    putc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        unsigned length = utf8_length(p);
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p < 0x20 || *p == 0x7F)
            fprintf(out, "\\u%04x", *p);
        else if (length)
            fwrite(p, 1, length, out);
        else
            fputs("\\ufffd", out);
        p += length ? length : 1;
    }
    putc('"', out);
}

static void begin(out_json *json, const char *key) {
    if (json->more)
        fputs(",", json->out);
    json->more = true;
    if (key) {
        put_string(json->out, key);
        putc(':', json->out);
    }
}

void out_json_key(out_json *json, const char *key) {
    begin(json, key);
    json->more = false;
}

void out_json_open(out_json *json, const char *key, char bracket) {
    begin(json, key);
    putc(bracket, json->out);
    json->more = false;
}

void out_json_close(out_json *json, char bracket) {
    putc(bracket, json->out);
    json->more = true;
}

void out_json_text(out_json *json, const char *key, const char *value) {
    if (!value) {
        out_json_null(json, key);
        return;
    }
    begin(json, key);
    put_string(json->out, value);
}

void out_json_number(out_json *json, const char *key, uint64_t value) {
    begin(json, key);
    fprintf(json->out, "%" PRIu64, value);
}

void out_json_double(out_json *json, const char *key, double value) {
    if (!isfinite(value)) {
        out_json_null(json, key);
        return;
    }
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    begin(json, key);
    fputs(text, json->out);
}

void out_json_bool(out_json *json, const char *key, bool value) {
    begin(json, key);
    fputs(value ? "true" : "false", json->out);
}

void out_json_null(out_json *json, const char *key) {
    begin(json, key);
    fputs("null", json->out);
}

void out_json_list(out_json *json, const char *key, const uint32_t *list, size_t count) {
    out_json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        out_json_number(json, NULL, list[i]);
    out_json_close(json, ']');
}

void out_json_end(out_json *json) {
    fputs("}\n", json->out);
}
