/* The short way through plans of any form, move by move but many at a time: what it needs of a record of who holds
 * what. Each record knows less than the replay's, and only what is true; where that is not enough to tell it says so.
 */
#ifndef LB_TALLY_H
#define LB_TALLY_H

#include "check/short.h"

/* Some moves of a step, each with one packet of a block, in the frame of the network. */
typedef struct lb_moves {
    const lb_plan *arrays; /* names: of items first, first+1, ... */
    uint64_t first;
    uint32_t count, shift; /* shift: is to be added to names */
    const uint32_t *from, *to;
    const uint64_t *piece; /* which packet of the block, of each; NULL: blocks are one packet */
} lb_moves;

typedef struct lb_tally lb_tally;
struct lb_tally {
    lb_short *s;
    const lb_task *task;
    uint32_t nodes, step;
    uint64_t pieces;  /* packets that a block has, below 2^32 */
    void *state;      /* of the record's own */
    uint32_t *coming; /* words that say what was sent in this step */
    uint64_t words, room;
};

typedef struct lb_account {
    bool (*begin)(lb_tally *t); /* false: not this plan. Adds what it takes to s->bytes before it takes it */
    bool (*send)(lb_tally *t, const lb_moves *m);
    bool (*settle)(lb_tally *t); /* the end of a step */
    bool (*finish)(lb_tally *t); /* whether all is where it must be */
    void (*end)(lb_tally *t);    /* also where begin said no */
} lb_account;

extern const lb_account lb_account_spans, lb_account_places, lb_account_bits;

/* Room for the words of so many moves more. */
static inline uint32_t *lb_tally_coming(lb_tally *t, uint64_t words) {
    void *list = t->coming;
    if (t->words + words > t->room && (lb_times(t->room, 8) > t->s->limit - t->s->limit / 4 ||
                                       lb_grow(&list, &t->room, t->words + words, sizeof *t->coming)))
        return NULL;
    t->coming = list;
    return t->coming + t->words;
}

/* An item's names as the plan has them, and the root added. */
static inline uint32_t lb_moves_name(const lb_net *net, const lb_moves *m, const uint32_t *names, uint32_t i) {
    uint32_t name = names ? names[m->first + i] : 0;
    return m->shift ? lb_net_add(net, name, m->shift) : name;
}

/* Which of its name: 0 where there is one. */
static inline uint32_t lb_moves_copy(const lb_moves *m, uint32_t i) {
    return m->arrays->copy ? m->arrays->copy[m->first + i] : 0;
}

static inline uint32_t lb_moves_piece(const lb_moves *m, uint32_t i) {
    return m->piece ? (uint32_t)m->piece[i] : 0;
}

/* A packet came, for the first time, to where it is wanted. */
static inline void lb_tally_arrived(lb_tally *t) {
    t->s->delay += t->step;
    t->s->delivered++;
}

#endif
