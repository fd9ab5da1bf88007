/* ARBITRARY SEND 3 (001, section 4): between two nodes at distance n, with all d links.
 *
 * n/d of the message go by O.C. SEND 4 straight on, 1/d by X.O.C. SEND 2 through each of the d-n parallel subcubes,
 * each with its own best g; the slower of the two decides. Data term tau*m/d at the bound, as the sender's d links must
 * carry the message. Links are used in one direction only: two nodes exchange in the same time. */
#include "algo/send/algorithms.h"
#include "algo/send/courier.h"
#include "algo/send/xoc_send.h"

typedef struct split {
    uint32_t straight, aside; /* groups */
    lb_formula straight_time, aside_time;
} split;

/* Both branches' groups and formulas: n/d of the message straight on, 1/d through each parallel subcube. */
static int choose_split(const lb_pair *pair, const lb_plan_options *o, split *s) {
    unsigned d = pair->d, n = pair->n;
    lb_ratio gain = {0, 1}, aside;
    s->straight = s->aside = 1;
    int error = lb_formula_set(&s->straight_time, NULL, n > 0, d, 0);
    if (n > 1 && !error) {
        error = lb_spread_sum(n - 1, &gain);
        gain.num -= gain.den;
    }
    if (!error)
        error = lb_extended_gain(n, &aside);
    if (error || !lb_ratio_scale(&gain, 1, d) || !lb_ratio_scale(&aside, 1, d))
        return LB_ERR_SIZE;
    error = lb_choose_groups(o, gain, d * lb_spread_widest(n) / n, &s->straight);
    if (!error)
        error = lb_choose_groups(o, aside, d, &s->aside);
    if (!error)
        error = lb_extended_time(n, s->aside, &s->aside_time);
    s->straight_time.startups = n ? (uint64_t)s->straight + n - 1 : 0;
    s->straight_time.groups = s->straight;
    if (error || !lb_ratio_scale(&s->aside_time.data, 1, d) || !lb_ratio_scale(&gain, 1, s->straight) ||
        !lb_ratio_plus(&s->straight_time.data, gain))
        return error ? error : LB_ERR_SIZE;
    return LB_OK;
}

typedef struct streams {
    const lb_pair *pair;
    const lb_spread *spread;
    uint32_t straight, aside;
    uint64_t common; /* the least common multiple of both */
} streams;

static void route_streams(lb_courier *c, const void *what) {
    const streams *s = what;
    uint64_t share = s->spread->unit * s->common; /* a d-th of the message */
    lb_stream stream = {s->spread, LB_NONE, 0, s->pair->n * (s->common / s->straight), s->straight};
    lb_courier_stream(c, &stream);
    uint64_t start = s->pair->n * share;
    for (unsigned dim = 0; dim < s->pair->d; dim++) {
        if (s->pair->offset >> dim & 1)
            continue;
        stream = (lb_stream){s->spread, dim, start, s->common / s->aside, s->aside};
        lb_courier_stream(c, &stream);
        start += share;
    }
}

static int build_streams(const lb_task *task, const lb_plan_options *o, const lb_pair *pair, const split *g,
                         lb_plan **plan, lb_why *why) {
    lb_spread spread;
    int error = lb_spread_make(pair->n, &spread, why);
    if (error)
        return error;
    uint32_t aside = pair->n < pair->d ? g->aside : 1;
    streams s = {pair, &spread, g->straight, aside, 0};
    s.common = (uint64_t)s.straight / lb_gcd(s.straight, aside) * aside;
    uint64_t denominator = lb_times(lb_times(pair->d ? pair->d : 1, spread.unit), s.common);
    uint64_t often = g->straight + (uint64_t)(pair->d - pair->n) * aside;
    error = lb_courier_build(task, o, denominator, lb_times(spread.moves + 2, often), lb_times(spread.items + 2, often),
                             route_streams, &s, plan, why);
    lb_spread_free(&spread);
    return error;
}

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    split s = {.straight = 1, .aside = 1};
    lb_pair_of(task, &pair);
    int error = pair.n ? choose_split(&pair, o, &s) : LB_OK;
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    return build_streams(task, o, &pair, &s, plan, why);
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    static const char text[] = "the later of (g+K(n-1)-1)/(d*g)*tau*m + (g+n-1)*beta and "
                               "(g'*n+n+K(n-1))/(d*g'*n)*tau*m + (g'+n+1)*beta";
    lb_pair pair;
    split s;
    lb_ratio straight, aside;
    lb_pair_of(task, &pair);
    if (pair.n == 0)
        return lb_formula_set(f, text, 0, 1, 0);
    int error = choose_split(&pair, o, &s);
    if (error)
        return error;
    bool later = false;
    if (pair.n < pair.d) {
        if (!o->cost || lb_formula_time(&s.straight_time, o->cost, &straight) ||
            lb_formula_time(&s.aside_time, o->cost, &aside))
            return o->cost ? LB_ERR_SIZE : LB_ERR_ARG;
        later = lb_ratio_compare(aside, straight) > 0;
    }
    *f = later ? s.aside_time : s.straight_time;
    f->text = text;
    return LB_OK;
}

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    return lb_can_choose(o) && lb_pair_of(task, &pair) ? 90 : 0;
}

const lb_algo lb_algo_arbitrary_send_3 = {
    .info = {LB_SEND_INFO("arbitrary-send-3", "4: ARBITRARY SEND 3"), .groups = true,
             .promise = "the later of O.C. SEND 4 with n*m/d and X.O.C. SEND 2 with m/d; data term tau*m/d"},
    .suits = suits,
    .needs = LB_NEEDS_PAIR LB_AND_COST,
    .time = time_of,
    .build = build,
};
