/* A walk among mixtures of ways, one packet changed at a time: it takes another way, with some other mode in one
 * dimension, or the same way at other steps; all others keep their seats, if they can (seats.c). What counts is how
 * many moves there still are in the last step: with none left the plan is a step shorter. A change that leaves fewer or
 * as many is kept, one that leaves more now and then, ever more seldom (simulated annealing: Kirkpatrick, Gelatt and
 * Vecchi 1983), so the walk goes on where there is nothing better near. Many walks do not arrive: it sets out again. */
#include "algo/scan/wander.h"

#include "algo/scan/seats.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_WORSE 8     /* moves in the last step: never kept */
#define SPARE      1     /* steps more, before all is moved to and fro */
#define CHANGES    30000 /* of one walk: who has not arrived by then may have lost the way */
#define HOT        16    /* a move more in the last step is taken once in 2^(HOT/8) times at first, */
#define COLD       40    /* and once in 2^(COLD/8) times in the end */
#define SEED       2     /* of 10 the one with which most arrive soon */
#define ROOM       8     /* moves of a packet for every node: ways with more are not taken */

/* Where the walk stands, or stood best. */
typedef struct place {
    uint32_t *ways;
    lb_scan_mode *modes; /* of each packet, by dimensions with links: own ways are woven over */
    uint32_t *starts;    /* packet after packet, each with the same room */
    uint32_t steps, last;
} place;

typedef struct walk {
    lb_scan_walk *w;
    lb_scan_seats seats;
    place here, best;
    uint64_t room;   /* for the moves of a packet */
    uint32_t *first; /* the steps of all moves at first, packet after packet */
    uint64_t state;
    uint32_t cold; /* of HOT to COLD */
} walk;

static int place_begin(place *p, const walk *a) {
    uint64_t packets = a->w->job.packets;
    p->ways = lb_array(packets, sizeof *p->ways);
    p->modes = lb_zeroed(packets * a->w->kinds->ndims, sizeof *p->modes);
    p->starts = lb_array(packets * a->room, sizeof *p->starts);
    return p->ways && p->modes && p->starts ? LB_OK : LB_ERR_MEMORY;
}

static void place_end(place *p) {
    free(p->ways);
    free(p->modes);
    free(p->starts);
}

static const lb_scan_way *way_of(const walk *a, uint32_t way) {
    return &a->w->kinds->woven[way];
}

/* What the seats are now is where the walk stands. */
static void stay(walk *a) {
    for (uint32_t p = 0; p < a->w->job.packets; p++)
        memcpy(&a->here.starts[p * a->room], a->seats.starts[p], a->seats.ways[p]->count * sizeof *a->here.starts);
    a->here.steps = a->seats.steps;
    a->here.last = a->seats.last;
}

static void keep_best(walk *a) {
    uint64_t packets = a->w->job.packets;
    if (a->here.steps > a->best.steps || (a->here.steps == a->best.steps && a->here.last >= a->best.last))
        return;
    memcpy(a->best.ways, a->here.ways, packets * sizeof *a->best.ways);
    memcpy(a->best.modes, a->here.modes, packets * a->w->kinds->ndims * sizeof *a->best.modes);
    memcpy(a->best.starts, a->here.starts, packets * a->room * sizeof *a->best.starts);
    a->best.steps = a->here.steps;
    a->best.last = a->here.last;
}

static uint32_t draw(walk *a, uint64_t limit) {
    return (uint32_t)(lb_random_mixed(&a->state) % limit);
}

/* Where a packet wishes to be: between as early as it can and as late as it can. */
static void wish(walk *a, uint32_t p) {
    const lb_scan_way *way = a->seats.ways[p];
    uint32_t part = draw(a, 5), end = a->here.steps > way->depth ? a->here.steps : way->depth;
    for (uint64_t i = 0; i < way->count; i++) {
        uint32_t early = way->moves[i].ready, late = end + 1 - way->moves[i].tail;
        a->seats.starts[p][i] = early + (late > early ? (late - early) * part / 4 : 0);
    }
}

/* Another way for a packet, which has some other mode in one dimension. */
static int leave(walk *a, uint32_t p, lb_scan_mode *modes, uint32_t *way) {
    lb_scan_kinds *kinds = a->w->kinds;
    unsigned i = draw(a, kinds->ndims);
    modes[i] = lb_scan_some_mode(a->w->job.net->radix[kinds->dims[i]], &a->state);
    int error = lb_scan_own_way(kinds, modes, p, a->here.ways[p], way);
    a->w->looks += 500 + 8 * way_of(a, *way)->count; /* what weaving takes */
    a->seats.ways[p] = way_of(a, *way);
    return error;
}

static bool is_kept(walk *a) {
    const lb_scan_seats *s = &a->seats;
    if (s->steps != a->here.steps)
        return s->steps < a->here.steps;
    uint32_t worse = s->last > a->here.last ? s->last - a->here.last : 0;
    return worse < MOST_WORSE && draw(a, UINT64_C(1) << worse * a->cold / 8) == 0;
}

/* Some packet; half of the time one that has a move in the last step. */
static uint32_t choose(walk *a) {
    uint32_t packets = a->w->job.packets, p = draw(a, packets);
    for (uint32_t more = draw(a, 2) ? packets : 0; more-- > 0; p = (p + 1) % packets) {
        for (uint64_t i = 0; i < a->seats.ways[p]->count; i++) {
            if (a->here.starts[p * a->room + i] == a->here.steps)
                return p;
        }
    }
    return p;
}

