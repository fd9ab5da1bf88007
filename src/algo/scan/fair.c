/* A fair, where packets of a scan choose among some hundred ways, one step fewer than there were: each takes the
 * cheapest of some that it looks at, moves and steps (stalls.c), whoever else wants them. Those that are in each
 * other's way choose again, at prices that rise where there was too much demand, and stay there, until nobody is
 * (negotiated congestion: McMurchie & Ebeling 1995, PathFinder). Where that does not come to an end it begins again,
 * and chance decides otherwise; after some times also which ways there are.
 *
 * bazaar.c does the same with all moves that there are, which takes n^4 operations for a choice; here it is about moves
 * times steps times ways, so that 64 nodes are not too many. */
#include "algo/scan/fair.h"

#include "algo/scan/stalls.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define MOST_PACKETS 64   /* with more it does not come to an end */
#define TRIES        1500 /* at ways: most are too long where rings are */
#define MOST_MOVES   4    /* of a way, for every node */
#define ROUNDS       200
#define PATIENCE     3 /* times that it comes to no end: then there are other ways to choose from */
#define CROWD        3 /* of 4: how much of all that ports can do packets may want together */
#define CROWD_OF     UINT64_C(4)
#define PRESSURE     12 /* at first */

/* What was best of what was tried, with one port and with more. */
typedef struct manners {
    uint32_t looks; /* at ways, for one choice of a packet */
    int32_t bitterness, most_pressure;
} manners;
static const manners with_one_port = {8, 12, 60}, with_more = {10, 20, 200};

/* What packets have chosen. */
typedef struct chosen {
    uint32_t *ways;
    uint32_t *starts; /* packet after packet, each with the same room */
} chosen;

typedef struct fair {
    lb_scan_walk *w;
    lb_scan_stalls stalls;
    chosen now, kept;
    uint32_t *ways, count; /* to choose from */
    bool settled;          /* something is kept */
    const manners *how;
    uint64_t chance;
    int error;
} fair;

static const lb_scan_way *way_of(const fair *f, uint32_t way) {
    return &f->w->kinds->woven[way];
}

static uint32_t *starts_of(const fair *f, const chosen *c, uint32_t p) {
    return &c->starts[p * f->stalls.room];
}

static int chosen_begin(const fair *f, chosen *c) {
    c->ways = lb_array(f->w->job.packets, sizeof *c->ways);
    c->starts = lb_array(f->w->job.packets * f->stalls.room, sizeof *c->starts);
    return c->ways && c->starts ? LB_OK : LB_ERR_MEMORY;
}

static void chosen_end(chosen *c) {
    free(c->ways);
    free(c->starts);
}

/* Ways with more moves than that leave too few for the others, if all are like them: nearly all steps of all ports
 * would have to be made use of. */
static bool is_too_many(const fair *f, uint64_t moves) {
    const lb_scan_job *job = &f->w->job;
    return CROWD_OF * moves * job->packets > CROWD * (uint64_t)job->ports * job->net->nodes * f->w->steps;
}

static void offer(fair *f, uint32_t way) {
    const lb_scan_way *woven = way_of(f, way);
    if (woven->count && woven->count <= f->stalls.room && woven->depth < f->w->steps && !is_too_many(f, woven->count))
        f->ways[f->count++] = way;
}

static bool is_kept(const fair *f, uint32_t way) {
    for (uint32_t p = 0; f->settled && p < f->w->job.packets; p++) {
        if (f->kept.ways[p] == way)
            return true;
    }
    return false;
}

/* The ways that were tried before, and some others, but for those that are kept. */
static int offer_ways(fair *f) {
    uint32_t first = f->w->kinds->nwoven - LB_SCAN_SPARE, spare = 0, way;
    f->count = 0;
    for (unsigned k = 0; k < LB_SCAN_KINDS * LB_SCAN_PHASES; k++)
        offer(f, k);
    for (unsigned i = 0; i < TRIES && spare < LB_SCAN_SPARE; i++) {
        uint32_t before = f->count;
        if (is_kept(f, first + spare)) {
            offer(f, first + spare++);
            continue;
        }
        int error = lb_scan_some_way(f->w->kinds, spare, &f->chance, &way);
        if (error)
            return error;
        f->stalls.work += 500 + 8 * way_of(f, way)->count; /* what weaving takes */
        offer(f, way);
        spare += f->count > before;
    }
    return LB_OK;
}

static void look_at(fair *f, uint32_t p, uint32_t way, int32_t *least) {
    int32_t cost = lb_scan_stalls_price(&f->stalls, way_of(f, way), *least);
    if (cost >= *least)
        return;
    *least = cost;
    f->now.ways[p] = way;
    memcpy(starts_of(f, &f->now, p), f->stalls.times, way_of(f, way)->count * sizeof *f->stalls.times);
}

static void choose(fair *f, uint32_t p) {
    uint32_t old = f->now.ways[p];
    int32_t least = LB_STALL_DEAR;
    if (old != LB_NONE) {
        lb_scan_stalls_take(&f->stalls, way_of(f, old), starts_of(f, &f->now, p), -1);
        look_at(f, p, old, &least);
    }
    for (uint32_t i = 0; i < f->how->looks; i++)
        look_at(f, p, f->ways[lb_random_mixed(&f->chance) % f->count], &least);
    if (f->now.ways[p] != LB_NONE)
        lb_scan_stalls_take(&f->stalls, way_of(f, f->now.ways[p]), starts_of(f, &f->now, p), 1);
}

