/* For the tests of permutations under tau*m + beta: permutations of the cube, and plans held against their formulas. */
#ifndef LB_TEST_PERMUTATIONS_H
#define LB_TEST_PERMUTATIONS_H

#include "support/cubes.h"
#include "support/support.h"

typedef uint32_t (*perm_map)(unsigned d, uint32_t v);

uint32_t perm_inversion(unsigned d, uint32_t v);
uint32_t perm_reflection(unsigned d, uint32_t v);
uint32_t perm_rotation(unsigned d, uint32_t v);
uint32_t perm_identity(unsigned d, uint32_t v);
uint32_t perm_reversal(unsigned d, uint32_t v);
uint32_t perm_transpose(unsigned d, uint32_t v);
uint32_t perm_shuffle(unsigned d, uint32_t v);
uint32_t perm_last_pair(unsigned d, uint32_t v);
uint32_t perm_anti(unsigned d, uint32_t v);
uint32_t perm_quarter(unsigned d, uint32_t v);
uint32_t perm_quarter_gray(unsigned d, uint32_t v);
uint32_t perm_quarter_back(unsigned d, uint32_t v);
uint32_t perm_turn_and_flip(unsigned d, uint32_t v);
uint32_t perm_swap_and_flip(unsigned d, uint32_t v);

/* All of a map; freed by the caller. */
uint32_t *perm_list_of(unsigned d, perm_map map);

/* Numbers by chance: the same seed gives the same ones everywhere. */
void perm_seed(uint64_t value);
uint32_t perm_chance(uint32_t below);
void perm_mix(uint32_t *list, uint32_t n);

lb_task *perm_task_of(unsigned d, const uint32_t *list);
lb_task *perm_task_by(unsigned d, perm_map map);
/* v -> v^offset as an isotropic task. */
lb_task *perm_one_offset(unsigned d, uint32_t offset);

enum { PERM_COSTS = 8 };
extern const lb_cost perm_costs[PERM_COSTS];

/* Plans that perm_check_time has simulated. */
extern unsigned perm_simulated;

/* The plan as it is made for a cost; it must hold, and take what its formula says (or less, where that is all it says).
 */
void perm_check_time(const lb_task *task, const char *algorithm, const lb_cost *cost, uint32_t groups, bool exact);
void perm_check_costs(const lb_task *task, const char *algorithm, bool exact);

/* The bound's data term: what the busiest link must carry when start-ups are free. */
lb_ratio perm_data_bound(const lb_task *task, const lb_cost *cost);

#endif
