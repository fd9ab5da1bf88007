/* What the formats say of a plan, and how finely it cuts blocks. */
#include "export/about.h"

#include "base/base.h"

#include <inttypes.h>
#include <string.h>

int lb_export_parts(const lb_plan *plan, uint64_t *parts, lb_why *why) {
    lb_cursor *cursor = NULL;
    lb_move move;
    uint64_t all = lb_plan_denominator(plan), common = all;
    int error = lb_cursor_open(plan, &cursor, why);
    while (!error && common > 1 && lb_cursor_next(cursor, &move) == 1) { /* nothing is coarser than 1 */
        for (uint32_t k = 0; k < move.nitems; k++)
            common = lb_gcd(lb_gcd(common, move.items[k].lo), move.items[k].hi);
    }
    lb_cursor_close(cursor);
    *parts = common ? all / common : 1;
    return error;
}

void lb_export_algorithm(const lb_plan *plan, char *text, size_t size) {
    snprintf(text, size, "%s", lb_plan_algorithm(plan));
    for (char *at = text; *at; at++)
        if (*at < ' ' || *at > '~' || strchr("\"'&<>\\", *at))
            *at = '_';
}

void lb_export_about(const lb_plan *plan, char *text, size_t size) {
    char name[160], algorithm[160];
    lb_export_algorithm(plan, algorithm, sizeof algorithm);
    lb_net_title(lb_plan_net(plan), name, sizeof name);
    uint32_t steps = lb_plan_steps(plan);
    snprintf(text, size, "linkbound: %s on %s, %s, %" PRIu32 " step%s",
             lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))), name, algorithm, steps, steps == 1 ? "" : "s");
}
