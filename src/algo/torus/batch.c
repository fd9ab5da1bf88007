/* Chunks and packets of an allgather down trees: see the header. */
#include "algo/torus/batch.h"

#include "tree/arc_disjoint_grown.h"

#include <stdlib.h>

#define NO_CHUNK UINT32_MAX

uint64_t lb_batch_index(const lb_batch *b, lb_chunk_kind kind, uint32_t level, unsigned port, unsigned slot) {
    uint64_t row = (uint64_t)(level - 1) * b->forest.net->ports + port;
    return ((uint64_t)kind * b->rows + row) * b->slots + slot;
}

static void add(lb_batch *b, uint64_t index, uint64_t units, uint64_t from) {
    b->chunk[index].units += units;
    b->chunk[index].from |= from;
}

/* The links of one tree, seen in the root's half. */
static void count_tree(lb_batch *b, const uint8_t *port, const uint32_t *depth) {
    const lb_forest *f = &b->forest;
    const lb_net *net = f->net;
    for (uint32_t y = 1; y < net->nodes; y++) {
        if (f->left != LB_NONE && lb_digit(net, y, f->left))
            continue;
        uint32_t parent = lb_net_sub(net, y, net->unit[port[y]]), level = depth[y];
        unsigned slot = parent ? port[parent] + 1U : 0, above = 0;
        if (slot) {
            uint32_t before = lb_net_sub(net, parent, net->unit[port[parent]]);
            above = before ? port[before] + 1U : 0;
        }
        uint64_t from = slot ? UINT64_C(1) << above : 0;
        add(b, lb_batch_index(b, LB_CHUNK_TREE, level, port[y], slot), b->part, from);
        if (f->left == LB_NONE)
            continue;
        add(b, lb_batch_index(b, LB_CHUNK_TWIN, level, port[y], slot), b->near, from);
        add(b, lb_batch_index(b, LB_CHUNK_OVER, level, port[y], 0), b->part - b->near, UINT64_C(1) << slot);
    }
}

/* The share of NEAR that makes the link across carry as much as the others: it has its own block, and the rest of the
 * n/2-1 others of its half, (n-1)/p in all. */
static void choose_units(lb_batch *b) {
    uint64_t rest;
    lb_forest_units(&b->forest, &b->part, &rest);
    b->near = b->forest.left != LB_NONE ? b->part - rest : 0;
}

/* Fills b->port. The rule gives all trees, one by one. */
static bool plant(lb_batch *b, bool grown, uint32_t *depth) {
    lb_forest *f = &b->forest;
    uint64_t n = f->net->nodes;
    if (grown) {
        f->depth = lb_shallow_trees(f, b->port);
        f->trees = f->net->ports;
        f->left = LB_NONE;
        return f->depth != 0;
    }
    for (unsigned tree = 0; tree < f->trees; tree++)
        lb_forest_tree(f, tree, b->port + tree * n, depth);
    return true;
}

static bool count_chunks(lb_batch *b, uint32_t *depth) {
    const lb_forest *f = &b->forest;
    uint64_t n = f->net->nodes;
    bool left = f->left != LB_NONE;
    choose_units(b);
    b->rows = (uint64_t)f->depth * f->net->ports;
    b->count = (left ? 3 * b->rows + 1 : b->rows) * b->slots;
    b->chunk = b->count < NO_CHUNK ? lb_zeroed(b->count, sizeof *b->chunk) : NULL;
    for (unsigned tree = 0; b->chunk && tree < f->trees; tree++) {
        lb_tree_depths(f->net, b->port + tree * n, depth);
        count_tree(b, b->port + tree * n, depth);
    }
    if (b->chunk && left) {
        add(b, lb_batch_index(b, LB_CHUNK_OWN, 1, 0, 0), f->trees * b->near, 0);
        add(b, lb_batch_index(b, LB_CHUNK_OWN, 1, 0, 1), f->trees * (b->part - b->near), 0);
    }
    return b->chunk != NULL;
}

