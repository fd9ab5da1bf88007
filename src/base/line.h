/* A text that is put together piece by piece in a fixed room, and cut where that ends. */
#ifndef LB_LINE_H
#define LB_LINE_H

#include "base/base.h"

typedef struct lb_line {
    char *at;
    size_t room, length;
} lb_line;

void lb_line_add(lb_line *line, const char *format, ...) LB_PRINTF(2, 3);

#endif
