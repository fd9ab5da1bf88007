/* Broadcasts over banks, from event to event.
 *
 * A link sends what waits for it as soon as it is free, all of it in equal parts over its lanes at the same time. On
 * the root's bank what has to get to a slow link goes first, one piece of every part at a time; what is left is copied
 * when there is room. Over slow links pieces go one by one, as whole ones. On the other banks all that waits goes
 * together, so that start-ups are few where many pieces come. If all nodes broadcast there is no hurry on any bank:
 * what waits goes together with all other first pieces that wait. */
#include "algo/speeds/crossing.h"

#include <stdlib.h>

typedef enum way { OUT, HOME, OVER } way; /* by an out-tree, by a home-tree, over a slow link */

/* A piece, or a tree's share of it, on one link. */
typedef struct lb_freight {
    uint32_t next, piece, to, step; /* to: a node of the bank; step: the one in which it was there to be sent */
    uint8_t way, tree;
    bool urgent, down;
} lb_freight;

typedef struct lb_berth {
    uint32_t waiting, flying; /* lists of freight */
    uint32_t step;            /* of the last packets */
    bool busy, touched;
    double end;
} lb_berth;

int lb_crossing_take(lb_crossing *c, const lb_banks *b, bool from_all, uint32_t most) {
    *c = (lb_crossing){.banks = b, .from_all = from_all, .most = most, .berths = b->count * b->size * b->links};
    c->parts = b->size * b->ways * (from_all ? b->count : 1);
    uint64_t pieces = (uint64_t)c->parts * most, hops = b->size - UINT64_C(1);
    uint64_t each = (from_all ? b->homes : b->outs) * hops + (b->count - UINT64_C(1)) * (b->homes * hops + 1);
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

/* The node of every bank that has or gets a piece first, and the bank that it comes from. */
static uint32_t node_of(const lb_crossing *c, uint32_t piece) {
    return piece / c->pieces / c->banks->ways % c->banks->size;
}

static uint32_t bank_of(const lb_crossing *c, uint32_t piece) {
    return piece / c->pieces / c->banks->ways / c->banks->size;
}

static uint32_t next_bank(const lb_banks *b, uint32_t bank, bool down) {
    return (bank + (down ? b->count - 1 : 1)) % b->count;
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

/* How many banks a piece goes over to in a direction. */
static uint32_t reach(const lb_crossing *c, uint32_t piece, bool down) {
    const lb_banks *b = c->banks;
    bool main = piece / c->pieces % b->ways == down;
    if (!c->from_all || b->ways == 1)
        return main ? b->count - 1 : 0;
    return main ? b->count / 2 : b->count - 1 - b->count / 2;
}

/* A whole piece is where it goes over to the next bank, if there is one that lacks it. */
static void go_over(lb_crossing *c, uint32_t bank, uint32_t piece, bool down, uint32_t step) {
    const lb_banks *b = c->banks;
    uint32_t from = bank_of(c, piece), gone = (down ? from + b->count - bank : bank + b->count - from) % b->count;
    if (gone < reach(c, piece, down))
        offer(c, bank, node_of(c, piece), b->bank->ports + down,
              (lb_freight){.piece = piece, .step = step, .way = OVER, .down = down});
}

/* A piece is there, to go to the nodes of the bank. */
static void spread(lb_crossing *c, uint32_t bank, uint32_t piece, uint32_t step) {
    for (unsigned t = 0; t < c->banks->homes; t++)
        hand_on(c, bank, node_of(c, piece),
                (lb_freight){.piece = piece, .step = step, .way = HOME, .tree = (uint8_t)t});
}

static void begin_from_all(lb_crossing *c, uint32_t piece) {
    uint32_t bank = bank_of(c, piece);
    go_over(c, bank, piece, false, 0);
    if (c->banks->ways == 2)
        go_over(c, bank, piece, true, 0);
    spread(c, bank, piece, 0);
}

static void begin_from_one(lb_crossing *c, uint32_t piece) {
    const lb_banks *b = c->banks;
    uint32_t node = node_of(c, piece);
    c->left[piece] = (uint32_t)__builtin_popcount(b->use[node]);
    c->step[piece] = 0;
    for (unsigned t = 0; t < b->outs; t++) {
        if (b->use[node] >> t & 1)
            hand_on(c, 0, 0, (lb_freight){.piece = piece, .way = OUT, .tree = (uint8_t)t});
    }
    if (node == 0)
        go_over(c, 0, piece, piece / c->pieces % b->ways, 0);
}

static void begin(lb_crossing *c) {
    c->freights = c->heaped = c->touches = 0;
    c->time = 0;
    for (uint32_t i = 0; i < c->berths; i++)
        c->berth[i] = (lb_berth){.waiting = LB_NONE, .flying = LB_NONE};
    for (uint32_t p = 0; p < c->parts; p++)
        c->end[p] = 0;
    for (uint32_t piece = 0; piece < c->parts * c->pieces; piece++) {
        if (c->from_all)
            begin_from_all(c, piece);
        else
            begin_from_one(c, piece);
    }
}

/* ---- Sending ---- */

/* The units that a freight has: of a piece, or its tree's share. */
static void extent(const lb_crossing *c, const lb_freight *f, uint64_t *lo, uint64_t *hi) {
    uint32_t use = c->banks->use[node_of(c, f->piece)];
    uint32_t which = c->from_all ? f->piece % (c->pieces * c->banks->ways) : f->piece;
    uint64_t from = c->bound[which], length = c->bound[which + 1] - from, of = 1, at = 0;
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
    if (slow || *urgent || c->from_all)
        return least;
    return first_bank ? least + 1 : UINT32_MAX;
}

/* Whether a freight goes with the first piece that waits, or those up to `last`. */
static bool goes(const lb_crossing *c, uint32_t berth, const lb_freight *f, uint32_t last) {
    bool own = bank_of(c, f->piece) == berth / c->banks->links / c->banks->size;
    uint32_t more = !c->from_all || f->way == OVER ? 0 : own ? c->joined_own : c->joined;
    return f->piece % c->pieces <= (uint64_t)last + more;
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
        if (!goes(c, berth, f, last) || (urgent && !f->urgent)) {
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

static uint32_t real_node(const lb_banks *b, uint32_t place) {
    return b->node[place % b->size] + place / b->size * b->net->stride[b->slow];
}

/* Lane by lane, as many units in each. */
static void write_moves(const lb_crossing *c, uint32_t berth, uint64_t units) {
    const lb_banks *b = c->banks;
    unsigned link = berth % b->links, lanes = b->lanes[link];
    uint32_t place = berth / b->links, node = real_node(b, place);
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint64_t from = units * lane / lanes, to = units * (lane + 1) / lanes, at = 0, lo, hi;
        if (from == to)
            continue;
        lb_build_move(c->builder, c->berth[berth].step, node, b->lane[link][lane], LB_OP_COPY);
        for (uint32_t i = c->berth[berth].flying; i != LB_NONE; i = c->freight[i].next) {
            uint32_t source = c->freight[i].piece / c->pieces / b->ways,
                     origin = c->from_all ? real_node(b, source) : 0;
            extent(c, &c->freight[i], &lo, &hi);
            uint64_t begin = from > at ? from - at : 0, end = to > at ? to - at : 0, length = hi - lo;
            at += length;
            end = end < length ? end : length;
            if (begin < end)
                lb_build_item(c->builder,
                              (lb_item){.origin = origin, .dest = LB_NONE, .lo = lo + begin, .hi = lo + end});
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
    double *end = &c->end[f.piece / c->pieces];
    *end = c->berth[berth].end > *end ? c->berth[berth].end : *end;
    f.step = c->berth[berth].step;
    if (f.way == OVER) {
        uint32_t next = next_bank(c->banks, bank, f.down);
        go_over(c, next, f.piece, f.down, f.step);
        spread(c, next, f.piece, f.step);
        return;
    }
    hand_on(c, bank, f.to, f);
    if (f.way == HOME || f.to != node_of(c, f.piece))
        return;
    c->step[f.piece] = f.step > c->step[f.piece] ? f.step : c->step[f.piece];
    if (--c->left[f.piece] == 0)
        go_over(c, bank, f.piece, f.piece / c->pieces % c->banks->ways, c->step[f.piece]);
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
