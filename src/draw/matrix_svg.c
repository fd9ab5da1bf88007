/* The task's matrix, each cell in the colour of the step that clears it, and under it how much is left after each. */
#include "draw/deliveries.h"
#include "draw/label.h"
#include "draw/pictures.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LEFT = 66, TOP = 34, CURVE = 110, GAP = 52, FOOT = 96, ALONE = 16, NUMBERED = 17 };

typedef struct grid {
    FILE *out;
    const lb_deliveries *d;
    uint32_t until; /* the step after which it is seen */
    double cell, left, top;
    uint32_t wide, high; /* cells on paper: one row is broken */
} grid;

static lb_spot place(const grid *g, uint32_t row, uint32_t column) {
    bool alone = g->d->rows == 1;
    uint32_t x = alone ? column % g->wide : column, y = alone ? column / g->wide : row;
    return (lb_spot){g->left + x * g->cell, g->top + y * g->cell};
}

static void put_cell(const grid *g, uint32_t row, uint32_t column) {
    uint32_t step = g->d->step[(size_t)row * g->d->columns + column];
    lb_spot at = place(g, row, column);
    char color[8], fill[40];
    double t = g->d->steps > 1 && step != LB_CELL_NONE && step ? (step - 1.0) / (g->d->steps - 1.0) : 0;
    bool cleared = step != LB_CELL_NONE && step && step <= g->until;
    if (step == LB_CELL_NONE)
        return;
    lb_svg_ramp(t, color);
    snprintf(fill, sizeof fill, cleared ? "fill=\"%s\"" : "class=\"%s\"", cleared ? color : "i");
    fprintf(g->out, "<rect %s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"%s/>", fill, at.x, at.y, g->cell - 1,
            g->cell - 1, g->cell > 10 ? " rx=\"2\"" : "");
    if (cleared && g->cell >= NUMBERED)
        fprintf(g->out, "<text class=\"s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">%" PRIu32 "</text>",
                at.x + g->cell / 2 - 0.5, at.y + g->cell / 2 + 3.2, lb_svg_on_ramp(t), step);
    if (!step && g->cell >= 10)
        fprintf(g->out, "<circle class=\"a\" cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>", at.x + g->cell / 2 - 0.5,
                at.y + g->cell / 2 - 0.5);
    putc('\n', g->out);
}

