/* Lanes, one port and one way each: packets cut into messages. */
#ifndef LB_MPI_LANES_H
#define LB_MPI_LANES_H

#include "mpi/instance.h"

typedef struct lb_load {
    unsigned char *at;
    uint64_t bytes, posted, done;
} lb_load;

typedef struct lb_lane {
    lb_instance *owner;
    unsigned port;
    lb_way way;
    int peer;
    int lane, lanes;      /* of all that lead to this neighbour, this one; each has tags of its own */
    uint64_t most;        /* bytes of a message */
    uint64_t messages;    /* so far in this run */
    unsigned flying;      /* messages */
    unsigned flyers;      /* at most */
    uint64_t under_way;   /* bytes of them */
    uint64_t room;        /* at most, unless it is one message */
    uint64_t brief;       /* longer ones go alone */
    bool stagger, many;   /* the first packet is cut; there are very many */
    uint64_t first;       /* bytes of the first message; 0: as the others */
    uint64_t next, known; /* the packet that is being sent or awaited, and how many there are so far */
    lb_load *loads;       /* window of them */
    double byte, message; /* seconds for which one keeps its link busy, if they are paced; else 0 */
    double due;           /* when the link is expected to be through with what was sent */
    lb_delay delay;
    uint64_t seen;      /* messages done, when the watching thread looked last */
    double quiet, said; /* seconds since then that somebody has waited, and when it was said; 0: not */
} lb_lane;

enum { LB_MPI_FEW = 3 }; /* packets: not worth keeping two under way */

int lb_lanes_create(lb_instance *instance, const lb_net *links); /* links: of its plan */
lb_transport lb_lanes_transport(lb_instance *instance);
void lb_lanes_start(lb_instance *instance);         /* a new run */
void lb_lanes_stop(lb_instance *instance);          /* it is over, or has failed: nothing more is sent */
int lb_lanes_requests(const lb_instance *instance); /* the most messages it has under way at a time, lanes or not */

#endif
