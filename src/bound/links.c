/* All links together: weights on the ports make every path cost something, and a step offers only so much. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

/* What the loads are shared by: one node's links for a symmetric task, all nodes' links for another. */
static uint64_t sharers(const lb_task *task) {
    return lb_task_is_symmetric(task) ? 1 : task->net.nodes;
}

static void weigh_dimension(const lb_net *net, unsigned dim, uint32_t plus, uint32_t minus, lb_witness *witness) {
    unsigned port = net->first_port[dim];
    if (port == LB_NONE)
        return;
    witness->weight[port] = plus;
    if (net->radix[dim] > 2)
        witness->weight[port + 1] = minus;
}

/* On the linear clock, where `blocks` cross these links: packets that are few are long, and who crosses several of them
 * waits for all. So as many start-ups are paid as a block crosses links, on average (docs/bounds.md). */
static bool better(lb_judge *judge, uint64_t load, uint64_t capacity, uint64_t blocks) {
    uint64_t parts = judge->linear ? judge->parts : 1, delay;
    delay = (uint64_t)((wide)load * parts / blocks); /* blocks <= load: no less than a start-up */
    return lb_judge_delayed(judge, load, capacity, delay, lb_claim_steps(judge->packets, load, capacity, 1));
}

static void claim_ones(const lb_task *task, unsigned first, unsigned dims, uint64_t load, uint64_t blocks,
                       uint64_t links, lb_judge *judge) {
    uint64_t capacity = links * sharers(task);
    bool mean = judge->linear && !judge->flights && blocks && blocks <= UINT32_MAX && load >= blocks;
    if (load == 0 || !better(judge, load, capacity, mean ? blocks : load))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_LINKS, .load = load, .capacity = capacity};
    judge->witness.first = mean ? (uint32_t)blocks : 0;
    for (unsigned i = first; i < first + dims; i++)
        weigh_dimension(&task->net, i, 1, 1, &judge->witness);
}

/* Weights r-t on the + links and t on the - links of one dimension: digit a costs a*(r-t) up to a = t, and (r-a)*t
 * from there on. No other weights do better with two links at a time: the cost per capacity is concave in the weights
 * and bends only there. counts[] are the digits; found with running sums. */
static void claim_skewed(const lb_task *task, unsigned dim, const uint32_t *counts, lb_judge *judge) {
    uint64_t r = task->net.radix[dim], ups = 0, downs = 0, best_t = 0;
    wide best = 0;
    for (uint64_t a = 1; a < r; a++)
        downs += counts[a] * (r - a);
    for (uint64_t t = 1; t < r; t++) {
        ups += counts[t] * t;
        downs -= counts[t] * (r - t);
        wide cost = (wide)ups * (r - t) + (wide)downs * t;
        if (cost > best) {
            best = cost;
            best_t = t;
        }
    }
    if (best_t == 0)
        return;
    /* What is too large for a witness stays unclaimed: equal weights, which are not, prove half of it at least. */
    uint64_t g = lb_gcd(r, best_t), capacity = r / g * sharers(task), load = (uint64_t)(best / g);
    if (best / g > UINT64_MAX / judge->packets || !lb_judge_better(judge, load, capacity, 1))
        return;
    judge->witness = (lb_witness){.kind = LB_WITNESS_LINKS, .load = load, .capacity = capacity};
    weigh_dimension(&task->net, dim, (uint32_t)((r - best_t) / g), (uint32_t)(best_t / g), &judge->witness);
}

static int claim_skew(const lb_task *task, unsigned dim, lb_judge *judge, lb_why *why) {
    uint32_t *counts = lb_spread_digits(task, dim);
    if (!counts)
        return lb_fail_memory(why, "the digits");
    claim_skewed(task, dim, counts, judge);
    free(counts);
    return LB_OK;
}

/* How many of the blocks (of one node, if they are alike) have a way to go: in a dimension, or (LB_NONE) at all; 0:
 * nobody has counted them. */
static int movers(const lb_task *task, unsigned dim, uint64_t *blocks, lb_why *why) {
    const lb_net *net = &task->net;
    *blocks = 0;
    if (lb_task_class(task) != LB_CARRY)
        return LB_OK;
    if (lb_spread_is_full(task->kind)) {
        *blocks = net->nodes - (dim == LB_NONE ? 1 : net->nodes / net->radix[dim]);
        return LB_OK;
    }
    if (dim == LB_NONE && task->kind == LB_PERMUTE) {
        for (uint32_t v = 0; v < net->nodes; v++)
            *blocks += task->list[v] != v;
        return LB_OK;
    }
    uint32_t *counts = dim == LB_NONE ? lb_spread_hops(task) : lb_spread_digits(task, dim);
    uint32_t count = dim == LB_NONE ? lb_diameter(net) + 1 : net->radix[dim];
    if (!counts)
        return lb_fail_memory(why, "the digits");
    for (uint32_t i = 1; i < count; i++)
        *blocks += counts[i];
    free(counts);
    return LB_OK;
}

/* Weights of 1 on one dimension, or on all. */
static int claim_dimension(const lb_task *task, unsigned dim, uint64_t load, uint64_t links, lb_judge *judge,
                           lb_why *why) {
    uint64_t blocks;
    int error = movers(task, dim, &blocks, why);
    if (error)
        return error;
    if (dim == LB_NONE) {
        claim_ones(task, 0, task->net.dims, load, blocks, links, judge);
    } else {
        uint64_t own = task->net.radix[dim] > 2 ? 2 : 1;
        claim_ones(task, dim, 1, load, blocks, own < links ? own : links, judge);
    }
    return LB_OK;
}

/* Scatter, gather, send and the copying tasks are left out: one node's ports say more about them (docs/bounds.md). */
static bool links_matter(lb_task_kind kind) {
    return kind == LB_ALLTOALL || kind == LB_PERMUTE || kind == LB_ISOTROPIC || kind == LB_NEIGHBORS ||
           kind == LB_SCAN || kind == LB_EXSCAN;
}

int lb_claim_links(const lb_task *task, uint64_t links, lb_judge *judge, lb_why *why) {
    const lb_net *net = &task->net;
    if (task->kind == LB_ALLREDUCE)
        claim_ones(task, 0, net->dims, 2 * ((uint64_t)net->nodes - 1), 0, links, judge);
    if (!links_matter(task->kind))
        return LB_OK;
    uint64_t load[LB_MAX_DIMS], sum = 0;
    int error = lb_spread_loads(task, load, why);
    if (error)
        return error;
    for (unsigned i = 0; i < net->dims; i++)
        sum += load[i];
    error = claim_dimension(task, LB_NONE, sum, links, judge, why);
    for (unsigned i = 0; i < net->dims && !error; i++)
        error = claim_dimension(task, i, load[i], links, judge, why);
    /* Equal weights are best already when every digit is as frequent as its negative, and when a step offers only the
     * larger of the two. Of scan only such weights hold that are the same both ways (docs/bounds.md). */
    bool skew = links > 1 && !lb_spread_is_full(task->kind) && task->kind != LB_SCAN;
    for (unsigned i = 0; i < net->dims && !error && skew; i++) {
        if (net->radix[i] > 2)
            error = claim_skew(task, i, judge, why);
    }
    return error;
}
