/* The linear clock: the same claims, weighed in exact time. */
#include "bound/bound.h"

/* A rational that is not negative, in lowest terms. */
typedef struct part {
    uint64_t num, den;
} part;

static part lowest(uint64_t num, uint64_t den) {
    uint64_t g = lb_gcd(num, den);
    return (part){num / g, den / g};
}

/* a * num/den */
static bool times(part *a, uint64_t num, uint64_t den) {
    part other = lowest(num, den);
    uint64_t g = lb_gcd(a->num, other.den), h = lb_gcd(other.num, a->den);
    return !__builtin_mul_overflow(a->num / g, other.num / h, &a->num) &&
           !__builtin_mul_overflow(a->den / h, other.den / g, &a->den);
}

static bool plus(part *a, part b) {
    uint64_t g = lb_gcd(a->den, b.den), left, right, num, den;
    if (__builtin_mul_overflow(a->num, b.den / g, &left) || __builtin_mul_overflow(b.num, a->den / g, &right) ||
        __builtin_add_overflow(left, right, &num) || __builtin_mul_overflow(a->den, b.den / g, &den))
        return false;
    *a = lowest(num, den);
    return true;
}

/* What a judge compares by: block time and start-up time over a common denominator, which it need not know. */
static bool brief(lb_judge *judge, part block, part beta) {
    uint64_t g = lb_gcd(block.den, beta.den);
    if (__builtin_mul_overflow(block.num, beta.den / g, &judge->share) ||
        __builtin_mul_overflow(beta.num, block.den / g, &judge->hop))
        return false;
    g = lb_gcd(judge->share, judge->hop);
    if (g) {
        judge->share /= g;
        judge->hop /= g;
    }
    return true;
}

static bool read_cost(const lb_task *task, const lb_cost *cost, part *block, part *beta) {
    *block = lowest((uint64_t)cost->tau.num, (uint64_t)cost->tau.den);
    *beta = lowest((uint64_t)cost->beta.num, (uint64_t)cost->beta.den);
    return times(block, cost->bytes, lb_task_parts(task));
}

static bool proven_time(const lb_judge *judge, part block, part beta, lb_ratio *time) {
    *time = (lb_ratio){0, 1};
    if (!judge->found)
        return true;
    return times(&block, judge->blocks, judge->capacity) && times(&beta, judge->hops, 1) && plus(&block, beta) &&
           lb_ratio_make(block.num, block.den, time) == LB_OK;
}

int lb_bound_linear(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time, lb_witness *witness,
                    lb_why *why) {
    if (cost->tau.num < 0 || cost->beta.num < 0 || cost->tau.den <= 0 || cost->beta.den <= 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta are times and cannot be negative");
    lb_judge judge = {.linear = true, .packets = 1};
    part block, beta;
    lb_ratio proven;
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
