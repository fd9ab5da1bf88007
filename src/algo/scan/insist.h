/* Taking a step from the plan of a scan that is still too long. */
#ifndef LB_SCAN_INSIST_H
#define LB_SCAN_INSIST_H

#include "algo/common/algo.h"

/* Puts a plan of fewer steps in the place of one of unit packets, down to `least`, with so many times the work of
 * haggling. Where nothing is found it stays. */
int lb_scan_insist(const lb_plan_options *o, uint32_t least, uint32_t times, lb_plan **plan, lb_why *why);

#endif
