/* What data can be, and what is known of a script. Scripts are made in make_script.c. */
#include "run/script.h"
#include "base/base.h"

#include <inttypes.h>
#include <stdlib.h>

static bool can_be_in_place(lb_task_kind kind) {
    switch (kind) {
    case LB_ALLTOALL:
    case LB_REDUCE_SCATTER:
    case LB_SEND:
    case LB_PERMUTE:
    case LB_ISOTROPIC:
    case LB_NEIGHBORS: return false;
    default: return true;
    }
}

int lb_check_data(const lb_task *task, const lb_data *data, lb_why *why) {
    lb_class class = lb_task_class(task);
    const char *name = lb_task_kind_name(lb_task_kind_of(task));
    uint64_t all;
    if (data->in_place && !can_be_in_place(lb_task_kind_of(task)))
        return lb_fail(why, LB_ERR_ARG, "%s cannot be done in place", name);
    if ((class == LB_SUM || class == LB_SPAN) && (!data->op.combine || data->op.size == 0))
        return lb_fail(why, LB_ERR_ARG, "%s needs an operator", name);
    if ((class == LB_SPAN || lb_task_kind_of(task) == LB_ALLREDUCE) && (data->length || data->in_at || data->out_at))
        return lb_fail(why, LB_ERR_ARG, "%s has no blocks of different lengths", name);
    if (data->op.size && data->bytes % data->op.size != 0)
        return lb_fail(why, LB_ERR_ARG, "%" PRIu64 " bytes are not whole elements of %zu bytes", data->bytes,
                       data->op.size);
    if (__builtin_mul_overflow(data->bytes, lb_task_blocks(task), &all) || all > (UINT64_C(1) << 61))
        return lb_fail(why, LB_ERR_SIZE, "blocks of %" PRIu64 " bytes are too large", data->bytes);
    return LB_OK;
}

void lb_script_free(lb_script *s) {
    if (!s)
        return;
    free(s->events);
    free(s->stretches);
    free(s->with);
    free(s->then);
    free(s->order);
    free(s->marks);
    free(s->via);
    free(s);
}

/* ---- Facts ---- */

lb_script_facts lb_script_facts_of(const lb_script *s) {
    lb_script_facts f = {.scratch = s->scratch, .steps = s->steps};
    for (uint32_t i = 0; i < s->nevents; i++) {
        const lb_event *e = &s->events[i];
        if (e->kind > LB_EVENT_RECEIVE)
            continue;
        f.contiguous += e->count == 1;
        *(e->kind == LB_EVENT_SEND ? &f.packets_sent : &f.packets_received) += 1;
        *(e->kind == LB_EVENT_SEND ? &f.bytes_sent : &f.bytes_received) += e->bytes;
        f.largest = e->bytes > f.largest ? e->bytes : f.largest;
    }
    f.memory = sizeof *s + s->nevents * sizeof *s->events + s->nstretches * sizeof *s->stretches +
               s->nthen * sizeof *s->then + (f.packets_sent + f.packets_received) * sizeof *s->order +
               s->nmarks * sizeof *s->marks + (s->with ? s->nstretches * sizeof *s->with : 0) +
               (s->via ? s->nstretches * sizeof *s->via : 0);
    return f;
}

uint64_t lb_script_port_bytes(const lb_script *s, unsigned port, lb_way way) {
    return s->queue[port][way].bytes;
}

uint64_t lb_script_port_packets(const lb_script *s, unsigned port, lb_way way) {
    return s->queue[port][way].count;
}

uint32_t lb_script_port_step(const lb_script *s, unsigned port, lb_way way, uint64_t index) {
    const lb_queue *queue = &s->queue[port][way];
    if (index >= queue->count)
        return s->steps;
    uint32_t event = s->order[queue->first + index], low = 0, high = s->nmarks;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->marks[middle].first <= event)
            low = middle;
        else
            high = middle;
    }
    return s->marks[low].step;
}
