/* Who holds what. The checker keeps this record while it replays; there is one way of keeping it for each kind of task,
 * and where a cheap record could be fooled by an unusual schedule it says so and the check starts again with a full
 * one.
 *
 * Frame. In a full replay blocks and nodes are the task's. On relative addresses (symmetric plans) only the blocks of
 * node 0 are followed - those that begin there or, for sums, are to end there - and "node" means where a block is
 * relative to node 0: all other blocks do the same, translated. */
#ifndef LB_HOLDING_H
#define LB_HOLDING_H

#include "base/cuts.h"
#include "task/task.h"

typedef struct lb_holding lb_holding;

/* What a record says to a send or an end of step: */
enum {
    LB_HOLD_OK = 0,
    LB_HOLD_FULLER = 1, /* this record cannot tell: start again with the fuller one */
    LB_HOLD_BROKEN = 2, /* a rule is broken; holding->rule says which */
    LB_HOLD_MEMORY = 3,
    LB_HOLD_ABSOLUTE = 4 /* relative addresses are not enough to tell: start again with all nodes */
};

/* One atom of one item on its way. `home` is the block's origin or, for sums, destination. */
typedef struct lb_transit {
    uint64_t atom; /* block * atoms + atom */
    uint32_t from, to, home;
    uint64_t line; /* of the schedule file */
    uint8_t op;
    bool wanted; /* `to` is where it must end */
} lb_transit;

typedef struct lb_record {
    const char *name;
    uint64_t (*bytes)(const lb_holding *h); /* memory it needs, to be said before it is taken; UINT64_MAX: too much */
    int (*begin)(lb_holding *h);
    int (*send)(lb_holding *h, const lb_transit *t);
    int (*settle)(lb_holding *h); /* the end of a step: what was sent has arrived */
    int (*finish)(lb_holding *h); /* whether all is where it must be */
    void (*end)(lb_holding *h);
} lb_record;

struct lb_holding {
    const lb_task *task;
    const lb_record *record;
    lb_class class;
    bool relative;
    bool by_way; /* cells are ordered by the way from home: see lb_holding_cell */
    uint32_t nodes, step;
    uint32_t alive;      /* nodes that take part: all, where the network has no dead ones */
    uint64_t blocks;     /* of the frame */
    uint64_t per_origin; /* alltoall, isotropic, neighbors: blocks of one origin; else 0 */
    lb_cuts cuts;
    uint64_t atoms; /* blocks * atoms of a block */
    /* what the record keeps */
    uint64_t *bits, *more_bits;
    uint32_t *count; /* flags: partial sums left, per atom */
    void *place;     /* places: uint16_t or, in large networks, uint32_t per atom; sets: what met in this step */
    void *arriving;  /* what was sent in this step */
    uint64_t arrivals, arriving_room;
    bool wide; /* numbers on their way take two words: see lb_holding_note */
    uint64_t held;
    uint64_t kept, kept_room; /* sets: words of more_bits in use, and taken; trail: entries */
    uint64_t *made;           /* sets, allreduce: how each sum was made (hold_order.c) */
    void *meeting;            /* and the sums of this step that have to be sorted */
    uint64_t meeting_room;
    uint64_t *stored; /* carried data, per node (relative: of any node): units that arrived and are to go on */
    uint64_t peak_stored;
    uint64_t pending_bytes; /* the most that `arriving` took */
    uint64_t spare;         /* bytes that may be taken for what is on its way */
    bool too_large;         /* that was not enough */
    /* the outcome */
    lb_rule rule;
    lb_transit culprit;
    double delay;     /* sum over data that travelled of units * step of arrival */
    double delivered; /* units of data that travelled and arrived */
    uint64_t arrived; /* atoms that arrived where they are wanted */
};

extern const lb_record lb_record_bits, lb_record_places, lb_record_trail, lb_record_flags, lb_record_sets,
    lb_record_spans;

/* The frame's blocks. alltoall and isotropic blocks are numbered by offset first, for the reason given at
 * lb_holding_cell; lb_holding_name gives a block's name. */
