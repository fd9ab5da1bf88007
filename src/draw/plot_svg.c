/* The plot as an SVG file that needs nothing else: no style sheet, no script, no font. Every line has a colour that the
 * colour-blind can tell apart (Okabe and Ito's), a shape and a letter of its own; a screen reader hears what is best
 * where. */
#include "draw/plot.h"
#include "draw/svg.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 980,
    LEFT = 84,
    RIGHT = 690, /* of the plot; the legend stands beyond */
    TOP = 76,
    LEGEND = RIGHT + 28,
    LEGEND_ROW = 24,
    STRIP = 18, /* height of the bands */
    SHAPES = 6,
    COLORS = 16
};

/* Okabe and Ito's first, then as many that are darker or duller. */
static const char *const colors[COLORS] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
                                           "#555555", "#6A3D9A", "#8B4513", "#5A8F00", "#B0003A", "#A08C00",
                                           "#008B9A", "#C98B6B", "#8C8CD9", "#00532E"};

/* Where the reader's colours are dark: what is white, black or grey here is turned round. */
static const char dark[] =
    "<style>@media (prefers-color-scheme:dark){rect[fill=\"#ffffff\"]{fill:#12161c}"
    "text[fill=\"#111111\"]{fill:#e8edf2}text[fill=\"#444444\"],text[fill=\"#555555\"]{fill:#a9b6c3}"
    "path[stroke=\"#e4e4e4\"]{stroke:#2a333d}path[stroke=\"#444444\"]{stroke:#8b98a6}"
    "path[stroke=\"#111111\"]{stroke:#e8edf2}path[stroke=\"#0072B2\"]{stroke:#5b8def}"
    "path[fill=\"#0072B2\"]{fill:#5b8def}path[stroke=\"#555555\"]{stroke:#a9b3bd}"
    "path[fill=\"#555555\"]{fill:#a9b3bd}}</style>\n";

typedef struct page {
    FILE *out;
    const lb_plot *plot;
    lb_axes axes;
    double bottom; /* of the plot */
    double height; /* of everything */
} page;

static double x_of(const page *p, double at) {
    double span = p->axes.right - p->axes.left;
    return LEFT + (span > 0 ? (at - p->axes.left) / span : 0) * (RIGHT - LEFT);
}

static double y_of(const page *p, double at) {
    return p->bottom - (at - p->axes.low) / (p->axes.high - p->axes.low) * (p->bottom - TOP);
}

static bool known(double y) {
    return y > 0 && y < 1e300;
}

/* About as wide as it will be, in pixels, at 13 pixels to the line. */
static double text_width(const char *text) {
    return 7.4 * (double)strlen(text);
}

static void put_best(FILE *out, const lb_plot *plot) {
    char from[32], to[32];
    for (size_t i = 0; i < plot->bands; i++) {
        lb_size_text(plot->band[i].from, from, sizeof from);
        lb_size_text(plot->band[i].to, to, sizeof to);
        fprintf(out, "%s%s from %s to %s", i ? ", " : " Best: ", plot->line[plot->band[i].line].name, from, to);
    }
}

static void put_head(const page *p) {
    fprintf(p->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\" "
            "role=\"img\" aria-labelledby=\"title desc\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
            "<title id=\"title\">",
            WIDTH, p->height, WIDTH, p->height);
    lb_svg_escape(p->out, p->plot->title);
    fputs("</title>\n<desc id=\"desc\">Time over message size, both axes logarithmic, one line an algorithm; the lower "
          "bound is dashed.",
          p->out);
    put_best(p->out, p->plot);
    fprintf(p->out,
            ".</desc>\n%s<rect width=\"%d\" height=\"%.0f\" fill=\"#ffffff\"/>\n"
            "<text x=\"%d\" y=\"30\" font-size=\"18\" font-weight=\"600\" fill=\"#111111\">",
            dark, WIDTH, p->height, LEFT);
    lb_svg_escape(p->out, p->plot->title);
    fprintf(p->out, "</text>\n<text x=\"%d\" y=\"52\" fill=\"#555555\">", LEFT);
    lb_svg_escape(p->out, p->plot->subtitle);
    fputs("</text>\n", p->out);
}

/* 3*10^5 with a raised 5. */
static void put_power(FILE *out, const lb_tick *tick) {
    if (tick->power >= -3 && tick->power <= 4) {
        fputs(tick->text, out);
        return;
    }
    if (tick->mantissa != 1)
        fprintf(out, "%d\u00B7", tick->mantissa);
    fprintf(out, "10<tspan dy=\"-5\" font-size=\"10\">%s%d</tspan>", tick->power < 0 ? "\u2212" : "",
            tick->power < 0 ? -tick->power : tick->power);
}

