/* Passing on what came by reference. In shared memory a block that only comes through need not be copied at every node
 * on its way: the node keeps the packet it came in, sends on where its bytes lie, and releases the packet when all that
 * it sent on has been released. So every block is copied once, from where it starts to where it ends.
 *
 * A script for this (lb_script_create_forwarding) has no scratch memory. A stretch "in scratch" is a stretch of a
 * packet received: places go on from packet to packet, event->base is where one begins. Nothing there is ever written,
 * so no event of such a script waits for a packet to be sent, and holding packets back can block nobody, as long as the
 * transport has room for all packets of a run (transport.window per port). */
#ifndef LB_RUN_FORWARD_H
#define LB_RUN_FORWARD_H

#include "run/script.h"

/* A packet to be sent, where its bytes really lie. */
typedef struct lb_referral {
    lb_stretch *stretches;
    uint64_t room;
    uint32_t count;
} lb_referral;

/* A packet received, and how many uses of it are still to come. */
typedef struct lb_held {
    const lb_packet *packet;
    uint32_t uses;
} lb_held;

typedef struct lb_forwarding {
    lb_held *held;         /* per event */
    lb_referral *referral; /* per event: what it sends */
} lb_forwarding;

/* Whether a script can be run that way by a transport that holds `window` packets. */
bool lb_forward_fits(const lb_script *script, unsigned window);

int lb_forward_create(const lb_script *script, lb_forwarding *f);
void lb_forward_free(const lb_script *script, lb_forwarding *f);
uint64_t lb_forward_memory(const lb_script *script, const lb_forwarding *f);
void lb_forward_start(const lb_script *script, lb_forwarding *f);

/* The packet of a send event, with addresses for places. LB_ERR_MEMORY; only the first runs can take memory. */
int lb_forward_packet(lb_forwarding *f, const lb_script *script, unsigned char *const *base, uint32_t event,
                      lb_packet *packet);

#endif