/* Chunks at most: of the trees by rule, which are deeper. */
static uint64_t most_bytes(const lb_batch *b) {
    uint64_t ports = b->forest.net->ports, chunks = lb_times(b->forest.depth, 3 * ports * (ports + 1)) + ports + 1;
    return lb_times(chunks, sizeof *b->chunk) + b->forest.net->nodes * (ports + 4);
}

int lb_batch_open(lb_batch *b, const lb_net *net, bool grown, lb_why *why) {
    *b = (lb_batch){.slots = net->ports + 1};
    lb_forest_open(&b->forest, net);
    if (grown && !lb_shallow_tries(&b->forest))
        return lb_fail(why, LB_ERR_UNSUPPORTED, "no trees are grown on a network like this");
    int error = lb_affordable(most_bytes(b), "planning an allgather", why);
    if (error)
        return error;
    b->port = lb_array(net->nodes, net->ports);
    uint32_t *depth = lb_array(net->nodes, sizeof *depth);
    bool done = b->port && depth && plant(b, grown, depth) && count_chunks(b, depth);
    free(depth);
    if (!done)
        lb_batch_close(b);
    return done ? LB_OK : lb_fail_memory(why, "planning an allgather");
}

void lb_batch_close(lb_batch *b) {
    free(b->chunk);
    free(b->port);
    b->chunk = NULL;
    b->port = NULL;
}

/* ---- Running ---- */

typedef struct run {
    lb_batch *b;
    lb_price price;
    bool ranked; /* twins wait while there is anything else */
    uint32_t waiting[LB_TORUS_PORTS];
    lb_duration free[LB_TORUS_PORTS];
    lb_duration now; /* when the last packet began */
} run;

static lb_chunk_kind kind_of(const lb_batch *b, uint32_t index) {
    return (lb_chunk_kind)(index / (b->rows * b->slots));
}

static unsigned port_of(const lb_batch *b, uint32_t index) {
    lb_chunk_kind kind = kind_of(b, index);
    if (kind == LB_CHUNK_OVER || kind == LB_CHUNK_OWN)
        return b->forest.net->first_port[b->forest.left];
    return index / b->slots % b->forest.net->ports;
}

static void enlist(run *r, uint32_t index) {
    unsigned port = port_of(r->b, index);
    r->b->chunk[index].next = r->waiting[port];
    r->waiting[port] = index;
}

/* One of the chunks that it waits for has its packet, which ends at `end`. */
static void inform(run *r, uint64_t index, lb_duration end) {
    lb_chunk *c = &r->b->chunk[index];
    if (lb_span_later(end, c->there, r->price))
        c->there = end;
    if (--c->missing == 0)
        enlist(r, (uint32_t)index);
}

static void inform_all(run *r, uint32_t index, lb_duration end) {
    lb_batch *b = r->b;
    lb_chunk_kind kind = kind_of(b, index);
    unsigned ports = b->forest.net->ports, slot = index % b->slots;
    uint64_t row = index / b->slots % b->rows;
    uint32_t level = (uint32_t)(row / ports) + 1;
    unsigned port = (unsigned)(row % ports);
    if (kind == LB_CHUNK_OVER || (kind == LB_CHUNK_OWN && slot == 1))
        return;
    bool own = kind == LB_CHUNK_OWN; /* NEAR: the roots of the twins wait for it */
    uint32_t below = own ? 1 : level + 1;
    for (unsigned q = 0; q < ports && below <= b->forest.depth; q++) {
        uint64_t next = lb_batch_index(b, own ? LB_CHUNK_TWIN : kind, below, q, own ? 0 : port + 1);
        if (b->chunk[next].units && (own || b->chunk[next].from >> slot & 1))
            inform(r, next, end);
    }
    if (kind == LB_CHUNK_TREE && b->forest.left != LB_NONE)
        inform(r, lb_batch_index(b, LB_CHUNK_OVER, level, port, 0), end);
}

/* Whether it may share a packet: NEAR never does, so that it arrives soon; twins not with others, if ranked. */
static unsigned rank_of(const run *r, uint32_t index) {
    lb_chunk_kind kind = kind_of(r->b, index);
    if (kind == LB_CHUNK_OWN)
        return index % r->b->slots;
    return kind == LB_CHUNK_TWIN && r->ranked ? 2 : 1;
}

