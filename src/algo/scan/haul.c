/* A scan from event to event. A link that is free sends what waits for it, over all of its lanes in equal parts: the
 * piece that has the longest way to go, the first ones a little sooner, and as many as take no longer than they may.
 *
 * As in algo/speeds/crossing.c what is found is the time that the checker's simulation finds: a move's step is above
 * those of all that it waits for and of what the link sent before. */
#include "algo/scan/haul.h"

#include <stdlib.h>

typedef struct lb_haul_freight {
    double key; /* who has the highest goes first */
    uint32_t next, piece, move;
    uint32_t missing, step;
} freight;

typedef struct lb_haul_berth {
    uint32_t waiting, flying; /* lists of freight; who waits in the order of their keys */
    uint32_t step;
    bool busy, touched;
    double end;
} berth;

bool lb_haul_links_make(lb_haul_links *l, const lb_net *net) {
    *l = (lb_haul_links){.net = net};
    if (net->kind == LB_NET_GRAPH || net->open || net->carries || net->groups != net->dims || lb_net_has_faults(net))
        return false;
    for (unsigned p = 0; p < net->ports; p++) {
        unsigned dim = net->port_dim[p], link = 0;
        if (net->unit[p] != net->stride[dim] && net->unit[p] != net->stride[dim] * (net->radix[dim] - 1))
            return false;
        while (link < l->count && net->unit[l->lane[link][0]] != net->unit[p])
            link++;
        if (link == LB_TORUS_PORTS)
            return false;
        l->count += link == l->count;
        l->of[p] = (uint8_t)link;
        l->lane[link][l->lanes[link]++] = (uint8_t)p;
    }
    return true;
}

int lb_haul_take(lb_haul *h, const lb_haul_links *links, uint32_t nodes, uint64_t moves) {
    uint32_t berths = nodes * links->count;
    *h = (lb_haul){.links = links, .berths = berths};
    h->freight = lb_array(moves, sizeof *h->freight);
    h->berth = lb_array(berths, sizeof *h->berth);
    h->heap = lb_array(berths, sizeof *h->heap);
    h->touched = lb_array(berths, sizeof *h->touched);
    return h->freight && h->berth && h->heap && h->touched ? LB_OK : LB_ERR_MEMORY;
}

void lb_haul_free(lb_haul *h) {
    free(h->freight);
    free(h->berth);
    free(h->heap);
    free(h->touched);
}

/* ---- Who is free next ---- */

static bool sooner(const lb_haul *h, uint32_t a, uint32_t b) {
    return h->berth[h->heap[a]].end < h->berth[h->heap[b]].end;
}

static void exchange(lb_haul *h, uint32_t a, uint32_t b) {
    uint32_t kept = h->heap[a];
    h->heap[a] = h->heap[b];
    h->heap[b] = kept;
}

static void heap_add(lb_haul *h, uint32_t link) {
    uint32_t at = h->heaped++;
    h->heap[at] = link;
    for (; at && sooner(h, at, (at - 1) / 2); at = (at - 1) / 2)
        exchange(h, at, (at - 1) / 2);
}

static uint32_t heap_take(lb_haul *h) {
    uint32_t first = h->heap[0];
    h->heap[0] = h->heap[--h->heaped];
    for (uint32_t at = 0, least = 0;; at = least) {
        for (uint32_t child = 2 * at + 1; child <= 2 * at + 2 && child < h->heaped; child++)
            least = sooner(h, child, least) ? child : least;
        if (least == at)
            return first;
        exchange(h, at, least);
    }
}

/* ---- What waits ---- */

static const lb_scan_move *move_of(const lb_haul *h, const freight *f) {
    return &h->ways[h->way[f->piece]].moves[f->move];
}

static uint64_t units_of(const lb_haul *h, uint32_t piece) {
    return h->bound[piece + 1] - h->bound[piece];
}

static double hop_time(const lb_haul *h, uint32_t piece, unsigned link) {
    return h->beta + h->tau * (double)lb_ceil_div(units_of(h, piece), h->links->lanes[link]);
}

static void touch(lb_haul *h, uint32_t at) {
    if (!h->berth[at].touched)
        h->touched[h->touches++] = at;
    h->berth[at].touched = true;
}

static void offer(lb_haul *h, uint32_t at) {
    freight *f = &h->freight[at];
    const lb_scan_move *m = move_of(h, f);
    uint32_t link = m->from * h->links->count + h->links->of[m->port];
    uint32_t *place = &h->berth[link].waiting;
    while (*place != LB_NONE && h->freight[*place].key > f->key)
        place = &h->freight[*place].next;
    f->next = *place;
    *place = at;
    touch(h, link);
}

/* The freight of a piece follows that of the piece before, in the order of its way's moves; the time that is needed
 * from each on is known when those that wait for it are. */