static void put_time_axis(const page *p) {
    lb_tick ticks[LB_TICKS];
    size_t count = lb_time_ticks(&p->axes, 9, ticks);
    for (size_t i = 0; i < count; i++) {
        double y = y_of(p, ticks[i].at);
        fprintf(p->out,
                "<path d=\"M%d %.1fH%d\" stroke=\"#e4e4e4\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" "
                "fill=\"#444444\">",
                LEFT, y, RIGHT, LEFT - 8, y + 4.5);
        put_power(p->out, &ticks[i]);
        fputs("</text>\n", p->out);
    }
    fprintf(p->out, "<text transform=\"translate(22 %.1f) rotate(-90)\" text-anchor=\"middle\" fill=\"#444444\">time",
            (TOP + p->bottom) / 2);
    if (*p->plot->unit) {
        fputs(", ", p->out);
        lb_svg_escape(p->out, p->plot->unit);
    }
    fputs("</text>\n", p->out);
}

static void put_size_axis(const page *p) {
    lb_tick ticks[LB_TICKS];
    size_t count = lb_size_ticks(p->plot, &p->axes, 8, ticks);
    for (size_t i = 0; i < count; i++) {
        double x = x_of(p, ticks[i].at);
        fprintf(p->out,
                "<path d=\"M%.1f %dV%.1f\" stroke=\"#e4e4e4\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" "
                "fill=\"#444444\">%s</text>\n",
                x, TOP, p->bottom, x, p->bottom + STRIP + 22, ticks[i].text);
    }
    fprintf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444444\">%s</text>\n", (LEFT + RIGHT) / 2,
            p->bottom + STRIP + 46, p->plot->sizes ? p->plot->sizes : "bytes in a block");
}

/* Shape `shape` around 0,0, as a path. */
static const char *shape_path(unsigned shape) {
    static const char *const paths[SHAPES] = {
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
        "m-3.2-3.2h6.4v6.4h-6.4z",
        "m0-4.2l4.2 7.4h-8.4z",
        "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z",
        "m0 4.2l4.2-7.4h-8.4z",
        "m-1.3-4.4h2.6v3.1h3.1v2.6h-3.1v3.1h-2.6v-3.1h-3.1v-2.6h3.1z",
    };
    return paths[shape % SHAPES];
}

/* Other dashes after every half of the colours; they are an odd number, so that no two of 126 lines look alike. */
static const char *dash(unsigned line) {
    static const char *const dashes[] = {"",
                                         " stroke-dasharray=\"14 3\"",
                                         " stroke-dasharray=\"3 3\"",
                                         " stroke-dasharray=\"12 3 2 3\"",
                                         " stroke-dasharray=\"8 3\"",
                                         " stroke-dasharray=\"12 3 2 3 2 3\"",
                                         " stroke-dasharray=\"5 2\"",
                                         " stroke-dasharray=\"20 3 5 3\"",
                                         " stroke-dasharray=\"1 3\""};
    return dashes[line / (COLORS / 2) % (sizeof dashes / sizeof *dashes)];
}

static void put_shape(FILE *out, unsigned line, double x, double y) {
    fprintf(out, "M%.1f %.1f%s", x, y, shape_path(line));
}

static void put_curve(const page *p, const double *y) {
    bool pen = false;
    for (size_t i = 0; i < p->plot->points; i++) {
        if (!known(y[i])) {
            pen = false;
            continue;
        }
        fprintf(p->out, "%c%.1f %.1f", pen ? 'L' : 'M', x_of(p, lb_log2((double)p->plot->x[i])),
                y_of(p, lb_log2(y[i])));
        pen = true;
    }
}

/* Shapes on about a dozen of the sizes, not on the same ones for every line. */
static void put_line(const page *p, unsigned k) {
    const lb_plot_line *line = &p->plot->line[k];
    size_t every = p->plot->points / 12 + 1;
    fprintf(p->out, "<g><title>");
    lb_svg_escape(p->out, line->name);
    fprintf(p->out, "</title><path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"%s d=\"",
            colors[k % COLORS], dash(k));
    put_curve(p, line->y);
    fprintf(p->out, "\"/><path fill=\"%s\" d=\"", colors[k % COLORS]);
    for (size_t i = k % every; i < p->plot->points; i += every) {
        if (known(line->y[i]))
            put_shape(p->out, k, x_of(p, lb_log2((double)p->plot->x[i])), y_of(p, lb_log2(line->y[i])));
    }
    fputs("\"/></g>\n", p->out);
}

/* The letter of a line stands where the line ends; those that end close together are pushed apart. */
typedef struct letter {
    double x, y;
    unsigned line;
} letter;

static int by_height(const void *a, const void *b) {
    const letter *p = a, *q = b;
    return p->y != q->y ? (p->y > q->y) - (p->y < q->y) : (p->line > q->line) - (p->line < q->line);
}

