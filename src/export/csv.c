/* One row for every block or piece in every packet, in step order. What a task's blocks are not named by stays empty,
 * and so does the unit, what fits a packet, on the linear clock. With the task's name it can be read again. */
#include "export/formats.h"

#include <inttypes.h>

static void put_node(FILE *out, uint32_t node) {
    if (node != LB_NONE)
        fprintf(out, "%" PRIu32, node);
    putc(',', out);
}

int lb_export_csv(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    lb_cursor *cursor = NULL;
    lb_move move;
    bool sums = lb_task_class(lb_plan_task(plan)) == LB_SUM;
    const char *task = lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan)));
    char unit[24] = "";
    uint64_t packet = 0;
    (void)options;
    if (lb_plan_clock(plan) == LB_UNIT)
        snprintf(unit, sizeof unit, "%" PRIu64, lb_plan_packet(plan));
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    fputs("packet,step,from,to,port,action,origin,destination,copy,first,last,denominator,unit,task\n", out);
    while (lb_cursor_next(cursor, &move) == 1) {
        packet++;
        for (uint32_t k = 0; k < move.nitems; k++) {
            const lb_item *item = &move.items[k];
            fprintf(out, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%u,%s,", packet, move.step, move.from,
                    move.to, move.port, sums && move.op == LB_OP_SUM ? "sum" : "copy");
            put_node(out, item->origin);
            put_node(out, item->dest);
            fprintf(out, "%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%s\n", item->copy, item->lo, item->hi,
                    lb_plan_denominator(plan), unit, task);
        }
    }
    lb_cursor_close(cursor);
    return LB_OK;
}
