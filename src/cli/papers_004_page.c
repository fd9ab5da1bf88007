/* 004 in the report. */
#define _POSIX_C_SOURCE 200809L /* for open_memstream */
#include "cli/papers_004.h"

#include "cli/papers_chart.h"
#include "draw/plot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TREE(n, name) "scatter cube:" #n " --what tree --tree " name

const cli_picture p004_pictures[P004_PICTURES] = {
    {"figure1", "Figure 1: a spanning balanced 3-tree", TREE(3, "sbnt-minr"), "The 3-cube; indices 0, 1 and 2."},
    {"figure2", "Figure 2: a spanning balanced 4-tree", TREE(4, "sbnt-minr"),
     "0101 and 1010 are cyclic, and 1111: where they hang makes the subtrees unequal."},
    {"figure3", "Figure 3: a spanning balanced 5-tree", TREE(5, "sbnt-minr"),
     "5 is prime: but for 11111 the subtrees are rotations of each other."},
    {"figure4", "Figure 4: a spanning balanced 6-tree", TREE(6, "sbnt-minr"),
     "minR. The paper shows subtree 0, the leftmost; its cyclic nodes are those of period 1, 2 and 3."},
    {"figure7", "Figure 7: the maxL tree of the 5-cube", TREE(5, "sbnt-maxl"), "By the greatest rotation to the left."},
    {"figure8", "Figure 8: the minBL tree of the 6-cube", TREE(6, "sbnt-minbl"), "Subtree 0 is the paper's figure."},
    {"figure9", "Figure 9: the maxL tree of the 6-cube", TREE(6, "sbnt-maxl"),
     "A node of level 2 with three children: no such is in minR, so the trees differ in shape."},
    {"figure10", "Figure 10: the maxBR tree of the 6-cube", TREE(6, "sbnt-maxbr"), "Subtree 0 is the paper's figure."},
    {"table2", "Why all ports help", "scatter cube:5 --tree sbnt-minr --what timeline --node 0",
     "The root's links in a scatter down an SBnT: all busy but in the last step."},
    {"table1", "A binomial tree, for comparison", TREE(4, "binomial"), "Half of the nodes hang below one link."},
};

static void put_table(cli_page *page, const p004_table *t) {
    static cli_sheet s;
    cli_sheet_begin(&s, t->key, t->title, t->note);
    cli_sheet_column_add(&s, "n", "n", CLI_NUMBERS);
    for (unsigned k = 0; k < t->columns; k++)
        cli_sheet_column_add(&s, t->column[k].head, t->column[k].key, CLI_NUMBERS);
    for (unsigned i = 0; i < t->rows; i++) {
        const p004_row *row = &t->row[i];
        cli_sheet_row_add(&s);
        cli_sheet_put(&s, "%u", row->n);
        for (unsigned k = 0; k < t->columns; k++)
            cli_sheet_real(&s, row->value[k], t->column[k].decimals);
        if (row->remark)
            cli_sheet_remark(&s, strstr(row->remark, "printed") != NULL, row->remark);
        cli_sheet_holds(&s, row->holds);
    }
    cli_page_sheet(page, &s);
}

static const p004_table *find(const p004 *all, const char *key) {
    for (unsigned i = 0; i < all->tables; i++) {
        if (strcmp(all->table[i].key, key) == 0)
            return &all->table[i];
    }
    return NULL;
}

static void put_named(cli_page *page, const p004 *all, const char *key) {
    const p004_table *t = find(all, key);
    if (t)
        put_table(page, t);
}

/* ---- Charts ---- */

typedef void (*draw_chart)(FILE *out, const p004_table *t);

static void put_chart(cli_page *page, const p004 *all, const char *figure, const char *table, draw_chart draw,
                      const char *caption) {
    const p004_table *t = find(all, table);
    char *svg = NULL;
    size_t size = 0;
    FILE *out = t ? open_memstream(&svg, &size) : NULL;
    if (out) {
        draw(out, t);
        if (!fclose(out))
            cli_page_picture(page, figure, svg, caption, NULL);
    }
    free(svg);
}

/* Figure 5: the columns of Table 1 up to n = 20. */
static void draw_sizes(FILE *out, const p004_table *t) {
    static const char *const names[] = {"SBT, largest", "SBnT, largest", "SBnT, smallest"};
    cli_chart chart = {.title = "Figure 5: nodes in the subtrees of the root",
                       .subtitle = "over the dimension n; the scale is logarithmic",
                       .about = "The largest subtree of the binomial tree, and the largest and the smallest of the "
                                "balanced tree, for n = 2 to 20."};
    chart.lines = 3;
    for (unsigned k = 0; k < 3; k++)
        chart.name[k] = names[k];
    for (unsigned i = 0; i < t->rows && t->row[i].n <= 20; i++) {
        chart.x[chart.points] = t->row[i].n;
        for (unsigned k = 0; k < 3; k++)
            chart.y[k][chart.points] = t->row[i].value[2 + k];
        chart.points++;
    }
    cli_chart_svg(out, &chart);
}

