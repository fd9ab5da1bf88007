/* X.O.C. SEND 1 and 2, ARBITRARY SEND 2 and 3 (001, section 4): between two nodes at distance n, with all d links.
 *
 * X.O.C. SEND 1 goes aside over a dimension in which the two nodes agree, through the parallel subcube as O.C. SEND 3
 * does, and back: (2n+K_(n-1))/n*tau*m + (n+2)*beta. X.O.C. SEND 2 pipelines it; the stages of one whole link set the
 * pace: (g*n+n+K_(n-1))/(g*n)*tau*m + (g+n+1)*beta.
 *
 * ARBITRARY SEND 2: the way of BROADCAST 4's packets to one node: n straight ways of n hops and d-n ways aside of n+2,
 * no two with a common link. With g packets on each way aside and g+2 on each straight one, all arrive in n+g+1 stages:
 *
 *      (n+g+1)*(tau*m/(d*g+2n) + beta)
 *
 * (The paper sends d*g packets in as many stages.) With fixed packets no send is faster: what leaves the sender through
 * a link aside has n+1 hops to go, so T steps can bring no more than n*(T-n+1) + (d-n)*(T-n-1) packets.
 *
 * ARBITRARY SEND 3: n/d of the message by O.C. SEND 4 straight on, 1/d by X.O.C. SEND 2 through each of the d-n
 * parallel subcubes, each with its own best g; the slower of the two decides. Data term tau*m/d at the bound, as the
 * sender's d links must carry the message. All use a link in one direction only: two nodes exchange in the same time.
 */
#include "long/courier.h"

/* ---- X.O.C. SEND ---- */

/* The lowest dimension in which the two nodes agree; LB_NONE: there is none. */
static unsigned aside_of(const lb_pair *pair) {
    uint32_t free_dims = ~pair->offset & (uint32_t)((UINT64_C(1) << pair->d) - 1);
    return free_dims ? (unsigned)__builtin_ctz(free_dims) : LB_NONE;
}

static void route_stream(lb_courier *c, const void *what) {
    lb_courier_stream(c, what);
}

static int build_extended(const lb_task *task, const lb_plan_options *o, uint32_t groups, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    lb_spread spread;
    lb_pair_of(task, &pair);
    int error = lb_spread_make(pair.n, &spread, why);
    if (error)
        return error;
    lb_stream stream = {.spread = &spread, .aside = aside_of(&pair), .scale = 1, .groups = groups};
    error = lb_courier_build(task, o, lb_times(spread.unit, groups), lb_times(spread.moves + 2, groups),
                             lb_times(spread.items + 2, groups), route_stream, &stream, plan, why);
    lb_spread_free(&spread);
    return error;
}

static int build_xoc_1(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return build_extended(task, o, 1, plan, why);
}

/* 1 + K_(n-1)/n, what pipelining gains over one whole link. */
static int extended_gain(unsigned n, lb_ratio *gain) {
    *gain = (lb_ratio){0, 1};
    if (n == 0)
        return LB_OK;
    int error = lb_spread_sum(n - 1, gain);
    return error || !lb_ratio_scale(gain, 1, n) || !lb_ratio_plus(gain, (lb_ratio){1, 1}) ? LB_ERR_SIZE : LB_OK;
}

static int build_xoc_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    lb_ratio gain;
    uint32_t groups = 1;
    lb_pair_of(task, &pair);
    int error = extended_gain(pair.n, &gain);
    if (!error)
        error = lb_choose_groups(o, gain, 1, &groups);
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    return build_extended(task, o, groups, plan, why);
}

/* share*(1 + gain/g), g+n+1 */
static int extended_time(unsigned n, uint32_t g, lb_formula *f) {
    lb_ratio gain;
    int error = lb_formula_set(f, "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta", n > 0, 1, n ? (uint64_t)g + n + 1 : 0);
    if (!error)
        error = extended_gain(n, &gain);
    f->groups = g;
    return error || !lb_ratio_scale(&gain, 1, g) || !lb_ratio_plus(&f->data, gain) ? LB_ERR_SIZE : LB_OK;
}

static int time_xoc_1(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    (void)o;
    lb_pair_of(task, &pair);
    int error = extended_time(pair.n, 1, f);
    f->text = "(2n+K(n-1))/n*tau*m + (n+2)*beta";
    f->groups = 0;
    return error;
}

static int time_xoc_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    lb_ratio gain;
    uint32_t groups = 1;
    lb_pair_of(task, &pair);
    int error = extended_gain(pair.n, &gain);
    if (!error)
        error = lb_choose_groups(o, gain, 1, &groups);
    return error ? error : extended_time(pair.n, groups, f);
}

