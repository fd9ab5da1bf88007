/* A broadcast over banks, from event to event.
 *
 * A link sends what waits for it as soon as it is free, all of it in equal parts over its lanes at the same time. On
 * the root's bank what has to get to a slow link goes first, one piece of every part at a time; what is left is copied
 * when there is room. Over slow links pieces go one by one, as whole ones. On the other banks all that waits goes
 * together, so that start-ups are few where many pieces come. */
#include "algo/speeds/crossing.h"

#include <stdlib.h>

typedef enum way { OUT, HOME, OVER } way; /* by an out-tree, by a home-tree, over a slow link */

/* A piece, or a tree's share of it, on one link. */
typedef struct lb_freight {
    uint32_t next, piece, to, step; /* to: a node of the bank; step: the one in which it was there to be sent */
    uint8_t way, tree;
    bool urgent;
} lb_freight;

typedef struct lb_berth {
    uint32_t waiting, flying; /* lists of freight */
    uint32_t step;            /* of the last packets */
    bool busy, touched;
    double end;
} lb_berth;

int lb_crossing_take(lb_crossing *c, const lb_banks *b, uint32_t most) {
    *c = (lb_crossing){.banks = b, .parts = b->size * b->ways, .most = most, .berths = b->count * b->size * b->links};
    uint64_t pieces = (uint64_t)c->parts * most, hops = b->size - UINT64_C(1);
    uint64_t each = b->outs * hops + (b->count - UINT64_C(1)) * (b->homes * hops + 1);
    c->bound = lb_array(pieces + 1, sizeof *c->bound);
    c->end = lb_array(c->parts, sizeof *c->end);
    c->freight = lb_array(pieces * each, sizeof *c->freight);
    c->berth = lb_array(c->berths, sizeof *c->berth);
    c->heap = lb_array(c->berths, sizeof *c->heap);
    c->touched = lb_array(c->berths, sizeof *c->touched);
    c->left = lb_array(pieces, sizeof *c->left);
    c->step = lb_array(pieces, sizeof *c->step);
    bool fits = c->bound && c->end && c->freight && c->berth && c->heap && c->touched && c->left && c->step;
    return fits ? LB_OK : LB_ERR_MEMORY;
}

void lb_crossing_free(lb_crossing *c) {
    free(c->bound);
    free(c->end);
    free(c->freight);
    free(c->berth);
    free(c->heap);
    free(c->touched);
    free(c->left);
    free(c->step);
}

/* ---- Who is free next ---- */

static bool sooner(const lb_crossing *c, uint32_t a, uint32_t b) {
    double x = c->berth[c->heap[a]].end, y = c->berth[c->heap[b]].end;
    return x < y || (x <= y && c->heap[a] < c->heap[b]);
}

static void exchange(lb_crossing *c, uint32_t a, uint32_t b) {
    uint32_t kept = c->heap[a];
    c->heap[a] = c->heap[b];
    c->heap[b] = kept;
}

static void heap_add(lb_crossing *c, uint32_t berth) {
    uint32_t at = c->heaped++;
    c->heap[at] = berth;
    for (; at && sooner(c, at, (at - 1) / 2); at = (at - 1) / 2)
        exchange(c, at, (at - 1) / 2);
}

static uint32_t heap_take(lb_crossing *c) {
    uint32_t first = c->heap[0];
    c->heap[0] = c->heap[--c->heaped];
    for (uint32_t at = 0, least = 0;; at = least) {
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < c->heaped; child++)
            least = sooner(c, child, least) ? child : least;
        if (least == at)
            return first;
        exchange(c, at, least);
    }
}

/* ---- What waits ---- */

static void touch(lb_crossing *c, uint32_t berth) {
    if (!c->berth[berth].touched)
        c->touched[c->touches++] = berth;
    c->berth[berth].touched = true;
}

static void offer(lb_crossing *c, uint32_t bank, uint32_t node, unsigned link, lb_freight f) {
    uint32_t berth = (bank * c->banks->size + node) * c->banks->links + link, at = c->freights++;
    f.next = c->berth[berth].waiting;
    c->freight[at] = f;
    c->berth[berth].waiting = at;
    touch(c, berth);
}

static uint32_t node_of(const lb_crossing *c, uint32_t piece) {
    return piece / c->pieces / c->banks->ways;
}

