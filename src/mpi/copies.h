/* Plans that are interleaved with themselves, so that the links carry one part while another has its latency. */
#ifndef LB_MPI_COPIES_H
#define LB_MPI_COPIES_H

#include "linkbound.h"

enum { LB_MOST_COPIES = 8, LB_LEAST_PACKET = 64 }; /* bytes, on the average */

/* What goes on the links: nanoseconds. */
typedef struct lb_pace {
    double block;          /* of all bytes of a block */
    double tau, gap, beta; /* of a byte; of a packet, if others are under way; and its latency */
    double hop;            /* of a further link */
    bool pipelined;        /* packets are sent while others are under way, not only those of other copies */
    double uneven;         /* by how much the larger half of the steps is above the mean; 0: all are alike */
    uint32_t nodes, ports; /* of the network */
} lb_pace;

/* How many copies are best, and what that takes; *ns is what one takes. 1: it is not worth while. */
uint32_t lb_copies_best(const lb_pace *pace, const lb_formula *f, double *ns);

#endif