/* Figure 6: the largest ratio of a level, with what theorem 3 and the conjecture allow. */
static void draw_ratios(FILE *out, const p004_table *t) {
    static const char *const names[] = {"4/(4+n), theorem 3", "2/n, the conjecture", "cyclic nodes, most of a level"};
    static const unsigned columns[] = {10, 9, 8};
    cli_chart chart = {.title = "Figure 6: cyclic nodes of all, on the level that has most",
                       .subtitle = "subtree 0, composite n up to 30; the scale is logarithmic",
                       .about = "The ratio of cyclic nodes, and the two bounds on it. On even cubes it is 2/n."};
    chart.lines = 3;
    for (unsigned k = 0; k < 3; k++)
        chart.name[k] = names[k];
    for (unsigned i = 0; i < t->rows && chart.points < CLI_CHART_POINTS; i++) {
        chart.x[chart.points] = t->row[i].n;
        for (unsigned k = 0; k < 3; k++)
            chart.y[k][chart.points] = t->row[i].value[columns[k]];
        chart.points++;
    }
    cli_chart_svg(out, &chart);
}

/* Figure 11, both axes logarithmic. */
static void draw_times(FILE *out, const p004_table *t) {
    uint64_t x[P004_ROWS];
    double y[4][P004_ROWS], bound[P004_ROWS];
    static const char marks[] = "abcd";
    lb_plot_line line[4];
    if (t->rows == 0)
        return;
    for (unsigned i = 0; i < t->rows; i++) {
        x[i] = (uint64_t)t->row[i].value[0];
        bound[i] = t->row[i].value[6];
        for (unsigned k = 0; k < 4; k++)
            y[k][i] = t->row[i].value[1 + k];
    }
    for (unsigned k = 0; k < 4; k++)
        line[k] = (lb_plot_line){t->column[1 + k].head, marks[k], y[k]};
    const lb_plot_band best = {.from = x[0], .to = x[t->rows - 1], .line = 3};
    const lb_plot plot = {.title = "Figure 11: one-to-all personalized, 64 nodes",
                          .subtitle = "simulated, down a binomial tree (SBT) and a balanced tree (SBnT)",
                          .unit = "",
                          .x = x,
                          .points = t->rows,
                          .line = line,
                          .lines = 4,
                          .bound = bound,
                          .band = &best,
                          .bands = 1};
    lb_plot_svg(out, &plot);
}

void p004_page(cli_page *page, const p004 *all, const cli_gallery *gallery) {
    static const char *const named[] = {"figure1", "figure2", "figure3", "figure4"};
    static const char *const titles[] = {"Figure 1", "Figure 2", "Figure 3", "Figure 4"};
    static const char *const later[] = {"figure7", "figure8", "figure9", "figure10"};
    static const char *const later_titles[] = {"Figure 7", "Figure 8", "Figure 9", "Figure 10"};
    char text[320], tau[48], beta[48];
    lb_ratio_text(all->cost.tau, tau, sizeof tau);
    lb_ratio_text(all->cost.beta, beta, sizeof beta);
    snprintf(text, sizeof text,
             "Nodes are counted one by one; times are of plans made, replayed and simulated now, for M = %" PRIu64
             ", t_c = %s and tau = %s as the paper calls them.",
             all->cost.bytes, tau, beta);
    cli_page_say(page, text);
    for (unsigned i = 0; i < 4; i++) {
        cli_page_part(page, named[i], titles[i]);
        cli_gallery_page(page, gallery, named[i]);
    }
    cli_page_part(page, "table1", "Table 1");
    put_named(page, all, "table1");
    cli_gallery_page(page, gallery, "table1");
    cli_page_part(page, "figure5", "Figure 5");
    put_chart(page, all, "figure5", "table1", draw_sizes, "The numbers of Table 1 as curves, n = 2 to 20.");
    cli_page_part(page, "figure6", "Figure 6");
    put_named(page, all, "figure6");
    put_chart(page, all, "figure6", "figure6", draw_ratios, "Where n is even the conjecture is attained.");
    for (unsigned i = 0; i < 4; i++) {
        cli_page_part(page, later[i], later_titles[i]);
        cli_gallery_page(page, gallery, later[i]);
    }
    cli_page_part(page, "counts", "Common edges, fan-outs, volumes");
    put_named(page, all, "overlap");
    put_named(page, all, "fan_out");
    put_named(page, all, "volumes");
    cli_page_part(page, "table2", "Table 2");
    for (unsigned i = 0; i < all->tables; i++) {
        if (strncmp(all->table[i].title, "Table 2", 7) == 0)
            put_table(page, &all->table[i]);
    }
    cli_gallery_page(page, gallery, "table2");
    cli_page_part(page, "figure11", "Figure 11");
    put_named(page, all, "figure11");
    put_chart(page, all, "figure11", "figure11", draw_times,
              "With one port the binomial tree is a little faster here, by what hangs below the last subtree's longest "
              "path (the paper expects equal times); with all ports the balanced tree wins.");
    cli_page_errata(page, p004_errata);
}
