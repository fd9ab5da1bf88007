/* The timeline in characters: # arrives where it is wanted, + is on its way, . is idle. */
#include "draw/gantt.h"
#include "draw/pictures.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 64, MOST_ROWS = 200 };

static void put_rows(FILE *out, const lb_gantt *g, uint32_t columns, char *cells) {
    double part = g->end / columns;
    memset(cells, '.', (size_t)g->rows * columns);
    for (uint64_t i = 0; i < g->bars; i++) {
        const lb_gantt_bar *bar = &g->bar[i];
        for (uint32_t k = 0; k < columns; k++) {
            double middle = (k + 0.5) * part;
            if (bar->start <= middle && middle < bar->end)
                cells[(size_t)bar->row * columns + k] = bar->arrives ? '#' : '+';
        }
    }
    for (uint32_t row = 0; row < g->rows; row++)
        fprintf(out, "%4" PRIu32 " > %-4" PRIu32 " %.*s\n", g->row[row].from, g->row[row].to, (int)columns,
                cells + (size_t)row * columns);
}

static void put_axis(FILE *out, const lb_gantt *g, uint32_t columns) {
    fprintf(out, "%12s", "");
    for (uint32_t k = 0; k < columns; k++)
        putc((k + 1) % 10 == 0 ? '0' + (char)((k + 1) / 10 % 10) : k % 5 == 4 ? '5' : '-', out);
    if (g->timed)
        fprintf(out, "\n%12s0 to %.6g%s %s", "", g->end / g->scale, *g->unit == 'i' ? "," : "", g->unit);
    else
        fprintf(out, " step");
    fprintf(out, "\n%.1f%% of the links are busy; # arrives, + on its way, . idle\n", 100 * g->mean);
}

static int draw(FILE *out, const lb_plan *plan, const lb_draw_options *options, const lb_gantt *g, lb_why *why) {
    uint32_t columns = g->timed ? WIDE : (uint32_t)g->end;
    if (columns > 2 * WIDE || g->rows > MOST_ROWS)
        return lb_fail(why, LB_ERR_SIZE,
                       "%" PRIu32 " links and %" PRIu32
                       " steps are too many for a terminal; up to %d and %d can be drawn: "
                       "--node 0 draws one node's links, -o FILE.svg a larger picture",
                       g->rows, columns, MOST_ROWS, 2 * WIDE);
    char *cells = lb_array((uint64_t)g->rows * columns + 1, 1);
    if (!cells)
        return lb_fail_memory(why, "the drawing");
    fprintf(out, "%s\n%s\n\n", options->title, lb_plan_algorithm(plan));
    if (columns)
        put_rows(out, g, columns, cells);
    put_axis(out, g, columns);
    free(cells);
    return LB_OK;
}

int lb_gantt_text(FILE *out, const lb_plan *plan, const lb_draw_options *options, lb_why *why) {
    lb_gantt *g = malloc(sizeof *g);
    int error = g ? lb_gantt_make(plan, options, g, why) : lb_fail_memory(why, "the drawing");
    if (!error) {
        error = draw(out, plan, options, g, why);
        lb_gantt_free(g);
    }
    free(g);
    return error;
}
