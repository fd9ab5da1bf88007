/* How far, and in which directions, the blocks of a task must go. */
#ifndef LB_BOUND_SPREAD_H
#define LB_BOUND_SPREAD_H

#include "task/task.h"

/* Every node relates to every other alike (scatter, gather, allgather, alltoall and the sums), so that offsets need
 * not be listed. */
bool lb_spread_is_full(lb_task_kind kind);

/* How many of one node's blocks go 0, 1, ... diameter hops, of a full or a listed task. The caller frees it; NULL: no
 * memory. */
uint32_t *lb_spread_hops(const lb_task *task);

/* How many nodes are 0, 1, ... diameter hops from a node. The caller frees it; NULL: no memory. */
uint32_t *lb_spread_nodes(const lb_net *net);

/* How many offsets have each digit in a dimension: of one node's blocks (listed tasks), of all (permute), from every
 * node to the next (scans). The caller
 * frees it; NULL: no memory. */
uint32_t *lb_spread_digits(const lb_task *task, unsigned dim);

/* Hops along each dimension that a carrying task's blocks need, or a scan's ways to the next nodes: of one node
 * (symmetric), else of all. */
int lb_spread_loads(const lb_task *task, uint64_t *loads, lb_why *why);

/* The shorter way round a ring of r. */
static inline uint32_t lb_ring_hops(uint32_t r, uint32_t digit) {
    return digit < r - digit ? digit : r - digit;
}

/* Takes the lowest digit off an offset, given its dimension; shifts instead of divisions, where that is possible, are
 * what makes large permutations bearable. */
static inline uint32_t lb_take_digit(const lb_net *net, unsigned dim, uint32_t *offset) {
    uint32_t r = net->radix[dim], digit;
    if (net->power2) {
        digit = *offset & (r - 1);
        *offset >>= __builtin_ctz(r);
    } else {
        digit = *offset % r;
        *offset /= r;
    }
    return digit;
}

static inline uint32_t lb_offset_hops(const lb_net *net, uint32_t offset) {
    uint32_t hops = 0;
    if (net->kind == LB_NET_LATTICE)
        return net->shape->hops[offset];
    if (net->kind == LB_NET_GRAPH) /* one at least */
        return offset != 0;
    for (unsigned i = 0; i < net->dims; i++)
        hops += lb_ring_hops(net->radix[i], lb_take_digit(net, i, &offset));
    return hops;
}

#endif