static void begin_piece(lb_haul *h, uint32_t piece, uint32_t first) {
    const lb_scan_way *way = &h->ways[h->way[piece]];
    double bias = h->bias * (double)(h->pieces - 1 - piece);
    for (uint32_t m = (uint32_t)way->count; m-- > 0;) {
        freight *f = &h->freight[first + m];
        double most = bias;
        for (uint64_t i = way->user[m]; i < way->user[m + 1]; i++) {
            double key = h->freight[first + way->users[i]].key;
            most = key > most ? key : most;
        }
        *f = (freight){.key = most + hop_time(h, piece, h->links->of[way->moves[m].port]), .piece = piece, .move = m};
        f->missing = (uint32_t)(way->need[m + 1] - way->need[m]);
    }
    for (uint32_t m = 0; m < way->count; m++) {
        if (!h->freight[first + m].missing)
            offer(h, first + m);
    }
}

static void begin(lb_haul *h) {
    uint32_t at = 0;
    h->heaped = h->touches = 0;
    h->time = h->busy = 0;
    for (uint32_t i = 0; i < h->berths; i++)
        h->berth[i] = (berth){.waiting = LB_NONE, .flying = LB_NONE};
    for (uint32_t p = 0; p < h->pieces; p++)
        at += (uint32_t)h->ways[h->way[p]].count;
    h->work += at;
    for (uint32_t p = h->pieces; p-- > 0;) { /* the last first, so that each goes before them */
        at -= (uint32_t)h->ways[h->way[p]].count;
        begin_piece(h, p, at);
    }
}

/* ---- Sending ---- */

/* Moves what goes now from the waiting to the flying; its units. */
static uint64_t load(lb_haul *h, uint32_t at) {
    berth *q = &h->berth[at];
    double most = h->joined * h->links->lanes[at % h->links->count] / h->tau;
    uint64_t units = 0;
    while (q->waiting != LB_NONE) {
        uint32_t i = q->waiting;
        freight *f = &h->freight[i];
        if (units && (double)(units + units_of(h, f->piece)) > most)
            break;
        q->waiting = f->next;
        f->next = q->flying;
        q->flying = i;
        q->step = f->step > q->step ? f->step : q->step;
        units += units_of(h, f->piece);
    }
    q->step++;
    return units;
}

/* Lane by lane, as many units in each. */
static void write_moves(const lb_haul *h, uint32_t at, uint64_t units) {
    const lb_haul_links *l = h->links;
    unsigned link = at % l->count, lanes = l->lanes[link];
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint64_t from = units * lane / lanes, to = units * (lane + 1) / lanes, gone = 0;
        if (from == to)
            continue;
        lb_build_move(h->builder, h->berth[at].step, at / l->count, l->lane[link][lane], LB_OP_COPY);
        for (uint32_t i = h->berth[at].flying; i != LB_NONE; i = h->freight[i].next) {
            const lb_scan_move *m = move_of(h, &h->freight[i]);
            uint64_t lo = h->bound[h->freight[i].piece], length = units_of(h, h->freight[i].piece);
            uint64_t head = from > gone ? from - gone : 0, end = to > gone ? to - gone : 0;
            gone += length;
            end = end < length ? end : length;
            if (head < end)
                lb_build_item(h->builder,
                              (lb_item){.origin = m->first, .dest = m->last, .lo = lo + head, .hi = lo + end});
        }
    }
}

static void depart(lb_haul *h, uint32_t at, double now) {
    berth *q = &h->berth[at];
    unsigned link = at % h->links->count;
    q->touched = false;
    if (q->busy || q->waiting == LB_NONE)
        return;
    uint64_t units = load(h, at);
    if (h->builder)
        write_moves(h, at, units);
    q->busy = true;
    q->end = now + h->tau * (double)lb_ceil_div(units, h->links->lanes[link]) + h->beta;
    h->busy += (q->end - now) / h->berths;
    heap_add(h, at);
}

static void unload(lb_haul *h, uint32_t at) {
    berth *q = &h->berth[at];
    h->time = q->end > h->time ? q->end : h->time;
    for (uint32_t i = q->flying, next; i != LB_NONE; i = next) {
        const freight *f = &h->freight[i];
        const lb_scan_way *way = &h->ways[h->way[f->piece]];
        uint32_t first = i - f->move;
        next = f->next;
        for (uint64_t u = way->user[f->move]; u < way->user[f->move + 1]; u++) {
            freight *g = &h->freight[first + way->users[u]];
            g->step = q->step > g->step ? q->step : g->step;
            if (--g->missing == 0)
                offer(h, first + way->users[u]);
        }
    }
    q->flying = LB_NONE;
    q->busy = false;
    touch(h, at);
}

/* What arrives at the same time arrives before anything is sent on. */
#define AT_ONCE 1e-9

void lb_haul_run(lb_haul *h, double limit) {
    begin(h);
    do {
        double now = h->time;
        for (uint32_t i = 0; i < h->touches; i++)
            depart(h, h->touched[i], now);
        h->touches = 0;
        if (h->heaped)
            now = h->berth[h->heap[0]].end * (1 + AT_ONCE);
        while (h->heaped && h->berth[h->heap[0]].end <= now)
            unload(h, heap_take(h));
    } while (h->touches && h->time <= limit);
}
