/* Columns of an exhibit as curves. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "draw/curves.h"
#include "draw/plot.h"
#include "papers/page_parts.h"

#include <stdlib.h>

static double value_at(const ex_chart *chart, unsigned row, unsigned column) {
    const ex_value *value = &chart->of->row[row].cell[column];
    return value->kind == EX_COUNT ? (double)value->count : value->real;
}

static unsigned points_of(const ex_chart *chart, unsigned most) {
    unsigned points = 0;
    while (points < most && points < chart->of->rows &&
           (!chart->most || value_at(chart, points, chart->x) <= (double)chart->most))
        points++;
    return points;
}

static const char *name_of(const ex_chart *chart, unsigned curve) {
    return chart->name[curve] ? chart->name[curve] : chart->of->column[chart->y[curve]].head;
}

/* Over small whole numbers. */
static void put_chart(FILE *out, const ex_chart *chart) {
    lb_curves c = {.title = chart->title, .subtitle = chart->subtitle, .about = chart->about};
    c.lines = chart->curves < LB_CURVES_LINES ? chart->curves : LB_CURVES_LINES;
    c.points = points_of(chart, LB_CURVES_POINTS);
    for (unsigned i = 0; i < c.points; i++)
        c.x[i] = (unsigned)value_at(chart, i, chart->x);
    for (unsigned k = 0; k < c.lines; k++) {
        c.name[k] = name_of(chart, k);
        for (unsigned i = 0; i < c.points; i++)
            c.y[k][i] = value_at(chart, i, chart->y[k]);
    }
    lb_curves_svg(out, &c);
}

/* Over bytes; the last curve is the best everywhere. */
static void put_plot(FILE *out, const ex_chart *chart) {
    enum { POINTS = 40 };
    uint64_t x[POINTS];
    double y[EX_CURVES][POINTS], bound[POINTS];
    lb_plot_line line[EX_CURVES];
    unsigned points = points_of(chart, POINTS);
    if (!points)
        return;
    for (unsigned i = 0; i < points; i++) {
        x[i] = (uint64_t)value_at(chart, i, chart->x);
        bound[i] = value_at(chart, i, chart->bound);
        for (unsigned k = 0; k < chart->curves; k++)
            y[k][i] = value_at(chart, i, chart->y[k]);
    }
    for (unsigned k = 0; k < chart->curves; k++)
        line[k] = (lb_plot_line){name_of(chart, k), "abcd"[k], y[k]};
    const lb_plot_band best = {.from = x[0], .to = x[points - 1], .line = chart->curves - 1};
    const lb_plot plot = {.title = chart->title,
                          .subtitle = chart->subtitle,
                          .unit = "",
                          .x = x,
                          .points = points,
                          .line = line,
                          .lines = chart->curves,
                          .bound = bound,
                          .band = &best,
                          .bands = 1};
    lb_plot_svg(out, &plot);
}

char *page_chart(const ex_chart *chart) {
    char *svg = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&svg, &size);
    if (!out)
        return NULL;
    if (chart->bound)
        put_plot(out, chart);
    else
        put_chart(out, chart);
    if (!fclose(out) && size)
        return svg;
    free(svg);
    return NULL;
}
