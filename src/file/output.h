/* Bytes of a schedule file on their way out: buffered, every write checked, and at the path whole or not at all. */
#ifndef LB_OUTPUT_H
#define LB_OUTPUT_H

#include "file/input.h"

#define LB_OUTPUT_ROOM ((size_t)256 << 10) /* bytes written at a time */

typedef struct lb_output {
    char shown[LB_SHOWN_MAX];
    int file;
    bool owned;      /* ours to close */
    char *final;     /* the path to rename to; NULL: written in place (standard output, devices, pipes) */
    char *temporary; /* the path written until then */
    unsigned char *buffer;
    size_t used;
    lb_why *why;
    int error; /* the first failure; later calls do nothing */
} lb_output;

/* A path of "-" is standard output. */
int lb_output_open(lb_output *out, const char *path, lb_why *why);

/* Writes what is buffered. */
int lb_output_flush(lb_output *out);

/* Room for `bytes` more, at most LB_OUTPUT_ROOM: where to write them. The caller then adds to used what it wrote. */
static inline unsigned char *lb_output_room(lb_output *out, size_t bytes) {
    if (LB_OUTPUT_ROOM - out->used < bytes)
        lb_output_flush(out);
    return out->buffer + out->used;
}

/* Finishes the file, or with an error given takes it away again. Returns the first error. */
int lb_output_close(lb_output *out, int error);

#endif
