/* How far and in which directions the blocks of a task must go, counted without looking at every pair of nodes. */
#include "bound/spread.h"

#include <stdlib.h>

bool lb_spread_is_full(lb_task_kind kind) {
    switch (kind) {
    case LB_SCATTER:
    case LB_GATHER:
    case LB_ALLGATHER:
    case LB_ALLTOALL:
    case LB_REDUCE_SCATTER: return true;
    default: return false;
    }
}

/* The nodes at each distance: dimension by dimension, a convolution with 1, 2, 2, ... (1 at the far end of an even
 * ring). The lengths' product is less than the number of nodes. */
static bool full_hops(const lb_net *net, uint32_t *counts) {
    uint32_t length = 1, far = lb_diameter(net);
    uint32_t *before = lb_array((uint64_t)far + 1, sizeof *before);
    if (!before)
        return false;
    counts[0] = 1;
    for (unsigned i = 0; i < net->dims; i++) {
        uint32_t r = net->radix[i], half = r / 2;
        for (uint32_t j = 0; j < length; j++) {
            before[j] = counts[j];
            counts[j] = 0;
        }
        for (uint32_t a = 0; a <= half; a++) {
            uint32_t ways = a == 0 || 2 * a == r ? 1 : 2;
            for (uint32_t j = 0; j < length; j++)
                counts[j + a] += ways * before[j];
        }
        length += half;
    }
    free(before);
    return true;
}

/* Counts through the offsets like an odometer, so that a step costs the digits that change. */
static void listed_hops(const lb_task *task, uint32_t *counts) {
    const lb_net *net = &task->net;
    uint32_t digit[LB_MAX_DIMS] = {0}, hops = 0;
    for (uint32_t v = 0; v < net->nodes; v++) {
        counts[hops] += task->first[v + 1] - task->first[v];
        for (unsigned i = 0; i < net->dims; i++) {
            hops -= lb_ring_hops(net->radix[i], digit[i]);
            if (++digit[i] < net->radix[i]) {
                hops += lb_ring_hops(net->radix[i], digit[i]);
                break;
            }
            digit[i] = 0;
        }
    }
}

uint32_t *lb_spread_nodes(const lb_net *net) {
    uint32_t *counts = lb_zeroed((uint64_t)lb_diameter(net) + 1, sizeof *counts);
    if (counts && !full_hops(net, counts)) {
        free(counts);
        return NULL;
    }
    return counts;
}

uint32_t *lb_spread_hops(const lb_task *task) {
    if (lb_spread_is_full(task->kind))
        return lb_spread_nodes(&task->net);
    uint32_t *counts = lb_zeroed((uint64_t)lb_diameter(&task->net) + 1, sizeof *counts);
    if (counts)
        listed_hops(task, counts);
    return counts;
}

/* Offsets that share a digit and all higher ones are neighbours in the sorted list. */
static void listed_digits(const lb_task *task, unsigned dim, uint32_t *counts) {
    uint32_t stride = task->net.stride[dim], radix = task->net.radix[dim], digit = 0;
    for (uint32_t v = 0; v < task->net.nodes; v += stride) {
        counts[digit] += task->first[v + stride] - task->first[v];
        if (++digit == radix)
            digit = 0;
    }
}

static void permuted_digits(const lb_task *task, unsigned dim, uint32_t *counts) {
    uint32_t stride = task->net.stride[dim], radix = task->net.radix[dim];
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint32_t from = v / stride % radix, to = task->list[v] / stride % radix;
        counts[to >= from ? to - from : to + radix - from]++;
    }
}

/* Of a scan every node sends to the next: a digit goes up by one, and round, when all below it are at their ends. */
static uint32_t next_digits(const lb_net *net, unsigned dim) {
    return net->radix[dim] > 1 ? (net->nodes - 1) / net->stride[dim] : 0;
}

uint32_t *lb_spread_digits(const lb_task *task, unsigned dim) {
    uint32_t *counts = lb_zeroed(task->net.radix[dim], sizeof *counts);
    if (counts && task->kind == LB_PERMUTE)
        permuted_digits(task, dim, counts);
    else if (counts && lb_task_class(task) == LB_SPAN)
        counts[task->net.radix[dim] > 1] = next_digits(&task->net, dim);
    else if (counts)
        listed_digits(task, dim, counts);
    return counts;
}

static void add_offset(const lb_net *net, uint32_t offset, uint64_t *loads) {
    for (unsigned i = 0; i < net->dims; i++)
        loads[i] += lb_ring_hops(net->radix[i], lb_take_digit(net, i, &offset));
}

static int listed_load(const lb_task *task, unsigned dim, uint64_t *load, lb_why *why) {
    uint32_t r = task->net.radix[dim], *counts = lb_spread_digits(task, dim);
    if (!counts)
        return lb_fail_memory(why, "the digits");
    for (uint32_t a = 0; a < r; a++)
        *load += (uint64_t)counts[a] * lb_ring_hops(r, a);
    free(counts);
    return LB_OK;
}

int lb_spread_loads(const lb_task *task, uint64_t *loads, lb_why *why) {
    const lb_net *net = &task->net;
    int error = LB_OK;
    for (unsigned i = 0; i < net->dims; i++)
        loads[i] = 0;
    if (task->kind == LB_SEND)
        add_offset(net, lb_net_sub(net, task->to, task->root), loads);
    for (uint32_t v = 0; v < net->nodes && task->kind == LB_PERMUTE; v++)
        add_offset(net, lb_net_sub(net, task->list[v], v), loads);
    for (unsigned i = 0; i < net->dims && !error; i++) {
        uint64_t r = net->radix[i];
        if (lb_spread_is_full(task->kind))
            loads[i] = net->nodes / r * (r * r / 4); /* the ring distances of all digits add up to floor(r^2/4) */
        else if (lb_task_class(task) == LB_SPAN)
            loads[i] = next_digits(net, i);
        else if (lb_task_has_index(task->kind))
            error = listed_load(task, i, &loads[i], why);
    }
    return error;
}
