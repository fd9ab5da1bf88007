/* Telling everybody on any torus: nodes far from all that know, then everybody at once.
 *
 * Whom to tell in the first steps is chosen far apart, so that in the end everybody has somebody near; how many of them
 * can be told at once, over ways that share no link, is a flow (paths.h), and so is the last step. Where somebody is
 * left over it is tried again with others, and then with a step more. */
#include "algo/flight/telling.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#define TRIES      60 /* for each number of steps; fewer where each takes long */
#define MORE_STEPS 4  /* than the bound */

typedef struct search {
    lb_telling *t;
    const lb_net *net;
    lb_paths paths;
    bool *knows;
    uint32_t *apart; /* hops from the nearest that knows or is chosen */
    uint32_t *target;
    uint32_t known;
    uint32_t slack; /* how much nearer than the farthest a node may be and still be chosen */
    uint64_t random;
} search;

/* How many must know after a step so that all can after the last. */
static uint32_t enough(const search *s, uint32_t step) {
    uint64_t need = s->net->nodes;
    for (uint32_t i = step; i < s->t->steps; i++)
        need = lb_ceil_div(need, s->t->ports + UINT64_C(1));
    return (uint32_t)need;
}

static void draw_near(search *s, uint32_t node) {
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        uint32_t hops = lb_distance(s->net, node, v);
        s->apart[v] = hops < s->apart[v] ? hops : s->apart[v];
    }
}

/* Any of the nodes that are farthest from all chosen so far, or nearly. */
static uint32_t farthest(search *s) {
    uint32_t best = LB_NONE, far = 0, ties = 0;
    for (uint32_t v = 0; v < s->net->nodes; v++)
        far = s->apart[v] > far ? s->apart[v] : far;
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        if (s->apart[v] > 0 && s->apart[v] + s->slack >= far && lb_random_below(&s->random, ++ties) == 0)
            best = v;
    }
    return best;
}

/* Whom to tell in a step: everybody in the last, else so many, far apart. */
static uint32_t choose(search *s, uint32_t step) {
    uint32_t count = 0, room = s->known * s->t->ports;
    for (uint32_t v = 0; v < s->net->nodes; v++)
        s->apart[v] = LB_NONE - 1;
    for (uint32_t v = 0; v < s->net->nodes; v++) {
        if (s->knows[v])
            draw_near(s, v);
        else if (step == s->t->steps)
            s->target[count++] = v;
    }
    while (step < s->t->steps && count < room && s->known + count < s->net->nodes) {
        uint32_t v = farthest(s);
        s->target[count++] = v;
        draw_near(s, v);
    }
    return count;
}

static int tell(search *s, uint32_t step) {
    uint32_t count = choose(s, step);
    for (uint32_t i = count; step == s->t->steps && i > 1; i--) { /* in any order: it matters where routes are given */
        uint32_t k = lb_random_below(&s->random, i), v = s->target[i - 1];
        s->target[i - 1] = s->target[k];
        s->target[k] = v;
    }
    int error = lb_paths_find(&s->paths, s->knows, s->target, count);
    for (uint32_t i = 0; i < s->paths.count && !error; i++) {
        lb_path *p = &s->paths.path[i];
        s->t->flight[s->t->count++] = *p;
        p->port = NULL; /* it is ours now */
        s->knows[p->to] = true;
        s->known++;
    }
    s->t->first[step] = s->t->count;
    return error;
}

static void forget(search *s) {
    lb_telling_forget(s->t);
    memset(s->knows, 0, s->net->nodes * sizeof *s->knows);
    s->knows[0] = true;
    s->known = 1;
}

/* One attempt; *found: everybody knows. */
static int attempt(search *s, bool *found) {
    int error = LB_OK;
    forget(s);
    for (uint32_t step = 1; step <= s->t->steps && !error; step++) {
        error = tell(s, step);
        if (s->known < enough(s, step))
            break;
    }
    *found = !error && s->known == s->net->nodes;
    return error;
}

static int look(search *s, lb_why *why) {
    uint32_t least = lb_telling_least(s->t), tries = s->net->nodes > 256 ? TRIES / 10 : TRIES;
    bool found = false;
    for (s->t->steps = least; s->t->steps <= least + MORE_STEPS; s->t->steps++) {
        for (uint32_t i = 0; i < tries; i++) {
            s->slack = i % 3;
            if (attempt(s, &found))
                return lb_fail_memory(why, "the ways of flights");
            if (found)
                return LB_OK;
        }
    }
    return lb_fail(why, LB_ERR_UNSUPPORTED, "no flights were found that share no link");
}

int lb_tell_far(lb_telling *t, lb_why *why) {
    uint32_t n = t->net->nodes;
    search s = {.t = t, .net = t->net, .random = 1};
    s.knows = lb_zeroed(n, sizeof *s.knows);
    s.apart = lb_array(n, sizeof *s.apart);
    s.target = lb_array(n, sizeof *s.target);
    int error = s.knows && s.apart && s.target ? lb_paths_begin(&s.paths, t->net, t->ports, why)
                                               : lb_fail_memory(why, "the ways of flights");
    if (!error)
        error = look(&s, why);
    lb_paths_end(&s.paths);
    free(s.knows);
    free(s.apart);
    free(s.target);
    return error;
}
