/* Bytes of a schedule file, wherever they come from: a file, a pipe, memory. All can be read again from any place that
 * has been read before; for that a pipe is copied to an unlinked temporary file as it is read. */
#ifndef LB_INPUT_H
#define LB_INPUT_H

#include "base/shown.h"

typedef struct lb_input {
    char shown[LB_SHOWN_MAX]; /* the name for sentences */
    const unsigned char *memory;
    size_t chunk;     /* memory: most bytes a fetch gives, 0: all; tests cut lines anywhere with it */
    int file, spool;  /* -1: none */
    bool owned;       /* the file is ours to close */
    bool direct;      /* the file can be read at any place: no spool needed */
    uint64_t start;   /* where the schedule begins in the file: standard input may have been read before */
    uint64_t at;      /* the next byte to fetch, counted from the start of the schedule */
    uint64_t spooled; /* bytes in the spool */
    uint64_t size;    /* of it all; 0 while not known */
} lb_input;

/* A path of "-" is standard input. With `again` false the input is read once and a pipe needs no spool. */
int lb_input_open(lb_input *input, const char *path, bool again, lb_why *why);

/* The bytes must outlive the input. */
void lb_input_memory(lb_input *input, const void *bytes, size_t size, const char *shown);

/* Puts at most room bytes into buffer. Returns how many, 0 at the end, or a negative lb_error. */
int64_t lb_input_fetch(lb_input *input, void *buffer, size_t room, lb_why *why);

void lb_input_close(lb_input *input);

#endif
