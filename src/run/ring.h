/* The packets on one directed link between two threads: one writes, one reads, neither locks. A packet is passed by
 * reference, and its memory is free again when the reader has released it; small ones are copied into the ring.
 *
 * Packets are read in order, and released in any order. A slot says for which packet it is free: the reader moves that
 * on by releasing. Each side may go to sleep after it has looked for the other's last word in vain; so each says its
 * own first and looks for the other's then, sequentially consistent, and whoever comes second sees that he must notify.
 */
#ifndef LB_RUN_RING_H
#define LB_RUN_RING_H

#include "run/shift.h"

#include <stdatomic.h>

enum { LB_RING_SLOTS = 8, LB_RING_INLINE = 192 };

typedef struct lb_slot {
    _Atomic uint32_t free; /* for the packet with this number */
    bool by_reference;
    lb_packet packet;
    lb_stretch stretch; /* of a small packet: data */
    unsigned char *base[1];
    unsigned char data[LB_RING_INLINE];
} lb_slot;

typedef struct lb_ring {
    _Alignas(64) _Atomic uint32_t head; /* packets written */
    uint32_t open;                      /* the writer's: slots sent by reference that it does not know to be released */
    uint32_t start;                     /* the writer's: head when its run began */
    bool blocked;                       /* the writer's: there was no slot free */
    lb_slot slot[LB_RING_SLOTS];
} lb_ring;

static inline void lb_ring_reset(lb_ring *r) {
    atomic_store(&r->head, 0);
    r->open = r->start = 0;
    r->blocked = false;
    for (uint32_t i = 0; i < LB_RING_SLOTS; i++)
        atomic_store(&r->slot[i].free, i);
}

static inline int lb_ring_send(lb_ring *r, const lb_packet *packet) {
    uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    lb_slot *s = &r->slot[head % LB_RING_SLOTS];
    r->blocked =
        r->open >> head % LB_RING_SLOTS & 1 || atomic_load(&s->free) != head; /* reported before it is reused */
    if (r->blocked)
        return LB_BUSY;
    s->by_reference = packet->bytes > LB_RING_INLINE;
    if (s->by_reference) {
        s->packet = *packet;
        r->open |= 1U << head % LB_RING_SLOTS;
    } else {
        lb_gather(packet, s->data);
        s->stretch = (lb_stretch){0, packet->bytes};
        s->base[0] = s->data;
        s->packet = (lb_packet){&s->stretch, 1, packet->bytes, s->base};
    }
    atomic_store(&r->head, head + 1);
    return s->by_reference ? 0 : 1;
}

/* The packet with this number, if it is there; those before it need not be released yet. */
static inline const lb_packet *lb_ring_next(lb_ring *r, uint32_t number) {
    return atomic_load(&r->head) == number ? NULL : &r->slot[number % LB_RING_SLOTS].packet;
}

/* Whether the writer may be waiting for it. */
static inline bool lb_ring_release(lb_ring *r, uint32_t number) {
    lb_slot *s = &r->slot[number % LB_RING_SLOTS];
    bool by_reference = s->by_reference;
    atomic_store(&s->free, number + LB_RING_SLOTS);
    return by_reference || atomic_load(&r->head) - number == LB_RING_SLOTS;
}

/* The writer's: whether a slot that it found taken is free by now. */
static inline bool lb_ring_unblocked(lb_ring *r) {
    uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    return r->blocked && atomic_load(&r->slot[head % LB_RING_SLOTS].free) == head;
}

/* The writer's: the number of a packet sent by reference that has been released and not been reported; or false. */
static inline bool lb_ring_released(lb_ring *r, uint32_t *number) {
    uint32_t last = atomic_load_explicit(&r->head, memory_order_relaxed) - 1;
    for (uint32_t left = r->open; left; left &= left - 1) {
        uint32_t slot = (uint32_t)__builtin_ctz(left);
        *number = last - (last - slot) % LB_RING_SLOTS;
        if (atomic_load(&r->slot[slot].free) != *number) {
            r->open &= ~(1U << slot);
            return true;
        }
    }
    return false;
}

#endif
