/* One algorithm at one size, and what it costs to know its time. */
#ifndef CLI_COMPARE_POINTS_H
#define CLI_COMPARE_POINTS_H

#include "cli/comparison.h"

lb_cost cli_compare_cost(const cli_comparison *c, uint64_t bytes);
lb_plan_options cli_compare_options(const cli_comparison *c, size_t rival, const lb_cost *cost);

/* What the rival takes: by its formula, or simulated if it has a plan. */
void cli_compare_point(const cli_comparison *c, size_t rival, uint64_t bytes, cli_point *point);

/* The fastest of the points; of equals the one that the planner takes. */
size_t cli_compare_best(const cli_comparison *c, uint64_t bytes, const cli_point *points);

/* Packets that any plan has at least; of one node, where all do the same. */
uint64_t cli_compare_packets(const cli_comparison *c);

/* What simulating a plan costs, about, in packets of one block. */
uint64_t cli_compare_effort(const lb_plan *plan);

/* Checks and simulates, with divisible bytes. */
int cli_compare_simulate(const lb_plan *plan, const lb_cost *cost, lb_ratio *time, lb_why *why);

double cli_over_bound(const cli_point *p, lb_ratio bound); /* how many times the bound; 0: the bound is 0 */

/* The size at `part` of `parts` of the way from lo to hi on a logarithmic scale. */
uint64_t cli_size_between(uint64_t lo, uint64_t hi, size_t part, size_t parts);

#endif
