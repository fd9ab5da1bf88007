/* A scan on the linear clock: a message in pieces of any sizes, each of which goes its own way, run from event to
 * event. */
#ifndef LB_SCAN_HAUL_H
#define LB_SCAN_HAUL_H

#include "algo/scan/way.h"

/* The links of a torus, lanes counted as one. */
typedef struct lb_haul_links {
    const lb_net *net;
    unsigned count; /* of a node */
    unsigned lanes[LB_TORUS_PORTS];
    uint8_t of[LB_MAX_PORTS];                   /* the link that a port belongs to */
    uint8_t lane[LB_TORUS_PORTS][LB_MAX_PORTS]; /* the ports of a link */
} lb_haul_links;

/* Whether the network is a torus, of links of any speeds: digits, and ports that change one of them by one. */
bool lb_haul_links_make(lb_haul_links *links, const lb_net *net);

struct lb_haul_freight;
struct lb_haul_berth;

typedef struct lb_haul {
    const lb_haul_links *links;
    uint32_t berths; /* links of all nodes */
    const lb_scan_way *ways;
    double tau, beta; /* for a unit, for a start */
    uint32_t pieces;
    const uint32_t *way;   /* of each piece */
    const uint64_t *bound; /* piece i has the units from bound[i] to bound[i+1] */
    double bias;           /* how much sooner, in time, a piece is than the next */
    double joined;         /* pieces go together over a link if that takes no longer than this */
    lb_builder *builder;   /* gets all moves, if not NULL */
    /* found */
    double time, busy; /* of all; of a link, on average, where it is not given up */
    uint64_t work;     /* moves made */
    /* while it runs */
    struct lb_haul_freight *freight;
    struct lb_haul_berth *berth;
    uint32_t *heap, heaped, *touched, touches;
} lb_haul;

/* Room for pieces of so many moves together, all from the first so many nodes. */
int lb_haul_take(lb_haul *haul, const lb_haul_links *links, uint32_t nodes, uint64_t moves);
/* Gives up, with a time beyond it, when that is more than `limit`. */
void lb_haul_run(lb_haul *haul, double limit);
void lb_haul_free(lb_haul *haul);

#endif
