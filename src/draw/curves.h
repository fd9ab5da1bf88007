/* Curves over small whole numbers, the scale of the values logarithmic. */
#ifndef LB_CURVES_H
#define LB_CURVES_H

#include "linkbound.h"

enum { LB_CURVES_LINES = 3, LB_CURVES_POINTS = 32 };

typedef struct lb_curves {
    const char *title, *subtitle, *about, *name[LB_CURVES_LINES];
    unsigned lines, points;
    unsigned x[LB_CURVES_POINTS];
    double y[LB_CURVES_LINES][LB_CURVES_POINTS]; /* above 0 */
} lb_curves;

void lb_curves_svg(FILE *out, const lb_curves *chart);

#endif
