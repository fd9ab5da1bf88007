/* The inside of a runner.
 *
 * What always holds, and what the rest rests on:
 *   - left[e] is the number of events that e waits for and that are not done; an event is begun only when it is 0. It
 *     is counted down in lb_runner_complete and nowhere else, and each event is completed exactly once in a run.
 *   - Packets of a port and way are begun in the order of script->order, so both ends agree on them without headers.
 *   - Waiting only goes back in steps: a receive of step t waits for events of steps before t, for other receives of
 *     step t, and for sends of step t, itself or through others, only if it `lands`, that is if it can be taken off the
 *     link before. What is added up at the node itself waits for anything of its step. Hence the first event in step
 *     order that is not done can always go on, and nothing waits in a circle.
 *   - In which order sums are made is decided by the script and never by what comes first: whoever adds to a range
 *     waits for the one before.
 *   - Memory that a packet lies in does not change until it is sent: whoever writes there waits for that. */
#ifndef LB_RUN_RUNNER_H
#define LB_RUN_RUNNER_H

#include "run/forward.h"
#include "run/script.h"

typedef struct lb_port_state {
    uint32_t sending;   /* packets begun */
    uint32_t completed; /* contiguous: packets sent, all before it too */
    uint32_t posted;    /* receives posted */
    uint32_t applying;  /* the next to be put where it belongs */
    bool landed;        /* by reference: that one is in landing memory */
    unsigned char *landing, *packing;
    uint64_t landing_size, packing_size; /* of one packet */
} lb_port_state;

struct lb_runner {
    const lb_script *script;
    lb_transport transport;
    unsigned char *base[LB_BASES];
    unsigned char *memory; /* scratch, landing and packing */
    uint64_t memory_size;
    uint32_t *left;  /* per event: how many it still waits for */
    uint32_t *ready; /* local events that can be done */
    uint32_t nready, over;
    uint8_t *arrived, *sent; /* contiguous: per place in script->order */
    lb_forwarding forwarding;
    lb_port_state port[LB_MAX_PORTS];
    int error;
};

/* The event is done: those that wait for it have one less to wait for. */
void lb_runner_complete(lb_runner *r, uint32_t event);

/* Forwarding: a packet with what lies in packets received has been sent. */
void lb_runner_passed_on(lb_runner *r, uint32_t event);

/* Receiving, as far as it goes now; whether anything was done. */
bool lb_runner_receive_referenced(lb_runner *r, unsigned port); /* runner_referenced.c */
bool lb_runner_receive_posted(lb_runner *r, unsigned port);     /* runner_posted.c */

#endif
