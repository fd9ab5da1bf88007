/* Shortening the plan of a scan. */
#ifndef LB_SCAN_HAGGLE_H
#define LB_SCAN_HAGGLE_H

#include "algo/common/algo.h"

/* Puts a shorter plan in the place of one of unit packets, if it finds one; else it stays. Failing, it stays too. */
int lb_scan_haggle(const lb_plan_options *o, lb_plan **plan, lb_why *why);

/* The same where that plan is not worth much, as on networks that are no tori (afresh.c). */
int lb_scan_haggle_afresh(const lb_plan_options *o, lb_plan **plan, lb_why *why);

#endif
