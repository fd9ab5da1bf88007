/* Bytes from where a packet lies to where an event wants them. */
#ifndef LB_RUN_SHIFT_H
#define LB_RUN_SHIFT_H

#include "run/script.h"

/* Copies the packet to the event's stretches, or adds it to what they are added to. */
void lb_shift(const lb_script *script, const lb_event *event, unsigned char *const *base, const lb_packet *packet);

/* The packet's bytes, side by side. */
void lb_gather(const lb_packet *packet, unsigned char *into);

/* Copies or combines within a node. */
void lb_shift_local(const lb_script *script, const lb_event *event, unsigned char *const *base);

#endif