static const lb_bank_tree *tree_of(const lb_crossing *c, const lb_freight *f) {
    return f->way == OUT ? &c->banks->out[f->tree] : &c->banks->home[f->tree];
}

/* A piece is at a node: on to its children in the tree. */
static void hand_on(lb_crossing *c, uint32_t bank, uint32_t node, lb_freight f) {
    const lb_net *net = c->banks->bank;
    const lb_bank_tree *t = tree_of(c, &f);
    uint32_t target = node_of(c, f.piece), root = f.way == OUT ? 0 : target, v = lb_net_sub(net, node, root);
    for (unsigned i = t->first[v]; i < t->first[v + 1]; i++) {
        uint32_t child = t->child[i];
        f.to = lb_net_add(net, child, root);
        f.urgent = f.way == OUT && (t->path[target] >> child & 1);
        offer(c, bank, node, t->port[child], f);
    }
}

/* A whole piece is where it goes over to the next bank, if there is one that lacks it. */
static void go_over(lb_crossing *c, uint32_t bank, uint32_t piece, uint32_t step) {
    const lb_banks *b = c->banks;
    unsigned down = piece / c->pieces % b->ways;
    uint32_t next = down ? (bank + b->count - 1) % b->count : (bank + 1) % b->count;
    if (next)
        offer(c, bank, node_of(c, piece), b->bank->ports + down,
              (lb_freight){.piece = piece, .step = step, .way = OVER});
}

static void begin(lb_crossing *c) {
    const lb_banks *b = c->banks;
    c->freights = c->heaped = c->touches = 0;
    c->time = 0;
    for (uint32_t i = 0; i < c->berths; i++)
        c->berth[i] = (lb_berth){.waiting = LB_NONE, .flying = LB_NONE};
    for (uint32_t p = 0; p < c->parts; p++)
        c->end[p] = 0;
    for (uint32_t piece = 0; piece < c->parts * c->pieces; piece++) {
        uint32_t node = node_of(c, piece);
        c->left[piece] = (uint32_t)__builtin_popcount(b->use[node]);
        c->step[piece] = 0;
        for (unsigned t = 0; t < b->outs; t++) {
            if (b->use[node] >> t & 1)
                hand_on(c, 0, 0, (lb_freight){.piece = piece, .way = OUT, .tree = (uint8_t)t});
        }
        if (node == 0)
            go_over(c, 0, piece, 0);
    }
}

/* ---- Sending ---- */

/* The units that a freight has: of a piece, or its tree's share. */
static void extent(const lb_crossing *c, const lb_freight *f, uint64_t *lo, uint64_t *hi) {
    uint32_t use = c->banks->use[node_of(c, f->piece)];
    uint64_t from = c->bound[f->piece], length = c->bound[f->piece + 1] - from, of = 1, at = 0;
    if (f->way == OUT) {
        of = (uint64_t)__builtin_popcount(use);
        at = (uint64_t)__builtin_popcount(use & ((UINT32_C(1) << f->tree) - 1));
    } else if (f->way == HOME) {
        of = c->banks->homes;
        at = f->tree;
    }
    *lo = from + length * at / of;
    *hi = from + length * (at + 1) / of;
}

/* Of which pieces all may go that wait: the first, one more where none is urgent, or all. */
static uint32_t last_to_go(const lb_crossing *c, uint32_t berth, bool *urgent) {
    const lb_banks *b = c->banks;
    bool first_bank = berth / b->links < b->size, slow = berth % b->links >= b->bank->ports;
    uint32_t least = UINT32_MAX;
    *urgent = false;
    for (uint32_t i = c->berth[berth].waiting; i != LB_NONE; i = c->freight[i].next) {
        uint32_t index = c->freight[i].piece % c->pieces;
        if (c->freight[i].urgent && !*urgent)
            least = UINT32_MAX;
        *urgent = *urgent || c->freight[i].urgent;
        if (c->freight[i].urgent == *urgent && index < least)
            least = index;
    }
    if (slow || *urgent)
        return least;
    return first_bank ? least + 1 : UINT32_MAX;
}

