/* Bytes that travel. A packet's pieces leave the sender's hands and come into the receiver's when the step is over. A
 * block's origin reads from its own buffer. At the destination a piece is copied straight into the buffer and marked as
 * delivered; paths may well pass the destination, which then sends copies. Every other node gives away what it passes
 * on (transit.c), so that no more is held than is under way. In the end everything must be marked. */
#include "matrix/carry.h"
#include "matrix/bits.h"
#include "matrix/transit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A piece sent in this step. */
typedef struct arrival {
    struct arrival *next;
    uint64_t block, first, last; /* bytes of the block */
    uint64_t lo, hi;             /* its marks */
    uint32_t node, origin, dest;
    unsigned char data[];
} arrival;

typedef struct cargo {
    const lb_task *task;
    uint64_t bytes, denominator;
    const unsigned char *const *in;
    unsigned char *const *out;
    lb_transit_cells transit;
    arrival *arriving;
    uint64_t *delivered;     /* a bit for each mark of each block */
    uint64_t marks, missing; /* of a block: as many as it is cut into at most; in all */
} cargo;

uint32_t lb_carry_slots(const lb_task *task) {
    switch (lb_task_kind_of(task)) {
    case LB_ALLTOALL: return lb_net_nodes(lb_task_net(task));
    case LB_PERMUTE: return 1;
    default: return 0;
    }
}

/* ---- What is delivered ---- */

static bool has_marks(const cargo *c, uint64_t block, uint64_t lo, uint64_t hi) {
    return lb_bits_all(c->delivered, block * c->marks + lo, block * c->marks + hi);
}

static void set_marks(cargo *c, uint64_t block, uint64_t lo, uint64_t hi) {
    c->missing -= lb_bits_set(c->delivered, block * c->marks + lo, block * c->marks + hi);
}

/* Blocks that stay at their node do not travel. */
static uint64_t travelling(const lb_task *task) {
    uint64_t nodes = lb_net_nodes(lb_task_net(task)), count = 0;
    if (lb_task_kind_of(task) == LB_ALLTOALL)
        return nodes * (nodes - 1);
    lb_task_params p = lb_task_params_of(task);
    for (uint32_t v = 0; v < nodes; v++)
        count += p.list[v] != v;
    return count;
}

/* A unit of the plan has a byte at least, or else a byte is the least there can be. */
static int make_marks(cargo *c, lb_why *why) {
    c->marks = c->denominator < c->bytes ? c->denominator : c->bytes;
    c->missing = travelling(c->task) * c->marks;
    c->delivered = lb_zeroed(lb_ceil_div(lb_task_blocks(c->task) * c->marks, 64), sizeof *c->delivered);
    return c->delivered ? LB_OK : lb_fail_memory(why, "what has been delivered");
}

static int say_missing(const cargo *c, lb_why *why) {
    for (uint64_t block = 0; block < lb_task_blocks(c->task); block++) {
        uint32_t origin, dest, copy;
        lb_task_name(c->task, block, &origin, &dest, &copy);
        if (origin != dest && !has_marks(c, block, 0, c->marks))
            return lb_fail(why, LB_ERR_CHECK, "not everything of block %" PRIu32 " -> %" PRIu32 " was delivered",
                           origin, dest);
    }
    return lb_fail(why, LB_ERR_CHECK, "not everything was delivered");
}

/* ---- What is under way ---- */

static uint64_t slot_at(const cargo *c, uint32_t other) {
    return lb_task_kind_of(c->task) == LB_ALLTOALL ? other * c->bytes : 0;
}

/* Copies a piece out of the sender's hands; false when it is not there. */
static bool pick_up(cargo *c, uint32_t from, arrival *a) {
    size_t size = (size_t)(a->last - a->first);
    if (from == a->origin) {
        memcpy(a->data, c->in[from] + slot_at(c, a->dest) + a->first, size);
        return true;
    }
    if (from != a->dest)
        return lb_transit_take(&c->transit, from, a->block, a->first, a->last, a->data);
    if (!has_marks(c, a->block, a->lo, a->hi))
        return false;
    memcpy(a->data, c->out[from] + slot_at(c, a->origin) + a->first, size);
    return true;
}

