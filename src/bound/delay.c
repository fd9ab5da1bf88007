/* How soon data can arrive on average: lower bounds on the mean delay, for one packet a block.
 *
 * Turns: what leaves (or enters) a node over c links takes turns. The i-th block passes in step ceil(i/c) at the
 * earliest, whatever the order, and outward still has its distance less one to go, inward cannot come before its
 * distance.
 *
 * Hops: n*c blocks can make a hop in a step. They are jobs on n*c machines, whose completion times sum to least when
 * the shortest go first (002, section 6).
 *
 * Distance: nothing arrives before it. */
#include "bound/claims.h"
#include "bound/spread.h"

#include <stdlib.h>

typedef struct spread {
    uint32_t *blocks; /* how many go h hops, h = 0 .. diameter */
    uint32_t farthest;
    uint64_t count; /* that travel */
} spread;

static int take_spread(const lb_task *task, spread *s) {
    bool listed = task->kind == LB_ISOTROPIC || task->kind == LB_NEIGHBORS;
    *s = (spread){.farthest = lb_diameter(&task->net)};
    s->blocks = listed ? lb_spread_hops(task) : lb_spread_nodes(&task->net);
    if (!s->blocks)
        return LB_ERR_MEMORY;
    for (uint32_t h = 1; h <= s->farthest; h++)
        s->count += s->blocks[h];
    return LB_OK;
}

static double distances(const spread *s) {
    double sum = 0;
    for (uint32_t h = 1; h <= s->farthest; h++)
        sum += (double)h * (double)s->blocks[h];
    return sum;
}

/* 1 + 1 + ... + 2 + ...: c blocks a step, the first of them in step `first`. */
static double in_turn(double blocks, double c, double first) {
    double full = (double)(uint64_t)(blocks / c), rest = blocks - full * c;
    return c * (full * first + full * (full - 1) / 2) + rest * (first + full);
}

static double turns_out(const spread *s, uint64_t c) {
    return in_turn((double)s->count, (double)c, 1) + distances(s) - (double)s->count;
}

/* Step by step while new ones come within reach; then in turn. */
static double turns_in(const spread *s, uint64_t c) {
    double sum = 0, waiting = 0;
    for (uint32_t step = 1; step <= s->farthest; step++) {
        waiting += (double)s->blocks[step];
        double now = waiting < (double)c ? waiting : (double)c;
        sum += now * step;
        waiting -= now;
    }
    return sum + in_turn(waiting, (double)c, (double)s->farthest + 1);
}

/* 1, 1, ..., 2, ...: the sum of ceil(r/c) for r = 1 .. count. */
static double sum_of_turns(double count, double c) {
    return in_turn(count, c, 1);
}

/* In a step at most c of a node's share of blocks make a hop, each one: blocks are jobs of as many units as they have
 * hops, on c machines. The sum of completion times is least when short jobs go first, and interrupting them does not
 * help; then the job that is r-th from the end delays ceil(r/c) jobs, itself included, by its own length. */
static double shortest_first(const spread *s, uint64_t c) {
    double sum = 0, after = 0;
    for (uint32_t h = s->farthest; h >= 1; h--) {
        double here = after + (double)s->blocks[h];
        sum += h * (sum_of_turns(here, (double)c) - sum_of_turns(after, (double)c));
        after = here;
    }
    return sum;
}

static void raise(lb_bound *bound, double total, double count, const char *reason) {
    if (count > 0 && total / count > bound->mean_delay) {
        bound->mean_delay = total / count;
        bound->mean_delay_reason = reason;
    }
}

static double permuted_hops(const lb_task *task, double *travel) {
    double sum = 0;
    *travel = 0;
    for (uint32_t v = 0; v < task->net.nodes; v++) {
        uint32_t hops = lb_distance(&task->net, v, task->list[v]);
        sum += hops;
        *travel += hops > 0;
    }
    return sum;
}

/* Blocks of one node, or of the root: what the histogram of distances says. */
static void by_spread(const lb_task *task, const spread *s, uint64_t c, lb_bound *bound) {
    double count = (double)s->count;
    raise(bound, distances(s), count, "nothing arrives before its distance");
    switch (task->kind) {
    case LB_SCATTER: raise(bound, turns_out(s, c), count, "the root's links send in turn"); break;
    case LB_GATHER: raise(bound, turns_in(s, c), count, "the root's links receive in turn"); break;
    case LB_ALLGATHER: raise(bound, turns_in(s, c), count, "a node's links receive in turn"); break;
    case LB_ALLTOALL:
    case LB_ISOTROPIC:
    case LB_NEIGHBORS:
        raise(bound, turns_in(s, c), count, "a node's links receive in turn");
        raise(bound, shortest_first(s, c), count, "a node's links make hops one at a time, shortest ways first");
        break;
    default: break;
    }
}

int lb_bound_delay(const lb_task *task, uint64_t links, lb_bound *bound, lb_why *why) {
    bound->mean_delay = 0;
    bound->mean_delay_reason = "nothing has to be sent";
    if (links == 0)
        return LB_OK;
    double travel;
    spread s;
    switch (task->kind) {
    case LB_SEND:
        raise(bound, lb_distance(&task->net, task->root, task->to), 1, "nothing arrives before its distance");
        return LB_OK;
    case LB_PERMUTE: {
        double hops = permuted_hops(task, &travel);
        raise(bound, hops, travel, "nothing arrives before its distance");
        return LB_OK;
    }
    case LB_SCAN:
    case LB_EXSCAN: bound->mean_delay_reason = "none is known"; return LB_OK;
    case LB_REDUCE:
    case LB_REDUCE_SCATTER:
    case LB_ALLREDUCE:
        raise(bound, lb_diameter(&task->net), 1, "a sum is complete when the farthest contribution is in it");
        return LB_OK;
    default: break;
    }
    if (take_spread(task, &s))
        return lb_fail_memory(why, "a bound");
    by_spread(task, &s, links, bound);
    free(s.blocks);
    return LB_OK;
}
