/* The inside of a script: events, what each waits for, and the memory each touches.
 *
 * An event is a packet to send, a packet to receive, or something done at the node itself. Events are numbered in step
 * order, in a step sends before receives before local ones, so what an event waits for has a smaller number... but for
 * a receive that waits for a send of its own step. An event is done when its effect is: a packet sent when its memory
 * may change again, a packet received when it is where it belongs. */
#ifndef LB_RUN_SCRIPT_H
#define LB_RUN_SCRIPT_H

#include "linkbound-run.h"

/* Places: the buffer in the top two bits. */
enum { LB_BASE_IN, LB_BASE_OUT, LB_BASE_SCRATCH, LB_BASE_NOWHERE, LB_BASES };
#define LB_PLACE(base, at) ((uint64_t)(base) << 62 | (uint64_t)(at))
#define LB_PLACE_BASE(p)   ((unsigned)((p) >> 62))
#define LB_PLACE_AT(p)     ((p) & ((UINT64_C(1) << 61) - 1))
#define LB_NOWHERE         LB_PLACE(LB_BASE_NOWHERE, 0)
#define LB_NO_EVENT        UINT32_MAX

/* Of a packet that is added, in the place of the other summand: the packet is the left one. */
#define LB_PACKET_FIRST (UINT64_C(1) << 61)

typedef enum lb_event_kind {
    LB_EVENT_SEND,
    LB_EVENT_RECEIVE,
    LB_EVENT_COPY,   /* local: stretches are to, from, to, from, ... */
    LB_EVENT_COMBINE /* local: to, left, right, to, left, right, ... */
} lb_event_kind;

typedef struct lb_event {
    uint8_t kind;
    uint8_t port;
    bool combines;  /* a packet of which something is added: with[] says to what */
    bool lands;     /* a packet that may have to be taken in before it can be put where it belongs: what is there is
                       being sent in the same step, to a node that may be waiting for just this one to be taken. Of a
                       local event: it waits for a packet that is sent in its step */
    uint32_t first; /* of its stretches */
    uint32_t count; /* of them */
    uint32_t needs; /* how many events must be done before */
    uint32_t then;  /* the first of those that wait for it */
    uint32_t nthen; /* how many do */
    uint32_t index; /* among the packets of its port and way */
    uint32_t uses;  /* forwarding: stretches of packets sent that lie in this one received */
    uint64_t bytes;
    uint64_t base; /* forwarding: the place of its first byte (forward.h) */
} lb_event;

/* The packets of a port, one way: events in order. */
typedef struct lb_queue {
    uint32_t first, count; /* in script->order */
    uint64_t bytes;
    uint64_t largest_landing;  /* of those that may have to land where packets come by reference */
    uint64_t largest_indirect; /* of those that cannot be received straight into place */
    uint64_t largest_parts;    /* of those that are not one stretch */
} lb_queue;

/* A packet that can be received straight into place: one stretch, of memory that nothing else can be using. */
static inline bool lb_event_direct(const lb_event *e, const lb_stretch *stretch) {
    return e->count == 1 && !e->combines && e->needs == 0 && LB_PLACE_BASE(stretch->place) != LB_BASE_NOWHERE;
}

/* Where the events of a step begin. Steps without events have none. */
typedef struct lb_step_mark {
    uint32_t step, first;
} lb_step_mark;

struct lb_script {
    lb_operator op; /* op.size is at least 1 */
    uint32_t node, steps;
    unsigned ports;
    lb_event *events;
    uint32_t nevents;
    lb_stretch *stretches;
    uint64_t *with; /* class sum: for each stretch of a packet that is added, where the other summand is; LB_NOWHERE:
                       it is put there as it is */
    uint32_t nstretches;
    uint32_t *then; /* the events that wait, event by event */
    uint32_t nthen;
    uint32_t *order; /* of packets, queue by queue */
    lb_step_mark *marks;
    uint32_t nmarks;
    lb_queue queue[LB_MAX_PORTS][2];
    uint64_t scratch; /* bytes */
    bool forwards;    /* forward.h */
    uint32_t *via;    /* forwarding: for each stretch of a packet sent the event that received it, or LB_NO_EVENT */
};

/* LB_ERR_ARG, LB_ERR_SIZE: that cannot be a task's data. */
int lb_check_data(const lb_task *task, const lb_data *data, lb_why *why);

/* A script that keeps what only comes through in the packets it came in. Only where blocks are copied or carried. */
int lb_script_create_forwarding(const lb_plan *plan, uint32_t node, const lb_data *data, lb_script **script,
                                lb_why *why);

#endif
