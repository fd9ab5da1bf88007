/* A link that several flights share is busy once: spans of a row that overlap are counted as one. */
#include "draw/gantt_busy.h"

#include <stdlib.h>

static int by_row_and_start(const void *left, const void *right) {
    const lb_busy_span *a = left, *b = right;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return (a->start > b->start) - (a->start < b->start);
}

void lb_gantt_busy(lb_busy_span *spans, uint64_t count, uint32_t rows, double end, uint32_t parts, double *busy) {
    double part = parts ? end / parts : 0, till = 0;
    qsort(spans, count, sizeof *spans, by_row_and_start);
    for (uint64_t i = 0; i < count && part > 0; i++) {
        till = i && spans[i].row == spans[i - 1].row ? till : 0;
        double first = spans[i].start > till ? spans[i].start : till, last = spans[i].end;
        uint32_t k = (uint32_t)(first / part);
        for (k = k ? k - 1 : 0; k < parts && k * part < last; k++) {
            double from = first > k * part ? first : k * part;
            double to = last < (k + 1) * part ? last : (k + 1) * part;
            if (to > from)
                busy[k] += (to - from) / part / rows;
        }
        till = last > till ? last : till;
    }
}
