/* A text that is put together piece by piece. */
#include "base/line.h"

#include <stdarg.h>
#include <stdio.h>

void lb_line_add(lb_line *line, const char *format, ...) {
    size_t left = line->room - line->length;
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(line->at + line->length, left, format, list);
    va_end(list);
    if (wrote > 0)
        line->length += (size_t)wrote < left ? (size_t)wrote : left - 1;
}
