/* Formulas beside the algorithms: exact coefficients, and the exactly best number of groups. */
#ifndef LB_FORMULA_H
#define LB_FORMULA_H

#include "algo/common/algo.h"
#include "base/exact.h"

/* Pipelining beyond this gains less than one part in 2^16/d and makes plans that nobody could store. */
#define LB_MAX_GROUPS UINT32_C(65536)

/* Fills everything but the algorithm: (num/den)*tau*m + startups*beta, exact, no groups. LB_ERR_SIZE: does not fit. */
int lb_formula_set(lb_formula *f, const char *text, uint64_t num, uint64_t den, uint64_t startups);

/* The formula of an algorithm of the unit clock: steps*(tau*m/parts + beta), parts being lb_task_parts. As a flow of
 * data it may be faster: not exact. */
int lb_formula_steps(const lb_task *task, const char *text, uint64_t steps, lb_formula *f);

/* Appends, unless one of as many groups is there that is no slower whatever the cost. LB_ERR_SIZE: no room. */
int lb_formulas_add(lb_formulas *list, const lb_formula *f);

/* The g >= 1 that minimises (a + gain/g)*tau*m + (b + g)*beta, whatever a and b: the least with
 * g*(g+1)*beta >= gain*tau*m. No more than leaves each of `pieces` pieces of a group a byte, nor than LB_MAX_GROUPS.
 * options->groups, if not 0, is taken instead. LB_ERR_ARG: neither groups nor a cost is given. */
int lb_choose_groups(const lb_plan_options *options, lb_ratio gain, uint64_t pieces, uint32_t *groups);

/* gain*tau*m/beta, rounded up: how strongly a cost asks for smaller packets. UINT64_MAX when it is larger than that. */
uint64_t lb_pull(const lb_cost *cost, lb_ratio gain);

/* For suits(): whether lb_choose_groups can choose. */
static inline bool lb_can_choose(const lb_plan_options *options) {
    return options->clock == LB_UNIT || options->groups || options->cost;
}
#define LB_NEEDS_COST "it needs bytes, tau and beta (or the number of groups)"

#endif