/* ---- ARBITRARY SEND 2 ---- */

/* T stages and the packets sent in them. */
typedef struct stages {
    uint32_t stages;
    uint64_t packets;
} stages;

/* What T stages can bring: T-n+1 packets on each straight way, T-n-1 on each way aside. */
static uint64_t capacity(const lb_pair *pair, uint64_t t) {
    uint64_t n = pair->n, straight = t >= n ? t - n + 1 : 0, aside = t > n ? t - n - 1 : 0;
    return n * straight + (pair->d - n) * aside;
}

/* The least T that brings the packets. */
static uint64_t stages_for(const lb_pair *pair, uint64_t packets) {
    uint64_t t = pair->n + (packets > 2 * pair->n ? (packets - 2 * pair->n) / pair->d : 0);
    while (capacity(pair, t) < packets)
        t++;
    return t;
}

/* The T that is best for the cost. With P = dT-c packets, c = d(n+1)-2n, one stage more pays as long as
 * P*(P+d)*beta < c*tau*m; T = n, one packet a straight way, is compared by itself. */
static uint64_t best_stages(const lb_pair *pair, const lb_cost *cost) {
    uint64_t c = (uint64_t)pair->d * (pair->n + 1) - 2 * pair->n, n = pair->n, d = pair->d, t = n + 1;
    uint64_t pull = lb_pull(cost, (lb_ratio){(int64_t)c, 1}), root = lb_root(pull), most = n + LB_MAX_GROUPS;
    if (root > c + d * t)
        t = (root - d + c) / d > t ? (root - d + c) / d : t;
    if (t > most)
        t = most;
    while (t < most && capacity(pair, t) < UINT32_MAX && capacity(pair, t) * (capacity(pair, t) + d) < pull)
        t++;
    while (t > n + 1 &&
           (capacity(pair, t - 1) * (capacity(pair, t - 1) + d) >= pull || capacity(pair, t) > cost->bytes))
        t--;
    /* T = n against t: n*(X/n + beta) <= t*(X/P + beta), that is X*(P-t) <= (t-n)*P*beta */
    uint64_t p = capacity(pair, t);
    lb_ratio per = {1, 1};
    bool slim = p > t && lb_ratio_scale(&per, p - t, lb_times(p, t - n)) ? lb_pull(cost, per) <= 1 : p <= t;
    return slim || cost->bytes < p ? n : t;
}

static int choose_stages(const lb_pair *pair, const lb_plan_options *o, stages *s) {
    *s = (stages){0, o->clock == LB_UNIT ? o->packets : 1};
    if (pair->n == 0)
        return LB_OK;
    uint64_t t;
    if (o->clock == LB_UNIT)
        t = stages_for(pair, o->packets);
    else if (o->groups)
        t = (uint64_t)pair->n + o->groups + 1;
    else if (o->cost)
        t = best_stages(pair, o->cost);
    else
        return LB_ERR_ARG;
    s->stages = t < UINT32_MAX ? (uint32_t)t : UINT32_MAX;
    s->packets = o->clock == LB_UNIT ? o->packets : capacity(pair, t);
    return t < UINT32_MAX ? LB_OK : LB_ERR_SIZE;
}

/* One packet over the way that begins with dimension `first`, from step on. */
static void go(lb_courier *c, unsigned first, uint32_t step, uint64_t piece) {
    bool straight = c->pair.offset >> first & 1;
    uint32_t node = 0;
    if (!straight) {
        lb_courier_packet(c, step++, 0, first);
        lb_courier_piece(c, piece, piece + 1);
        node = UINT32_C(1) << first;
    }
    for (unsigned k = 0; k < c->pair.d; k++) {
        unsigned dim = (first + k) % c->pair.d;
        if (!(c->pair.offset >> dim & 1))
            continue;
        lb_courier_packet(c, step++, node, dim);
        lb_courier_piece(c, piece, piece + 1);
        node ^= UINT32_C(1) << dim;
    }
    if (!straight) {
        lb_courier_packet(c, step, node, first);
        lb_courier_piece(c, piece, piece + 1);
    }
}

static void route_packets(lb_courier *c, const void *what) {
    const stages *s = what;
    uint64_t piece = 0;
    for (uint32_t step = 1; piece < s->packets; step++) {
        for (unsigned first = 0; first < c->pair.d && piece < s->packets; first++) {
            uint32_t hops = c->pair.n + (c->pair.offset >> first & 1 ? 0 : 2);
            if (step + hops - 1 <= s->stages)
                go(c, first, step, piece++);
        }
    }
}

