/* The best of several plans for scan and exscan on a network with faults. */
#include "faulty/spans.h"

#include <stdlib.h>

#define MUCH_WORK (UINT64_C(1) << 26) /* links that are looked at to find all distances */
#define SOME_WORK (UINT64_C(1) << 24) /* neighbours that all tries together may look at */

int lb_span_legs_add(lb_span_legs *legs, lb_span_leg leg) {
    if (legs->count == legs->room) {
        void *at = legs->at;
        int error = lb_grow(&at, &legs->room, legs->count + 1, sizeof *legs->at);
        legs->at = at;
        if (error)
            return error;
    }
    legs->at[legs->count++] = leg;
    legs->steps = leg.step > legs->steps ? leg.step : legs->steps;
    return LB_OK;
}

void lb_span_legs_free(lb_span_legs *legs) {
    free(legs->at);
    *legs = (lb_span_legs){NULL, 0, 0, 0};
}

/* Keeps the one with fewer steps, or as many and fewer packets, in *best and empties the other. */
static void keep_shorter(lb_span_legs *best, lb_span_legs *other) {
    if (other->steps < best->steps || (other->steps == best->steps && other->count < best->count)) {
        lb_span_legs kept = *best;
        *best = *other;
        *other = kept;
    }
    lb_span_legs_free(other);
}

/* How far apart pieces should begin, at the most: as in the plan that there is. */
static uint64_t stagger(const lb_scene *s, const lb_span_legs *best, uint32_t depth) {
    uint64_t apart = s->pieces > 1 && best->steps > depth ? lb_ceil_div(best->steps - depth, s->pieces - 1) : 1;
    return apart ? apart : 1;
}

static int pull_all(const lb_scene *s, const lb_span_reach *r, lb_span_legs *best, lb_why *why) {
    uint64_t work = lb_times(lb_times((uint64_t)s->map.nodes * s->map.ports, r->levels), s->pieces);
    uint64_t tries = SOME_WORK / (work + 1), apart = stagger(s, best, r->most);
    int error = LB_OK;
    for (uint64_t i = 0; i < tries && i < 16 && !error; i++) {
        lb_span_legs now = {NULL, 0, 0, 0};
        if (best->steps <= r->most)
            break;
        lb_pull_manner manner = {
            .patience = (uint32_t)(i % 3),
            .num = (uint32_t)apart,
            .den = s->pieces > 1 && i % 2 ? 2 : 1,
            .seed = i < 6 ? 0 : s->options->seed + i,
        };
        error = lb_spans_pull(s, r, manner, &now, why);
        if (!error)
            keep_shorter(best, &now);
        lb_span_legs_free(&now);
    }
    return error;
}

static int find_legs(const lb_errand *e, const lb_scene *s, lb_span_legs *legs, lb_why *why) {
    lb_span_reach r;
    uint64_t n = s->map.nodes;
    int error = lb_spans_detour(s, legs, why);
    if (error || e->general || n * n * s->map.ports > MUCH_WORK || s->alive < 2)
        return error;
    if (lb_span_reach_make(&r, s))
        return lb_fail_memory(why, "a plan");
    error = pull_all(s, &r, legs, why);
    lb_span_reach_free(&r);
    return error;
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
    lb_scene_end(&s);
    return error;
}
