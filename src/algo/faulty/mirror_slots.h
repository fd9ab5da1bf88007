/* An allreduce that is its own mirror image in time: tokens go in pairs, and where one of a pair is copied from u to v
 * in step t, the other is summed from v to u in step T+1-t, T being the last. So only the copies need be planned: sums
 * run the same ways backwards. A token is whole at its root after some step m, its partner at the same root after T-m:
 * copies of some tokens then run while others are still being summed, and a node with few links sends in the first half
 * and receives in the second without waiting in between.
 *
 * Or half of a token is at a root and half at a neighbour, its twin, and they exchange these halves: then both are
 * whole after that step, m. The partner's halves are exchanged in the mirrored step T+1-m, and it is whole after that.
 *
 * A copy over a link takes a moment of it, and for the mirror image the mirrored moment of the link back: two copies
 * that want one of these are in each other's way. */
#ifndef LB_FAULTY_MIRROR_SLOTS_H
#define LB_FAULTY_MIRROR_SLOTS_H

#include "algo/faulty/mirror_symmetry.h"

typedef struct lb_mirror {
    const lb_map *map;
    const lb_net *net;
    const lb_symmetry *symmetry;
    uint32_t alive, limit;
    uint32_t tokens, steps; /* T; tokens: of those that are laid onto each other, one */
    uint32_t paired;        /* tokens that have partners: 2i and 2i+1; the others are their own */
    uint32_t *root, *whole; /* of each token; whole: the step after which it is */
    uint32_t *twin;         /* of each token: a neighbour of the root that is whole with it, or LB_NONE */
    uint32_t *when;         /* token * nodes + node: the step in which it comes there; 0: not yet */
    uint8_t *port;          /* and which of the node's ports it comes over */
    uint32_t *comes;        /* link * (steps + 2) + step: the item that comes there, or LB_NONE */
    uint32_t *holds;        /* the same of what takes the moment: this, or what comes in its mirror image */
    uint64_t *taken;        /* link * words + step / 64: a bit for each step in which nothing more may come there */
    uint32_t words;
    uint8_t *drives;  /* node * (steps + 2) + step: links that it sends over; NULL: it may use all */
    uint64_t lacking; /* tokens that nodes lack, all together */
    uint64_t chance;
    uint64_t work; /* moments that were looked at */
} lb_mirror;

/* A token that a node is to have. */
static inline uint64_t lb_mirror_item(const lb_mirror *m, uint32_t token, uint32_t node) {
    return (uint64_t)token * m->map->nodes + node;
}

static inline uint32_t lb_mirror_partner(const lb_mirror *m, uint32_t token) {
    return token < m->paired ? token ^ 1 : token;
}

/* Whether a token is whole there without being copied. */
static inline bool lb_mirror_is_source(const lb_mirror *m, uint32_t token, uint32_t node) {
    return node == m->root[token] || node == m->twin[token];
}

/* From where a port is reached; LB_NONE: from nowhere. */
static inline uint32_t lb_mirror_from(const lb_mirror *m, uint32_t node, unsigned port) {
    return m->map->from[(uint64_t)node * m->map->ports + port];
}

/* What the moments of a link hold, from step 0 on; the same for all links that are laid onto each other. */
static inline const uint32_t *lb_mirror_holds(const lb_mirror *m, uint32_t node, unsigned port) {
    return m->holds + m->symmetry->slot[(uint64_t)node * m->map->ports + port] * (m->steps + UINT64_C(2));
}

static inline uint8_t *lb_mirror_drives(const lb_mirror *m, uint32_t node, uint32_t step) {
    return &m->drives[(uint64_t)node * (m->steps + UINT64_C(2)) + step];
}

/* The bits of a link. */
static inline uint64_t *lb_mirror_taken(const lb_mirror *m, uint32_t node, unsigned port) {
    return m->taken + (uint64_t)m->symmetry->slot[(uint64_t)node * m->map->ports + port] * m->words;
}

/* Whether something may come over a port of a node in a step: what is asked most. */
static inline bool lb_mirror_is_free(lb_mirror *m, uint32_t step, uint32_t node, unsigned port) {
    m->work++;
    if (lb_mirror_taken(m, node, port)[step / 64] >> step % 64 & 1)
        return false;
    return !m->drives || (*lb_mirror_drives(m, lb_mirror_from(m, node, port), step) < m->limit &&
                          *lb_mirror_drives(m, node, m->steps + 1 - step) < m->limit);
}

/* The first step of these in which something may come; last + 1: there is none. */
uint32_t lb_mirror_next_free(lb_mirror *m, uint32_t first, uint32_t last, uint32_t node, unsigned port);

/* The last step up to this in which something may come, if that is above `least`; else that. */
uint32_t lb_mirror_last_free(lb_mirror *m, uint32_t least, uint32_t last, uint32_t node, unsigned port);

/* Nothing comes anywhere; so many steps. The arrays have room for them. */
void lb_mirror_clear_slots(lb_mirror *m);

/* That something comes, and that it does not. */
void lb_mirror_put(lb_mirror *m, uint32_t token, uint32_t node, unsigned port, uint32_t step);
void lb_mirror_drop(lb_mirror *m, uint32_t token, uint32_t node);

/* The last step in which a token may come to a node: before it is sent on from there. */
uint32_t lb_mirror_deadline(const lb_mirror *m, uint32_t token, uint32_t node);

#endif
