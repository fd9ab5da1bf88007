/* Writing the outcome of a check into its report, as data and as a sentence. */
#ifndef LB_VERDICT_H
#define LB_VERDICT_H

#include "check/holding.h"
#include "check/source.h"

/* All return LB_ERR_CHECK, except the last. item may be NULL. */
int lb_verdict_move(lb_report *report, const lb_source *source, lb_rule rule, const lb_move *move, const lb_item *item);
/* What a record found at the end of a step or of the schedule. */
int lb_verdict_record(lb_report *report, const lb_source *source, const lb_holding *h);
int lb_verdict_counts(lb_report *report, const lb_source *source, uint64_t copies);
void lb_verdict_holds(lb_report *report);

#endif
