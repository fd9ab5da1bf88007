/* What the plans of scans share. */
#ifndef LB_PREFIX_SPANS_H
#define LB_PREFIX_SPANS_H

#include "algo/common/algo.h"

/* A scan's plan, in packets of equal length. Takes over `data`, which `one` and `part` (or NULL: see plan.h) find in
 * the plan, also where it fails. */
typedef struct lb_span_plan {
    void (*one)(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room);
    void (*part)(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room);
    void *data;
    size_t bytes;                   /* of data */
    uint64_t packets, steps, moves; /* UINT64_MAX: too many */
} lb_span_plan;

/* In how many packets: on the linear clock as many as `choose` says, where it can. */
uint64_t lb_spans_packets(const lb_task *task, const lb_plan_options *o,
                          int (*choose)(const lb_task *task, const lb_plan_options *o, uint32_t *groups));

/* stages*(tau*m/groups + beta), nearly. */
double lb_spans_near_time(const lb_plan_options *o, uint64_t stages, uint32_t groups);

int lb_spans_generated(const lb_task *task, const lb_plan_options *o, const char *name, const lb_span_plan *spans,
                       lb_plan **plan, lb_why *why);

/* What the records have in common. */
#define LB_SPANS_INFO                                                                                                  \
    .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN), .any_ports = true, .min_ports = 1, .unit = true,           \
    .linear = true, .groups = true

/* Steps of prefix. */
uint64_t lb_prefix_steps(const lb_net *net, uint32_t ports, uint64_t packets);

#endif