/* Whether a change of a packet is kept. */
static bool try_it(walk *a, uint32_t p) {
    const lb_scan_way *way = a->seats.ways[p];
    uint32_t most = a->here.steps + SPARE;
    if (way->count > a->room || way->depth > most)
        return false;
    for (uint32_t q = 0; q < a->w->job.packets; q++) {
        if (q != p)
            memcpy(a->seats.starts[q], &a->here.starts[q * a->room], a->seats.ways[q]->count * sizeof(uint32_t));
    }
    wish(a, p);
    return lb_scan_seats_take(&a->seats, most, &a->w->looks) && is_kept(a);
}

static int wander_once(walk *a) {
    uint32_t p = choose(a), way = a->here.ways[p];
    uint64_t ndims = a->w->kinds->ndims;
    lb_scan_mode modes[LB_MAX_DIMS];
    memcpy(modes, &a->here.modes[p * ndims], ndims * sizeof *modes);
    int error = draw(a, 3) ? leave(a, p, modes, &way) : LB_OK;
    if (error)
        return error;
    if (try_it(a, p)) {
        a->here.ways[p] = way;
        memcpy(&a->here.modes[p * ndims], modes, ndims * sizeof *modes);
        stay(a);
        keep_best(a);
    }
    a->seats.ways[p] = way_of(a, a->here.ways[p]);
    return LB_OK;
}

/* To where it stood best. */
static int go_back(walk *a) {
    uint64_t ndims = a->w->kinds->ndims;
    for (uint32_t p = 0; p < a->w->job.packets; p++) {
        uint32_t *way = &a->here.ways[p];
        *way = a->best.ways[p];
        int error = *way < LB_SCAN_KINDS * LB_SCAN_PHASES
                        ? LB_OK
                        : lb_scan_own_way(a->w->kinds, &a->best.modes[p * ndims], p, LB_NONE, way);
        if (error)
            return error;
        a->seats.ways[p] = way_of(a, *way);
    }
    memcpy(a->here.modes, a->best.modes, a->w->job.packets * ndims * sizeof *a->here.modes);
    memcpy(a->here.starts, a->best.starts, a->w->job.packets * a->room * sizeof *a->here.starts);
    a->here.steps = a->best.steps;
    a->here.last = a->best.last;
    return LB_OK;
}

/* The best becomes what there is. */
static int arrive(walk *a) {
    lb_scan_walk *w = a->w;
    uint64_t count = 0;
    int error = go_back(a);
    for (uint32_t p = 0; p < w->job.packets && !error; p++)
        count += a->seats.ways[p]->count;
    w->starts = error ? NULL : lb_array(count, sizeof *w->starts);
    if (!w->starts)
        return LB_ERR_MEMORY;
    w->steps = a->here.steps;
    count = 0;
    for (uint32_t p = 0; p < w->job.packets; p++) {
        w->ways[p] = a->here.ways[p];
        memcpy(w->starts + count, &a->here.starts[p * a->room], a->seats.ways[p]->count * sizeof *w->starts);
        count += a->seats.ways[p]->count;
    }
    return LB_OK;
}

/* To where all walks begin. */
static void set_out(walk *a) {
    lb_scan_walk *w = a->w;
    const uint32_t *at = a->first;
    for (uint32_t p = 0; p < w->job.packets; p++) {
        a->here.ways[p] = w->ways[p];
        a->seats.ways[p] = way_of(a, w->ways[p]);
        lb_scan_modes_of(w->kinds, w->ways[p], &a->here.modes[p * (uint64_t)w->kinds->ndims]);
        memcpy(a->seats.starts[p], at, a->seats.ways[p]->count * sizeof *at);
        at += a->seats.ways[p]->count;
    }
    lb_scan_seats_take(&a->seats, LB_SEATS_STEPS, &w->looks);
    stay(a);
    keep_best(a);
}

/* So many changes, from hot to cold. */
static int walk_on(walk *a, uint64_t end) {
    int error = LB_OK;
    for (uint32_t i = 0; i < CHANGES && !error && a->w->looks < end && a->best.steps > a->w->least; i++) {
        a->cold = HOT + i * (COLD - HOT) / CHANGES;
        error = wander_once(a);
    }
    return error;
}

static int go(walk *a) {
    lb_scan_walk *w = a->w;
    uint64_t end = w->looks + w->most;
    uint32_t steps;
    int error = lb_scan_timetable(&w->job, a->first, &steps, &w->looks);
    a->best.steps = UINT32_MAX;
    for (uint32_t again = 0; again < w->times && !error && a->best.steps > w->least; again++) {
        set_out(a);
        error = walk_on(a, end);
    }
    return error ? error : arrive(a);
}

static int begin(walk *a) {
    const lb_scan_job *job = &a->w->job;
    a->first = lb_array(a->room * job->packets, sizeof *a->first);
    if (!a->first || place_begin(&a->here, a) || place_begin(&a->best, a))
        return LB_ERR_MEMORY;
    return lb_scan_seats_begin(&a->seats, job->net, job->packets, job->ports, a->room);
}

int lb_scan_wander(lb_scan_walk *w) {
    walk a = {.w = w, .state = SEED};
    if (w->job.packets == 0 || w->kinds->ndims == 0 || w->steps + SPARE > LB_SEATS_STEPS)
        return LB_OK;
    a.room = ROOM * (uint64_t)w->job.net->nodes;
    for (uint32_t p = 0; p < w->job.packets; p++)
        a.room = way_of(&a, w->ways[p])->count > a.room ? way_of(&a, w->ways[p])->count : a.room;
    int error = begin(&a);
    if (!error)
        error = go(&a);
    free(a.first);
    lb_scan_seats_end(&a.seats);
    place_end(&a.here);
    place_end(&a.best);
    return error;
}
