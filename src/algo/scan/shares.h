/* A long message on the linear clock, in pieces that go ways of their own: which, and of what sizes, is searched for.
 *
 * How much is tried is counted, in moves made, so that every machine finds the same. */
#ifndef LB_SCAN_SHARES_H
#define LB_SCAN_SHARES_H

#include "algo/scan/haul.h"

enum { LB_SHARES_PIECES = 96, LB_SHARES_UNITS = 1 << 20 };

typedef struct lb_shares_guess {
    uint32_t pieces;
    uint32_t way[LB_SHARES_PIECES];
    double size[LB_SHARES_PIECES]; /* beside each other */
    double bias, joined;           /* in the times that a piece takes, and a start (haul.h) */
    double score;                  /* its time, and some of the time that links are busy */
} lb_shares_guess;

typedef struct lb_shares {
    const lb_net *net;
    uint32_t nodes; /* whose links are used: all, or 1 if all nodes do the same */
    lb_haul_links links;
    lb_haul haul;
    /* Ways are in families of so many, the images of one another, of which each has an equal part of a piece; those
     * that are there to begin with, then spare ones. */
    uint32_t images;
    lb_scan_way *ways;
    uint32_t count, spares, last_spare; /* families */
    /* Makes another family, in the place of one, that is nearly the same as this one; NULL: they stay as they are. */
    int (*vary)(struct lb_shares *s, uint32_t way, uint32_t place);
    int error;            /* the first failure to */
    double tau, beta;     /* for a unit, for a start */
    double *load, *price; /* by link */
    uint64_t units, bound[LB_SHARES_PIECES + 1], chance;
    uint32_t taken[LB_SHARES_PIECES]; /* way of each part of a piece */
    uint32_t walks;                   /* times that it sets out; where trying is cheap it gets stuck soon */
    lb_shares_guess first, best, now, trial, kept;
} lb_shares;

/* Room for so many families of ways, which the caller then puts there, and counts; with `spares` for more, which vary()
 * fills. LB_ERR_MEMORY: end it all the same. */
int lb_shares_begin(lb_shares *s, const lb_net *net, uint32_t nodes, const lb_cost *cost, uint32_t images,
                    uint64_t families, uint64_t seed, bool spares);
/* The best that is found until so many moves have been made. */
int lb_shares_find(lb_shares *s, uint64_t most);
void lb_shares_write(lb_shares *s, lb_builder *builder);
void lb_shares_end(lb_shares *s);

/* The moves for an effort. */
uint64_t lb_shares_work(const lb_plan_options *o);

#endif
