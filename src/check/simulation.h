/* What the simulator keeps while it runs, shared with the tracing of the critical path. */
#ifndef LB_SIMULATION_H
#define LB_SIMULATION_H

#include "check/clock.h"
#include "check/frame.h"
#include "check/plan_source.h"
#include "check/sizes.h"
#include "check/spans.h"
#include "check/trails.h"

/* Why a packet could not start earlier: what it waited for last. */
typedef enum lb_cause {
    LB_CAUSE_NONE,
    LB_CAUSE_DATA,
    LB_CAUSE_LINK,
    LB_CAUSE_SEND_PORT,
    LB_CAUSE_RECEIVE_PORT
} lb_cause;

typedef struct lb_past {
    uint64_t start, duration;
    uint32_t before; /* the move it waited for, +1; 0: none */
    uint8_t cause;   /* lb_cause */
    uint8_t port;
} lb_past;

typedef struct lb_flying lb_flying; /* check/flying.h */

typedef struct lb_simulation {
    lb_plan_source plan;
    lb_source *source;
    const lb_net *net;
    lb_holding hold; /* the frame only */
    const lb_cost *cost;
    lb_ticks ticks;
    lb_sizes sizes;
    bool places;                       /* carried data: one entry an atom, where it is, instead of one for every node */
    lb_spans spans;                    /* of spans, instead of what is ready */
    lb_when *ready;                    /* per node and atom, or per atom */
    lb_when *sent;                     /* sums, per node and atom: when the node last began to send it */
    bool every;                        /* all packets are told, not the critical ones alone */
    bool can_trail;                    /* there is memory for trails */
    lb_trails trails;                  /* carried data that strays, instead of both: where it has been */
    uint32_t *place;                   /* places: where the atom is, and whether it strayed */
    lb_when latest;                    /* places: when the packet's strayed data is ready, at the latest */
    bool doubtful, ignore_strays;      /* places: some packet waited for such data; none waits for it */
    lb_when *link;                     /* free from */
    uint64_t *busy;                    /* per link: time it was busy */
    lb_when *send_port, *receive_port; /* per node, `ports` entries each; NULL without a limit */
    lb_flying *flying;                 /* networks of flights */
    lb_past *past;                     /* per move */
    uint64_t moves, makespan;
    uint64_t packets; /* that are not empty */
    uint64_t even;    /* not 0: every node is simulated because of the bytes; so many would be alike at all nodes */
    uint32_t last;    /* the move that ends last, +1 */
    void *arriving;
    uint64_t arrivals, room;
    uint64_t bytes, limit; /* taken, and allowed */
} lb_simulation;

/* Fills in the result of a simulation that has run. */
int lb_timing_fill(lb_simulation *s, lb_timing *timing, lb_why *why);

/* Fills timing->critical by walking back from the last move, or with every packet. */
int lb_critical_path(lb_simulation *s, lb_timing *timing, lb_why *why);

#endif
