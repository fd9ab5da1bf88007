/* All algorithms that can do a task, over a range of message sizes: times, the bound, the best, and where that changes.
 * Times come from the algorithms' formulas; an algorithm without one is planned for a few sizes, and its
 * plans are simulated at every size. */
#ifndef CLI_COMPARE_H
#define CLI_COMPARE_H

#include "cli/command.h"
#include "cli/comparison.h"

/* The sizes that args ask for: powers of two and both ends, or as many as --points says, evenly on a logarithmic scale.
 * Ascending, all different; returns how many. */
size_t cli_compare_sizes(const cli_args *args, uint64_t sizes[CLI_SIZES_MAX]);

/* Fills it; sizes ascend. own: a schedule that takes part, NULL: none; it is c's then. 0, or an exit status after the
 * error line. c must be freed in any case. */
int cli_compare_make(cli_comparison *c, const cli_args *args, const lb_task *task, lb_plan *own, const uint64_t *sizes,
                     size_t count);
void cli_compare_free(cli_comparison *c);

#endif
