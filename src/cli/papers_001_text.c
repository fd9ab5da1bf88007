/* 001's formulas and tables for people: 80 columns, unless exact times are long. */
#include "cli/papers_001.h"

#include "cli/term.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CELLS = 10, CELL = 48 };

/* A table as text, so that columns can be as wide as they must be. */
typedef struct grid {
    const char *head[CELLS];
    unsigned columns, rows;
    char cell[P001_ROWS][CELLS][CELL];
    const char *remark[P001_ROWS]; /* or NULL */
    bool holds[P001_ROWS];
} grid;

static void heading(const lb_style *style, const char *text) {
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(const lb_style *style, const char *text) {
    fputs("  ", stdout);
    cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, text);
}

static int column_width(const grid *g, unsigned column) {
    size_t width = strlen(g->head[column]);
    for (unsigned i = 0; i < g->rows; i++) {
        size_t length = strlen(g->cell[i][column]);
        width = length > width ? length : width;
    }
    return (int)width + 2;
}

static void put_grid(const lb_style *style, const grid *g) {
    bool all = true;
    for (unsigned k = 0; k < g->columns; k++)
        printf("%*s", column_width(g, k), g->head[k]);
    putchar('\n');
    for (unsigned i = 0; i < g->rows; i++) {
        for (unsigned k = 0; k < g->columns; k++)
            printf("%*s", column_width(g, k), g->cell[i][k]);
        printf("%s%s%s\n", g->remark[i] ? "  " : "", g->remark[i] ? g->remark[i] : "", g->holds[i] ? "" : "  !");
        all = all && g->holds[i];
    }
    if (!all)
        say(style, "NOT SO in the rows marked !.");
}

/* The next cell of the last row. */
static char *cell(grid *g, unsigned *column) {
    return g->cell[g->rows - 1][(*column)++];
}

static void put_count(grid *g, unsigned *column, uint64_t value) {
    snprintf(cell(g, column), CELL, "%" PRIu64, value);
}

static void put_exact(grid *g, unsigned *column, lb_ratio value) {
    lb_ratio_text(value, cell(g, column), CELL);
}

static void put_real(grid *g, unsigned *column, double value, int decimals) {
    if (isfinite(value))
        snprintf(cell(g, column), CELL, "%.*f", decimals, value);
    else
        snprintf(cell(g, column), CELL, "-");
}

static double over(lb_ratio a, lb_ratio b) {
    return b.num ? lb_ratio_value(a) / lb_ratio_value(b) : NAN;
}

/* ---- K_d ---- */

static void put_sums(const lb_style *style, const p001 *all) {
    static grid g;
    g = (grid){.head = {"d", "K_d", "", "at least", "at most"}, .columns = 5};
    heading(style, "K_d, the sum of 1/(d over k) for k = 0..d");
    for (unsigned d = 0; d < P001_SUMS; d++) {
        const p001_sum *s = &all->sum[d];
        unsigned k = 0;
        g.holds[g.rows++] = s->holds;
        put_count(&g, &k, d);
        put_exact(&g, &k, s->value);
        put_real(&g, &k, lb_ratio_value(s->value), 6);
        put_real(&g, &k, d >= 5 ? lb_ratio_value(s->low) : NAN, 6);
        put_real(&g, &k, d >= 5 ? lb_ratio_value(s->high) : NAN, 6);
        if (d == 5)
            g.remark[d] = "printed: 2 2/3";
    }
    put_grid(style, &g);
    say(style, "at least 2 + 2/d, at most that and 4/(d(d-1)) + 6(d-5)/(d(d-1)(d-2)): the paper's bounds for d >= 5.");
    putchar('\n');
}

/* ---- formulas ---- */

static void put_row(grid *g, const p001_box *box, const p001_row *row, bool groups) {
    unsigned k = 0;
    g->holds[g->rows++] = row->holds;
    put_count(g, &k, row->d);
    if (box->shape == P001_SEND || box->shape == P001_ASIDE)
        put_count(g, &k, row->n);
    if (groups)
        put_count(g, &k, row->box.groups);
    put_exact(g, &k, row->box.time);
    put_exact(g, &k, row->simulated);
    put_real(g, &k, over(row->simulated, row->bound), 3);
    put_real(g, &k, over(row->simulated, row->data_bound), 3);
    if (box->closed) {
        put_real(g, &k, row->box.closed, 2);
        snprintf(cell(g, &k), CELL, "%+.2f%%", 100 * (lb_ratio_value(row->box.time) / row->box.closed - 1));
    }
}

static const char *groups_name(const p001_box *box) {
    if (box->shape == P001_SWAP)
        return "p";
    return box->relation == P001_LARGE ? "k" : "g";
}

static bool all_equal(const p001_table *t) {
    for (unsigned i = 0; i < t->rows; i++) {
        if (!t->row[i].equal)
            return false;
    }
    return true;
}

