/* Text in columns. */
#include "out/wrap.h"

#include <stdbool.h>

unsigned out_columns(const char *text) {
    unsigned columns = 0;
    for (const char *p = text; *p; p++)
        columns += ((unsigned char)*p & 0xC0) != 0x80;
    return columns;
}

/* How many bytes of text to print on a line of `room` columns; whole words where possible. */
static size_t line_length(const char *text, unsigned room) {
    size_t i = 0, blank = 0;
    unsigned columns = 0;
    for (; text[i]; i++) {
        if (((unsigned char)text[i] & 0xC0) != 0x80 && ++columns > room)
            return blank ? blank : i;
        if (text[i] == ' ')
            blank = i;
    }
    return i;
}

void out_wrap(FILE *out, unsigned indent, unsigned width, const char *text) {
    unsigned room = width > indent + 20 ? width - indent : 20;
    for (bool first = true; *text || first; first = false) {
        size_t length = line_length(text, room);
        fprintf(out, "%*s%.*s\n", first ? 0 : (int)indent, "", (int)length, text);
        text += length;
        while (*text == ' ')
            text++;
    }
}
