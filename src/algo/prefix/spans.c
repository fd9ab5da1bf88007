/* What the plans of scans have in common once their packets, steps and moves are counted. */
#include "algo/prefix/spans.h"

#include "algo/common/formula.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 100 };

uint64_t lb_spans_packets(const lb_task *task, const lb_plan_options *o,
                          int (*choose)(const lb_task *task, const lb_plan_options *o, uint32_t *groups)) {
    uint32_t groups = 1;
    if (o->clock == LB_UNIT)
        return o->packets;
    if (lb_can_choose(o))
        choose(task, o, &groups);
    return groups;
}

double lb_spans_near_time(const lb_plan_options *o, uint64_t stages, uint32_t groups) {
    double data = lb_ratio_value(o->cost->tau) * (double)o->cost->bytes / groups;
    return (double)stages * (data + lb_ratio_value(o->cost->beta));
}

uint64_t lb_spans_work(const lb_task *task, const lb_plan_options *o) {
    uint64_t moves = lb_times(task->net.nodes, lb_diameter(&task->net) + UINT64_C(1)) / 4 + 1;
    return o->clock == LB_UNIT && moves > AT_ONCE ? AT_ONCE : moves;
}

int lb_spans_generated(const lb_task *task, const lb_plan_options *o, const char *name, const lb_span_plan *spans,
                       lb_plan **plan, lb_why *why) {
    *plan = NULL;
    if (spans->steps > UINT32_MAX - 1 || spans->moves >= UINT64_C(1) << 62)
        return lb_fail(why, LB_ERR_SIZE, "the message would have too many pieces");
    void *data = lb_array(1, spans->bytes);
    if (!data)
        return lb_fail_memory(why, "a plan");
    memcpy(data, spans->data, spans->bytes);
    lb_generator generator = {
        .one = spans->one,
        .part = spans->part,
        .free = free,
        .data = data,
        .bytes = spans->bytes,
        .denominator = spans->packets > 1 ? spans->packets : 0,
        .fine = true,
        .has_origin = true,
        .has_dest = true,
    };
    int error = lb_plan_generated(task, name, LB_EXPLICIT, (uint32_t)spans->steps, spans->moves, generator, plan, why);
    if (error)
        return error;
    (*plan)->clock = o->clock;
    (*plan)->packet = o->clock == LB_UNIT ? 1 : (*plan)->denominator;
    return LB_OK;
}

void lb_span_dims(const lb_net *net, unsigned *low, unsigned *last) {
    for (*low = 0; net->radix[*low] == 1;)
        ++*low;
    *last = *low;
    for (unsigned i = *low; i < net->dims; i++)
        *last = net->radix[i] > 1 ? i : *last;
}

void lb_span_climb(const lb_net *net, unsigned low, unsigned last, uint32_t *in, uint32_t *out, uint32_t *depth) {
    if (low == last)
        return;
    for (unsigned i = low + 1; i <= last; i++) {
        in[i] = *depth;
        *depth += i == last ? net->radix[i] - 1 : net->radix[i] / 2;
    }
    for (unsigned i = last; i-- > low + 1;) {
        out[i] = *depth;
        *depth += net->radix[i] / 2;
    }
}

uint64_t lb_span_climb_moves(const lb_net *net, unsigned low, unsigned last) {
    uint64_t moves = net->radix[last] - 1;
    for (unsigned i = low + 1; i < last; i++) {
        uint64_t r = net->radix[i];
        if (r > 1) /* nothing comes before the first ring */
            moves += net->nodes / net->stride[i] / r * 2 * (r - 1) - r / 2;
    }
    return moves;
}

bool lb_span_stands(const lb_net *net, unsigned low, unsigned dim, uint32_t node, uint32_t lowest) {
    for (unsigned i = low; i < dim; i++) {
        uint32_t digit = node / net->stride[i] % net->radix[i];
        if (digit != (i == low ? lowest : net->radix[i] / 2))
            return false;
    }
    return true;
}

lb_span_leg lb_span_leg_of(const lb_span_ring *g, uint32_t x, bool up, bool last) {
    static const lb_span_leg none;
    if (up && x + 1 == g->r)
        return none;
    if (last)
        return up ? (lb_span_leg){g->in + x + 1, 0, (x + 1) * g->s} : none;
    if (up)
        return x < g->c ? (lb_span_leg){g->in + x + 1, g->b, g->b + (x + 1) * g->s}
                        : (lb_span_leg){g->out + x - g->c + 1, 0, g->b + (x + 1) * g->s};
    if (x > g->c)
        return (lb_span_leg){g->in + g->r - x, g->b + x * g->s, g->b + g->r * g->s};
    return x == 0 || g->b == 0 ? none : (lb_span_leg){g->out + g->c - x + 1, 0, g->b};
}
