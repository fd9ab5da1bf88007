/* Putting right what packets of a scan have nearly come to terms over. */
#ifndef LB_SCAN_FINISH_H
#define LB_SCAN_FINISH_H

#include "algo/scan/nearly.h"

/* Puts what it makes of it in the place of a plan, if nobody is in anybody's way then; else the plan stays, and *nearly
 * has fewer clashes, or as many. Does so many times the work of haggling, about, and twice that where few are left. */
int lb_scan_put_right(const lb_plan_options *o, uint32_t times, lb_scan_nearly *nearly, lb_plan **plan, lb_why *why);

#endif
