/* All moves of a plan at once, in two arrays: for languages to which a call for every move is dear. */
#include "plan/plan.h"

#include <inttypes.h>
#include <string.h>

static int too_little(uint64_t room, lb_why *why) {
    return lb_fail(why, LB_ERR_SIZE, "the plan has more than %" PRIu64 " blocks and pieces, for which there is room",
                   room);
}

/* The moves and how many items they have; written only where rows is not NULL. */
static int read_rows(lb_cursor *cursor, lb_row *rows, lb_item *items, uint64_t *count, lb_why *why) {
    lb_move move;
    uint64_t room = *count, used = 0;
    while (lb_cursor_next(cursor, &move)) {
        if (rows) {
            if (room - used < move.nitems)
                return too_little(room, why);
            memcpy(items + used, move.items, move.nitems * sizeof *items);
            *rows++ = (lb_row){.step = move.step,
                               .from = move.from,
                               .to = move.to,
                               .nitems = move.nitems,
                               .first = used,
                               .port = move.port,
                               .op = move.op};
        }
        used += move.nitems;
    }
    *count = used;
    return LB_OK;
}

int lb_plan_rows(const lb_plan *plan, lb_row *rows, lb_item *items, uint64_t *count, lb_why *why) {
    lb_cursor *cursor;
    int error = lb_cursor_open(plan, &cursor, why);
    if (!error)
        error = read_rows(cursor, rows, items, count, why);
    lb_cursor_close(cursor);
    return error;
}
