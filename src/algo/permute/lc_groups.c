/* Choosing how finely to cut: exactly the best for the class that takes longest.
 *
 * Class k takes (kp+1)*(tau*m/(2kp) + beta) for p >= 2 packets, least where p*(p+1)*beta >= tau*m/(2k^2) first holds,
 * or tau*m + 2k*beta for one. Each class has its best p, and the slowest decides. The others need not be as fast as
 * they can: of the p near their best that are no slower than the slowest, each takes the one that makes the common
 * denominator smallest, which keeps pieces countable. Should they not be countable even so (more than 2^53; it takes
 * six pairs and hundreds of packets), a little time is given away. */
#include "algo/permute/lc_groups.h"

#include <string.h>

enum { NEAR = 32 };

int lb_lc_time(unsigned k, uint32_t p, lb_formula *f) {
    uint64_t steps = lb_lc_steps(k, p);
    const char *text = p == 1 ? "2*k*(tau*m/(2*k) + beta)" : "(k*p+1)*(tau*m/(2*k*p) + beta)";
    int error = lb_formula_set(f, text, steps, UINT64_C(2) * k * p, steps);
    f->groups = p;
    f->letter = 'p';
    return error;
}

static double near_time(const lb_formula *f, const lb_cost *cost) {
    return lb_ratio_value(f->data) * lb_ratio_value(cost->tau) * (double)cost->bytes +
           (double)f->startups * lb_ratio_value(cost->beta);
}

/* Whether a takes longer than b: exactly, or, where that takes more than 63 bits, nearly. */
static bool longer(const lb_formula *a, const lb_formula *b, const lb_cost *cost) {
    lb_ratio x, y;
    if (lb_formula_time(a, cost, &x) == LB_OK && lb_formula_time(b, cost, &y) == LB_OK)
        return lb_ratio_compare(x, y) > 0;
    return near_time(a, cost) > near_time(b, cost);
}

/* The best p of one class. */
static int choose_one(unsigned k, const lb_plan_options *o, uint32_t *p) {
    int error = lb_choose_groups(o, (lb_ratio){1, 2 * (int64_t)k * k}, 2 * (uint64_t)k, p);
    if (error || o->groups || *p > 1 || k == 1 || o->cost->bytes < 4 * (uint64_t)k)
        return error;
    lb_formula alone, two; /* with one packet stages do not overlap: two may be better after all */
    error = lb_lc_time(k, 1, &alone);
    if (!error)
        error = lb_lc_time(k, 2, &two);
    if (!error && longer(&alone, &two, o->cost))
        *p = 2;
    return error;
}

/* The least common multiple, or UINT64_MAX when that is larger than a denominator may be. */
static uint64_t common(uint64_t a, uint64_t b) {
    uint64_t lcm = lb_times(a, b / lb_gcd(a, b));
    return lcm <= LB_MAX_DENOMINATOR ? lcm : UINT64_MAX;
}

/* The p near the best one that makes the denominator smallest and is no slower than `limit`, times 1 + give. */
static uint32_t agree(unsigned k, uint32_t best, uint64_t denominator, const lb_formula *limit, double give,
                      const lb_cost *cost) {
    uint32_t from = best > NEAR + 2 ? best - NEAR : 2, chosen = best;
    uint64_t least = common(denominator, UINT64_C(2) * k * best);
    for (uint32_t p = from; p <= best + NEAR && p <= LB_MAX_GROUPS && best > 1; p++) {
        lb_formula f;
        uint64_t lcm = common(denominator, UINT64_C(2) * k * p);
        if (lcm >= least || p > cost->bytes / (2 * k) || lb_lc_time(k, p, &f))
            continue;
        bool slow = longer(&f, limit, cost) && near_time(&f, cost) > (1 + give) * near_time(limit, cost);
        if (slow || (give == 0 && longer(&f, limit, cost)))
            continue;
        least = lcm;
        chosen = p;
    }
    return chosen;
}

/* Makes all classes agree on a denominator; false when it is still too large. */
static bool settle(unsigned pairs, const lb_plan_options *o, const uint32_t *best, const lb_formula *limit, double give,
                   lb_lc_groups *g) {
    unsigned first = g->slowest;
    g->p[first] = best[first];
    g->denominator = common(1, UINT64_C(2) * first * best[first]);
    for (unsigned k = pairs; k >= 1 && g->denominator != UINT64_MAX; k--) {
        if (k == first)
            continue;
        g->p[k] = o->groups ? best[k] : agree(k, best[k], g->denominator, limit, give, o->cost);
        g->denominator = common(g->denominator, UINT64_C(2) * k * g->p[k]);
    }
    return g->denominator != UINT64_MAX;
}

static int find_slowest(unsigned pairs, const lb_plan_options *o, const uint32_t *p, lb_lc_groups *g,
                        lb_formula *limit) {
    int error = LB_OK;
    g->slowest = 0;
    for (unsigned k = pairs; k >= 1 && !error; k--) {
        lb_formula f;
        error = lb_lc_time(k, p[k], &f);
        if (!error && (g->slowest == 0 || (o->cost && longer(&f, limit, o->cost)))) {
            g->slowest = k;
            *limit = f;
        }
    }
    return error;
}

int lb_lc_choose(unsigned pairs, const lb_plan_options *o, lb_lc_groups *g) {
    uint32_t best[LB_MAX_PAIRS + 1] = {0};
    int error = LB_OK;
    lb_formula limit;
    *g = (lb_lc_groups){.denominator = 1};
    for (unsigned k = 1; k <= pairs && !error; k++)
        error = choose_one(k, o, &best[k]);
    if (!error)
        error = find_slowest(pairs, o, best, g, &limit);
    if (error)
        return error;
    bool settled = settle(pairs, o, best, &limit, 0, g);
    for (double give = 1.0 / 256; !settled && !o->groups && give < 1; give *= 4)
        settled = settle(pairs, o, best, &limit, give, g);
    if (!settled)
        return LB_ERR_SIZE;
    memcpy(best, g->p, sizeof best);
    return find_slowest(pairs, o, best, g, &limit);
}
