/* The table of a comparison: a row a size, a column an algorithm as far as there is room. */
#include "cli/compare_points.h"
#include "cli/compare_show.h"
#include "cli/units.h"

#include <string.h>

enum { COLUMNS_MAX = 128, FEW = 4, GAP = 2 };

/* Up to seven characters. */
static void short_time(double value, bool nanoseconds, char text[16]) {
    int power = 0;
    if (nanoseconds) {
        cli_nanoseconds_text(value, "", text, 16);
        return;
    }
    if (value == 0 || (value >= 1e-3 && value < 9999.5)) {
        snprintf(text, 16, "%.4g", value);
        return;
    }
    if (value >= 1 && value < 9999999.5) {
        snprintf(text, 16, "%.0f", value);
        return;
    }
    for (; value >= 9.995; power++)
        value /= 10;
    for (; value < 0.9995; power--)
        value *= 10;
    snprintf(text, 16, "%.2fe%d", value, power);
}

/* How many times the bound: "1" is said of nothing but the bound itself. */
static void short_ratio(const cli_point *p, lb_ratio bound, char text[16]) {
    double ratio = cli_over_bound(p, bound);
    if (p->held && lb_ratio_compare(p->time, bound) == 0)
        snprintf(text, 16, "x1");
    else if (bound.num == 0)
        snprintf(text, 16, "-");
    else if (ratio < 1.005)
        snprintf(text, 16, "x1.0+");
    else
        snprintf(text, 16,
                 ratio < 9.995    ? "x%.2f"
                 : ratio < 99.95  ? "x%.1f"
                 : ratio < 9999.5 ? "x%.0f"
                                  : "x%.0e",
                 ratio);
}

typedef struct table {
    const cli_comparison *c;
    const lb_style *style;
    size_t shown[COLUMNS_MAX], columns; /* the rivals that have one */
    int size, bound, best;              /* widths; best is a name's or a letter's */
    int room;                           /* left beside the best */
    int time[COLUMNS_MAX], ratio[COLUMNS_MAX], head[COLUMNS_MAX];
    bool names; /* columns are headed by names, else by letters */
} table;

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void measure_column(table *t, size_t column) {
    char text[16];
    t->time[column] = t->ratio[column] = 1;
    for (size_t i = 0; i < t->c->rows; i++) {
        const cli_row *row = &t->c->row[i];
        const cli_point *p = &row->point[t->shown[column]];
        if (!p->known)
            continue;
        short_time(p->value, t->c->nanoseconds, text);
        t->time[column] = larger(t->time[column], (int)strlen(text));
        short_ratio(p, row->bound, text);
        t->ratio[column] = larger(t->ratio[column], (int)strlen(text));
    }
}

static void measure(table *t) {
    char text[32];
    t->size = t->bound = 5;
    for (size_t i = 0; i < t->c->rows; i++) {
        lb_size_text(t->c->row[i].bytes, text, sizeof text);
        t->size = larger(t->size, (int)strlen(text));
        short_time(lb_ratio_value(t->c->row[i].bound), t->c->nanoseconds, text);
        t->bound = larger(t->bound, (int)strlen(text));
    }
    for (size_t i = 0; i < t->columns; i++)
        measure_column(t, i);
}

static int cell_width(const table *t, size_t column) {
    int cell = t->time[column] + 1 + t->ratio[column];
    return t->names ? larger(cell, (int)strlen(t->c->rival[t->shown[column]].info->name)) : cell;
}

static bool fits(table *t, bool names, bool best_name) {
    t->names = names;
    t->best = 4;
    for (size_t i = 0; i < t->c->rows && best_name; i++)
        t->best = larger(t->best, (int)strlen(t->c->rival[t->c->row[i].best].info->name));
    int width = GAP + t->size + GAP + t->bound + GAP + t->best;
    for (size_t i = 0; i < t->columns; i++)
        width += GAP + cell_width(t, i);
    t->room = (int)t->style->width - (width - t->best);
    return width <= (int)t->style->width;
}

/* Is a worth a column rather than b: a schedule that was read, which is asked about; best at more sizes, or, where none
 * is, nearer the best. */
static bool worthier(const cli_comparison *c, size_t a, size_t b) {
    size_t wins[2] = {0, 0};
    double times[2] = {0, 0};
    if (c->rival[a].info == &c->own || c->rival[b].info == &c->own)
        return c->rival[a].info == &c->own;
    for (size_t i = 0; i < c->rows; i++) {
        const cli_row *row = &c->row[i];
        const cli_point *points[2] = {&row->point[a], &row->point[b]};
        for (int k = 0; k < 2; k++) {
            wins[k] += row->best == (k ? b : a);
            double best = row->point[row->best].value;
            times[k] += points[k]->known && best > 0 ? points[k]->value / best : 1e6;
        }
    }
    return wins[0] != wins[1] ? wins[0] > wins[1] : times[0] < times[1];
}

