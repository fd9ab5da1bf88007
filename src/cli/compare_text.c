/* A comparison for people: who takes part, the table, the plot, who is best where, and why nothing is faster. */
#include "cli/compare_show.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/term.h"
#include "out/wrap.h"

#include <inttypes.h>
#include <string.h>

static int larger(int a, int b) {
    return a > b ? a : b;
}

static const char *state_of(const cli_rival *r) {
    return r->plan ? "simulated" : r->wrong ? "CONTRADICTED" : r->verified ? "verified" : "not verified";
}

static void formula_text(const cli_comparison *c, size_t rival, char *text, size_t size) {
    const cli_rival *r = &c->rival[rival];
    const cli_point *p = NULL;
    char faster[64] = "";
    for (size_t i = 0; i < c->rows && !p; i++)
        p = c->row[i].point[rival].known ? &c->row[i].point[rival] : NULL;
    if (r->spare > 0)
        snprintf(faster, sizeof faster, "; up to %.*f %% less", r->spare < 0.095 ? 1 : 0, r->spare * 100);
    snprintf(text, size, "%s%s%s", p && p->at_most ? "at most " : "",
             p && p->formula.text ? p->formula.text : "no formula", faster);
}

/* Who takes part, and whether its times are to be believed. */
static void put_rivals(FILE *out, const lb_style *style, const cli_comparison *c) {
    enum { STATE = 12 };
    int width = 0;
    char text[400];
    for (size_t i = 0; i < c->rivals; i++)
        width = larger(width, (int)strlen(c->rival[i].info->name));
    for (size_t i = 0; i < c->rivals; i++) {
        const cli_rival *r = &c->rival[i];
        lb_ink ink = r->wrong ? LB_INK_WARN : r->verified ? LB_INK_GOOD : LB_INK_DIM;
        formula_text(c, i, text, sizeof text);
        fprintf(out, "  %s%c%s  %-*s  %s%-*s%s  ", lb_plot_ink(style, (unsigned)i), r->mark,
                lb_ink_on(style, LB_INK_PLAIN), width, r->info->name, lb_ink_on(style, ink), STATE, state_of(r),
                lb_ink_on(style, LB_INK_PLAIN));
        out_wrap(out, (unsigned)width + 7 + STATE + 2, style->width, text);
    }
}

static void put_best(FILE *out, const lb_style *style, const cli_comparison *c) {
    uint64_t from = c->row[0].bytes;
    size_t best = c->row[0].best;
    for (size_t i = 0; i <= c->changes; i++) {
        bool last = i == c->changes, about = (!last && !c->change[i].exact) || (i > 0 && !c->change[i - 1].exact);
        uint64_t to = last ? c->row[c->rows - 1].bytes : c->change[i].bytes - 1;
        char text[200];
        if (from == to)
            snprintf(text, sizeof text, "%s at %" PRIu64 " bytes", c->rival[best].info->name, from);
        else
            snprintf(text, sizeof text, "%s from %" PRIu64 " to %" PRIu64 " bytes%s", c->rival[best].info->name, from,
                     to, about ? ", about" : "");
        cli_report_row(out, style, i ? "" : "best", text);
        if (!last) {
            from = c->change[i].bytes;
            best = c->change[i].to;
        }
    }
}

static void put_bound(FILE *out, const lb_style *style, const cli_comparison *c) {
    char text[LB_WHY_MAX + 64], size[32];
    bool same = c->rows == 1 || strcmp(c->witness[0], c->witness[1]) == 0;
    if (same) {
        cli_report_row(out, style, "lower bound", c->witness[0]);
        return;
    }
    for (size_t i = 0; i < 2; i++) {
        lb_size_text(c->row[i ? c->rows - 1 : 0].bytes, size, sizeof size);
        snprintf(text, sizeof text, "%s: %s", size, c->witness[i]);
        cli_report_row(out, style, i ? "" : "lower bound", text);
    }
}

/* One entry a reason. */
static void put_left_out(FILE *out, const lb_style *style, const cli_comparison *c) {
    bool first = true;
    for (size_t i = 0; i < c->lefts; i++) {
        char text[LB_WHY_MAX + 1024] = "";
        size_t length = 0;
        bool told = false;
        for (size_t k = 0; k < i; k++)
            told = told || strcmp(c->left[k].reason, c->left[i].reason) == 0;
        for (size_t k = i; k < c->lefts && !told && length < 1000; k++) {
            if (strcmp(c->left[k].reason, c->left[i].reason) == 0)
                length +=
                    (size_t)snprintf(text + length, 1024 - length, "%s%s", k > i ? ", " : "", c->left[k].info->name);
        }
        if (told)
            continue;
        length = strlen(text);
        snprintf(text + length, sizeof text - length, ": %s", c->left[i].reason);
        cli_report_row(out, style, first ? "left out" : "", text);
        first = false;
    }
}

void cli_compare_text(FILE *out, const lb_style *style, const cli_comparison *c, const lb_plot *plot) {
    char title[700], tau[64], beta[64], hop[64] = "", text[320];
    cli_problem_title(c->task, c->ports, title, sizeof title);
    cli_cost_text(c->tau, c->nanoseconds, tau, sizeof tau);
    cli_cost_text(c->beta, c->nanoseconds, beta, sizeof beta);
    fprintf(out, "%s%s%s\n", lb_ink_on(style, LB_INK_BOLD), title, lb_ink_on(style, LB_INK_PLAIN));
    if (c->hop.num)
        cli_cost_text(c->hop, c->nanoseconds, hop, sizeof hop);
    snprintf(text, sizeof text, "m bytes, tau %s%s, beta %s%s%s; xN is N times the bound", tau,
             c->nanoseconds ? " a byte" : "", beta, *hop ? ", hop " : "", hop);
    fprintf(out, "  ");
    out_wrap(out, 2, style->width, text);
    put_rivals(out, style, c);
    putc('\n', out);
    cli_compare_table(out, style, c);
    putc('\n', out);
    if (plot) {
        lb_plot_terminal(out, style, plot);
        putc('\n', out);
    }
    put_best(out, style, c);
    put_bound(out, style, c);
    put_left_out(out, style, c);
}
