/* The packets of a broadcast, from root 0, or of several, numbered in order of their origins. */
#ifndef LB_GROW_PARCELS_H
#define LB_GROW_PARCELS_H

#include "plan/plan.h"

/* UINT64_MAX: they cannot be counted. */
static inline uint64_t lb_parcel_count(const lb_task *task, uint64_t packets) {
    return task->kind == LB_MULTIBROADCAST ? lb_times(task->count, packets) : packets;
}

static inline lb_item lb_parcel_item(const lb_task *task, uint64_t packets, uint32_t number) {
    uint64_t place = number / packets, piece = number % packets;
    lb_item item = {.dest = LB_NONE, .lo = piece, .hi = piece + 1};
    if (task->kind == LB_MULTIBROADCAST) {
        item.origin = task->list[place];
        item.copy = (uint32_t)place - task->first[item.origin];
    }
    return item;
}

#endif
