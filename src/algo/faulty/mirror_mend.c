/* Places the tokens that nodes still lack. A token comes to a node in some moment of a link: if that is free, good; if
 * another token comes in it, or in its mirror image, that one must find another moment; and if the sender has the token
 * too late for it, it must get it earlier. So one need leads to another, until one is met by a moment that is free: a
 * chain, the shortest of which is looked for, as in matchings. What a step of a chain does to others than the next is
 * only seen when all of it is done; then it is undone, and another looked for.
 *
 * Between the rounds everything moves to earlier moments where some are free, so that there is more to send on, and
 * some to any other, by chance. */
#include "algo/faulty/mirror_mend.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NEEDS = 2000, MOST_UNDONE = 50, MOST_LINKS = 256, SHAKEN = 2, MOVE_WORK = 2 };

/* A token that must come to a node, because the need before it is to be met by this moment. */
typedef struct need {
    uint32_t token, node, deadline;
    uint32_t before; /* LB_NONE: the first */
    uint32_t step;
    unsigned port;
} need;

typedef struct change {
    uint32_t token, node, step, old_step;
    unsigned port, old_port;
} change;

typedef struct mending {
    lb_mirror *m;
    need *needs;
    uint32_t count;
    uint32_t *seen; /* of each item: the search that needed it last */
    uint32_t searches;
    unsigned undone;
    uint64_t until; /* work */
    change changes[MOST_LINKS];
} mending;

static uint32_t when(const lb_mirror *m, uint32_t token, uint32_t node) {
    return node == LB_NONE ? 0 : m->when[lb_mirror_item(m, token, node)];
}

/* ---- Doing it ---- */

/* The changes of a chain whose last need is met by this moment; 0: too many. */
static unsigned collect(mending *x, uint32_t at, uint32_t step, unsigned port) {
    const lb_mirror *m = x->m;
    unsigned count = 0;
    for (; at != LB_NONE && count < MOST_LINKS; at = x->needs[at].before) {
        const need *d = &x->needs[at];
        uint64_t item = lb_mirror_item(m, d->token, d->node);
        x->changes[count++] = (change){d->token, d->node, step, m->when[item], port, m->port[item]};
        step = d->step;
        port = d->port;
    }
    return at == LB_NONE ? count : 0;
}

static bool holds(const lb_mirror *m, const change *c) {
    uint32_t had = when(m, c->token, lb_mirror_from(m, c->node, c->port));
    return had && had < c->step && lb_mirror_deadline(m, c->token, c->node) >= c->step;
}

/* Makes the changes, if all is well afterwards. */
static bool do_it(mending *x, uint32_t at, uint32_t step, unsigned port) {
    lb_mirror *m = x->m;
    const change *c = x->changes;
    unsigned count = collect(x, at, step, port), done = 0;
    bool good = count > 0;
    for (unsigned i = 0; i < count; i++) {
        if (c[i].old_step)
            lb_mirror_drop(m, c[i].token, c[i].node);
    }
    for (; done < count && good; done += good) {
        good = lb_mirror_is_free(m, c[done].step, c[done].node, c[done].port);
        if (good)
            lb_mirror_put(m, c[done].token, c[done].node, c[done].port, c[done].step);
    }
    for (unsigned i = 0; i < count && good; i++)
        good = holds(m, &c[i]);
    if (good)
        return true;
    while (done > 0) {
        done--;
        lb_mirror_drop(m, c[done].token, c[done].node);
    }
    for (unsigned i = 0; i < count; i++) {
        if (c[i].old_step)
            lb_mirror_put(m, c[i].token, c[i].node, c[i].old_port, c[i].old_step);
    }
    x->undone++;
    return false;
}

/* ---- Looking for it ---- */

static void add_need(mending *x, const need *d) {
    uint64_t item = lb_mirror_item(x->m, d->token, d->node);
    if (x->seen[item] == x->searches)
        return;
    x->seen[item] = x->searches;
    x->needs[x->count++] = *d;
}

/* By a moment that is free and in which the sender has it. */
static bool meet(mending *x, uint32_t at, unsigned first) {
    lb_mirror *m = x->m;
    need d = x->needs[at];
    for (unsigned i = 0; i < m->map->ports; i++) {
        unsigned p = (i + first) % m->map->ports;
        uint32_t had = when(m, d.token, lb_mirror_from(m, d.node, p));
        for (uint32_t step = had; had && step < d.deadline && x->undone < MOST_UNDONE;) {
            step = lb_mirror_next_free(m, step + 1, d.deadline, d.node, p);
            if (step <= d.deadline && do_it(x, at, step, p))
                return true;
        }
    }
    return false;
}

/* What another token has: that one needs another moment. Where it is only that too many links
 * are driven, no one token can make room. */
static void displace(mending *x, uint32_t at, unsigned port) {
    lb_mirror *m = x->m;
    need d = x->needs[at];
    uint32_t from = lb_mirror_from(m, d.node, port), had = when(m, d.token, from);
    if (!had || had >= d.deadline)
        return;
    const uint32_t *holds = lb_mirror_holds(m, d.node, port);
    m->work += d.deadline - had;
    for (uint32_t step = had + 1; step <= d.deadline; step++) {
        uint32_t item = holds[step];
        if (item == LB_NONE || x->seen[item] == x->searches)
            continue;
        uint32_t token = item / m->map->nodes, node = item % m->map->nodes;
        if (lb_mirror_is_source(m, token, node))
            continue;
        add_need(x, &(need){token, node, lb_mirror_deadline(m, token, node), at, step, port});
    }
}

