/* 000's table and figures for people: 80 columns, labels and link numbers as in the paper. */
#include "cli/papers_000.h"

#include "cli/term.h"

#include <inttypes.h>
#include <string.h>

static void heading(const lb_style *style, const char *text) {
    printf("%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), text, lb_ink_on(style, LB_INK_PLAIN));
}

static void say(const lb_style *style, const char *text) {
    fputs("  ", stdout);
    cli_wrap(stdout, 2, style->width < 80 ? style->width : 80, text);
}

/* ---- Table 1 -------------------------------------------------------------------------------------------------- */

static int digits(uint64_t value) {
    int count = 1;
    for (; value >= 10; value /= 10)
        count++;
    return count;
}

typedef struct columns {
    int gap, steps, transmissions;
} columns;

static int widest(const p000_count *count, int least) {
    uint64_t most = count->formula > count->plan ? count->formula : count->plan;
    int width = digits(most > count->bound ? most : count->bound);
    return width > least ? width : least;
}

/* The heads are 7 wide at the most; between columns is what 80 columns leave, up to 3 blanks. */
static columns fit(const p000_row *row, unsigned most) {
    columns c = {.gap = 3, .steps = 7, .transmissions = 7};
    for (unsigned d = 1; d <= most; d++) {
        c.steps = widest(&row[d].steps, c.steps);
        c.transmissions = widest(&row[d].transmissions, c.transmissions);
    }
    while (c.gap > 1 && 4 + 3 * (2 * c.gap + c.steps + c.transmissions) > 79)
        c.gap--;
    return c;
}

static void put_heads(columns c) {
    static const char *const head[] = {"formula", "plan", "bound"};
    int steps = 3 * (c.gap + c.steps), transmissions = 3 * (c.gap + c.transmissions);
    printf("%4s%*s%*s\n%4s", "", steps, "steps", transmissions, "transmissions", "d");
    for (int i = 0; i < 6; i++)
        printf("%*s", c.gap + (i < 3 ? c.steps : c.transmissions), head[i % 3]);
    putchar('\n');
}

static void put_row(columns c, unsigned d, const p000_row *row) {
    const p000_count *s = &row->steps, *t = &row->transmissions;
    int sw = c.gap + c.steps, tw = c.gap + c.transmissions;
    printf("%4u%*" PRIu64 "%*" PRIu64 "%*" PRIu64, d, sw, s->formula, sw, s->plan, sw, s->bound);
    printf("%*" PRIu64 "%*" PRIu64 "%*" PRIu64 "%s\n", tw, t->formula, tw, t->plan, tw, t->bound,
           p000_row_equal(row) ? "" : "!");
}

static const char *replay_name(const p000_row *row) {
    return row->replay == LB_REPLAY_RELATIVE ? "relative" : "full";
}

/* "full replay for d = 1 to 10, relative replay for d = 11 to 20" */
static void replays_text(const p000_row *row, unsigned most, char *text, size_t size) {
    size_t length = 0;
    for (unsigned d = 1, end = 1; d <= most && length < size; d = end) {
        while (end <= most && row[end].replay == row[d].replay)
            end++;
        length += (size_t)snprintf(text + length, size - length, "%s%s replay for d = %u", d > 1 ? ", " : "",
                                   replay_name(&row[d]), d);
        if (end - 1 > d && length < size)
            length += (size_t)snprintf(text + length, size - length, " to %u", end - 1);
    }
}

static void put_problem(const lb_style *style, const p000_problem *problem, const p000_row *row, unsigned most) {
    char text[2 * LB_WHY_MAX + 200], replays[LB_WHY_MAX];
    unsigned equal = 0;
    columns c = fit(row, most);
    snprintf(text, sizeof text, "Table 1, %s: steps %s, transmissions %s", problem->name, problem->steps_formula,
             problem->transmissions_formula);
    heading(style, text);
    put_heads(c);
    for (unsigned d = 1; d <= most; d++) {
        put_row(c, d, &row[d]);
        equal += p000_row_equal(&row[d]);
    }
    replays_text(row, most, replays, sizeof replays);
    snprintf(text, sizeof text, "Plan: %s (task %s). Checked: %s.", problem->algorithm,
             lb_task_kind_name(problem->kind), replays);
    say(style, text);
    snprintf(text, sizeof text, "Why not less (d = %u): %s; %s.", most, row[most].steps.witness,
             row[most].transmissions.witness);
    say(style, text);
    if (equal == most)
        snprintf(text, sizeof text, "Formula, plan and bound are equal in every row.");
    else
        snprintf(text, sizeof text, "NOT EQUAL in %u of %u rows, marked !.", most - equal, most);
    say(style, text);
    putchar('\n');
}

/* ---- Figure 3 ------------------------------------------------------------------------------------------------- */

static void put_classes(const p000_figure3 *f) {
    p000_class class = {0};
    int members = (int)(f->d * (f->d + 1));
    printf("  class  n(t)       %-*s   m(t)\n", members - 1, "t, in order");
    while (p000_next_class(f, &class)) {
        int used = 0;
        printf("  %-5s  %2u", p000_class_name(f, &class).text, class.first + 1);
        if (class.end > class.first + 1)
            printf(" to %2u  ", class.end);
        else
            printf("%8s", "");
        for (uint32_t i = class.first; i < class.end; i++)
            used += printf(" %s", p000_bits(f->link[i].to, f->d).text);
        printf("%*s  ", members - used, "");
        for (uint32_t i = class.first; i < class.end; i++)
            printf(" %u", f->link[i].port + 1);
        putchar('\n');
    }
}

static void put_steps(const p000_figure3 *f) {
    int width = (int)(2 * f->d + 2);
    fputs("  step", stdout);
    for (unsigned k = 1; k <= f->d; k++)
        printf("  link %-*u", k < f->d ? width - 5 : 1, k);
    for (uint32_t i = 0; i < f->count; i++) {
        const p000_link *link = &f->link[i];
        if (i == 0 || link->step != link[-1].step)
            printf("\n  %4u", link->step);
        printf("  %s->%s", p000_bits(link->from, f->d).text, p000_bits(link->to, f->d).text);
    }
    putchar('\n');
}

static void put_figure3(const lb_style *style, const p000_figure3 *f) {
    char text[200];
    snprintf(text, sizeof text, "Figure 3, d = %u: the classes of the nodes, and the broadcast from %s", f->d,
             p000_bits(0, f->d).text);
    heading(style, text);
    put_classes(f);
    snprintf(text, sizeof text, "A_i, the links of step i (their ends are E_i), by link 1 to %u:", f->d);
    say(style, text);
    put_steps(f);
    say(style, f->holds ? "The paper's conditions hold: bit m(t) of t is 1, and turning it to 0 gives a node of an "
                          "earlier E."
                        : "THE PAPER'S CONDITIONS DO NOT HOLD.");
    putchar('\n');
}

/* ---- Figure 4 ------------------------------------------------------------------------------------------------- */

enum { LINES4 = 16, LINE4 = 64 };

/* One subtree as lines of text, a node each, children under their parent. */
typedef struct drawing {
    const p000_figure4 *figure;
    const char *fork, *last, *trunk; /* of three columns each */
    char line[LINES4][LINE4];
    unsigned lines;
} drawing;

/* indent is what stands before the node's children. */
static void draw_node(drawing *w, uint32_t node, const char *before, const char *indent) {
    const p000_figure4 *f = w->figure;
    uint32_t n = UINT32_C(1) << f->d, youngest = 0;
    char mine[LINE4], under[LINE4];
    if (w->lines >= LINES4)
        return;
    snprintf(w->line[w->lines++], LINE4, "%s%s", before, p000_bits(node, f->d).text);
    for (uint32_t x = 1; x < n; x++)
        youngest = f->parent[x] == node ? x : youngest;
    for (uint32_t x = 1; x < n; x++) {
        if (f->parent[x] != node)
            continue;
        snprintf(mine, sizeof mine, "%s%s", indent, x == youngest ? w->last : w->fork);
        snprintf(under, sizeof under, "%s%s", indent, x == youngest ? "   " : w->trunk);
        draw_node(w, x, mine, under);
    }
}

static void put_padded(const char *text, unsigned width) {
    unsigned used = cli_columns(text);
    printf("%s%*s", text, used < width ? (int)(width - used) : 0, "");
}

/* The root, and from it to each subtree's first node. */
static void put_root(const lb_style *style, const p000_figure4 *f, unsigned width) {
    const char *bar = style->utf8 ? "\u2500" : "-", *down = style->utf8 ? "\u252C" : "+";
    printf("  %s\n  %s", p000_bits(0, f->d).text, style->utf8 ? "\u251C" : "+");
    for (unsigned i = 1; i <= (f->d - 1) * width; i++)
        fputs(i < (f->d - 1) * width ? i % width ? bar : down : style->utf8 ? "\u2510" : "+", stdout);
    putchar('\n');
}

static void put_tree(const lb_style *style, const p000_figure4 *f) {
    drawing w[4];
    unsigned width = f->d * 4 + 2, lines = 0;
    for (unsigned k = 0; k < f->d; k++) {
        w[k] = (drawing){.figure = f, .fork = "|- ", .last = "`- ", .trunk = "|  "};
        if (style->utf8) {
            w[k].fork = "\u251C\u2500 ";
            w[k].last = "\u2514\u2500 ";
            w[k].trunk = "\u2502  ";
        }
        draw_node(&w[k], UINT32_C(1) << k, "", "");
        lines = w[k].lines > lines ? w[k].lines : lines;
    }
    put_root(style, f, width);
    for (unsigned i = 0; i < lines; i++) {
        unsigned end = 0;
        for (unsigned k = 0; k < f->d; k++)
            end = i < w[k].lines ? k : end;
        fputs("  ", stdout);
        for (unsigned k = 0; k <= end; k++)
            put_padded(i < w[k].lines ? w[k].line[i] : "", k < end ? width : 0);
        putchar('\n');
    }
}

static void put_figure4(const lb_style *style, const p000_figure4 *f) {
    char text[200];
    size_t length = 0;
    snprintf(text, sizeof text, "Figure 4, d = %u: the perfectly balanced tree for the scatter", f->d);
    heading(style, text);
    if (f->holds)
        put_tree(style, f);
    length = (size_t)snprintf(text, sizeof text, "Nodes under link 1 to %u:", f->d);
    for (unsigned k = 0; k < f->d; k++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s %u", k ? "," : "", f->size[k]);
    snprintf(text + length, sizeof text - length, ". %s",
             f->holds ? "As equal as can be, and every path is a shortest one."
                      : "THIS IS NOT A PERFECTLY BALANCED TREE.");
    say(style, text);
    putchar('\n');
}

/* ---- Figure 6 ------------------------------------------------------------------------------------------------- */

static void put_figure6(const lb_style *style, const p000_figure6 *f) {
    heading(style, "Figure 6, d = 4: for whom 0000 sends its own packets in the total exchange");
    printf("  time  link 1  link 2  link 3  link 4\n");
    for (unsigned i = 0; i < 1 << (P000_D6 - 1); i++) {
        printf("  %4u", i + 1);
        for (unsigned k = 0; k < P000_D6; k++)
            printf("  %-*s", k + 1 < P000_D6 ? 6 : 0, f->dest[i][k] ? p000_bits(f->dest[i][k], P000_D6).text : "");
        printf("%s\n", f->dest[i][P000_D6 - 1] == P000_ERRATUM6 ? " *" : "");
    }
    say(style, f->holds ? "The same as by the paper's rule, rows read from left to right."
                        : "NOT THE SAME as by the paper's rule, rows read from left to right.");
    say(style, "* Erratum: the scan we worked from lacks this entry of link 4; the rule demands it.");
}

void p000_print(const lb_style *style, const p000 *all, const cli_gallery *gallery) {
    heading(style, "000: Optimal Communication Algorithms for Hypercubes");
    say(style, "Nodes are written as bits. Links are numbered from 1, the rightmost bit, as in the paper; everywhere "
               "else linkbound counts from 0.");
    say(style,
        "Erratum: the formulas of Table 1 are garbled in the scan we worked from; here are those that sections 2 to 4 "
        "derive.");
    putchar('\n');
    for (unsigned i = 0; i < P000_PROBLEMS; i++)
        put_problem(style, &p000_problems[i], all->row[i], all->most);
    cli_sheet_print(style, &all->figure2);
    say(style, "Figures 3 and 4: the paper leaves some choices open; these are the ones our plans make.");
    putchar('\n');
    for (unsigned i = 0; i < P000_CUBES3; i++)
        put_figure3(style, &all->figure3[i]);
    for (unsigned i = 0; i < P000_TREES; i++)
        put_figure4(style, &all->figure4[i]);
    cli_sheet_print(style, &all->figure5);
    put_figure6(style, &all->figure6);
    putchar('\n');
    cli_gallery_print(style, gallery, " figure3 figure4");
    heading(style, "Errata");
    for (unsigned i = 0; p000_errata[i]; i++)
        say(style, p000_errata[i]);
}
