/* Taking steps away from the plan of a scan, and writing down what is left. */
#ifndef LB_SCAN_SHORTEN_H
#define LB_SCAN_SHORTEN_H

#include "algo/scan/bazaar.h"

enum { LB_SCAN_FEW_ROUNDS = 16 };

/* Operations that may be spent, about a thousand a microsecond. */
uint64_t lb_scan_work(const lb_plan_options *o);

/* No plan has fewer steps. */
uint32_t lb_scan_fewest(const lb_bazaar *b);

/* Takes steps away from what is kept; of scan also with what nodes have themselves in what they get. */
void lb_scan_shorten(lb_bazaar *b, lb_task_kind kind);

/* What is kept for a few packets, repeated every `period` steps until all have gone. */
int lb_scan_write(const lb_bazaar *b, const lb_plan *like, uint64_t packets, uint32_t period, lb_plan **plan,
                  lb_why *why);

#endif