static int put_down(cargo *c, const arrival *a, lb_why *why) {
    if (a->node == a->origin)
        return LB_OK; /* which has it anyway */
    if (a->node != a->dest)
        return lb_transit_put(&c->transit, a->node, a->block, a->first, a->last, a->data, why);
    memcpy(c->out[a->node] + slot_at(c, a->origin) + a->first, a->data, (size_t)(a->last - a->first));
    set_marks(c, a->block, a->lo, a->hi);
    return LB_OK;
}

/* One piece leaves the sender; it is among those that arrive. */
static int carry_item(cargo *c, const lb_move *move, const lb_item *item, lb_why *why) {
    uint64_t block, first, last;
    if (lb_task_find(c->task, item->origin, item->dest, item->copy, &block) || item->hi > c->denominator)
        return lb_fail(why, LB_ERR_CHECK, "step %" PRIu32 ": a packet from %" PRIu32 " holds what is no block's",
                       move->step, move->from);
    lb_piece_bytes(c->task, block, item->lo, item->hi, c->denominator, c->bytes, &first, &last);
    if (first >= last)
        return LB_OK;
    arrival *a = malloc(sizeof *a + (size_t)(last - first));
    if (!a)
        return lb_fail_memory(why, "the bytes under way");
    bool units = c->marks == c->denominator;
    *a = (arrival){.next = c->arriving,
                   .block = block,
                   .first = first,
                   .last = last,
                   .lo = units ? item->lo : first,
                   .hi = units ? item->hi : last,
                   .node = move->to,
                   .origin = item->origin,
                   .dest = item->dest};
    c->arriving = a;
    if (pick_up(c, move->from, a))
        return LB_OK;
    return lb_fail(why, LB_ERR_CHECK,
                   "step %" PRIu32 ": %" PRIu32 " sends %" PRIu32 " bytes %" PRIu64 " to %" PRIu64 " of block %" PRIu32
                   " -> %" PRIu32 ", and has not got them",
                   move->step, move->from, move->to, first, last - 1, item->origin, item->dest);
}

/* The step is over. */
static int arrive(cargo *c, lb_why *why) {
    while (c->arriving) {
        arrival *a = c->arriving;
        c->arriving = a->next;
        int error = put_down(c, a, why);
        free(a);
        if (error)
            return error;
    }
    return LB_OK;
}

static int carry_all(cargo *c, lb_cursor *cursor, lb_why *why) {
    lb_move move;
    uint32_t step = 0;
    int error = make_marks(c, why);
    while (!error && lb_cursor_next(cursor, &move)) {
        if (move.step != step)
            error = arrive(c, why);
        step = move.step;
        for (uint32_t i = 0; i < move.nitems && !error; i++)
            error = carry_item(c, &move, &move.items[i], why);
    }
    if (!error)
        error = arrive(c, why);
    return error || c->missing == 0 ? error : say_missing(c, why);
}

static void free_cargo(cargo *c) {
    lb_transit_free(&c->transit);
    for (arrival *next; c->arriving; c->arriving = next) {
        next = c->arriving->next;
        free(c->arriving);
    }
    free(c->delivered);
}

int lb_carry(const lb_plan *plan, uint64_t bytes, const unsigned char *const *in, unsigned char *const *out,
             lb_why *why) {
    const lb_task *task = lb_plan_task(plan);
    if (lb_carry_slots(task) == 0)
        return lb_fail(why, LB_ERR_UNSUPPORTED, "%s cannot be carried", lb_task_kind_name(lb_task_kind_of(task)));
    lb_cursor *cursor;
    int error = lb_cursor_open(plan, &cursor, why);
    if (error)
        return error;
    cargo c = {.task = task, .bytes = bytes, .denominator = lb_plan_denominator(plan), .in = in, .out = out};
    lb_transit_open(&c.transit, bytes, lb_net_nodes(lb_task_net(task)));
    error = carry_all(&c, cursor, why);
    lb_cursor_close(cursor);
    free_cargo(&c);
    return error;
}
