/* How finely L.C. INVERSION cuts the messages of each class of nodes. */
#ifndef LB_LC_GROUPS_H
#define LB_LC_GROUPS_H

#include "algo/common/formula.h"

#define LB_MAX_PAIRS (LB_TORUS_PORTS / 2)

typedef struct lb_lc_groups {
    uint32_t p[LB_MAX_PAIRS + 1]; /* packets a link and stage, where k pairs of bits are crossed, k = 1..pairs */
    uint64_t denominator;         /* in which all packets are whole */
    unsigned slowest;             /* the k that takes longest */
} lb_lc_groups;

/* Lockstep steps that a class takes: k*p+1, or 2*k with one packet, which leaves nothing to overlap. */
static inline uint64_t lb_lc_steps(uint64_t k, uint64_t p) {
    return p == 1 ? 2 * k : k * p + 1;
}

/* The times of a class: lb_lc_steps packets of m/(2kp). */
int lb_lc_time(unsigned k, uint32_t p, lb_formula *f);

/* The p of all classes, for the least time of the slowest. LB_ERR_ARG: neither groups nor a cost is given. */
int lb_lc_choose(unsigned pairs, const lb_plan_options *options, lb_lc_groups *g);

#endif
