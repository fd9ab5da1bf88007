/* A comparison as the curves of a plot. */
#include "cli/compare_show.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/say.h"

#include <stdlib.h>

static void fill_bands(const cli_comparison *c, cli_curves *curves) {
    uint64_t from = c->row[0].bytes;
    size_t line = c->row[0].best;
    for (size_t i = 0; i <= c->changes; i++) {
        uint64_t to = i < c->changes ? c->change[i].bytes - 1 : c->row[c->rows - 1].bytes;
        curves->band[i] = (lb_plot_band){.from = from, .to = to, .line = (unsigned)line};
        if (i < c->changes) {
            from = c->change[i].bytes;
            line = c->change[i].to;
        }
    }
}

/* Values lie line by line; after them the sizes' bound. */
static void fill_lines(const cli_comparison *c, cli_curves *curves, uint64_t *x) {
    double *bound = curves->values + c->rivals * c->rows;
    for (size_t i = 0; i < c->rows; i++) {
        x[i] = c->row[i].bytes;
        bound[i] = lb_ratio_value(c->row[i].bound);
        for (size_t k = 0; k < c->rivals; k++)
            curves->values[k * c->rows + i] = c->row[i].point[k].known ? c->row[i].point[k].value : 0;
    }
    for (size_t k = 0; k < c->rivals; k++)
        curves->line[k] =
            (lb_plot_line){.name = c->rival[k].info->name, .mark = c->rival[k].mark, .y = curves->values + k * c->rows};
}

/* Times in nanoseconds become what the least of them is best read in: from 0.1 on, since most are far longer. */
static const char *in_units(double *values, size_t count) {
    static const char *const names[] = {"ns", "us", "ms", "s"};
    double least = 0, scale = 1;
    unsigned unit = 0;
    for (size_t i = 0; i < count; i++)
        least = values[i] > 0 && (least == 0 || values[i] < least) ? values[i] : least;
    for (; unit < 3 && least >= 100; unit++) {
        least /= 1000;
        scale *= 1000;
    }
    for (size_t i = 0; i < count; i++)
        values[i] /= scale;
    return names[unit];
}

int cli_curves_make(const cli_comparison *c, cli_curves *curves) {
    char tau[64], beta[64], hop[64] = "";
    const char *unit = "in the unit of tau and beta";
    *curves = (cli_curves){.line = calloc(c->rivals, sizeof *curves->line)};
    curves->band = calloc(c->changes + 1, sizeof *curves->band);
    curves->values = calloc((c->rivals + 1) * c->rows, sizeof *curves->values);
    uint64_t *x = calloc(c->rows, sizeof *x);
    curves->plot.x = x;
    if (!curves->line || !curves->band || !curves->values || !x)
        return cli_fail_why(LB_ERR_MEMORY, NULL);
    fill_lines(c, curves, x);
    if (c->nanoseconds)
        unit = in_units(curves->values, (c->rivals + 1) * c->rows);
    fill_bands(c, curves);
    cli_problem_title(c->task, c->ports, curves->title, sizeof curves->title);
    cli_cost_text(c->tau, c->nanoseconds, tau, sizeof tau);
    cli_cost_text(c->beta, c->nanoseconds, beta, sizeof beta);
    if (c->hop.num)
        cli_cost_text(c->hop, c->nanoseconds, hop, sizeof hop);
    snprintf(curves->subtitle, sizeof curves->subtitle,
             "a packet of s bytes takes tau*s + beta, tau = %s%s, beta = %s%s%s", tau, c->nanoseconds ? " a byte" : "",
             beta, *hop ? ", hop = " : "", hop);
    curves->plot = (lb_plot){
        .title = curves->title,
        .subtitle = curves->subtitle,
        .unit = unit,
        .sizes = cli_is_message(c->task) ? "bytes in the message" : "bytes in a block",
        .x = x,
        .points = c->rows,
        .line = curves->line,
        .lines = (unsigned)c->rivals,
        .bound = curves->values + c->rivals * c->rows,
        .band = curves->band,
        .bands = c->changes + 1,
    };
    return CLI_OK;
}

void cli_curves_free(cli_curves *curves) {
    free(curves->line);
    free(curves->band);
    free(curves->values);
    free((void *)curves->plot.x);
    *curves = (cli_curves){.line = NULL};
}
