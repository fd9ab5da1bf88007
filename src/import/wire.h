/* Protocol buffers as they are written: fields one after another, each a number, a type and a value. Only what a reader
 * needs that knows its messages; nothing is taken apart that nobody asks for. */
#ifndef LB_IMPORT_WIRE_H
#define LB_IMPORT_WIRE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* What is left of a message. */
typedef struct lb_wire {
    const uint8_t *at, *end;
} lb_wire;

typedef enum lb_wire_type { LB_WIRE_NUMBER, LB_WIRE_LONG, LB_WIRE_BYTES, LB_WIRE_SHORT = 5 } lb_wire_type;

typedef struct lb_wire_field {
    uint64_t number;
    lb_wire_type type;
    uint64_t value; /* of numbers */
    lb_wire bytes;  /* of bytes: strings, messages, lists of numbers */
} lb_wire_field;

/* A number of seven bits a byte, the least first; false: it does not end, or not within 64 bits. */
static inline bool lb_wire_number(lb_wire *w, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; shift < 64 && w->at < w->end; shift += 7) {
        uint8_t byte = *w->at++;
        *number |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* 1: the next field; 0: there is none; -1: it is cut off, or of a type that there is not. */
int lb_wire_next(lb_wire *w, lb_wire_field *field);

static inline bool lb_wire_is(const lb_wire *bytes, const char *text) {
    size_t length = strlen(text);
    return (size_t)(bytes->end - bytes->at) == length && memcmp(bytes->at, text, length) == 0;
}

#endif
