/* Algorithms as people call them. */
#ifndef LB_ALGO_MEANT_H
#define LB_ALGO_MEANT_H

#include "linkbound.h"

/* By its name, in any spelling. `why` names those that may be meant, of those that do one of the tasks (bits as in
 * lb_algorithm.tasks, 0: any): "ring", "rabenseifner" and "pairwise" are names of others. */
int lb_algorithm_meant(const char *name, uint32_t tasks, const lb_algorithm **algorithm, lb_why *why);

/* Those that others give this name, of those that do one of the tasks: "a, b or c"; "" where there are none. */
void lb_algorithm_others(const char *name, uint32_t tasks, char *text, size_t size);

#endif
