/* What pulling knows: who has which span when, and which links are taken in which steps. */
#ifndef LB_SPAN_BOOKS_H
#define LB_SPAN_BOOKS_H

#include "algo/faulty/span_legs.h"
#include "algo/faulty/span_manner.h"
#include "algo/faulty/span_reach.h"
#include "algo/faulty/timetable.h"

/* Blocks p to q of a level, all in the same block of the next. */
typedef struct lb_span_range {
    unsigned level;
    uint32_t p, q;
} lb_span_range;

/* What a node has, or will have: a span, and when. */
typedef struct lb_belonging {
    uint32_t first, last, time; /* time LB_NONE: somebody is asking for it just now */
} lb_belonging;

typedef struct lb_belongings {
    lb_belonging *at;
    uint64_t count, room;
} lb_belongings;

typedef struct lb_pull {
    const lb_scene *s;
    const lb_span_reach *r;
    lb_pull_manner manner;
    lb_timetable table;
    lb_belongings *has; /* of each node */
    uint32_t *log;      /* of whom belongings were entered, in order */
    uint64_t entries, log_room;
    uint64_t work;         /* that is left: blocks and belongings to be looked at */
    uint32_t *order;       /* in which nodes ask */
    uint32_t start, piece; /* of the piece: steps before its first */
    uint64_t random;
    lb_span_legs *legs;
    int error; /* the first failure: everything returns at once */
} lb_pull;

static inline uint32_t lb_pull_first(const lb_pull *g, lb_span_range a) {
    return a.p * g->r->width[a.level];
}

static inline uint32_t lb_pull_last(const lb_pull *g, lb_span_range a) {
    return (a.q + 1) * g->r->width[a.level] - 1;
}

static inline bool lb_pull_inside(const lb_pull *g, uint32_t v, lb_span_range a) {
    return v >= lb_pull_first(g, a) && v <= lb_pull_last(g, a);
}

static inline void lb_pull_spend(lb_pull *g, uint64_t work) {
    if (g->work < work && !g->error)
        g->error = LB_ERR_UNSUPPORTED;
    g->work -= g->work < work ? g->work : work;
}

/* The earliest step after which v can have it. */
static inline uint32_t lb_pull_earliest(lb_pull *g, uint32_t v, lb_span_range a) {
    const uint16_t *far = g->r->far[a.level] + (uint64_t)v * (g->r->nodes / g->r->width[a.level]);
    uint32_t most = 0;
    lb_pull_spend(g, a.q - a.p + 1);
    for (uint32_t b = a.p; b <= a.q; b++)
        most = far[b] > most ? far[b] : most;
    return most ? most + g->start : 0;
}

static inline lb_belonging *lb_pull_find(lb_pull *g, uint32_t v, lb_span_range a) {
    uint32_t first = lb_pull_first(g, a), last = lb_pull_last(g, a);
    lb_pull_spend(g, g->has[v].count);
    for (uint64_t i = 0; i < g->has[v].count; i++) {
        lb_belonging *b = &g->has[v].at[i];
        if (b->first == first && b->last == last)
            return b;
    }
    return NULL;
}

/* g->s, r, manner, legs, random and work are set; ends in any case. */
int lb_pull_begin(lb_pull *g);
void lb_pull_end(lb_pull *g);

/* Notes that v is to have it, at a time that is not known yet. */
void lb_pull_enter(lb_pull *g, uint32_t v, lb_span_range a);

/* Everything as it was when there were so many legs and entries. */
void lb_pull_take_back(lb_pull *g, uint64_t legs, uint64_t entries);

#endif
