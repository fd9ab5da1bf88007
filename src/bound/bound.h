/* The inside of the bounds: arguments make claims, a judge keeps the strongest. */
#ifndef LB_BOUND_H
#define LB_BOUND_H

#include "task/task.h"

/* Every argument for time has the same shape: `blocks` must pass a place that takes `capacity` at a time, and some of
 * them then (or before) need hops-1 hops more. A judge weighs claims by its clock:
 *   unit    ceil(packets*blocks/capacity) + hops-1
 *   linear  (share*blocks/capacity + hop*hops), share and hop being tau*bytes and beta over a common denominator */
typedef struct lb_judge {
    bool linear;
    uint64_t packets;    /* unit clock; 1 on the linear one */
    uint64_t share, hop; /* linear clock */
    bool found;          /* a claim has been made */
    bool overflow;       /* a claim was too large to weigh */
    uint64_t blocks, capacity, hops;
    uint64_t score; /* unit clock */
    lb_witness witness;
} lb_judge;

/* Whether the claim is stronger than all before it. If so the judge has taken its numbers and wants its witness. */
bool lb_judge_better(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t hops);

/* The same for a claim of the unit clock that has another shape: only its steps are known. */
bool lb_judge_longer(lb_judge *judge, uint64_t steps);

/* The steps that a claim proves; UINT64_MAX when that does not fit. */
uint64_t lb_claim_steps(uint64_t packets, uint64_t blocks, uint64_t capacity, uint64_t hops);

/* Which links a node can use at a time: min(ports, degree), all for ports 0. */
uint64_t lb_bound_links(const lb_net *net, uint32_t ports);

/* Every node relates to every other alike (scatter, gather, allgather, alltoall and the sums), so that offsets need
 * not be listed. */
bool lb_spread_is_full(lb_task_kind kind);

/* How many of one node's blocks go 0, 1, ... diameter hops, of a full or a listed task. The caller frees it; NULL: no
 * memory. */
uint32_t *lb_spread_hops(const lb_task *task);

/* How many nodes are 0, 1, ... diameter hops from a node. The caller frees it; NULL: no memory. */
uint32_t *lb_spread_nodes(const lb_net *net);

/* How many offsets have each digit in a dimension: of one node's blocks (listed tasks) or of all (permute). The caller
 * frees it; NULL: no memory. */
uint32_t *lb_spread_digits(const lb_task *task, unsigned dim);

/* Hops along each dimension that a carrying task's blocks need: of one node (symmetric), else of all. */
int lb_spread_loads(const lb_task *task, uint64_t *loads, lb_why *why);

/* Fills in what is known of the mean delay. */
int lb_bound_delay(const lb_task *task, uint64_t links, lb_bound *bound, lb_why *why);

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
    for (unsigned i = 0; i < net->dims; i++)
        hops += lb_ring_hops(net->radix[i], lb_take_digit(net, i, &offset));
    return hops;
}

/* The arguments, one file each. They return 0 or an error, and claims that are too large set judge->overflow. */
int lb_claim_node(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_ways(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_growth(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_links(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
int lb_claim_cut(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);
void lb_claim_cut_spans(const lb_task *task, uint64_t links, lb_judge *judge);

/* All of them, in the order in which a tie is decided. */
int lb_claim_all(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why);

#endif
