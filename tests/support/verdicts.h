/* Schedules made by hand, and what the checker must say of them. */
#ifndef LB_TEST_VERDICTS_H
#define LB_TEST_VERDICTS_H

#include "support/oracle.h"
#include "support/support.h"

#define WHOLE_53 ((UINT64_C(1) << 53) - 1)

schedule begin(const char *net, lb_task_kind kind, lb_clock clock, uint64_t denominator);
schedule begin_list(const char *net, lb_task_kind kind, const uint32_t *list, size_t count);

/* The verdict in full; frees the schedule. */
typedef struct verdict {
    lb_rule rule;
    uint32_t step, from, to;
    uint64_t line;
    const char *text;
} verdict;

void expect(schedule *s, verdict want);
void expect_item(const schedule *s, lb_item want);
void holds(schedule *s);

/* A broadcast on the square, from 0, that is right. */
schedule square(void);

#endif
