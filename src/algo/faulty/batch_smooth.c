/* Rounds of an allgather made shorter: see batch_smooth.h. */
#include "algo/faulty/batch_smooth.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PASSES = 64 };

typedef struct smoothing {
    lb_batches *x;
    uint32_t links, *load; /* round * links + link */
} smoothing;

static uint32_t *load_of(const smoothing *s, uint32_t round, uint32_t node, unsigned port) {
    return &s->load[(size_t)round * s->links + (size_t)node * s->x->net->ports + port];
}

/* The first round in which somebody has it from there; one after the last: nobody. */
static uint32_t needed(const lb_batches *x, uint32_t token, uint32_t node) {
    uint32_t first = x->rounds + 1;
    for (unsigned p = 0; p < x->net->ports; p++) {
        uint32_t to = lb_link_alive(x->net, node, p) ? lb_neighbor(x->net, node, p) : node;
        const lb_arrival *a = lb_batch_arrival(x, token, to);
        unsigned by;
        if (to != node && a->round && lb_batch_sender(x, to, a->port, &by) == node && a->round < first)
            first = a->round;
    }
    return first;
}

/* Whether it can come there then: the sender has it, and the round gets no longer. */
static bool fits(const smoothing *s, uint32_t token, uint32_t node, unsigned port, uint32_t round, uint32_t most) {
    const lb_batches *x = s->x;
    unsigned by;
    uint32_t from = lb_batch_sender(x, node, port, &by);
    if (from == LB_NONE || *load_of(s, round, node, port) + 1 > most)
        return false;
    return from == token / x->parts || lb_batch_arrival(x, token, from)->round < round;
}

/* In the same round by a link with less, or later. */
static bool put_off(const smoothing *s, uint32_t token, uint32_t node) {
    const lb_batches *x = s->x;
    lb_arrival *a = lb_batch_arrival(x, token, node);
    uint32_t end = needed(x, token, node);
    for (uint32_t round = a->round; round < end; round++) {
        uint32_t most = s->x->most[round] - (round == a->round);
        for (unsigned p = 0; p < x->net->ports; p++) {
            if ((round == a->round && p == a->port) || !fits(s, token, node, p, round, most))
                continue;
            --*load_of(s, a->round, node, a->port);
            ++*load_of(s, round, node, p);
            *a = (lb_arrival){(uint16_t)round, (uint16_t)p};
            return true;
        }
    }
    return false;
}

static bool relieve(const smoothing *s, uint32_t node, unsigned port, uint32_t round) {
    const lb_batches *x = s->x;
    for (uint32_t token = 0; token < x->n * x->parts; token++) {
        const lb_arrival *a = lb_batch_arrival(x, token, node);
        if (a->round == round && a->port == port && put_off(s, token, node))
            return true;
    }
    return false;
}

/* Whether all links that had most in a round have less now. */
static bool shorten(const smoothing *s, uint32_t round) {
    bool all = s->x->most[round] > 1;
    for (uint32_t link = 0; link < s->links && all; link++) {
        uint32_t node = link / s->x->net->ports;
        unsigned port = link % s->x->net->ports;
        if (*load_of(s, round, node, port) == s->x->most[round])
            all = relieve(s, node, port, round);
    }
    s->x->most[round] -= all;
    return all;
}

static void count(const smoothing *s) {
    const lb_batches *x = s->x;
    memset(x->most, 0, (x->rounds + UINT64_C(1)) * sizeof *x->most);
    for (uint32_t token = 0; token < x->n * x->parts; token++) {
        for (uint32_t v = 0; v < x->n; v++) {
            const lb_arrival *a = lb_batch_arrival(x, token, v);
            uint32_t load = a->round ? ++*load_of(s, a->round, v, a->port) : 0;
            s->x->most[a->round] = load > s->x->most[a->round] ? load : s->x->most[a->round];
        }
    }
}

int lb_batch_smooth(lb_batches *x) {
    smoothing s = {.x = x, .links = x->n * x->net->ports};
    s.load = lb_zeroed((uint64_t)(x->rounds + 1) * s.links, sizeof *s.load);
    int error = s.load ? LB_OK : LB_ERR_MEMORY;
    if (!error)
        count(&s);
    bool better = !error;
    for (unsigned pass = 0; pass < MOST_PASSES && better; pass++) {
        better = false;
        for (uint32_t round = 1; round <= x->rounds; round++)
            better = shorten(&s, round) || better;
    }
    free(s.load);
    return error;
}
