/* The linear clock: the same claims, weighed in exact time. */
#include "base/exact.h"
#include "bound/bound.h"
#include "net/route.h"

/* What a judge compares by: block time and start-up time over a common denominator, which it need not know. */
static bool brief(lb_judge *judge, lb_ratio block, lb_ratio beta) {
    uint64_t g = lb_gcd((uint64_t)block.den, (uint64_t)beta.den);
    if (__builtin_mul_overflow((uint64_t)block.num, (uint64_t)beta.den / g, &judge->share) ||
        __builtin_mul_overflow((uint64_t)beta.num, (uint64_t)block.den / g, &judge->hop))
        return false;
    g = lb_gcd(judge->share, judge->hop);
    if (g) {
        judge->share /= g;
        judge->hop /= g;
    }
    return true;
}

static bool read_cost(const lb_task *task, const lb_cost *cost, lb_ratio *block, lb_ratio *beta) {
    return lb_ratio_make((uint64_t)cost->tau.num, (uint64_t)cost->tau.den, block) == LB_OK &&
           lb_ratio_make((uint64_t)cost->beta.num, (uint64_t)cost->beta.den, beta) == LB_OK &&
           lb_ratio_scale(block, cost->bytes, lb_task_parts(task));
}

static bool proven_time(const lb_judge *judge, lb_ratio block, lb_ratio beta, lb_ratio *time) {
    *time = (lb_ratio){0, 1};
    if (!judge->found)
        return true;
    bool fits = lb_ratio_scale(&block, judge->blocks, judge->capacity) && lb_ratio_scale(&beta, judge->hops, 1) &&
                lb_ratio_plus(&block, beta);
    if (fits)
        *time = block;
    return fits;
}

static int bound_base(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time, lb_witness *witness,
                      lb_why *why) {
    if (cost->tau.num < 0 || cost->beta.num < 0 || cost->tau.den <= 0 || cost->beta.den <= 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta are times and cannot be negative");
    if (cost->bytes == 0)
        return lb_fail(why, LB_ERR_ARG, "a message of 0 bytes: there is nothing to send");
    lb_judge judge = {.linear = true, .packets = 1};
    lb_ratio block, beta, proven;
    bool fits = read_cost(task, cost, &block, &beta) && brief(&judge, block, beta);
    if (fits) {
        int error = lb_claim_all(task, lb_bound_links(&task->net, ports), &judge, why);
        if (error)
            return error;
        fits = proven_time(&judge, block, beta, &proven);
    }
    if (!fits)
        return lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers; choose a coarser unit");
    *time = proven;
    if (witness)
        *witness = judge.witness;
    return LB_OK;
}

/* On a network of flights: as on the torus whose links carry them. */
int lb_bound_linear(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time, lb_witness *witness,
                    lb_why *why) {
    const lb_net *base = lb_net_base(&task->net);
    lb_task *below = NULL;
    int error = base == &task->net ? LB_OK : lb_task_on(task, base, &below, why);
    if (!error)
        error = bound_base(below ? below : task, ports, cost, time, witness, why);
    lb_task_free(below);
    return error;
}
