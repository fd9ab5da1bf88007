/* For the tests of 000's collectives: their plans on the d-cube by number, and comparing plans step by step. */
#ifndef LB_TEST_CUBES_H
#define LB_TEST_CUBES_H

#include "support/support.h"

/* One of the algorithms, and what it promises for one packet a block. */
typedef struct cube_algo {
    const char *name;
    lb_task_kind kind;
    uint64_t (*steps)(unsigned d);
    uint64_t (*transmissions)(unsigned d);
} cube_algo;

enum { CUBE_BROADCAST, CUBE_REDUCE, CUBE_SCATTER, CUBE_GATHER, CUBE_EXCHANGE, CUBE_ALGOS };
extern const cube_algo cube_algos[CUBE_ALGOS];

/* ceil((2^d-1)/d), 0 for d = 0. */
uint64_t cube_quotient(unsigned d);

lb_task *cube_task(unsigned d, lb_task_kind kind, uint32_t root);
lb_plan *cube_plan(unsigned d, lb_task_kind kind, const char *algorithm, uint32_t root, uint64_t packets);
lb_plan *cube_plan_of(unsigned which, unsigned d, uint32_t root);

/* The same moves in every step, in whatever order within it. */
void cube_same_sets(const lb_plan *a, const lb_plan *b);

/* Steps and transmissions are those of the best lower bounds, and their witnesses hold. */
void cube_meets_bound(const lb_plan *plan);

#endif
