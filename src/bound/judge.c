/* Weighing claims against each other, exactly. */
#include "bound/judge.h"

__extension__ typedef unsigned __int128 wide;

uint64_t lb_claim_steps(uint64_t packets, uint64_t blocks, uint64_t capacity, uint64_t hops) {
    uint64_t all, steps;
    if (__builtin_mul_overflow(packets, blocks, &all) ||
        __builtin_add_overflow(lb_ceil_div(all, capacity), hops - 1, &steps))
        return UINT64_MAX;
    return steps;
}

/* (share*blocks*scale)*parts + hop*delay*unit; false when it does not fit. */
static bool weigh(const lb_judge *judge, uint64_t blocks, uint64_t scale, uint64_t delay, wide unit, wide *sum) {
    wide data, start;
    return !__builtin_mul_overflow((wide)judge->share * blocks, (wide)scale, &data) &&
           !__builtin_mul_overflow(data, (wide)judge->parts, &data) &&
           !__builtin_mul_overflow((wide)judge->hop * delay, unit, &start) && !__builtin_add_overflow(data, start, sum);
}

static void reduce(uint64_t *num, uint64_t *den) {
    uint64_t g = lb_gcd(*num, *den);
    *num /= g;
    *den /= g;
}

/* Both sides times the least common multiple of the capacities. */
static bool linear_better(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t delay) {
    uint64_t other = judge->blocks, other_capacity = judge->capacity;
    if (capacity != other_capacity) {
        reduce(&blocks, &capacity);
        reduce(&other, &other_capacity);
    }
    uint64_t g = lb_gcd(capacity, other_capacity), scale = other_capacity / g;
    wide unit = (wide)scale * capacity, claimed, best;
    if (!weigh(judge, blocks, scale, delay, unit, &claimed) ||
        !weigh(judge, other, capacity / g, judge->delay, unit, &best)) {
        judge->overflow = true;
        return false;
    }
    return claimed > best;
}

bool lb_judge_delayed(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t delay, uint64_t steps) {
    if (steps == UINT64_MAX) {
        judge->overflow = true;
        return false;
    }
    if (judge->found && !(judge->linear ? linear_better(judge, blocks, capacity, delay) : steps > judge->score))
        return false;
    judge->found = true;
    judge->blocks = blocks;
    judge->capacity = capacity;
    judge->delay = delay;
    judge->score = steps;
    return true;
}

bool lb_judge_better(lb_judge *judge, uint64_t blocks, uint64_t capacity, uint64_t hops) {
    uint64_t delay, steps = lb_claim_steps(judge->packets, blocks, capacity, hops);
    if (__builtin_mul_overflow(hops, judge->linear ? judge->parts : 1, &delay))
        steps = UINT64_MAX;
    return lb_judge_delayed(judge, blocks, capacity, delay, steps);
}

bool lb_judge_longer(lb_judge *judge, uint64_t steps) {
    if (judge->linear || (judge->found && steps <= judge->score))
        return false;
    judge->found = true;
    judge->score = steps;
    return true;
}

/* What cuts through is on its way over `radius` links from one start-up, or stops and starts again: every link after
 * the first costs a hop or a start-up, whichever is less. A step is a step, however many links. */
static bool flown_better(lb_judge *judge, uint64_t blocks, uint64_t links, uint32_t radius) {
    uint64_t steps = lb_claim_steps(judge->packets, blocks, links, 1), beyond = 0, delay = 1;
    if (judge->linear && (__builtin_mul_overflow(judge->passing, (uint64_t)radius - 1, &beyond) ||
                          __builtin_add_overflow(judge->parts, beyond, &delay)))
        steps = UINT64_MAX;
    return lb_judge_delayed(judge, blocks, links, delay, steps);
}

void lb_judge_node(lb_judge *judge, uint32_t node, bool inward, uint64_t blocks, uint64_t links, uint32_t radius) {
    bool timed = judge->linear && judge->passing;
    if (blocks == 0 || links == 0 || radius == 0 ||
        !(judge->flights ? flown_better(judge, blocks, links, radius) : lb_judge_better(judge, blocks, links, radius)))
        return;
    judge->witness = (lb_witness){
        .kind = LB_WITNESS_NODE,
        .inward = inward,
        .node = node,
        .radius = judge->flights ? 1 : radius,
        .first = judge->flights && timed ? radius : 0,
        .load = blocks,
        .capacity = links,
    };
}

void lb_judge_radii(lb_judge *judge, uint32_t node, bool inward, const uint32_t *counts, uint32_t far, uint64_t links) {
    uint64_t blocks = 0;
    for (uint32_t hops = 1; hops <= far; hops++)
        blocks += counts[hops];
    for (uint32_t hops = 1; hops <= far; hops++) {
        lb_judge_node(judge, node, inward, blocks, links, hops);
        blocks -= counts[hops];
    }
}