/* Node numbers along the sides, as many as fit. */
static void put_sides(const grid *g) {
    char text[40];
    const lb_deliveries *d = g->d;
    if (d->rows == 1) {
        for (uint32_t k = 0; k < d->columns; k += g->wide) {
            lb_spot at = place(g, 0, k);
            snprintf(text, sizeof text, "%s %" PRIu32, d->column_name, k);
            lb_svg_text(g->out, g->left - 8, at.y + g->cell / 2 + 3, "dim s", "end", text);
        }
        return;
    }
    uint32_t every = g->cell >= 17 ? 1 : g->cell >= 9 ? 4 : 16;
    for (uint32_t k = 0; k < d->columns; k += every) {
        snprintf(text, sizeof text, "%" PRIu32, k);
        lb_svg_text(g->out, g->left + (k + 0.5) * g->cell, g->top - 6, "dim s", "middle", text);
        if (k < d->rows)
            lb_svg_text(g->out, g->left - 6, g->top + (k + 0.5) * g->cell + 3, "dim s", "end", text);
    }
    lb_svg_text(g->out, g->left + d->columns * g->cell / 2, g->top - 20, "dim", "middle", d->column_name);
    fprintf(g->out,
            "<text class=\"dim\" transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            g->left - 38, g->top + d->rows * g->cell / 2, d->row_name);
}

/* How much is left after each step, from everything down to nothing. */
static void put_curve(const grid *g, const uint64_t *counts, double top, double width) {
    const lb_deliveries *d = g->d;
    double part = width / (d->steps + 1.0);
    char text[32], color[8];
    fprintf(g->out, "<rect class=\"i\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", g->left, top, width,
            CURVE);
    for (uint32_t k = 0; k <= d->steps && k <= g->until; k++) {
        double left = d->cells ? 1 - (double)counts[k] / (double)d->cells : 0, high = left * CURVE;
        double x = g->left + k * part, t = d->steps > 1 && k ? (k - 1.0) / (d->steps - 1.0) : 0;
        lb_svg_ramp(t, color);
        fprintf(g->out, "<rect %s%s%s x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                k ? "fill=\"" : "class=\"m", k ? color : "", "\"", x + 0.5, top + CURVE - high,
                part > 3 ? part - 1 : part, high);
        snprintf(text, sizeof text, "%" PRIu64, d->cells - counts[k]);
        if (part >= 9 + lb_svg_width(text, 10.5) && left > 0.85)
            fprintf(g->out, "<text class=\"%s\" fill=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n",
                    k ? "s" : "on s", lb_svg_on_ramp(t), x + part / 2, top + CURVE - high + 13, text);
        else if (part >= 9 + lb_svg_width(text, 10.5))
            lb_svg_text(g->out, x + part / 2, top + CURVE - high - 4, "ink s", "middle", text);
        snprintf(text, sizeof text, "%" PRIu32, k);
        if (part >= 16 || k % 8 == 0)
            lb_svg_text(g->out, x + part / 2, top + CURVE + 14, "dim s", "middle", text);
    }
    lb_svg_text(g->out, g->left, top - 8, "dim", "start", "left to do after step");
}

static void describe(const lb_plan *plan, const grid *g, uint64_t done, char *text, size_t size) {
    char to[48] = "", until[48] = "";
    if (g->d->rows == 1)
        snprintf(to, sizeof to, " %s node %" PRIu32, g->d->row_name, g->d->alone);
    if (g->until < g->d->steps)
        snprintf(until, sizeof until, " after step %" PRIu32 " of %" PRIu32, g->until, g->d->steps);
    else
        snprintf(until, sizeof until, " in %" PRIu32 " step%s", g->d->steps, g->d->steps == 1 ? "" : "s");
    snprintf(text, size, "%s: %" PRIu64 " of %" PRIu64 " deliver%s%s%s; a cell's %s is the step",
             lb_plan_algorithm(plan), done, g->d->cells, g->d->cells == 1 ? "y" : "ies", to, until,
             g->cell >= NUMBERED ? "number" : "colour");
}

static void draw(FILE *out, const lb_plan *plan, const lb_draw_options *options, const lb_deliveries *d,
                 const uint64_t *counts) {
    char subtitle[256], about[400];
    grid g = {.out = out, .d = d, .until = options->step ? options->step : d->steps};
    g.wide = d->rows > 1 ? d->columns : d->columns < ALONE ? d->columns : ALONE;
    g.high = d->rows > 1 ? d->rows : (d->columns + g.wide - 1) / g.wide;
    g.cell = g.wide <= 16 ? 32 : g.wide <= 32 ? 22 : g.wide <= 64 ? 12 : 7;
    g.top = LB_SVG_HEAD + (d->rows > 1 ? TOP : 4);
    describe(plan, &g, counts[g.until], subtitle, sizeof subtitle);
    snprintf(about, sizeof about, "A matrix of what is sent from whom to whom. %s.", subtitle);
    double text = lb_svg_width(options->title, 19) > lb_svg_width(subtitle, 13) ? lb_svg_width(options->title, 19)
                                                                                : lb_svg_width(subtitle, 13);
    double width = g.wide * g.cell, page = 2 * LB_SVG_MARGIN + (LEFT + width > text ? LEFT + width : text);
    double curve = width < 420 ? page - 2 * LB_SVG_MARGIN - LEFT : width, bottom = g.top + g.high * g.cell;
    g.left = LB_SVG_MARGIN + LEFT;
    lb_svg svg = {.out = out,
                  .width = page,
                  .height = bottom + GAP + CURVE + FOOT,
                  .title = options->title,
                  .subtitle = subtitle,
                  .about = about};
    lb_svg_begin(&svg);
    for (uint32_t row = 0; row < d->rows; row++) {
        for (uint32_t column = 0; column < d->columns; column++)
            put_cell(&g, row, column);
    }
    put_sides(&g);
    put_curve(&g, counts, bottom + GAP, curve);
    lb_svg_ramp_words words = {.name = "step", .first = 1, .last = d->steps ? d->steps : 1};
    lb_svg_scale(out, (lb_spot){g.left, bottom + GAP + CURVE + 40}, 220, &words);
    lb_svg_end(&svg);
}

int lb_matrix_svg(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_deliveries d;
    int error = lb_deliveries_make(plan, &d, why);
    if (error)
        return error;
    uint64_t *counts = lb_zeroed((uint64_t)d.steps + 1, sizeof *counts);
    if (!counts)
        error = lb_fail_memory(why, "the drawing");
    else if (options->step > d.steps)
        error = lb_fail(why, LB_ERR_ARG, "there is no step %" PRIu32 ": the plan has %" PRIu32, options->step, d.steps);
    if (!error) {
        lb_deliveries_count(&d, counts);
        draw(out, plan, options, &d, counts);
    }
    free(counts);
    lb_deliveries_free(&d);
    return error;
}
