/* What is asked of the planners, and their plans for each kind of task: trees first, then repair, then greed. */
#ifndef LB_FAULTY_ERRAND_H
#define LB_FAULTY_ERRAND_H

#include "algo/faulty/faulty_plan.h"

typedef struct lb_errand {
    const lb_task *task;
    const lb_plan_options *options;
    bool general;
    const char *name;
    uint64_t pieces;        /* packets of a block */
    const lb_plan *whole;   /* the linear clock: only this plan of the whole network, mended; NULL: all there is */
    uint32_t group, groups; /* allreduce: only the blocks of this group of so many; 0: all */
} lb_errand;

int lb_errand_scene(const lb_errand *e, bool turned, lb_scene *s, lb_why *why);

/* Makes legs of variants of a tree until one is whole; then, or else, of the one with the fewest dead links, mended;
 * and if that takes more steps than `goal`, of one that is grown from nothing. Keeps the shortest. */
typedef int (*lb_tree_use)(const lb_scene *s, uint32_t root, const uint32_t *into, lb_legs *legs, lb_why *why);
int lb_use_trees(const lb_scene *s, const lb_errand *e, uint32_t root, lb_tree_shape shape, lb_tree_use use,
                 uint32_t goal, lb_legs *best, lb_why *why);

/* Each fills legs, of the task's own network. */
int lb_copy_legs(const lb_errand *e, bool turned, lb_legs *legs, lb_why *why); /* turned: sums, backwards */
int lb_scatter_legs(const lb_errand *e, lb_legs *legs, lb_why *why);           /* and gather */
int lb_send_legs(const lb_errand *e, lb_legs *legs, lb_why *why);
int lb_carry_legs(const lb_errand *e, lb_legs *legs, lb_why *why); /* everything else that is carried */

/* The plan of a scan or exscan. */
int lb_build_spans(const lb_errand *e, lb_plan **plan, lb_why *why);

/* summed: of each token, the step in which its sum is complete; what comes later are copies. To be freed. */
int lb_allreduce_legs(const lb_errand *e, lb_legs *legs, uint32_t **summed, lb_why *why);

#endif
