/* Times over message sizes, both on logarithmic scales: one line an algorithm, the bound dashed, and under them which
 * is best where. In the terminal, and as an SVG file. */
#ifndef LB_PLOT_H
#define LB_PLOT_H

#include "draw/draw.h"

typedef struct lb_plot_line {
    const char *name;
    char mark;       /* the letter that stands for it */
    const double *y; /* for each size; not above 0: not known there */
} lb_plot_line;

typedef struct lb_plot_band {
    uint64_t from, to; /* sizes, both included */
    unsigned line;     /* that is best there */
} lb_plot_band;

typedef struct lb_plot {
    const char *title, *subtitle, *unit; /* unit: of the times, for the axis */
    const char *sizes;                   /* what sizes are of; NULL: "bytes in a block" */
    const uint64_t *x;                   /* sizes, ascending */
    size_t points;
    const lb_plot_line *line;
    unsigned lines;
    const double *bound;
    const lb_plot_band *band;
    size_t bands;
} lb_plot;

/* Whether there is anything to draw: two sizes, and a time above 0. */
bool lb_plot_possible(const lb_plot *plot);

void lb_plot_terminal(FILE *out, const lb_style *style, const lb_plot *plot);
void lb_plot_svg(FILE *out, const lb_plot *plot);

/* The escape sequence of a line's colour, so that tables can use the same; "" without colour. */
const char *lb_plot_ink(const lb_style *style, unsigned line);

/* "64 B", "4 KiB": exact, so a size that is no multiple stays in bytes. */
void lb_size_text(uint64_t bytes, char *buffer, size_t size);

/* ---- What both pictures share ---- */

double lb_log2(double value); /* of what is above 0; without the mathematics library, which nothing else here needs */

typedef struct lb_axes {
    double left, right, low, high; /* log2 of the sizes and of the times */
} lb_axes;

typedef struct lb_tick {
    double at;
    char text[24];
    int mantissa, power; /* times: mantissa * 10^power */
} lb_tick;

enum { LB_TICKS = 64 };

lb_axes lb_plot_axes(const lb_plot *plot);
size_t lb_size_ticks(const lb_plot *plot, const lb_axes *axes, size_t most, lb_tick ticks[LB_TICKS]);
size_t lb_time_ticks(const lb_axes *axes, size_t most, lb_tick ticks[LB_TICKS]);

#endif