static bool is_content(const fair *f, uint32_t p) {
    return f->now.ways[p] != LB_NONE &&
           lb_scan_stalls_content(&f->stalls, way_of(f, f->now.ways[p]), starts_of(f, &f->now, p));
}

/* What packets have now is what they have nearly come to terms over, if nothing better is. */
static int note(fair *f, uint32_t steps) {
    lb_scan_nearly *nearly = &f->w->nearly;
    uint32_t packets = f->w->job.packets, clashes = lb_scan_stalls_clashes(&f->stalls);
    uint64_t count = 0;
    if (nearly->moves && nearly->steps == steps && nearly->clashes <= clashes)
        return LB_OK;
    for (uint32_t p = 0; p < packets; p++) {
        if (f->now.ways[p] == LB_NONE)
            return LB_OK;
        count += way_of(f, f->now.ways[p])->count;
    }
    if (lb_scan_nearly_begin(nearly, count, steps, clashes))
        return LB_ERR_MEMORY;
    for (uint32_t p = 0; p < packets; p++) {
        const lb_scan_way *way = way_of(f, f->now.ways[p]);
        for (uint64_t i = 0; i < way->count; i++) {
            const lb_scan_move *m = &way->moves[i];
            nearly->moves[nearly->count++] =
                (lb_scan_seated){p, starts_of(f, &f->now, p)[i], m->from, m->port, m->first, m->last};
        }
    }
    return LB_OK;
}

/* Whether all come to terms in so many steps. */
static bool settle(fair *f, uint32_t steps) {
    uint32_t packets = f->w->job.packets;
    int32_t pressure = PRESSURE;
    bool content = false;
    lb_scan_stalls_clear(&f->stalls, steps, pressure, &f->chance);
    memset(f->now.ways, 0xff, packets * sizeof *f->now.ways);
    for (unsigned round = 0; round < ROUNDS && !content && f->stalls.work < f->w->most; round++) {
        content = true;
        for (uint32_t p = 0; p < packets; p++) {
            if (is_content(f, p))
                continue;
            content = false;
            choose(f, p);
        }
        f->error = content ? LB_OK : note(f, steps);
        if (f->error)
            return false;
        pressure = pressure < f->how->most_pressure ? pressure * 9 / 8 + 1 : pressure;
        lb_scan_stalls_raise(&f->stalls, f->how->bitterness, pressure);
    }
    return content;
}

/* What was kept becomes what there is. */
static int take_home(fair *f, uint32_t steps) {
    lb_scan_walk *w = f->w;
    uint64_t count = 0;
    for (uint32_t p = 0; p < w->job.packets; p++)
        count += way_of(f, f->kept.ways[p])->count;
    uint32_t *starts = lb_array(count, sizeof *starts);
    if (!starts)
        return LB_ERR_MEMORY;
    count = 0;
    for (uint32_t p = 0; p < w->job.packets; p++) {
        const lb_scan_way *way = way_of(f, f->kept.ways[p]);
        w->ways[p] = f->kept.ways[p];
        memcpy(starts + count, starts_of(f, &f->kept, p), way->count * sizeof *starts);
        count += way->count;
    }
    free(w->starts);
    w->starts = starts;
    w->steps = steps;
    return LB_OK;
}

static int trade(fair *f) {
    uint32_t steps = f->w->steps, failed = 0;
    int error = offer_ways(f);
    while (!error && f->count && steps > f->w->least && steps > 1 && f->stalls.work < f->w->most) {
        if (!settle(f, steps - 1)) {
            error = f->error ? f->error : ++failed % PATIENCE == 0 ? offer_ways(f) : LB_OK;
            continue;
        }
        f->settled = true;
        chosen kept = f->kept;
        f->kept = f->now;
        f->now = kept;
        steps--;
    }
    return !error && steps < f->w->steps ? take_home(f, steps) : error;
}

int lb_scan_fair(lb_scan_walk *w) {
    fair f = {.w = w, .how = w->job.ports > 1 ? &with_more : &with_one_port, .chance = w->chance};
    const lb_scan_job *job = &w->job;
    if (job->packets < 2 || job->packets > MOST_PACKETS || w->kinds->ndims == 0)
        return LB_OK;
    int error = lb_scan_stalls_begin(&f.stalls, job->net, job->ports, w->steps, MOST_MOVES * (uint64_t)job->net->nodes);
    if (!error && (chosen_begin(&f, &f.now) || chosen_begin(&f, &f.kept)))
        error = LB_ERR_MEMORY;
    f.ways = lb_array(w->kinds->nwoven, sizeof *f.ways);
    if (!error && !f.ways)
        error = LB_ERR_MEMORY;
    if (!error)
        error = trade(&f);
    w->chance = f.chance;
    free(f.ways);
    chosen_end(&f.now);
    chosen_end(&f.kept);
    lb_scan_stalls_end(&f.stalls);
    return error;
}
