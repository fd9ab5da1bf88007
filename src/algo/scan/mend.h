/* Taking steps from the plan of a scan by mending what that breaks. */
#ifndef LB_SCAN_MEND_H
#define LB_SCAN_MEND_H

#include "algo/common/algo.h"

/* Puts a shorter plan in the place of one of unit packets, if it finds one, else it stays. Tries until there are no
 * more than `least` steps, and much longer until there are no more than `hoped`. Failing, it stays too. */
int lb_scan_mend(const lb_plan_options *o, uint32_t least, uint32_t hoped, lb_plan **plan, lb_why *why);

#endif
