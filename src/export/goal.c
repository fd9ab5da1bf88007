/* GOAL. Every packet is a send at one rank and a receive at another, with its step as the tag; a link has one packet a
 * step, so they match. A send requires the receives that brought what it sends, and begins after the send before it on
 * the same link. Every port is a network interface of its own (nic), as in the model.
 *
 * GOAL has no names for data. They stand in comments, so that the file can be read and judged again (docs/exports.md):
 * `// data TASK DENOMINATOR UNIT` in front, and before every send what it does and its items, as in CSV. */
#include "export/about.h"
#include "export/formats.h"

#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

/* A piece that a rank received. */
typedef struct got {
    uint64_t block, lo, hi;
    uint32_t origin, dest; /* spans: which */
    uint32_t step, label;
} got;

typedef struct rank {
    const lb_plan *plan;
    const lb_task *task;
    lb_program *program;
    uint64_t bytes;
    FILE *out;
    bool named; /* the data is named in comments */
    got *got;
    uint64_t gots, room;
    uint32_t labels;
} rank;

static uint64_t size_of(const rank *r, const lb_move *move) {
    uint64_t total = 0, parts = lb_plan_denominator(r->plan);
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        uint64_t block, first, last;
        if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
            continue;
        lb_piece_bytes(r->task, block, item->lo, item->hi, parts, r->bytes, &first, &last);
        total += last - first;
    }
    return total;
}

/* ---- What is received ---- */

static int note(rank *r, const lb_move *move, uint32_t label) {
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        void *list = r->got;
        uint64_t block;
        if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
            continue;
        if (lb_grow(&list, &r->room, r->gots + 1, sizeof *r->got))
            return LB_ERR_MEMORY;
        r->got = list;
        r->got[r->gots++] = (got){.block = lb_task_class(r->task) == LB_SPAN ? 0 : block,
                                  .lo = item->lo,
                                  .hi = item->hi,
                                  .origin = item->origin,
                                  .dest = item->dest,
                                  .step = move->step,
                                  .label = label};
    }
    return LB_OK;
}

static int put_receives(rank *r, uint32_t node) {
    const lb_net *net = lb_plan_net(r->plan);
    lb_move move;
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        uint64_t count = lb_program_count(r->program, port, LB_RECEIVES);
        for (uint64_t k = 0; k < count; k++) {
            lb_program_packet(r->program, port, LB_RECEIVES, k, &move);
            uint64_t size = size_of(r, &move);
            if (!size)
                continue;
            fprintf(r->out, "l%" PRIu32 ": recv %" PRIu64 "b from %" PRIu32 " tag %" PRIu32 " nic %u\n", ++r->labels,
                    size, lb_neighbor(net, node, port), move.step, port);
            if (note(r, &move, r->labels))
                return LB_ERR_MEMORY;
        }
    }
    return LB_OK;
}

static int by_block(const void *a, const void *b) {
    const got *x = a, *y = b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->label > y->label) - (x->label < y->label);
}

/* The first that is of this block. */
static uint64_t find(const rank *r, uint64_t block) {
    uint64_t low = 0, high = r->gots;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (r->got[middle].block < block)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- What is sent ---- */

static void put_name(FILE *out, uint32_t node) {
    if (node != LB_NONE)
        fprintf(out, "%" PRIu32, node);
    putc(',', out);
}

static void put_data(const rank *r, const lb_move *move) {
    if (!r->named)
        return;
    fputs(lb_task_class(r->task) == LB_SUM && move->op == LB_OP_SUM ? "// sum" : "// copy", r->out);
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        putc(' ', r->out);
        put_name(r->out, item->origin);
        put_name(r->out, item->dest);
        fprintf(r->out, "%" PRIu32 ",%" PRIu64 ",%" PRIu64, item->copy, item->lo, item->hi);
    }
    putc('\n', r->out);
}

/* A packet of many blocks may have come in one receive: it is required once. `seen` remembers for which send. */
static void put_needs(const rank *r, const lb_move *move, uint32_t label, uint32_t *seen) {
    bool spans = lb_task_class(r->task) == LB_SPAN;
    for (uint32_t k = 0; k < move->nitems; k++) {
        const lb_item *item = &move->items[k];
        uint64_t block;
        if (lb_task_find(r->task, item->origin, item->dest, item->copy, &block))
            continue;
        block = spans ? 0 : block;
        for (uint64_t i = find(r, block); i < r->gots && r->got[i].block == block; i++) {
            const got *g = &r->got[i];
            bool inside = !spans || (g->origin >= item->origin && g->dest <= item->dest);
            if (g->step >= move->step || g->hi <= item->lo || g->lo >= item->hi || !inside || seen[g->label] == label)
                continue;
            seen[g->label] = label;
            fprintf(r->out, "l%" PRIu32 " requires l%" PRIu32 "\n", label, g->label);
        }
    }
}

