/* The packets on one directed link between two threads: one writes, one reads, neither locks. A packet is passed by
 * reference, and its memory is free again when the reader has released it; small ones are copied into the ring. */
#ifndef LB_RUN_RING_H
#define LB_RUN_RING_H

#include "run/shift.h"

#include <stdatomic.h>

enum { LB_RING_SLOTS = 8, LB_RING_INLINE = 192 };

typedef struct lb_slot {
    lb_packet packet;
    bool by_reference;
    lb_stretch stretch; /* of a small packet: data */
    unsigned char *base[1];
    unsigned char data[LB_RING_INLINE];
} lb_slot;

typedef struct lb_ring {
    _Alignas(64) _Atomic uint32_t head; /* packets written */
    uint32_t reported;                  /* the writer's: packets it knows to be read */
    uint32_t start;                     /* the writer's: head when its run began */
    _Alignas(64) _Atomic uint32_t tail; /* packets read */
    lb_slot slot[LB_RING_SLOTS];
} lb_ring;

static inline int lb_ring_send(lb_ring *r, const lb_packet *packet) {
    uint32_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    lb_slot *s = &r->slot[head % LB_RING_SLOTS];
    if (head - r->reported == LB_RING_SLOTS)
        return LB_BUSY;
    s->by_reference = packet->bytes > LB_RING_INLINE;
    if (s->by_reference) {
        s->packet = *packet;
    } else {
        lb_gather(packet, s->data);
        s->stretch = (lb_stretch){0, packet->bytes};
        s->base[0] = s->data;
        s->packet = (lb_packet){&s->stretch, 1, packet->bytes, s->base};
    }
    atomic_store(&r->head, head + 1); /* and then look whether the reader sleeps: sequentially consistent */
    return s->by_reference ? 0 : 1;
}

static inline const lb_packet *lb_ring_next(lb_ring *r) {
    uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    return atomic_load(&r->head) == tail ? NULL : &r->slot[tail % LB_RING_SLOTS].packet;
}

/* Whether the writer may be waiting for it. A writer that finds the ring full looks at the tail once more before it
 * goes to sleep: either it sees this one, or its last packet is seen here, which is why the head is read after the tail
 * is written and both are sequentially consistent. */
static inline bool lb_ring_release(lb_ring *r) {
    uint32_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    bool by_reference = r->slot[tail % LB_RING_SLOTS].by_reference;
    atomic_store(&r->tail, tail + 1);
    return by_reference || atomic_load(&r->head) - tail == LB_RING_SLOTS;
}

#endif