/* Keeps the `count` worthiest, in the order of the letters. */
static void keep(table *t, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < t->c->rivals; i++) {
        size_t above = 0;
        for (size_t k = 0; k < t->c->rivals; k++)
            above += k != i && (worthier(t->c, k, i) || (k < i && !worthier(t->c, i, k)));
        if (above < count && kept < COLUMNS_MAX)
            t->shown[kept++] = i;
    }
    t->columns = kept;
    measure(t);
}

static void lay_out(table *t) {
    keep(t, t->c->rivals < COLUMNS_MAX ? t->c->rivals : COLUMNS_MAX);
    if (fits(t, true, true) || fits(t, false, true) || fits(t, false, false))
        return;
    for (size_t count = FEW; count > 1; count--) {
        keep(t, count);
        if (fits(t, true, true) || fits(t, false, true) || fits(t, false, false))
            return;
    }
    keep(t, 1);
    fits(t, false, false);
}

static void put_head(FILE *out, const table *t) {
    fprintf(out, "%s  %*s  %*s", lb_ink_on(t->style, LB_INK_DIM), t->size, "bytes", t->bound, "bound");
    for (size_t i = 0; i < t->columns; i++) {
        const cli_rival *r = &t->c->rival[t->shown[i]];
        char letter[2] = {r->mark, '\0'};
        if (t->names)
            fprintf(out, "  %*s", cell_width(t, i), r->info->name);
        else
            fprintf(out, "  %*s %*s", t->time[i], letter, t->ratio[i], "");
    }
    fprintf(out, "  best%s\n", lb_ink_on(t->style, LB_INK_PLAIN));
}

static void put_cell(FILE *out, const table *t, const cli_row *row, size_t column) {
    size_t rival = t->shown[column];
    const cli_point *p = &row->point[rival];
    char time[16] = "-", ratio[16] = "";
    if (p->known) {
        short_time(p->value, t->c->nanoseconds, time);
        short_ratio(p, row->bound, ratio);
    }
    int pad = cell_width(t, column) - t->time[column] - 1 - t->ratio[column];
    fprintf(out, "  %*s%s%*s%s %s%-*s%s", pad, "", row->best == rival ? lb_ink_on(t->style, LB_INK_GOOD) : "",
            t->time[column], time, lb_ink_on(t->style, LB_INK_PLAIN), lb_ink_on(t->style, LB_INK_DIM), t->ratio[column],
            ratio, lb_ink_on(t->style, LB_INK_PLAIN));
}

static bool has_column(const table *t, size_t rival) {
    for (size_t i = 0; i < t->columns; i++) {
        if (t->shown[i] == rival)
            return true;
    }
    return false;
}

/* Its name, or its letter; and its time if that stands in no column and there is room. */
static void put_best(FILE *out, const table *t, const cli_row *row) {
    const cli_rival *best = &t->c->rival[row->best];
    char name[64], time[16], ratio[16];
    if (t->best > 4 || strlen(best->info->name) <= 4)
        snprintf(name, sizeof name, "%s", best->info->name);
    else
        snprintf(name, sizeof name, "%c", best->mark);
    short_time(row->point[row->best].value, t->c->nanoseconds, time);
    short_ratio(&row->point[row->best], row->bound, ratio);
    fprintf(out, "  %s%s%s", lb_plot_ink(t->style, (unsigned)row->best), name, lb_ink_on(t->style, LB_INK_PLAIN));
    if (!has_column(t, row->best) && (int)(strlen(name) + strlen(time) + strlen(ratio)) + 2 <= t->room)
        fprintf(out, " %s%s%s %s%s%s", lb_ink_on(t->style, LB_INK_GOOD), time, lb_ink_on(t->style, LB_INK_PLAIN),
                lb_ink_on(t->style, LB_INK_DIM), ratio, lb_ink_on(t->style, LB_INK_PLAIN));
    putc('\n', out);
}

static void put_row(FILE *out, const table *t, const cli_row *row) {
    char size[32], bound[16];
    lb_size_text(row->bytes, size, sizeof size);
    short_time(lb_ratio_value(row->bound), t->c->nanoseconds, bound);
    fprintf(out, "  %*s  %*s", t->size, size, t->bound, bound);
    for (size_t i = 0; i < t->columns; i++)
        put_cell(out, t, row, i);
    put_best(out, t, row);
}

void cli_compare_table(FILE *out, const lb_style *style, const cli_comparison *c) {
    table t = {.c = c, .style = style};
    lay_out(&t);
    put_head(out, &t);
    for (size_t i = 0; i < c->rows; i++)
        put_row(out, &t, &c->row[i]);
    if (t.columns < c->rivals)
        fprintf(out, "  %s%zu of %zu algorithms have room here; --json has all%s\n", lb_ink_on(style, LB_INK_DIM),
                t.columns, c->rivals, lb_ink_on(style, LB_INK_PLAIN));
}
