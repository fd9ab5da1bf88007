/* The short record for spans. A span is told by where it begins and where it ends, [a,e): the nodes a to e-1. Laying
 * one out from others is going from its beginning to its end, each span that has come being a leap; a node v can always
 * leap from v to v+1.
 *
 * Of the places from which a node can get to v three are known: v itself, the farthest, `low`, and the one where what
 * came last connected: the next from there is often longer and connects there, too. Of those to which it can get from
 * v+1 three likewise. Beside that one span on each side that does not connect: it came round a ring. Whatever is known
 * is so; what is not known may be so as well, and then the replay has to tell.
 *
 * When a node has what it wants must be known to the step. It wants to get from 0 to v, and then low is 0. What comes
 * from below and is not kept could not be reached, or leads only where low has been, as long as it does not reach over
 * low; when something does that is not known, the replay has to tell. */
#include "check/tally.h"

#include <stdlib.h>

typedef struct gap_span {
    uint32_t first, end; /* nothing where they are the same */
} gap_span;

/* Of a node and a packet. */
typedef struct reach {
    uint32_t low, kept_low;   /* from here to v, and from the one to the other */
    uint32_t high, kept_high; /* from v+1 to here, and from the other to the one */
    gap_span below, above;
} reach;

enum { WORDS = 4 }; /* where to, from, until, which packet */

static bool begin(lb_tally *t) {
    uint64_t cells = lb_times(t->nodes, t->pieces), bytes = lb_times(cells, sizeof(reach));
    if (bytes > t->s->limit / 2)
        return false;
    t->s->bytes += bytes;
    reach *at = lb_array(cells, sizeof *at);
    t->state = at;
    for (uint64_t cell = 0; at && cell < cells; cell++) {
        uint32_t v = (uint32_t)(t->pieces > 1 ? cell / t->pieces : cell);
        at[cell] = (reach){.low = v, .kept_low = v, .high = v + 1, .kept_high = v + 1};
    }
    return at != NULL;
}

static bool has(const reach *at, uint32_t v, uint32_t a, uint32_t e) {
    bool to_own = a == v || a == at->low || a == at->kept_low;
    bool from_own = e == v + 1 || e == at->high || e == at->kept_high;
    return (to_own && (from_own || e == v)) || (from_own && a == v + 1) || (a == at->low && e == at->kept_low) ||
           (a == at->kept_high && e == at->high) || (a == at->below.first && e == at->below.end) ||
           (a == at->above.first && e == at->above.end);
}

static bool send(lb_tally *t, const lb_moves *m) {
    reach *at = t->state;
    const uint32_t *first = m->arrays->origin, *last = m->arrays->dest;
    uint32_t *coming = lb_tally_coming(t, (uint64_t)m->count * WORDS);
    if (!coming || !first || !last || m->shift)
        return false;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t v = m->from[i], a = first[m->first + i], b = last[m->first + i];
        uint32_t piece = lb_moves_piece(m, i);
        if (a > b || b >= t->nodes || lb_moves_copy(m, i) != 0 || !has(&at[v * t->pieces + piece], v, a, b + 1))
            return false;
        coming[0] = m->to[i];
        coming[1] = a;
        coming[2] = b + 1;
        coming[3] = piece;
        coming += WORDS;
    }
    t->words += (uint64_t)m->count * WORDS;
    return true;
}

/* A span that does not connect: kept if it has in it what was kept, or is in it. */
static bool keep_below(reach *at, uint32_t a, uint32_t e) {
    gap_span *kept = &at->below;
    if (kept->first == kept->end || (a <= kept->first && e >= kept->end))
        *kept = (gap_span){a, e};
    else if (a < kept->first || e > kept->end)
        return false;
    return true;
}

/* Something that ends at v or before. */
static bool add_below(reach *at, uint32_t v, uint32_t a, uint32_t e) {
    gap_span *kept = &at->below;
    if (e == at->low || e == at->kept_low || e == v) {
        at->kept_low = a < at->low ? e : at->kept_low;
        at->low = a < at->low ? a : at->low;
    } else if (e > at->low) {
        return a >= at->low;
    } else if (!keep_below(at, a, e)) {
        return false;
    }
    if (kept->first == kept->end || kept->end < at->low)
        return true;
    if (kept->end != at->low && kept->first < at->low)
        return false; /* they overlap */
    at->low = kept->first < at->low ? kept->first : at->low;
    *kept = (gap_span){0, 0};
    return true;
}

/* Nobody waits for what begins after v: here the latest is as good as any. */
static void add_above(reach *at, uint32_t v, uint32_t a, uint32_t e) {
    gap_span *kept = &at->above;
    if (a == at->high || a == at->kept_high || a == v + 1) {
        at->kept_high = e > at->high ? a : at->kept_high;
        at->high = e > at->high ? e : at->high;
    } else if (a > at->high) {
        *kept = (gap_span){a, e};
    }
    if (kept->first != kept->end && kept->first <= at->high) {
        at->high = kept->first == at->high && kept->end > at->high ? kept->end : at->high;
        *kept = (gap_span){0, 0};
    }
}

static bool settle(lb_tally *t) {
    reach *all = t->state;
    for (const uint32_t *c = t->coming, *end = c + t->words; c < end; c += WORDS) {
        uint32_t v = c[0], a = c[1], e = c[2];
        reach *at = &all[v * t->pieces + c[3]];
        uint32_t before = at->low;
        if (a > v)
            add_above(at, v, a, e);
        else if (e > v || !add_below(at, v, a, e))
            return false;
        if (at->low == 0 && before != 0)
            lb_tally_arrived(t);
    }
    return true;
}

static bool finish(lb_tally *t) {
    const reach *at = t->state;
    for (uint64_t cell = 0; cell < t->nodes * t->pieces; cell++) {
        if (at[cell].low != 0)
            return false;
    }
    return true;
}

static void end(lb_tally *t) {
    free(t->state);
    t->state = NULL;
}

const lb_account lb_account_spans = {begin, send, settle, finish, end};
