/* The linear clock: the same claims, weighed in exact time. */
#include "base/exact.h"
#include "bound/border_hops.h"
#include "bound/bound.h"
#include "bound/ends.h"
#include "bound/worth.h"
#include "net/route.h"

__extension__ typedef unsigned __int128 wide;

enum { MOST_PARTS = 1024, MOST_MEAN = 1 << 16 }; /* of a start-up, in which hops are counted */

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

/* The least number of which both are divisors, or the first where that is too large. */
static uint64_t common(uint64_t a, uint64_t b) {
    uint64_t both = b ? a / lb_gcd(a, b) * b : a;
    return both <= MOST_MEAN ? both : a;
}

/* Where mean distances count (links.c): parts of a start-up in which they are whole, if those are not too many. In a
 * ring of k a block goes k*k/4 or (k*k-1)/4 hops out of k-1 that are not at home. */
static uint64_t mean_parts(const lb_task *task) {
    const lb_net *net = &task->net;
    uint64_t parts = task->kind == LB_ALLTOALL ? net->nodes - UINT64_C(1) : task->count;
    if (lb_task_class(task) != LB_CARRY || parts < 1)
        return 1;
    parts = parts < MOST_MEAN ? parts : MOST_MEAN;
    for (unsigned i = 0; i < net->dims && task->kind == LB_ALLTOALL; i++)
        parts = common(parts, 4 * (net->radix[i] - UINT64_C(1)));
    return parts;
}

/* The least that a link costs which a flight crosses, or at whose beginning it stops, in parts of a start-up. Ratios
 * that are too fine are rounded down. */
static void brief_hops(const lb_task *task, lb_judge *judge, lb_ratio beta, lb_ratio hop) {
    uint64_t b, h;
    bool stops = lb_net_routing(&task->net) == LB_STORE_AND_FORWARD;
    judge->parts = stops ? mean_parts(task) : 1;
    judge->passing = 0;
    if (stops || hop.num == 0 || beta.num == 0 || __builtin_mul_overflow((uint64_t)beta.num, (uint64_t)hop.den, &b) ||
        __builtin_mul_overflow((uint64_t)hop.num, (uint64_t)beta.den, &h))
        return;
    uint64_t g = lb_gcd(b, h);
    b /= g;
    h = h / g < b ? h / g : b;
    judge->parts = h == b ? 1 : b < MOST_PARTS ? b : MOST_PARTS;
    judge->passing = (uint64_t)((wide)h * judge->parts / b);
}

static bool read_cost(const lb_task *task, const lb_cost *cost, lb_ratio *block, lb_ratio *beta, lb_ratio *hop) {
    *hop = (lb_ratio){0, 1};
    return lb_ratio_make((uint64_t)cost->tau.num, (uint64_t)cost->tau.den, block) == LB_OK &&
           lb_ratio_make((uint64_t)cost->beta.num, (uint64_t)cost->beta.den, beta) == LB_OK &&
           (cost->hop.den == 0 || lb_ratio_make((uint64_t)cost->hop.num, (uint64_t)cost->hop.den, hop) == LB_OK) &&
           lb_ratio_scale(block, cost->bytes, lb_task_parts(task));
}

static bool proven_time(const lb_judge *judge, lb_ratio block, lb_ratio beta, lb_ratio *time) {
    *time = (lb_ratio){0, 1};
    if (!judge->found)
        return true;
    bool fits = lb_ratio_scale(&block, judge->blocks, judge->capacity) &&
                lb_ratio_scale(&beta, judge->delay, judge->parts) && lb_ratio_plus(&block, beta);
    if (fits)
        *time = block;
    return fits;
}

/* Where parts of a start-up make numbers too long, whole ones have to do. */
static int claim_parts(const lb_task *task, uint32_t ports, lb_ratio beta, lb_ratio hop, lb_judge *judge, lb_why *why) {
    const lb_judge first = *judge;
    brief_hops(task, judge, beta, hop);
    bool fine = judge->parts > 1;
    int error = lb_claim_all(task, lb_bound_links(&task->net, ports), judge, why);
    if (error != LB_ERR_SIZE || !fine)
        return error;
    *judge = first;
    judge->parts = 1;
    return lb_claim_all(task, lb_bound_links(&task->net, ports), judge, why);
}

static int bound_base(const lb_task *task, uint32_t ports, const lb_cost *cost, lb_ratio *time, lb_witness *witness,
                      lb_why *why) {
    if (cost->tau.num < 0 || cost->beta.num < 0 || cost->tau.den <= 0 || cost->beta.den <= 0)
        return lb_fail(why, LB_ERR_ARG, "tau and beta are times and cannot be negative");
    if (cost->hop.num < 0 || cost->hop.den < 0)
        return lb_fail(why, LB_ERR_ARG, "a hop takes time and cannot be negative");
    if (cost->bytes == 0)
        return lb_fail(why, LB_ERR_ARG, "a message of 0 bytes: there is nothing to send");
    lb_judge judge = {.linear = true, .packets = 1};
    lb_ratio block, beta, hop, proven;
    bool fits = read_cost(task, cost, &block, &beta, &hop) && brief(&judge, block, beta);
    if (fits) {
        int error = claim_parts(task, ports, beta, hop, &judge, why);
        if (error)
            return error;
        fits = proven_time(&judge, block, beta, &proven);
    }
    if (!fits)
        return lb_fail(why, LB_ERR_SIZE, "the time is not a fraction of two 63-bit numbers; choose a coarser unit");
    *time = proven;
    int error = lb_claim_border_hops(task, beta, time, &judge.witness, why);
    if (!error)
        error = lb_claim_ends(task, lb_bound_links(&task->net, ports), block, beta, time, &judge.witness, why);
    if (!error && witness) /* it takes long: who does not ask why is content with less */
        error = lb_claim_worth(task, lb_bound_links(&task->net, ports), block, beta, time, &judge.witness, why);
    if (witness)
        *witness = judge.witness;
    return error;
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
