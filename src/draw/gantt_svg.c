/* The timeline: a row a link, a column a step (or real time), and above them how many links are busy. A full bar
 * arrives where it is wanted, a pale one is on its way; what is left grey is idle. */
#include "draw/gantt.h"
#include "draw/pictures.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LEFT = 118, BUSY = 62, GAP = 26, FOOT = 92 };

typedef struct chart {
    FILE *out;
    const lb_gantt *g;
    double left, top, width; /* of the rows */
    double row, column;      /* a row's height, a step's width */
} chart;

/* With a gap after each node's links. */
static double row_y(const chart *c, uint32_t row) {
    return c->top + row * c->row + c->g->row[row].group * 5.0;
}

static double time_x(const chart *c, double time) {
    return c->left + (c->g->end > 0 ? time / c->g->end * c->width : 0);
}

static void put_rows(const chart *c) {
    for (uint32_t k = 0; k < c->g->rows; k++) {
        char text[40];
        const lb_gantt_row *row = &c->g->row[k];
        double y = row_y(c, k);
        fprintf(c->out, "<rect class=\"i\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", c->left, y,
                c->width, c->row - 1);
        if (!k || c->g->row[k - 1].from != row->from) {
            snprintf(text, sizeof text, "%" PRIu32, row->from);
            lb_svg_text(c->out, c->left - 66, y + 10.5, "ink b", "end", text);
        }
        snprintf(text, sizeof text, "\u2192 %" PRIu32, row->to);
        if (c->row >= 11)
            lb_svg_text(c->out, c->left - 52, y + c->row / 2 + 3, "dim s", "start", text);
    }
}

/* Lines between steps, and numbers under them as far as they fit. */
static void put_steps(const chart *c, double bottom) {
    uint32_t steps = (uint32_t)c->g->end, every = 1;
    while (every * c->column < 26)
        every = every % 5 == 0 || every == 1 ? every * (every == 1 ? 5 : 2) : every * 2;
    for (uint32_t k = 0; k <= steps && c->column > 5; k++)
        fprintf(c->out, "<path class=\"g\" d=\"M%.1f %.1fV%.1f\"/>\n", c->left + k * c->column, c->top, bottom);
    for (uint32_t k = 1; k <= steps; k++) {
        char text[16];
        if (k % every && k != 1)
            continue;
        snprintf(text, sizeof text, "%" PRIu32, k);
        lb_svg_text(c->out, c->left + (k - 0.5) * c->column, bottom + 15, "dim s", "middle", text);
    }
    lb_svg_text(c->out, c->left + c->width / 2, bottom + 32, "dim", "middle", "step");
}

static void put_times(const chart *c, double bottom) {
    for (int k = 0; k <= 8; k++) {
        char text[32];
        double time = c->g->end * k / 8;
        snprintf(text, sizeof text, "%.4g", time / c->g->scale);
        fprintf(c->out, "<path class=\"g\" d=\"M%.1f %.1fV%.1f\"/>\n", time_x(c, time), c->top, bottom);
        lb_svg_text(c->out, time_x(c, time), bottom + 15, "dim s", k < 8 ? "middle" : "end", text);
    }
    char label[64];
    snprintf(label, sizeof label, "time, %s", c->g->unit);
    lb_svg_text(c->out, c->left + c->width / 2, bottom + 32, "dim", "middle", label);
}

static void put_bar(const chart *c, const lb_gantt_bar *bar) {
    char fill[40], color[8];
    const lb_gantt *g = c->g;
    double t = g->keys > 1 ? (double)bar->key / (g->keys - 1) : 0, x = time_x(c, bar->start), end = time_x(c, bar->end);
    double y = row_y(c, bar->row);
    bool few = g->keys <= LB_SVG_COLORS;
    if (!(bar->end > bar->start))
        return;
    lb_svg_ramp(t, color);
    if (few)
        snprintf(fill, sizeof fill, "class=\"c%" PRIu32 "\"", bar->key % LB_SVG_COLORS);
    else
        snprintf(fill, sizeof fill, "fill=\"%s\"", color);
    fprintf(c->out, "<g><title>step %" PRIu32 ", %" PRIu32 " to %" PRIu32 ": ", bar->step, g->row[bar->row].from,
            g->row[bar->row].to);
    lb_svg_escape(c->out, *bar->about ? bar->about : "everything");
    fprintf(c->out, "</title><rect %s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"%s/>", fill, x + 0.5,
            y, end - x > 2 ? end - x - 1 : end - x, c->row - 1, bar->arrives ? "" : " fill-opacity=\"0.45\"");
    if (c->row >= 13 && *bar->text && lb_svg_width(bar->text, 10.5) < end - x - 3) {
        fprintf(c->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\"",
                !bar->arrives ? "ink s"
                : few         ? "on s"
                              : "s",
                (x + end) / 2, y + c->row / 2 + 3.2);
        if (bar->arrives && !few)
            fprintf(c->out, " fill=\"%s\"", lb_svg_on_ramp(t));
        putc('>', c->out);
        lb_svg_escape(c->out, bar->text);
        fputs("</text>", c->out);
    }
    fputs("</g>\n", c->out);
}

