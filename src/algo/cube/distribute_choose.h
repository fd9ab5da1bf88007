/* DISTRIBUTE 2's waves: which the root sends, and what is in them. */
#ifndef LB_DISTRIBUTE_CHOOSE_H
#define LB_DISTRIBUTE_CHOOSE_H

#include "algo/common/formula.h"
#include "algo/send/spread.h"

enum { LB_MOST_WAVELETS = 2 * LB_SPREAD_MOST + 1 };

/* The part of a level's messages that one wave takes: [from, to) of its (d over level) shares, a share on each of the
 * root's links being a d-th of a message. */
typedef struct lb_wavelet {
    unsigned wave, level; /* waves from 0 */
    uint64_t from, to;
} lb_wavelet;

/* What choosing needs of the cube, worked out once. */
typedef struct lb_wave_cube {
    uint64_t nodes[LB_SPREAD_MOST + 1]; /* at each distance */
    uint64_t share[LB_SPREAD_MOST + 1]; /* a share of the root's link on a link from each distance, in 1/unit of a
                                           message */
    uint64_t unit;
} lb_wave_cube;

typedef struct lb_waves {
    const lb_wave_cube *cube;
    unsigned d, k, count;
    uint64_t size[LB_SPREAD_MOST]; /* of each wave, first to last, in shares */
    lb_wavelet list[LB_MOST_WAVELETS];
} lb_waves;

/* A time: data/unit*tau*m + startups*beta. */
typedef struct lb_wave_time {
    uint64_t data, startups;
} lb_wave_time;

typedef struct lb_wave_choice {
    lb_wave_cube cube;
    lb_waves best; /* points to the cube: not to be copied */
    lb_wave_time time;
    bool any;
} lb_wave_choice;

/* LB_ERR_UNSUPPORTED: more than LB_SPREAD_MOST dimensions, or not in so many groups. LB_ERR_ARG: neither groups nor a
 * cost is given. */
int lb_choose_waves(const lb_task *task, const lb_plan_options *o, lb_wave_choice *choice);

#endif