static void put_letters(const page *p) {
    enum { MOST = 64 };
    const double apart = 13;
    letter found[MOST] = {{0}};
    unsigned count = 0;
    for (unsigned k = 0; k < p->plot->lines && count < MOST; k++) {
        size_t last = p->plot->points;
        while (last && !known(p->plot->line[k].y[last - 1]))
            last--;
        if (last)
            found[count++] = (letter){x_of(p, lb_log2((double)p->plot->x[last - 1])) + 7,
                                      y_of(p, lb_log2(p->plot->line[k].y[last - 1])), k};
    }
    qsort(found, count, sizeof *found, by_height);
    for (unsigned i = 1; i < count; i++)
        found[i].y = found[i].y < found[i - 1].y + apart ? found[i - 1].y + apart : found[i].y;
    for (unsigned i = count; i-- > 0;) {
        double most = i + 1 < count ? found[i + 1].y - apart : p->bottom - 2;
        found[i].y = found[i].y > most ? most : found[i].y;
        fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"600\" fill=\"%s\">%c</text>\n", found[i].x,
                found[i].y + 4.5, colors[found[i].line % COLORS], p->plot->line[found[i].line].mark);
    }
}

static void put_bound(const page *p) {
    fputs("<g><title>lower bound</title><path fill=\"none\" stroke=\"#111111\" stroke-width=\"1.5\" "
          "stroke-dasharray=\"6 4\" d=\"",
          p->out);
    put_curve(p, p->plot->bound);
    fputs("\"/></g>\n", p->out);
}

static void put_band(const page *p, const lb_plot_band *band, double from, double to) {
    const lb_plot_line *line = &p->plot->line[band->line];
    char first[32], last[32], mark[2] = {line->mark, '\0'};
    lb_size_text(band->from, first, sizeof first);
    lb_size_text(band->to, last, sizeof last);
    fputs("<g><title>", p->out);
    lb_svg_escape(p->out, line->name);
    fprintf(p->out,
            " is best from %s to %s</title><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" "
            "fill-opacity=\"0.3\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#111111\">",
            first, last, from, p->bottom + 4, to - from, STRIP, colors[band->line % COLORS], (from + to) / 2,
            p->bottom + STRIP - 1);
    lb_svg_escape(p->out, to - from > text_width(line->name) + 8 ? line->name : to - from > 14 ? mark : "");
    fputs("</text></g>\n", p->out);
}

/* A strip under the plot in the colours of the best, and thin lines where it changes. */
static void put_bands(const page *p) {
    const lb_plot *plot = p->plot;
    fprintf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#444444\">best</text>\n", LEFT - 8,
            p->bottom + STRIP - 1);
    for (size_t i = 0; i < plot->bands; i++) {
        double from = x_of(p, lb_log2((double)plot->band[i].from));
        double to = i + 1 < plot->bands ? x_of(p, lb_log2((double)plot->band[i + 1].from)) : RIGHT;
        put_band(p, &plot->band[i], from, to);
        if (i)
            fprintf(p->out, "<path d=\"M%.1f %dV%.1f\" stroke=\"#888888\" stroke-dasharray=\"2 3\"/>\n", from, TOP,
                    p->bottom + 4 + STRIP);
    }
}

static void put_legend(const page *p) {
    for (unsigned k = 0; k <= p->plot->lines; k++) {
        double y = TOP + 12 + LEGEND_ROW * (double)k;
        bool bound = k == p->plot->lines;
        fprintf(p->out, "<path d=\"M%d %.1fh30\" stroke=\"%s\" stroke-width=\"2\"%s/>", LEGEND, y,
                bound ? "#111111" : colors[k % COLORS], bound ? " stroke-dasharray=\"6 4\"" : dash(k));
        if (!bound) {
            fprintf(p->out, "<path fill=\"%s\" d=\"", colors[k % COLORS]);
            put_shape(p->out, k, LEGEND + 15, y);
            fputs("\"/>", p->out);
        }
        fprintf(p->out, "<text x=\"%d\" y=\"%.1f\" fill=\"#111111\">", LEGEND + 38, y + 4.5);
        if (!bound)
            fprintf(p->out, "%c\u2002", p->plot->line[k].mark);
        lb_svg_escape(p->out, bound ? "lower bound" : p->plot->line[k].name);
        fputs("</text>\n", p->out);
    }
}

void lb_plot_svg(FILE *out, const lb_plot *plot) {
    double legend = TOP + 12 + LEGEND_ROW * ((double)plot->lines + 1);
    page p = {.out = out, .plot = plot, .axes = lb_plot_axes(plot), .bottom = legend < 470 ? 470 : legend};
    p.height = p.bottom + STRIP + 64;
    put_head(&p);
    put_time_axis(&p);
    put_size_axis(&p);
    fprintf(out, "<path d=\"M%d %dV%.1fH%d\" fill=\"none\" stroke=\"#444444\"/>\n", LEFT, TOP, p.bottom, RIGHT);
    put_bands(&p);
    put_bound(&p);
    for (unsigned k = plot->lines; k-- > 0;) /* the first lie on top */
        put_line(&p, k);
    put_letters(&p);
    put_legend(&p);
    fputs("</svg>\n", out);
}
