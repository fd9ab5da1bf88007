/* Bytes from where a packet lies to where an event wants them. */
#ifndef LB_RUN_SHIFT_H
#define LB_RUN_SHIFT_H

#include "run/script.h"

#include <string.h>

/* A byte of a packet: its place is in one of the sender's buffers, or an address. */
static inline const unsigned char *lb_packet_memory(const lb_packet *packet, uint64_t place) {
    if (LB_PLACE_BASE(place) == LB_BASE_NOWHERE) {
        const unsigned char *memory;
        memcpy(&memory, &(uintptr_t){(uintptr_t)LB_PLACE_AT(place)}, sizeof memory);
        return memory;
    }
    return packet->base[LB_PLACE_BASE(place)] + LB_PLACE_AT(place);
}

/* Copies the packet to the event's stretches, or adds it to what they are added to. */
void lb_shift(const lb_script *script, const lb_event *event, unsigned char *const *base, const lb_packet *packet);

/* The packet's bytes, side by side. */
void lb_gather(const lb_packet *packet, unsigned char *into);

/* Copies or combines within a node. */
void lb_shift_local(const lb_script *script, const lb_event *event, unsigned char *const *base);

#endif
