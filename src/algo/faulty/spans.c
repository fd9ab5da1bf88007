/* The best of several plans for scan and exscan on a network with faults. */
#include "algo/faulty/errand.h"
#include "algo/faulty/span_chain.h"
#include "algo/faulty/span_detour.h"
#include "algo/faulty/span_pull.h"
#include "algo/scan/haggle.h"

#include <stdlib.h>

#define MUCH_WORK   (UINT64_C(1) << 26) /* links that are looked at to find all distances */
#define SOME_WORK   (UINT64_C(1) << 26) /* that one try may cost */
#define LITTLE_WORK (UINT64_C(1) << 23) /* for all tries where few succeed */

enum {
    FEWER_NODES = 32,
    FEW_NODES = 64,
    DEEPEST = 2048,    /* asking goes as deep as spans go far */
    ANY_TIME = 1 << 24 /* steps: will do */
};

/* Keeps the one with fewer steps, or as many and fewer packets, in *best and empties the other. */
static void keep_shorter(lb_span_legs *best, lb_span_legs *other) {
    if (!best->at || other->steps < best->steps || (other->steps == best->steps && other->count < best->count)) {
        lb_span_legs kept = *best;
        *best = *other;
        *other = kept;
    }
    lb_span_legs_free(other);
}

/* A few pieces with a period become all pieces. */
static int repeat(const lb_scene *s, lb_pull_manner manner, lb_span_legs *few) {
    lb_span_legs all = {NULL, 0, 0, 0};
    int error = LB_OK;
    for (uint64_t piece = 0; piece < s->pieces && !error; piece += manner.pieces) {
        for (uint64_t i = 0; i < few->count && !error; i++) {
            lb_span_leg leg = few->at[i];
            if (leg.piece + piece >= s->pieces)
                continue;
            leg.step += (uint32_t)(piece / manner.pieces * manner.period);
            leg.piece += (uint32_t)piece;
            error = lb_span_legs_add(&all, leg);
        }
    }
    lb_span_legs_free(few);
    *few = all;
    return error;
}

typedef struct tries {
    const lb_scene *s;
    const lb_span_reach *r;
    uint64_t each, work; /* that one may cost; that is left for all of them */
    lb_span_legs *best;  /* empty at first */
} tries;

static bool good_enough(const tries *t) {
    return t->best->at && t->best->steps <= t->r->most;
}

/* Tries one manner; keeps what is better. */
static int try_pull(tries *t, lb_pull_manner manner) {
    lb_span_legs now = {NULL, 0, 0, 0};
    uint64_t repeats = lb_ceil_div(t->s->pieces, manner.pieces), before = (repeats - 1) * manner.period;
    uint64_t work = t->each < t->work ? t->each : t->work, granted = work;
    uint64_t steps = t->best->at ? t->best->steps : before + UINT32_MAX / 2;
    if (steps < before + t->r->most || before > UINT32_MAX / 2 || work == 0)
        return LB_OK;
    manner.most_steps = (uint32_t)(steps - before);
    manner.most_legs = t->best->at ? t->best->count / repeats * 2 + 64 : UINT64_MAX;
    int error = lb_spans_pull(t->s, t->r, manner, &work, &now);
    t->work -= granted - work;
    if (!error && manner.period)
        error = repeat(t->s, manner, &now);
    if (!error)
        keep_shorter(t->best, &now);
    lb_span_legs_free(&now);
    return error == LB_ERR_MEMORY ? error : LB_OK;
}

/* One piece: first with all the patience in the world, so that there is something to go by; then from haste to
 * patience: waiting saves packets, which matters where links are scarce. Then at random. */
static int try_once(tries *t) {
    static const uint32_t waits[] = {0, 1, 2, 3, 4, 6, 8, 12};
    enum { WAITS = sizeof waits / sizeof *waits, ORDERLY = 4 * WAITS, SHUFFLES = 24 };
    int error = try_pull(t, (lb_pull_manner){.patience = ANY_TIME, .straight = true, .pieces = 1});
    for (unsigned i = 0; i < ORDERLY + SHUFFLES && !error && !good_enough(t); i++) {
        bool shuffled = i >= ORDERLY;
        error = try_pull(t, (lb_pull_manner){
                                .patience = shuffled ? i / 4 % 4 : waits[i / 2 % WAITS],
                                .takes_back = shuffled ? i / 2 % 2 : i < 2 * WAITS,
                                .straight = i % 2 == 0,
                                .pieces = 1,
                                .seed = shuffled ? t->s->options->seed + i : 0,
                            });
    }
    return error;
}