/* When a port can begin its next packet; false when nothing waits for it. */
static bool next_start(const run *r, unsigned port, lb_duration *start) {
    bool any = false;
    for (uint32_t i = r->waiting[port]; i != NO_CHUNK; i = r->b->chunk[i].next) {
        lb_duration there = r->b->chunk[i].there;
        if (!any || lb_span_later(*start, there, r->price))
            *start = there;
        any = true;
    }
    if (any && lb_span_later(r->free[port], *start, r->price))
        *start = r->free[port];
    return any;
}

/* Sends what is there at `start`, of the lowest rank, as one packet. */
static void send(run *r, unsigned port, lb_duration start) {
    lb_batch *b = r->b;
    unsigned rank = 3;
    uint32_t sent = NO_CHUNK, kept = NO_CHUNK, next;
    for (uint32_t i = r->waiting[port]; i != NO_CHUNK; i = b->chunk[i].next) {
        if (!lb_span_later(b->chunk[i].there, start, r->price) && rank_of(r, i) < rank)
            rank = rank_of(r, i);
    }
    lb_duration end = {start.units, start.startups + 1};
    for (uint32_t i = r->waiting[port]; i != NO_CHUNK; i = next) {
        next = b->chunk[i].next;
        bool now = !lb_span_later(b->chunk[i].there, start, r->price) && rank_of(r, i) == rank;
        b->chunk[i].next = now ? sent : kept;
        if (now)
            sent = i;
        else
            kept = i;
        end.units += now ? b->chunk[i].units : 0;
    }
    r->waiting[port] = kept;
    r->free[port] = end;
    if (b->steps == 0 || lb_span_later(start, r->now, r->price)) {
        b->steps++;
        r->now = start;
    }
    for (uint32_t i = sent; i != NO_CHUNK; i = next) {
        next = b->chunk[i].next;
        b->chunk[i].step = b->steps;
        inform_all(r, i, end);
    }
    if (lb_span_later(end, b->time, r->price))
        b->time = end;
}

/* How many chunks each one waits for; those that wait for none are enlisted. */
static void begin(run *r) {
    lb_batch *b = r->b;
    b->steps = 0;
    b->time = r->now = (lb_duration){0, 0};
    for (unsigned p = 0; p < LB_TORUS_PORTS; p++) {
        r->waiting[p] = NO_CHUNK;
        r->free[p] = (lb_duration){0, 0};
    }
    for (uint64_t i = 0; i < b->count; i++) {
        lb_chunk *c = &b->chunk[i];
        lb_chunk_kind kind = kind_of(b, (uint32_t)i);
        bool root = kind == LB_CHUNK_TWIN && i % b->slots == 0;
        c->missing = root ? 1 : (uint32_t)__builtin_popcountll(c->from);
        c->there = (lb_duration){0, 0};
        c->step = 0;
        if (c->units && c->missing == 0)
            enlist(r, (uint32_t)i);
    }
}

static void run_once(lb_batch *b, lb_price price, bool ranked) {
    run r = {.b = b, .price = price, .ranked = ranked};
    begin(&r);
    for (;;) {
        unsigned first = LB_TORUS_PORTS;
        lb_duration start = {0, 0}, other = {0, 0};
        for (unsigned p = 0; p < b->forest.net->ports; p++) {
            if (next_start(&r, p, &other) && (first == LB_TORUS_PORTS || lb_span_later(start, other, price))) {
                first = p;
                start = other;
            }
        }
        if (first == LB_TORUS_PORTS)
            return;
        send(&r, first, start);
    }
}

/* Twins may hold up what is to go across, or save start-ups: whichever is better. */
void lb_batch_run(lb_batch *b, lb_price price) {
    if (price.unit == 0 && price.startup == 0)
        price.unit = 1; /* packets take some time, or they would have no order */
    run_once(b, price, false);
    if (b->forest.left == LB_NONE)
        return;
    lb_duration together = b->time;
    run_once(b, price, true);
    if (lb_span_later(b->time, together, price))
        run_once(b, price, false);
}
