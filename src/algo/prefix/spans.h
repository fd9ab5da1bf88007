/* What the plans of scans share. */
#ifndef LB_PREFIX_SPANS_H
#define LB_PREFIX_SPANS_H

#include "algo/common/algo.h"

/* A scan's plan, in packets of equal length. `one` and `part` (or NULL: see plan.h) find a copy of `data` in the plan.
 */
typedef struct lb_span_plan {
    void (*one)(const lb_plan *plan, uint32_t step, uint32_t node, unsigned port, lb_plan *room);
    void (*part)(const lb_plan *plan, uint32_t step, uint32_t first, uint32_t end, lb_plan *room);
    const void *data;
    size_t bytes;                   /* of data */
    uint64_t packets, steps, moves; /* UINT64_MAX: too many */
} lb_span_plan;

/* In how many packets: on the linear clock as many as `choose` says, where it can. */
uint64_t lb_spans_packets(const lb_task *task, const lb_plan_options *o,
                          int (*choose)(const lb_task *task, const lb_plan_options *o, uint32_t *groups));

/* stages*(tau*m/groups + beta), nearly. */
double lb_spans_near_time(const lb_plan_options *o, uint64_t stages, uint32_t groups);

/* Microseconds: on the unit clock they are made at once, whatever the packets; on the linear clock for each group. */
uint64_t lb_spans_work(const lb_task *task, const lb_plan_options *o);

int lb_spans_generated(const lb_task *task, const lb_plan_options *o, const char *name, const lb_span_plan *spans,
                       lb_plan **plan, lb_why *why);

/* What the records have in common. */
#define LB_SPANS_INFO                                                                                                  \
    .tasks = LB_TASK_BIT(LB_SCAN) | LB_TASK_BIT(LB_EXSCAN), .any_ports = true, .min_ports = 1, .unit = true,           \
    .linear = true, .groups = true

/* ---- Rings that are summed up to one digit, whose node goes on for all of them ---- */

/* The lowest and the last dimension with links, of which there are some. */
void lb_span_dims(const lb_net *net, unsigned *low, unsigned *last);

/* The dimensions above the lowest, in which rings are summed up to digit floor(r/2): the steps before each is summed
 * up, and before it hands out; *depth is the steps before them, and then those after which the lowest can hand out. */
void lb_span_climb(const lb_net *net, unsigned low, unsigned last, uint32_t *in, uint32_t *out, uint32_t *depth);

/* What one packet has to move in them. */
uint64_t lb_span_climb_moves(const lb_net *net, unsigned low, unsigned last);

/* Whether a node stands for its run below the dimension: all lower digits are those to which rings are summed up, the
 * lowest this one. */
bool lb_span_stands(const lb_net *net, unsigned low, unsigned dim, uint32_t node, uint32_t lowest);

typedef struct lb_span_leg {
    uint64_t step; /* of the first packet; 0: the link is not used */
    uint32_t first, end;
} lb_span_leg;

typedef struct lb_span_ring {
    uint32_t b, s, r, c; /* its first node, stride, radix, the digit to which it is summed up */
    uint64_t in, out;    /* steps before */
} lb_span_ring;

/* What digit x of a ring sends up, or down. */
lb_span_leg lb_span_leg_of(const lb_span_ring *g, uint32_t x, bool up, bool last);

/* Steps of prefix. */
uint64_t lb_prefix_steps(const lb_net *net, uint32_t ports, uint64_t packets);

#endif
