/* Bytes that travel. What a node has received are fragments: some bytes of one block, no two of them the same. A packet
 * takes the fragments, or parts of them, that make up its pieces out of the sender's hands, and puts a new fragment of
 * each piece into the receiver's when the step is over. A block's origin reads from its own buffer instead, and its
 * destination, which paths may well pass, sends copies. In the end the destinations' fragments must be everything. */
#include "matrix/carry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct fragment {
    struct fragment *next;
    uint64_t block;
    uint64_t first, last; /* bytes of the block */
    uint32_t node;        /* that has it */
    unsigned char data[];
} fragment;

typedef struct hands {
    fragment **chain; /* by node and block; a power of two of them */
    uint64_t chains, held;
    fragment *arriving; /* in this step */
} hands;

typedef struct cargo {
    const lb_task *task;
    uint64_t bytes, denominator;
    const unsigned char *const *in;
    unsigned char *const *out;
    hands hands;
} cargo;

uint32_t lb_carry_slots(const lb_task *task) {
    switch (lb_task_kind_of(task)) {
    case LB_ALLTOALL: return lb_net_nodes(lb_task_net(task));
    case LB_PERMUTE: return 1;
    default: return 0;
    }
}

static fragment **chain_of(const hands *h, uint32_t node, uint64_t block) {
    uint64_t key = (block * UINT64_C(0x9e3779b97f4a7c15)) ^ (node * UINT64_C(0xc2b2ae3d27d4eb4f));
    key ^= key >> 29;
    return &h->chain[key & (h->chains - 1)];
}

static void hang(hands *h, fragment *f) {
    fragment **chain = chain_of(h, f->node, f->block);
    f->next = *chain;
    *chain = f;
    h->held++;
}

/* More chains, when there are more fragments than chains. */
static int widen(hands *h, lb_why *why) {
    hands wide = {.chains = h->chains ? h->chains * 2 : 1024};
    if (h->held < h->chains)
        return LB_OK;
    wide.chain = lb_zeroed(wide.chains, sizeof(fragment *));
    if (!wide.chain)
        return lb_fail_memory(why, "the bytes under way");
    for (uint64_t i = 0; i < h->chains; i++) {
        for (fragment *f = h->chain[i], *next; f; f = next) {
            next = f->next;
            hang(&wide, f);
        }
    }
    free(h->chain);
    h->chain = wide.chain;
    h->chains = wide.chains;
    return LB_OK;
}

static void free_list(fragment *f) {
    for (fragment *next; f; f = next) {
        next = f->next;
        free(f);
    }
}

static void free_hands(hands *h) {
    for (uint64_t i = 0; i < h->chains; i++)
        free_list(h->chain[i]);
    free(h->chain);
    free_list(h->arriving);
}

static int new_fragment(uint32_t node, uint64_t block, uint64_t first, uint64_t last, fragment **out, lb_why *why) {
    fragment *f = malloc(sizeof *f + (size_t)(last - first));
    if (!f)
        return lb_fail_memory(why, "the bytes under way");
    *f = (fragment){.block = block, .first = first, .last = last, .node = node};
    *out = f;
    return LB_OK;
}

/* Keeps [first,last) of f, if there is any of it, as a fragment of its own. */
static int keep_rest(hands *h, const fragment *f, uint64_t first, uint64_t last, lb_why *why) {
    fragment *rest = NULL;
    if (first >= last)
        return LB_OK;
    int error = new_fragment(f->node, f->block, first, last, &rest, why);
    if (error)
        return error;
    memcpy(rest->data, f->data + (first - f->first), (size_t)(last - first));
    hang(h, rest);
    return LB_OK;
}

static bool overlaps(const fragment *f, uint32_t node, const fragment *piece) {
    return f->node == node && f->block == piece->block && f->first < piece->last && f->last > piece->first;
}

/* Copies what both have from f into the piece, and says how much. */
static uint64_t copy_common(const fragment *f, fragment *piece) {
    uint64_t first = f->first > piece->first ? f->first : piece->first;
    uint64_t last = f->last < piece->last ? f->last : piece->last;
    memcpy(piece->data + (first - piece->first), f->data + (first - f->first), (size_t)(last - first));
    return last - first;
}

/* Copies what the node has of the piece into it; returns how many bytes. */
static uint64_t copy_held(const hands *h, uint32_t node, fragment *piece) {
    uint64_t got = 0;
    for (const fragment *f = *chain_of(h, node, piece->block); f; f = f->next) {
        if (overlaps(f, node, piece))
            got += copy_common(f, piece);
    }
    return got;
}

