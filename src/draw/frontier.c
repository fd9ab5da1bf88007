/* The frontier between start-ups and data as an SVG picture: both on logarithmic scales, the shaded part impossible. */
#include "draw/frontier.h"
#include "draw/plot.h"
#include "draw/svg.h"

#include <inttypes.h>

enum { WIDTH = 760, HEIGHT = 520, LEFT = 76, RIGHT = 732, TOP = 100, BOTTOM = 462 };

typedef struct scale {
    double left, right, low, high; /* log2 of start-ups and of data */
} scale;

static double above(lb_ratio value, double least) {
    double v = lb_ratio_value(value);
    return v > least ? v : least;
}

static scale find_scale(const lb_frontier *f) {
    double few = above(f->startups, 0.5), little = above(f->data, 1e-6);
    scale s = {lb_log2(few) - 0.4, lb_log2(few) + 1, lb_log2(little) - 0.4, lb_log2(little) + 1};
    for (size_t i = 0; i < f->points; i++) {
        double x = lb_log2((double)f->point[i].startups), y = lb_log2(above(f->point[i].data, 1e-6));
        s.right = x + 0.4 > s.right ? x + 0.4 : s.right;
        s.high = y + 0.4 > s.high ? y + 0.4 : s.high;
    }
    return s;
}

static double across(const scale *s, double startups) {
    return LEFT + (RIGHT - LEFT) * (lb_log2(startups) - s->left) / (s->right - s->left);
}

static double down(const scale *s, double data) {
    return BOTTOM - (BOTTOM - TOP) * (lb_log2(data) - s->low) / (s->high - s->low);
}

static void draw_impossible(FILE *out, const lb_frontier *f, const scale *s) {
    double x = across(s, above(f->startups, 0.5)), y = down(s, above(f->data, 1e-6));
    fprintf(out, "<rect class=\"i\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n", LEFT, TOP, x - LEFT,
            BOTTOM - TOP);
    fprintf(out, "<rect class=\"i\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n", LEFT, y, RIGHT - LEFT,
            BOTTOM - y);
    lb_svg_text(out, RIGHT - 6, BOTTOM - 8, "s dim", "end", "impossible");
}

/* Powers of two, and the least of each. */
static void draw_axes(FILE *out, const scale *s) {
    char text[32];
    for (double v = 1; lb_log2(v) < s->right; v *= 2) {
        snprintf(text, sizeof text, "%.0f", v);
        if (lb_log2(v) >= s->left)
            lb_svg_text(out, across(s, v), BOTTOM + 18, "s dim", "middle", text);
    }
    double first = 1;
    while (lb_log2(first) > s->low)
        first /= 2;
    for (double v = first; lb_log2(v) < s->high; v *= 2) {
        if (lb_log2(v) < s->low)
            continue;
        snprintf(text, sizeof text, "%.4g", v);
        fprintf(out, "<path class=\"g\" d=\"M%d %.1fH%d\"/>\n", LEFT, down(s, v), RIGHT);
        lb_svg_text(out, LEFT - 8, down(s, v) + 4, "s dim", "end", text);
    }
    lb_svg_text(out, (LEFT + RIGHT) / 2.0, BOTTOM + 38, "u dim", "middle", "start-ups");
    lb_svg_text(out, LEFT - 8, TOP - 8, "u dim", "start", "messages over the busiest link");
}

static void draw_stairs(FILE *out, const lb_frontier *f, const scale *s) {
    bool begun = false;
    fprintf(out, "<path class=\"k0\" fill=\"none\" stroke-width=\"2\" d=\"");
    for (size_t i = 0; i < f->points; i++) {
        double x = across(s, (double)f->point[i].startups), y = down(s, above(f->point[i].data, 1e-6));
        if (f->point[i].best)
            fprintf(out, begun ? "H%.1fV%.1f" : "M%.1f %.1f", x, y);
        begun = begun || f->point[i].best;
    }
    fprintf(out, "\"/>\n");
}

void lb_frontier_svg(FILE *out, const lb_frontier *f) {
    scale s = find_scale(f);
    lb_svg svg = {.out = out,
                  .width = WIDTH,
                  .height = HEIGHT,
                  .title = f->title,
                  .subtitle = f->subtitle,
                  .about = "start-ups against data of all algorithms"};
    lb_svg_begin(&svg);
    draw_impossible(out, f, &s);
    draw_axes(out, &s);
    draw_stairs(out, f, &s);
    for (size_t i = 0; i < f->points; i++) {
        const lb_frontier_point *p = &f->point[i];
        double x = across(&s, (double)p->startups), y = down(&s, above(p->data, 1e-6));
        fprintf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>", p->best ? "c0" : "a", x, y,
                p->best ? 5 : 3);
        lb_svg_escape(out, p->name);
        fprintf(out, ": %" PRIu64 " start-ups, %.4g</title></circle>\n", p->startups, lb_ratio_value(p->data));
        if (p->best && (i == 0 || !f->point[i - 1].best || f->point[i - 1].name != p->name))
            lb_svg_text(out, x + 8, y - 6, "s ink", "start", p->name);
    }
    lb_svg_end(&svg);
}
