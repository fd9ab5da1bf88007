/* The matrix in characters: the step that clears a cell, . where nothing has to be sent, - what is not yet there. */
#include "draw/deliveries.h"
#include "draw/pictures.h"

#include "base/base.h"

#include <inttypes.h>

enum { MOST = 36 };

static void put_cell(FILE *out, const lb_deliveries *d, uint32_t until, uint32_t row, uint32_t column, int wide) {
    uint32_t step = d->step[(size_t)row * d->columns + column];
    if (step == LB_CELL_NONE || step == LB_CELL_HERE)
        fprintf(out, " %*s", wide, step == LB_CELL_NONE ? "" : ".");
    else if (step > until)
        fprintf(out, " %*s", wide, "-");
    else
        fprintf(out, " %*" PRIu32, wide, step);
}

static void draw(FILE *out, const lb_plan *plan, const lb_draw_options *options, const lb_deliveries *d) {
    uint32_t until = options->step ? options->step : d->steps, most = d->steps > d->columns ? d->steps : d->columns;
    int wide = most > 99 ? 3 : most > 9 ? 2 : 1;
    fprintf(out, "%s\n%s: the step in which it arrives; %s across\n\n%6s", options->title, lb_plan_algorithm(plan),
            d->column_name, "");
    for (uint32_t column = 0; column < d->columns; column++)
        fprintf(out, " %*" PRIu32, wide, column);
    putc('\n', out);
    for (uint32_t row = 0; row < d->rows; row++) {
        fprintf(out, "%5" PRIu32 " ", d->rows == 1 ? d->alone : row);
        for (uint32_t column = 0; column < d->columns; column++)
            put_cell(out, d, until, row, column, wide);
        putc('\n', out);
    }
}

int lb_matrix_text(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_deliveries d;
    int error = lb_deliveries_make(plan, &d, why);
    if (error)
        return error;
    if (d.columns > MOST)
        error = lb_fail(why, LB_ERR_SIZE,
                        "a matrix of %" PRIu32
                        " nodes is too large for a terminal; up to %d fit: -o FILE.svg draws up to %d",
                        d.columns, MOST, LB_MATRIX_NODES);
    else if (options->step > d.steps)
        error = lb_fail(why, LB_ERR_ARG, "there is no step %" PRIu32 ": the plan has %" PRIu32, options->step, d.steps);
    else
        draw(out, plan, options, &d);
    lb_deliveries_free(&d);
    return error;
}