/* A moment that is free, but before the sender has it: the last of those. */
static void hasten(mending *x, uint32_t at, unsigned port) {
    lb_mirror *m = x->m;
    need d = x->needs[at];
    uint32_t from = lb_mirror_from(m, d.node, port);
    if (lb_mirror_is_source(m, d.token, from))
        return;
    uint32_t had = when(m, d.token, from), step = had && had < d.deadline ? had : d.deadline;
    step = lb_mirror_last_free(m, 2, step, d.node, port);
    if (step <= 2 || x->seen[lb_mirror_item(m, d.token, from)] == x->searches)
        return;
    uint32_t deadline = lb_mirror_deadline(m, d.token, from);
    add_need(x, &(need){d.token, from, deadline < step - 1 ? deadline : step - 1, at, step, port});
}

static bool serve(mending *x, uint32_t token, uint32_t node) {
    lb_mirror *m = x->m;
    x->searches++;
    x->undone = x->count = 0;
    add_need(x, &(need){token, node, m->steps, LB_NONE, 0, 0});
    for (uint32_t at = 0; at < x->count && at < MOST_NEEDS && x->undone < MOST_UNDONE; at++) {
        unsigned ports = m->map->ports, first = lb_random_below(&m->chance, ports);
        if (meet(x, at, first))
            return true;
        for (unsigned i = 0; i < ports; i++) {
            unsigned p = (i + first) % ports;
            if (lb_mirror_from(m, x->needs[at].node, p) == LB_NONE)
                continue;
            displace(x, at, p);
            hasten(x, at, p);
        }
    }
    return false;
}

/* ---- Rounds ---- */

/* To the first moment that is free. */
static void move_up(lb_mirror *m, uint32_t token, uint32_t node) {
    uint64_t item = lb_mirror_item(m, token, node);
    unsigned ports = m->map->ports, first = lb_random_below(&m->chance, ports), best = ports;
    uint32_t last = m->when[item] - 1, at = 0;
    for (unsigned i = 0; i < ports; i++) {
        unsigned p = (i + first) % ports;
        uint32_t step = when(m, token, lb_mirror_from(m, node, p)) + 1;
        if (step == 1)
            continue;
        step = lb_mirror_next_free(m, step, last, node, p);
        if (step > last)
            continue;
        at = step;
        best = p;
        last = step - 1;
    }
    if (best == ports)
        return;
    lb_mirror_drop(m, token, node);
    lb_mirror_put(m, token, node, best, at);
}

/* To any moment, if it is free and in time. */
static void shake(lb_mirror *m, uint32_t token, uint32_t node) {
    unsigned p = lb_random_below(&m->chance, m->map->ports);
    uint32_t had = when(m, token, lb_mirror_from(m, node, p)), last = lb_mirror_deadline(m, token, node);
    if (!had || had >= last)
        return;
    uint32_t step = had + 1 + lb_random_below(&m->chance, last - had);
    if (!lb_mirror_is_free(m, step, node, p))
        return;
    lb_mirror_drop(m, token, node);
    lb_mirror_put(m, token, node, p, step);
}

static void move_some(lb_mirror *m, bool shaken) {
    uint64_t items = (uint64_t)m->tokens * m->map->nodes;
    for (uint64_t i = 0; i < items; i++) {
        uint64_t item = lb_random_mixed(&m->chance) % items;
        uint32_t token = (uint32_t)(item / m->map->nodes), node = (uint32_t)(item % m->map->nodes);
        if (!m->when[item] || lb_mirror_is_source(m, token, node))
            continue;
        if (shaken && i % SHAKEN == 0)
            shake(m, token, node);
        else
            move_up(m, token, node);
    }
    m->work += MOVE_WORK * items;
}

static void serve_all(mending *x) {
    lb_mirror *m = x->m;
    for (uint32_t t = 0; t < m->tokens && m->lacking && m->work < x->until; t++) {
        for (uint32_t v = 0; v < m->map->nodes; v++) {
            if (!when(m, t, v) && lb_node_alive(m->net, v))
                serve(x, t, v);
        }
    }
}

int lb_mirror_mend(lb_mirror *m, uint64_t work) {
    uint64_t items = (uint64_t)m->tokens * m->map->nodes;
    mending *x = lb_zeroed(1, sizeof *x);
    if (!x)
        return LB_ERR_MEMORY;
    x->m = m;
    x->until = m->work + work;
    x->needs = lb_array(items, sizeof *x->needs);
    x->seen = lb_zeroed(items, sizeof *x->seen);
    int error = x->needs && x->seen ? LB_OK : LB_ERR_MEMORY;
    for (bool shaken = false; m->lacking && m->work < x->until && !error; shaken = true) {
        move_some(m, shaken);
        serve_all(x);
    }
    free(x->needs);
    free(x->seen);
    free(x);
    return error;
}