/* Takes it away as well. */
static int take_held(hands *h, uint32_t node, fragment *piece, uint64_t *got, lb_why *why) {
    fragment *taken = NULL;
    for (fragment **at = chain_of(h, node, piece->block); *at;) {
        fragment *f = *at;
        if (overlaps(f, node, piece)) {
            *at = f->next;
            f->next = taken;
            taken = f;
            h->held--;
        } else {
            at = &f->next;
        }
    }
    int error = LB_OK;
    for (const fragment *f = taken; f && !error; f = f->next) {
        *got += copy_common(f, piece);
        error = keep_rest(h, f, f->first, piece->first, why);
        if (!error)
            error = keep_rest(h, f, piece->last, f->last, why);
    }
    free_list(taken);
    return error;
}

static uint64_t slot_at(const cargo *c, uint32_t other) {
    return lb_task_kind_of(c->task) == LB_ALLTOALL ? other * c->bytes : 0;
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
    fragment *piece = NULL;
    uint64_t got = 0;
    int error = new_fragment(move->to, block, first, last, &piece, why);
    if (error)
        return error;
    if (move->from == item->origin) {
        memcpy(piece->data, c->in[item->origin] + slot_at(c, item->dest) + first, (size_t)(last - first));
        got = last - first;
    } else if (move->from == item->dest) {
        got = copy_held(&c->hands, move->from, piece);
    } else {
        error = take_held(&c->hands, move->from, piece, &got, why);
    }
    piece->next = c->hands.arriving;
    c->hands.arriving = piece;
    if (!error && got != last - first)
        return lb_fail(why, LB_ERR_CHECK,
                       "step %" PRIu32 ": %" PRIu32 " sends %" PRIu32 " bytes %" PRIu64 " to %" PRIu64
                       " of block %" PRIu32 " -> %" PRIu32 ", and has not got them",
                       move->step, move->from, move->to, first, last - 1, item->origin, item->dest);
    return error;
}

/* The step is over. What arrives a second time takes the first one's place. */
static int arrive(hands *h, lb_why *why) {
    while (h->arriving) {
        fragment *f = h->arriving;
        uint64_t again = 0;
        int error = widen(h, why);
        if (!error)
            error = take_held(h, f->node, f, &again, why);
        if (error)
            return error;
        h->arriving = f->next;
        hang(h, f);
    }
    return LB_OK;
}

/* What the destinations hold goes into their buffers; returns how many bytes. */
static uint64_t deliver(const cargo *c) {
    uint64_t delivered = 0;
    for (uint64_t i = 0; i < c->hands.chains; i++) {
        for (const fragment *f = c->hands.chain[i]; f; f = f->next) {
            uint32_t origin, dest, copy;
            lb_task_name(c->task, f->block, &origin, &dest, &copy);
            if (f->node != dest)
                continue;
            memcpy(c->out[dest] + slot_at(c, origin) + f->first, f->data, (size_t)(f->last - f->first));
            delivered += f->last - f->first;
        }
    }
    return delivered;
}

static int carry_all(cargo *c, lb_cursor *cursor, lb_why *why) {
    lb_move move;
    uint32_t step = 0;
    int error = widen(&c->hands, why);
    while (!error && lb_cursor_next(cursor, &move)) {
        if (move.step != step)
            error = arrive(&c->hands, why);
        step = move.step;
        for (uint32_t i = 0; i < move.nitems && !error; i++)
            error = carry_item(c, &move, &move.items[i], why);
    }
    return error ? error : arrive(&c->hands, why);
}

/* Bytes that must travel. */
static uint64_t expected(const cargo *c) {
    uint64_t nodes = lb_net_nodes(lb_task_net(c->task)), count = 0;
    if (lb_task_kind_of(c->task) == LB_ALLTOALL)
        return nodes * (nodes - 1) * c->bytes;
    lb_task_params p = lb_task_params_of(c->task);
    for (uint32_t v = 0; v < nodes; v++)
        count += p.list[v] != v;
    return count * c->bytes;
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
    cargo c = {task, bytes, lb_plan_denominator(plan), in, out, {NULL, 0, 0, NULL}};
    error = carry_all(&c, cursor, why);
    lb_cursor_close(cursor);
    uint64_t delivered = error ? 0 : deliver(&c);
    if (!error && delivered != expected(&c))
        error = lb_fail(why, LB_ERR_CHECK, "%" PRIu64 " bytes were delivered, of %" PRIu64, delivered, expected(&c));
    free_hands(&c.hands);
    return error;
}