static void put_box(const lb_style *style, const p001_box *box, const p001_table *t) {
    static grid g;
    char text[320];
    bool groups = t->rows && t->row[0].box.groups;
    unsigned k = 0;
    g = (grid){.head = {"d"}};
    snprintf(text, sizeof text, "%s (section %s): %s", box->name, box->section, box->algorithm);
    heading(style, text);
    snprintf(text, sizeof text, "%s%s%s", box->formula, box->closed ? "; with the best real " : "",
             box->closed ? groups_name(box) : "");
    say(style, text);
    if (box->closed)
        say(style, box->closed);
    if (!t->rows) {
        say(style, t->there ? "No cube so small." : "Not in Linkbound yet.");
        putchar('\n');
        return;
    }
    g.head[k++] = "d";
    if (box->shape == P001_SEND || box->shape == P001_ASIDE)
        g.head[k++] = "n";
    if (groups)
        g.head[k++] = groups_name(box);
    g.head[k++] = "formula";
    g.head[k++] = "simulated";
    g.head[k++] = "/bound";
    g.head[k++] = "/data";
    if (box->closed) {
        g.head[k++] = "closed";
        g.head[k++] = "whole";
    }
    g.columns = k;
    for (unsigned i = 0; i < t->rows; i++)
        put_row(&g, box, &t->row[i], groups);
    put_grid(style, &g);
    if (box->relation == P001_AT_MOST)
        say(style, "Linkbound has more packets on the way in as many stages, and so is at least as fast.");
    if (box->relation == P001_LARGE && !all_equal(t))
        say(style, "The formula is for large m; before that the wavelets' own start-ups count.");
    putchar('\n');
}

static void put_boxes(const lb_style *style, const p001 *all) {
    char text[200], tau[48], beta[48];
    lb_ratio_text(all->cost.tau, tau, sizeof tau);
    lb_ratio_text(all->cost.beta, beta, sizeof beta);
    heading(style, "The boxed formulas against simulation");
    snprintf(text, sizeof text, "m = %" PRIu64 ", tau = %s, beta = %s.", all->cost.bytes, tau, beta);
    say(style, text);
    say(style,
        "formula: the paper's, with the best whole g. simulated: of a plan that was replayed. /bound: divided "
        "by the lower bound; /data: by the bound's highest-order term, which is section 9's. closed: the paper's "
        "final time, for the best real g; whole: what it costs that g is whole.");
    putchar('\n');
    for (unsigned i = 0; i < P001_BOXES; i++)
        put_box(style, &p001_boxes[i], &all->table[i]);
}

/* ---- others ---- */

static void put_race(const lb_style *style, const p001_rival *rival, const p001_races *races) {
    static grid g;
    char text[200];
    if (!races->rows)
        return;
    bool sends = rival->shape == P001_SEND;
    g = (grid){.head = {"d", sends ? "n" : "theirs", sends ? "theirs" : "ours", sends ? "ours" : "ours/theirs"}};
    g.head[4] = "ours/theirs";
    g.columns = sends ? 5 : 4;
    snprintf(text, sizeof text, "%s, against %s", rival->operation, rival->whose);
    heading(style, text);
    say(style, rival->formula);
    for (unsigned i = 0; i < races->rows; i++) {
        const p001_race *r = &races->row[i];
        unsigned k = 0;
        g.holds[g.rows++] = r->holds;
        put_count(&g, &k, r->d);
        if (sends)
            put_count(&g, &k, r->n);
        put_real(&g, &k, r->theirs, 2);
        put_real(&g, &k, r->ours, 2);
        put_real(&g, &k, r->ours / r->theirs, 3);
        g.remark[i] = rival->ours[1] ? r->by : NULL;
    }
    put_grid(style, &g);
    putchar('\n');
}

/* ---- packets ---- */

static void put_fixed(const lb_style *style, const p001_fixed *list, unsigned count) {
    static grid g;
    static const uint32_t shown[] = {1, 8, 16, 32, 64};
    g = (grid){.head = {"d", "n", "P=1", "P=8", "P=16", "P=32", "P=64", "as formula", "as bound"}, .columns = 9};
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        g.holds[g.rows++] = list[i].holds;
        put_count(&g, &k, list[i].d);
        put_count(&g, &k, list[i].n);
        for (unsigned p = 0; p < 5; p++)
            put_count(&g, &k, list[i].steps[shown[p]]);
        snprintf(cell(&g, &k), CELL, "%u of %d", list[i].as_formula, P001_PACKETS);
        snprintf(cell(&g, &k), CELL, "%u of %d", list[i].as_bound, P001_PACKETS);
    }
    put_grid(style, &g);
}

static void put_packets(const lb_style *style, const p001 *all) {
    heading(style, "Packets of a fixed size, broadcast (section 2): steps of broadcast-4");
    put_fixed(style, all->broadcast, all->broadcasts);
    say(style, "d + ceil(P/d) - 1 for P = 1..64 packets: the fewest that are possible.");
    putchar('\n');
    heading(style, "Packets of a fixed size, send: steps of arbitrary-send-2");
    put_fixed(style, all->send, all->sends);
    say(style, "The least T with n*(T-n+1) + (d-n)*(T-n-1) >= P, which for n = d is d + ceil(P/d) - 1: the fewest that "
               "are possible.");
    putchar('\n');
}

void p001_print(const lb_style *style, const p001 *all, const cli_gallery *gallery) {
    heading(style, "001: Intensive Hypercube Communication");
    say(style, "Every time is of a plan made, replayed and simulated now, exactly; the formulas are coded from the "
               "paper, apart from the algorithms.");
    putchar('\n');
    put_sums(style, all);
    put_boxes(style, all);
    for (unsigned i = 0; i < P001_RIVALS; i++)
        put_race(style, &p001_rivals[i], &all->races[i]);
    put_packets(style, all);
    cli_gallery_print(style, gallery, "");
    heading(style, "Errata");
    for (unsigned i = 0; p001_errata[i]; i++)
        say(style, p001_errata[i]);
}