/* Above the rows: the part of the links that are busy. */
static void put_busy(const chart *c) {
    const lb_gantt *g = c->g;
    double base = c->top - GAP, part = g->buckets ? c->width / g->buckets : 0;
    char text[32];
    fprintf(c->out, "<rect class=\"i\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", c->left, base - BUSY,
            c->width, BUSY);
    for (uint32_t k = 0; k < g->buckets; k++) {
        double high = g->busy[k] * BUSY;
        fprintf(c->out, "<rect class=\"m\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>\n",
                c->left + k * part + (g->timed ? 0 : 0.5), base - high, g->timed || part < 4 ? part + 0.1 : part - 1,
                high);
        snprintf(text, sizeof text, "%.0f%%", 100 * g->busy[k]);
        if (part >= 30)
            lb_svg_text(c->out, c->left + (k + 0.5) * part, base + 13, "dim s", "middle", text);
    }
    lb_svg_text(c->out, c->left - 10, base - BUSY + 10, "dim s", "end", "links busy");
    snprintf(text, sizeof text, "mean %.1f%%", 100 * g->mean);
    lb_svg_text(c->out, c->left - 10, base - BUSY + 25, "dim s", "end", text);
}

/* Whose data a colour is: each that is used, or the ramp. Pieces are counted from 1. */
static void put_keys(const chart *c, lb_spot at) {
    const lb_gantt *g = c->g;
    uint32_t from = g->key_name[0] == 'p';
    bool used[LB_SVG_COLORS] = {false};
    char text[64], fill[24];
    if (g->keys > LB_SVG_COLORS) {
        lb_svg_ramp_words words = {.name = g->key_name, .first = from, .last = g->keys - 1 + from};
        lb_svg_scale(c->out, at, 260, &words);
        return;
    }
    for (uint64_t i = 0; i < g->bars; i++)
        used[g->bar[i].key % LB_SVG_COLORS] = true;
    for (uint32_t k = 0; k < g->keys; k++) {
        if (!used[k])
            continue;
        snprintf(text, sizeof text, "%s %" PRIu32, g->key_name, k + from);
        snprintf(fill, sizeof fill, "class=\"c%" PRIu32 "\"", k);
        at.x = lb_svg_chip(c->out, at, fill, text);
    }
}

static void put_legend(const chart *c, double y) {
    const lb_gantt *g = c->g;
    lb_spot at = {c->left, y};
    static const char *const names[] = {"arrives where it is wanted", "on its way", "idle"};
    static const char *const fills[] = {"class=\"m\"", "class=\"m\" fill-opacity=\"0.45\"", "class=\"i\""};
    for (int k = 0; k < 3; k++)
        at.x = lb_svg_chip(c->out, at, fills[k], names[k]);
    if (g->keys > 1)
        put_keys(c, (lb_spot){c->left, y + 26});
}

static void describe(const lb_plan *plan, const lb_draw_options *options, const lb_gantt *g, char *text, size_t size) {
    char node[48] = "", idle[64] = "", unit[16] = "";
    if (g->timed && options->nanoseconds)
        snprintf(unit, sizeof unit, " %s", g->unit);
    if (options->node != LB_NONE)
        snprintf(node, sizeof node, " of node %" PRIu32, options->node);
    if (!g->timed)
        snprintf(idle, sizeof idle, "; %" PRIu64 " of %" PRIu64 " slots idle", (uint64_t)g->rows * g->buckets - g->bars,
                 (uint64_t)g->rows * g->buckets);
    snprintf(text, size, "%s: %" PRIu32 " links%s, %s%.6g%s%s", lb_plan_algorithm(plan), g->rows, node,
             g->timed ? "done at " : "", g->timed ? g->end / g->scale : g->end,
             g->timed      ? unit
             : g->end == 1 ? " step"
                           : " steps",
             idle);
}

static void draw(FILE *out, const lb_plan *plan, const lb_draw_options *options, const lb_gantt *g) {
    char subtitle[256], about[400];
    double steps = g->end > 0 ? g->end : 1;
    chart c = {.out = out, .g = g, .left = LB_SVG_MARGIN + LEFT, .top = LB_SVG_HEAD + BUSY + GAP};
    c.row = g->rows <= 72 ? 17 : g->rows <= 160 ? 13 : 8;
    c.column = g->timed ? 0 : 1000 / steps > 64 ? 64 : 1000 / steps < 3 ? 3 : 1000 / steps;
    c.width = g->timed ? 1000 : c.column * g->end;
    describe(plan, options, g, subtitle, sizeof subtitle);
    snprintf(about, sizeof about, "A row for every link, a bar for every packet. %s; %.1f%% of the links are busy.",
             subtitle, 100 * g->mean);
    double bottom = g->rows ? row_y(&c, g->rows - 1) + c.row : c.top;
    double wide = lb_svg_width(options->title, 19) > 560 ? lb_svg_width(options->title, 19) : 560;
    lb_svg svg = {.out = out,
                  .width = 2 * LB_SVG_MARGIN + (LEFT + c.width > wide ? LEFT + c.width : wide),
                  .height = bottom + FOOT + 24,
                  .title = options->title,
                  .subtitle = subtitle,
                  .about = about};
    lb_svg_begin(&svg);
    put_busy(&c);
    put_rows(&c);
    if (g->timed)
        put_times(&c, bottom);
    else
        put_steps(&c, bottom);
    for (uint64_t i = 0; i < g->bars; i++)
        put_bar(&c, &g->bar[i]);
    put_legend(&c, bottom + 46);
    lb_svg_end(&svg);
}

int lb_gantt_svg(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_gantt *g = malloc(sizeof *g);
    int error = g ? lb_gantt_make(plan, options, g, why) : LB_ERR_MEMORY;
    if (!error) {
        draw(out, plan, options, g);
        lb_gantt_free(g);
    }
    free(g);
    return error;
}
