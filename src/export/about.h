/* What the formats say of a plan. */
#ifndef LB_EXPORT_ABOUT_H
#define LB_EXPORT_ABOUT_H

#include "linkbound-export.h"

/* Into how many equal parts a block must be cut so that every piece of the plan is a number of whole ones. */
int lb_export_parts(const lb_plan *plan, uint64_t *parts, lb_why *why);

/* The plan's algorithm as it can stand in every format. A schedule file may name it as it likes, quotes, angle brackets
 * and all; what would end a string, a tag or a line is an underscore here. */
void lb_export_algorithm(const lb_plan *plan, char *text, size_t size);

/* "linkbound: alltoall on 2x2x2, total-exchange, 4 steps": for comments. */
void lb_export_about(const lb_plan *plan, char *text, size_t size);

#endif