void lb_holding_name(const lb_holding *h, uint64_t block, uint32_t *origin, uint32_t *dest, uint32_t *copy);
uint32_t lb_holding_origin(const lb_holding *h, uint64_t block);
uint32_t lb_holding_dest(const lb_holding *h, uint64_t block);

/* Whether somebody wants the block: not what comes from a dead node, or is for one. */
bool lb_holding_wanted(const lb_holding *h, uint64_t block);

/* A node without some atom that it wants breaks the last rule; for data that is wanted by everybody. `has` says whether
 * a cell has it. */
int lb_holding_find_missing(lb_holding *h, const uint64_t *has);

/* The number of the cell for an atom at a node. A symmetric schedule moves all blocks the same way at the same time, so
 * cells that are alike but for their block are kept side by side: first by the way from the block's home to the node.
 * Where that costs divisions, it is first by atom. */
static inline uint64_t lb_holding_cell(const lb_holding *h, uint64_t atom, uint32_t home, uint32_t node) {
    if (h->by_way)
        return lb_net_sub(&h->task->net, node, home) * h->atoms + atom;
    return atom * h->nodes + node;
}

/* The other way: the atom and the node of a cell. */
uint64_t lb_holding_atom(const lb_holding *h, uint64_t cell, uint32_t *node);

/* How many there are; false: too many to be told by a number with room for notes. */
static inline bool lb_holding_cells(const lb_holding *h, uint64_t *cells) {
    return !__builtin_mul_overflow(h->atoms, (uint64_t)h->nodes, cells) && *cells < UINT64_C(1) << 60;
}

static inline uint64_t lb_holding_size(const lb_holding *h, uint64_t atom) {
    if (h->cuts.count == h->cuts.at[h->cuts.count]) /* cut everywhere */
        return 1;
    uint64_t i = h->cuts.count == 1 ? 0 : atom % h->cuts.count;
    return h->cuts.at[i + 1] - h->cuts.at[i];
}

/* Notes that an atom has come, for the first time, to where it is wanted. */
static inline void lb_holding_arrived(lb_holding *h, uint64_t atom) {
    double size = (double)lb_holding_size(h, atom);
    h->delay += size * h->step;
    h->delivered += size;
    h->arrived++;
}

/* What was sent in this step is kept in the order sent, either as entries of a record's own... */
void *lb_holding_arriving(lb_holding *h, size_t size);

/* ...or, to save memory, as numbers below 2^62 of one 32-bit word each, two where `wide` says that they need it. */
int lb_holding_grow_notes(lb_holding *h);

static inline int lb_holding_note(lb_holding *h, uint64_t number) {
    if (h->arrivals + 2 > h->arriving_room && lb_holding_grow_notes(h))
        return LB_HOLD_MEMORY;
    uint32_t *words = h->arriving;
    words[h->arrivals++] = (uint32_t)number;
    if (h->wide)
        words[h->arrivals++] = (uint32_t)(number >> 32);
    return LB_HOLD_OK;
}

static inline uint64_t lb_holding_noted(const lb_holding *h, uint64_t *at) {
    const uint32_t *words = h->arriving;
    uint64_t number = words[(*at)++];
    if (h->wide)
        number |= (uint64_t)words[(*at)++] << 32;
    return number;
}

/* lb_grow for what is on its way, where `own` bytes beside the spare ones have been counted already. */
int lb_holding_grow(lb_holding *h, void **array, uint64_t *room, uint64_t need, size_t size, uint64_t own);

/* Carried data that arrived at a node, not for it, and what the node sent on of such. */
static inline void lb_holding_store(lb_holding *h, uint32_t node, uint64_t units) {
    uint64_t *stored = &h->stored[h->relative ? 0 : node];
    *stored += units;
    if (*stored > h->peak_stored)
        h->peak_stored = *stored;
}

static inline void lb_holding_sent_on(lb_holding *h, const lb_transit *t) {
    uint64_t *stored = &h->stored[h->relative ? 0 : t->from], units = lb_holding_size(h, t->atom);
    if (t->from != t->home) /* what is sent on twice was stored once */
        *stored -= *stored < units ? *stored : units;
}

int lb_holding_break(lb_holding *h, lb_rule rule, uint64_t atom, uint32_t node);

#endif