static int build_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    stages s;
    lb_pair_of(task, &pair);
    int error = choose_stages(&pair, o, &s);
    if (error)
        return lb_fail(why, error, "so many packets are too many");
    uint64_t moves = lb_times(s.packets, pair.n + 2);
    return lb_courier_build(task, o, s.packets, moves, moves, route_packets, &s, plan, why);
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    stages s;
    lb_pair_of(task, &pair);
    int error = choose_stages(&pair, o, &s);
    if (error)
        return error;
    error = lb_formula_set(f, "(n+g+1)*(tau*m/(d*g+2n) + beta)", s.stages, s.packets, s.stages);
    if (s.stages > pair.n)
        f->groups = s.stages - pair.n - 1;
    else
        f->text = "tau*m + n*beta";
    return error;
}

/* ---- ARBITRARY SEND 3 ---- */

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
        error = extended_gain(n, &aside);
    if (error || !lb_ratio_scale(&gain, 1, d) || !lb_ratio_scale(&aside, 1, d))
        return LB_ERR_SIZE;
    error = lb_choose_groups(o, gain, d, &s->straight);
    if (!error)
        error = lb_choose_groups(o, aside, d, &s->aside);
    if (!error)
        error = extended_time(n, s->aside, &s->aside_time);
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

static int build_3(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    split s = {.straight = 1, .aside = 1};
    lb_pair_of(task, &pair);
    int error = pair.n ? choose_split(&pair, o, &s) : LB_OK;
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    return build_streams(task, o, &pair, &s, plan, why);
}

static int time_3(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
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

/* ---- the table's rows ---- */

static int suits_2(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    if (!lb_can_choose(o) || !lb_pair_of(task, &pair))
        return 0;
    return o->clock == LB_UNIT ? 95 : 85;
}

static int suits_3(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    return lb_can_choose(o) && lb_pair_of(task, &pair) ? 90 : 0;
}

static int suits_aside(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    (void)o;
    return lb_pair_of(task, &pair) && aside_of(&pair) != LB_NONE && pair.n > 0 ? 20 : 0;
}

static int suits_aside_2(const lb_task *task, const lb_plan_options *o) {
    return lb_can_choose(o) ? suits_aside(task, o) : 0;
}

const lb_algo lb_algo_xoc_send_1 = {
    .info = {.name = "xoc-send-1",
             .source = "Stout & Wagar 1990 (001), section 4: X.O.C. SEND 1",
             .tasks = LB_SEND_TASKS,
             .cubes_only = true,
             .linear = true,
             .promise = "(2n+K(n-1))/n*tau*m + (n+2)*beta"},
    .suits = suits_aside,
    .needs = "it is for two nodes that agree in a dimension",
    .time = time_xoc_1,
    .build = build_xoc_1,
};

const lb_algo lb_algo_xoc_send_2 = {
    .info = {.name = "xoc-send-2",
             .source = "Stout & Wagar 1990 (001), section 4: X.O.C. SEND 2",
             .tasks = LB_SEND_TASKS,
             .cubes_only = true,
             .linear = true,
             .promise = "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta"},
    .suits = suits_aside_2,
    .needs = "it is for two nodes that agree in a dimension (and needs bytes, tau and beta, or groups)",
    .time = time_xoc_2,
    .build = build_xoc_2,
};

const lb_algo lb_algo_arbitrary_send_2 = {
    .info = {.name = "arbitrary-send-2",
             .source = "Stout & Wagar 1990 (001), section 4: ARBITRARY SEND 2",
             .tasks = LB_SEND_TASKS,
             .cubes_only = true,
             .unit = true,
             .linear = true,
             .promise = "fewest steps for P packets; (n+g+1)*(tau*m/(d*g+2n) + beta)"},
    .suits = suits_2,
    .needs = LB_NEEDS_PAIR " (and needs bytes, tau and beta, or groups)",
    .time = time_2,
    .build = build_2,
};

const lb_algo lb_algo_arbitrary_send_3 = {
    .info = {.name = "arbitrary-send-3",
             .source = "Stout & Wagar 1990 (001), section 4: ARBITRARY SEND 3",
             .tasks = LB_SEND_TASKS,
             .cubes_only = true,
             .linear = true,
             .promise = "the later of O.C. SEND 4 with n*m/d and X.O.C. SEND 2 with m/d; data term tau*m/d"},
    .suits = suits_3,
    .needs = LB_NEEDS_PAIR " (and needs bytes, tau and beta, or groups)",
    .time = time_3,
    .build = build_3,
};
