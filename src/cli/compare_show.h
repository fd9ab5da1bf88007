/* Showing a comparison. */
#ifndef CLI_COMPARE_SHOW_H
#define CLI_COMPARE_SHOW_H

#include "cli/comparison.h"
#include "draw/plot.h"

typedef struct cli_curves {
    lb_plot plot;
    lb_plot_line *line;
    lb_plot_band *band;
    double *values;
    char title[700], subtitle[320];
} cli_curves;

int cli_curves_make(const cli_comparison *c, cli_curves *curves); /* 0 or an exit status */
void cli_curves_free(cli_curves *curves);

void cli_compare_text(FILE *out, const lb_style *style, const cli_comparison *c,
                      const lb_plot *plot); /* plot or NULL */
void cli_compare_table(FILE *out, const lb_style *style, const cli_comparison *c);
void cli_compare_json(FILE *out, const cli_comparison *c);

#endif