/* Many pieces, in every rhythm. */
static int try_rhythms(tries *t) {
    static const uint32_t pieces[] = {1, 1, 1, 1, 2, 3, 2, 3, 4, 1, 1}, periods[] = {1, 2, 3, 4, 3, 4, 1, 2, 1, 6, 8};
    int error = LB_OK;
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces && !error; i++) {
        for (unsigned k = 0; k < 8 && !error && pieces[i] <= t->s->pieces; k++)
            error = try_pull(t, (lb_pull_manner){
                                    .patience = k / 2 + k / 6 * 2,
                                    .takes_back = k % 2 == 0,
                                    .straight = true,
                                    .pieces = pieces[i],
                                    .period = periods[i],
                                });
    }
    return error;
}

static int pull(const lb_scene *s, lb_span_legs *legs, lb_why *why) {
    lb_span_reach r;
    uint64_t n = s->map.nodes, each = n * n << 11;
    if (n * n * s->map.ports > MUCH_WORK || s->alive < 2 || s->map.ports > LB_TORUS_PORTS)
        return LB_OK;
    if (s->net.kind != LB_NET_TORUS && n > FEW_NODES) /* where digits carry, most spans are asked for in vain */
        return LB_OK;
    if (lb_span_reach_make(&r, s))
        return lb_fail_memory(why, "a plan");
    tries t = {.s = s, .r = &r, .each = each < SOME_WORK ? each : SOME_WORK, .best = legs};
    t.work = (s->pieces > 1 ? 3 : 8) * t.each;
    if (s->net.kind != LB_NET_TORUS && n > FEWER_NODES)
        t.work = LITTLE_WORK;
    if (s->options->clock == LB_LINEAR) /* it is asked for many numbers of pieces */
        t.work /= 8;
    int error = LB_OK;
    if (r.most <= DEEPEST)
        error = s->pieces > 1 ? try_rhythms(&t) : try_once(&t);
    lb_span_reach_free(&r);
    return error ? lb_fail_memory(why, "a plan") : LB_OK;
}

static int find_legs(const lb_errand *e, const lb_scene *s, lb_span_legs *legs, lb_why *why) {
    lb_span_legs other = {NULL, 0, 0, 0};
    int error = e->general ? LB_OK : pull(s, legs, why);
    if (error)
        return error;
    if (s->pieces > 1) {
        error = lb_spans_chain(s, legs->at ? legs->steps : UINT32_MAX / 2, &other);
        if (!error)
            keep_shorter(legs, &other);
        lb_span_legs_free(&other);
        if (error == LB_ERR_MEMORY)
            return lb_fail_memory(why, "a plan");
    }
    error = lb_spans_detour(s, legs->at ? legs->steps : UINT32_MAX / 2, &other, why);
    if (!error)
        keep_shorter(legs, &other);
    lb_span_legs_free(&other);
    return legs->at && error != LB_ERR_MEMORY ? LB_OK : error;
}

static int finish(const lb_errand *e, const lb_scene *s, const lb_span_legs *legs, lb_plan **plan, lb_why *why) {
    lb_builder b;
    bool unit = e->options->clock == LB_UNIT;
    lb_build_begin(&b, e->task, LB_EXPLICIT, e->options->clock, e->options->ports, s->pieces, unit ? 1 : 0);
    int error = lb_build_expect(&b, legs->count, legs->count, why);
    if (error) {
        lb_build_abandon(&b);
        return error;
    }
    for (uint64_t i = 0; i < legs->count; i++) {
        const lb_span_leg *leg = &legs->at[i];
        lb_build_move(&b, leg->step, leg->link / s->map.ports, leg->link % s->map.ports, LB_OP_COPY);
        lb_build_item(&b, (lb_item){leg->first, leg->last, 0, leg->piece, leg->piece + UINT64_C(1)});
    }
    return lb_build_finish(&b, e->name, plan, why);
}

int lb_build_spans(const lb_errand *e, lb_plan **plan, lb_why *why) {
    lb_scene s;
    lb_span_legs legs = {NULL, 0, 0, 0};
    int error = lb_scene_begin(&s, e->task, e->options, false, why);
    s.pieces = e->pieces;
    if (error)
        return error;
    error = find_legs(e, &s, &legs, why);
    if (!error)
        error = finish(e, &s, &legs, plan, why);
    lb_span_legs_free(&legs);
    bool bargains = !e->general && e->options->clock == LB_UNIT && !lb_net_is_box(&s.net) && s.alive == s.map.nodes;
    lb_scene_end(&s);
    return !error && bargains ? lb_scan_haggle_afresh(e->options, plan, why) : error;
}
