/* Drawn with what the library's pictures are drawn with, so that it looks like them. */
#include "draw/curves.h"

#include "draw/plot.h"
#include "draw/svg.h"

enum { WIDTH = 780, HEIGHT = 420, LEFT = 76, RIGHT = 530, TOP = 96, BOTTOM = 372 };

typedef struct frame {
    double low, high; /* log2 of the values */
    unsigned first, last;
} frame;

static double x_of(const frame *f, unsigned x) {
    return LEFT + (double)(x - f->first) / (f->last > f->first ? f->last - f->first : 1) * (RIGHT - LEFT);
}

static double y_of(const frame *f, double value) {
    return BOTTOM - (lb_log2(value) - f->low) / (f->high - f->low) * (BOTTOM - TOP);
}

static frame frame_of(const lb_curves *c) {
    frame f = {.low = 1e9, .high = -1e9, .first = c->x[0], .last = c->x[c->points - 1]};
    for (unsigned k = 0; k < c->lines; k++) {
        for (unsigned i = 0; i < c->points; i++) {
            double log = lb_log2(c->y[k][i]);
            f.low = log < f.low ? log : f.low;
            f.high = log > f.high ? log : f.high;
        }
    }
    f.low -= 0.15;
    f.high += f.high - f.low < 1e-9 ? 1 : 0.15;
    return f;
}

static void put_axes(FILE *out, const lb_curves *c, const frame *f) {
    lb_axes axes = {.left = 0, .right = 1, .low = f->low, .high = f->high};
    lb_tick ticks[LB_TICKS];
    size_t count = lb_time_ticks(&axes, 8, ticks);
    char text[16];
    for (size_t i = 0; i < count; i++) {
        double y = BOTTOM - (ticks[i].at - f->low) / (f->high - f->low) * (BOTTOM - TOP);
        fprintf(out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        lb_svg_text(out, LEFT - 8, y + 4, "dim", "end", ticks[i].text);
    }
    for (unsigned i = 0; i<c->points; i += c->points> 14 ? 2 : 1) {
        snprintf(text, sizeof text, "%u", c->x[i]);
        lb_svg_text(out, x_of(f, c->x[i]), BOTTOM + 20, "dim", "middle", text);
    }
    lb_svg_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 40, "dim", "middle", "n");
}

/* Lines may lie on one another: besides its colour each has dashes of its own. */
static const char *dash(unsigned line) {
    static const char *const dashes[] = {"", " stroke-dasharray=\"9 4\"", " stroke-dasharray=\"2 4\"",
                                         " stroke-dasharray=\"12 3 2 3\"", " stroke-dasharray=\"5 2\""};
    return dashes[line % (sizeof dashes / sizeof *dashes)];
}

void lb_curves_svg(FILE *out, const lb_curves *c) {
    const lb_svg svg = {
        .out = out, .width = WIDTH, .height = HEIGHT, .title = c->title, .subtitle = c->subtitle, .about = c->about};
    lb_svg_begin(&svg);
    if (c->points) {
        frame f = frame_of(c);
        put_axes(out, c, &f);
        for (unsigned k = 0; k < c->lines; k++) {
            char class[16];
            double row = TOP + 10 + k * 26;
            fprintf(out, "<path class=\"k%u\" fill=\"none\" stroke-width=\"2\"%s d=\"M", k, dash(k));
            for (unsigned i = 0; i < c->points; i++)
                fprintf(out, "%s%.1f %.1f", i ? "L" : "", x_of(&f, c->x[i]), y_of(&f, c->y[k][i]));
            fputs("\"/>\n", out);
            for (unsigned i = 0; i < c->points; i++)
                fprintf(out, "<circle class=\"c%u\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", k, x_of(&f, c->x[i]),
                        y_of(&f, c->y[k][i]), 4.2 - k * 0.7);
            fprintf(out, "<path class=\"k%u\" stroke-width=\"2\"%s d=\"M%d %.1fh26\"/>", k, dash(k), RIGHT + 8,
                    row - 4);
            fprintf(out, "<circle class=\"c%u\" cx=\"%d\" cy=\"%.1f\" r=\"5\"/>\n", k, RIGHT + 21, row - 4);
            snprintf(class, sizeof class, "ink");
            lb_svg_text(out, RIGHT + 40, row, class, "start", c->name[k]);
        }
    }
    lb_svg_end(&svg);
}
