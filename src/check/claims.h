/* Holding what a witness claims against what was counted. It may claim less than is true (a smaller load, a larger
 * capacity, a smaller value), never more. */
#ifndef LB_CLAIMS_H
#define LB_CLAIMS_H

#include "task/task.h"

#define LB_TOO_LONG "the witness's numbers do not fit 64 bits"

/* "the witness claims WHAT so much, the recount gives so much" */
int lb_refute(lb_why *why, const char *what, uint64_t claimed, uint64_t counted);

int lb_verify_load(const lb_witness *w, uint64_t counted, lb_why *why);
int lb_verify_capacity(const lb_witness *w, uint64_t counted, lb_why *why);
int lb_verify_value(const lb_witness *w, uint64_t counted, lb_why *why);

/* Its load and capacity against these; its value against `more` steps on top of those in which packets*load pass the
 * capacity. */
int lb_verify_counts(const lb_witness *w, uint64_t load, uint64_t capacity, uint64_t packets, uint64_t more,
                     lb_why *why);

/* Its value is packets*load, and the load no more than this. */
int lb_verify_total(const lb_witness *w, uint64_t load, uint64_t packets, lb_why *why);

/* Of `nodes`, those that know a packet grow by a factor of links+1 in a step; of `packets` that must leave a node the
 * last waits for the witness's radius. */
int lb_verify_growth(const lb_witness *w, uint64_t nodes, uint64_t links, uint64_t packets, lb_why *why);

#endif