static int put_sends(rank *r, uint32_t node) {
    const lb_net *net = lb_plan_net(r->plan);
    lb_move move;
    uint32_t *seen = lb_zeroed((uint64_t)r->labels + 1, sizeof *seen);
    if (!seen)
        return LB_ERR_MEMORY;
    if (r->gots)
        qsort(r->got, r->gots, sizeof *r->got, by_block);
    for (unsigned port = 0; port < lb_net_ports(net); port++) {
        uint64_t count = lb_program_count(r->program, port, LB_SENDS);
        uint32_t before = 0;
        for (uint64_t k = 0; k < count; k++) {
            lb_program_packet(r->program, port, LB_SENDS, k, &move);
            uint64_t size = size_of(r, &move);
            if (!size)
                continue;
            put_data(r, &move);
            fprintf(r->out, "l%" PRIu32 ": send %" PRIu64 "b to %" PRIu32 " tag %" PRIu32 " nic %u\n", ++r->labels,
                    size, lb_neighbor(net, node, port), move.step, port);
            if (before)
                fprintf(r->out, "l%" PRIu32 " irequires l%" PRIu32 "\n", r->labels, before);
            before = r->labels;
            put_needs(r, &move, r->labels, seen);
        }
    }
    free(seen);
    return LB_OK;
}

static int put_rank(rank *r, uint32_t node, lb_why *why) {
    r->gots = r->labels = 0;
    int error = lb_program_create(r->plan, node, &r->program, why);
    if (error)
        return error;
    fprintf(r->out, "\nrank %" PRIu32 " {\n", node);
    error = put_receives(r, node);
    if (!error)
        error = put_sends(r, node);
    fputs("}\n", r->out);
    lb_program_free(r->program);
    return error ? lb_fail_memory(why, "the export") : LB_OK;
}

/* Names say all that a reader must know where no packet is left out and the blocks tell what the task is; of scans, a
 * reader could not tell what a send must require. */
static int find_named(rank *r, lb_why *why) {
    lb_task_kind kind = lb_task_kind_of(r->task);
    lb_cursor *cursor = NULL;
    lb_move move;
    r->named = lb_plan_moves(r->plan) > 0 && kind != LB_ISOTROPIC && kind != LB_NEIGHBORS && kind != LB_SCAN &&
               kind != LB_EXSCAN;
    int error = r->named ? lb_cursor_open(r->plan, &cursor, why) : LB_OK;
    while (!error && r->named && lb_cursor_next(cursor, &move) == 1)
        r->named = size_of(r, &move) > 0;
    lb_cursor_close(cursor);
    return error;
}

int lb_export_goal(FILE *out, const lb_plan *plan, const lb_export_options *options, lb_why *why) {
    rank r = {.plan = plan, .task = lb_plan_task(plan), .bytes = options->bytes, .out = out};
    uint64_t parts = 1;
    char about[320];
    if (lb_net_dead_nodes(lb_plan_net(plan)))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "GOAL has no words for dead nodes");
    int error = r.bytes ? LB_OK : lb_export_parts(plan, &parts, why);
    if (!error && !r.bytes && __builtin_mul_overflow(parts, (uint64_t)lb_task_parts(r.task), &r.bytes))
        error = lb_fail(why, LB_ERR_SIZE, "blocks are cut too finely; say how many bytes they have");
    if (!error)
        error = find_named(&r, why);
    if (error)
        return error;
    lb_export_about(plan, about, sizeof about);
    fprintf(out, "// %s, %" PRIu64 " bytes\n", about, r.bytes);
    if (r.named)
        fprintf(out, "// data %s %" PRIu64 " %" PRIu64 "\n", lb_task_kind_name(lb_task_kind_of(r.task)),
                lb_plan_denominator(plan), lb_plan_clock(plan) == LB_UNIT ? lb_plan_packet(plan) : 0);
    fprintf(out, "num_ranks %" PRIu32 "\n", lb_net_nodes(lb_plan_net(plan)));
    for (uint32_t v = 0; v < lb_net_nodes(lb_plan_net(plan)) && !error; v++)
        error = put_rank(&r, v, why);
    free(r.got);
    return error;
}
