/* GOAL. Every packet is a send at one rank and a receive at another, with its step as the tag; a link has one packet a
 * step, so they match. A send requires the receives that brought what it sends, and begins after the send before it on
 * the same link. Every port is a network interface of its own (nic), as in the model.
 *
 * GOAL has no names for data. They stand in comments, so that the file can be read and judged again (docs/exports.md):
 * `// data TASK DENOMINATOR UNIT` in front, and before every send what it does and its items, as in CSV. */
#include "export/about.h"
#include "export/formats.h"
#include "export/order.h"

#include "base/base.h"

#include <inttypes.h>

typedef struct goal {
    const lb_plan *plan;
    uint64_t bytes;
    FILE *out;
    bool named; /* the data is named in comments */
} goal;

static void put_name(FILE *out, uint32_t node) {
    if (node != LB_NONE)
        fprintf(out, "%" PRIu32, node);
    putc(',', out);
}

static void put_data(const goal *r, const lb_move *move) {
    if (!r->named)
        return;
    fputs(lb_task_class(lb_plan_task(r->plan)) == LB_SUM && move->op == LB_OP_SUM ? "// sum" : "// copy", r->out);
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        putc(' ', r->out);
        put_name(r->out, item->origin);
        put_name(r->out, item->dest);
        fprintf(r->out, "%" PRIu32 ",%" PRIu64 ",%" PRIu64, item->copy, item->lo, item->hi);
    }
    putc('\n', r->out);
}

static int put_deed(void *user, const lb_order_deed *d) {
    const goal *r = user;
    if (d->sends)
        put_data(r, d->move);
    fprintf(r->out, "l%" PRIu32 ": %s %" PRIu64 "b %s %" PRIu32 " tag %" PRIu32 " nic %u\n", d->label,
            d->sends ? "send" : "recv", d->bytes, d->sends ? "to" : "from", d->peer, d->move->step, d->port);
    return LB_OK;
}

static int put_need(void *user, uint32_t label, uint32_t needed, bool begun) {
    const goal *r = user;
    fprintf(r->out, "l%" PRIu32 " %s l%" PRIu32 "\n", label, begun ? "irequires" : "requires", needed);
    return LB_OK;
}

/* Names say all that a reader must know where no packet is left out and the blocks tell what the task is; of scans, a
 * reader could not tell what a send must require. */
static int find_named(goal *r, lb_why *why) {
    lb_task_kind kind = lb_task_kind_of(lb_plan_task(r->plan));
    lb_cursor *cursor = NULL;
    lb_move move;
    r->named = lb_plan_moves(r->plan) > 0 && kind != LB_ISOTROPIC && kind != LB_NEIGHBORS && kind != LB_SCAN &&
               kind != LB_EXSCAN;
    int error = r->named ? lb_cursor_open(r->plan, &cursor, why) : LB_OK;
    while (!error && r->named && lb_cursor_next(cursor, &move) == 1)
        r->named = lb_order_size(r->plan, r->bytes, &move) > 0;
    lb_cursor_close(cursor);
    return error;
}

int lb_export_goal(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    goal r = {.plan = plan, .out = out};
    const lb_order_visitor visitor = {.user = &r, .deed = put_deed, .need = put_need};
    char about[320];
    uint32_t nodes = lb_net_nodes(lb_plan_net(plan));
    if (lb_net_dead_nodes(lb_plan_net(plan)))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "GOAL has no words for dead nodes");
    int error = lb_order_block(plan, options->bytes, &r.bytes, why);
    if (!error)
        error = find_named(&r, why);
    if (error)
        return error;
    lb_export_about(plan, about, sizeof about);
    fprintf(out, "// %s, %" PRIu64 " bytes\n", about, r.bytes);
    if (r.named)
        fprintf(out, "// data %s %" PRIu64 " %" PRIu64 "\n", lb_task_kind_name(lb_task_kind_of(lb_plan_task(plan))),
                lb_plan_denominator(plan), lb_plan_clock(plan) == LB_UNIT ? lb_plan_packet(plan) : 0);
    fprintf(out, "num_ranks %" PRIu32 "\n", nodes);
    for (uint32_t v = 0; v < nodes && !error; v++) {
        fprintf(out, "\nrank %" PRIu32 " {\n", v);
        error = lb_order_walk(plan, v, r.bytes, &visitor, why);
        fputs("}\n", out);
    }
    return error;
}
