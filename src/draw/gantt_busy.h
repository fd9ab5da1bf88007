/* How busy the rows of a timeline are. */
#ifndef LB_GANTT_BUSY_H
#define LB_GANTT_BUSY_H

#include <stdint.h>

typedef struct lb_busy_span {
    uint32_t row;
    double start, end;
} lb_busy_span;

/* Adds to each of `parts` equal parts of the time, from 0 to `end`, how many of the rows are busy in it on average. The
 * spans are sorted. */
void lb_gantt_busy(lb_busy_span *spans, uint64_t count, uint32_t rows, double end, uint32_t parts, double *busy);

#endif
