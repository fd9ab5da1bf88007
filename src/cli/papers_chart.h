/* Curves over small whole numbers, the scale of the values logarithmic. */
#ifndef CLI_PAPERS_CHART_H
#define CLI_PAPERS_CHART_H

#include "linkbound.h"

enum { CLI_CHART_LINES = 3, CLI_CHART_POINTS = 32 };

typedef struct cli_chart {
    const char *title, *subtitle, *about, *name[CLI_CHART_LINES];
    unsigned lines, points;
    unsigned x[CLI_CHART_POINTS];
    double y[CLI_CHART_LINES][CLI_CHART_POINTS]; /* above 0 */
} cli_chart;

void cli_chart_svg(FILE *out, const cli_chart *chart);

#endif