/* Moves what goes now from the waiting to the flying; its units. */
static uint64_t load(lb_crossing *c, uint32_t berth) {
    lb_berth *q = &c->berth[berth];
    bool urgent;
    uint32_t last = last_to_go(c, berth, &urgent), *from = &q->waiting;
    uint64_t units = 0, lo, hi;
    while (*from != LB_NONE) {
        uint32_t at = *from;
        lb_freight *f = &c->freight[at];
        if (f->piece % c->pieces > last || (urgent && !f->urgent)) {
            from = &f->next;
            continue;
        }
        *from = f->next;
        f->next = q->flying;
        q->flying = at;
        q->step = f->step > q->step ? f->step : q->step;
        extent(c, f, &lo, &hi);
        units += hi - lo;
    }
    q->step++;
    return units;
}

/* Lane by lane, as many units in each. */
static void write_moves(const lb_crossing *c, uint32_t berth, uint64_t units) {
    const lb_banks *b = c->banks;
    unsigned link = berth % b->links, lanes = b->lanes[link];
    uint32_t place = berth / b->links, node = b->node[place % b->size] + place / b->size * b->net->stride[b->slow];
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint64_t from = units * lane / lanes, to = units * (lane + 1) / lanes, at = 0, lo, hi;
        if (from == to)
            continue;
        lb_build_move(c->builder, c->berth[berth].step, node, b->lane[link][lane], LB_OP_COPY);
        for (uint32_t i = c->berth[berth].flying; i != LB_NONE; i = c->freight[i].next) {
            extent(c, &c->freight[i], &lo, &hi);
            uint64_t begin = from > at ? from - at : 0, end = to > at ? to - at : 0, length = hi - lo;
            at += length;
            end = end < length ? end : length;
            if (begin < end)
                lb_build_item(c->builder, (lb_item){.origin = 0, .dest = LB_NONE, .lo = lo + begin, .hi = lo + end});
        }
    }
}

static void depart(lb_crossing *c, uint32_t berth, double now) {
    lb_berth *q = &c->berth[berth];
    q->touched = false;
    if (q->busy || q->waiting == LB_NONE)
        return;
    uint64_t units = load(c, berth);
    if (c->builder)
        write_moves(c, berth, units);
    q->busy = true;
    q->end = now + c->tau * (double)units / c->banks->lanes[berth % c->banks->links] + c->beta;
    heap_add(c, berth);
}

/* ---- Arriving ---- */

static void arrive(lb_crossing *c, uint32_t bank, lb_freight f, uint32_t berth) {
    const lb_banks *b = c->banks;
    double *end = &c->end[f.piece / c->pieces];
    *end = c->berth[berth].end > *end ? c->berth[berth].end : *end;
    f.step = c->berth[berth].step;
    if (f.way != OVER) {
        hand_on(c, bank, f.to, f);
        if (f.way == HOME || f.to != node_of(c, f.piece))
            return;
        c->step[f.piece] = f.step > c->step[f.piece] ? f.step : c->step[f.piece];
        if (--c->left[f.piece] == 0)
            go_over(c, bank, f.piece, c->step[f.piece]);
        return;
    }
    bool down = f.piece / c->pieces % b->ways;
    uint32_t next = down ? (bank + b->count - 1) % b->count : (bank + 1) % b->count;
    go_over(c, next, f.piece, f.step);
    f.way = HOME;
    for (unsigned t = 0; t < b->homes; t++) {
        f.tree = (uint8_t)t;
        hand_on(c, next, node_of(c, f.piece), f);
    }
}

static void unload(lb_crossing *c, uint32_t berth) {
    lb_berth *q = &c->berth[berth];
    uint32_t bank = berth / c->banks->links / c->banks->size;
    c->time = q->end > c->time ? q->end : c->time;
    for (uint32_t i = q->flying; i != LB_NONE; i = c->freight[i].next)
        arrive(c, bank, c->freight[i], berth);
    q->flying = LB_NONE;
    q->busy = false;
    touch(c, berth);
}

/* What arrives at the same time arrives before anything is sent on. */
#define AT_ONCE 1e-9

void lb_crossing_run(lb_crossing *c) {
    begin(c);
    do {
        double now = c->time;
        for (uint32_t i = 0; i < c->touches; i++)
            depart(c, c->touched[i], now);
        c->touches = 0;
        if (c->heaped)
            now = c->berth[c->heap[0]].end * (1 + AT_ONCE);
        while (c->heaped && c->berth[c->heap[0]].end <= now)
            unload(c, heap_take(c));
    } while (c->touches);
}
