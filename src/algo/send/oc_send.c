/* O.C. SEND 1 to 4 (001, section 3): from a node to the opposite corner of a cube.
 *
 * Any two nodes are opposite corners of a subcube, of as many dimensions n as they differ in; that is the cube meant
 * here. (To use the other dimensions as well is what the arbitrary sends are for.)
 *
 * O.C. SEND 1 crosses the dimensions in order with the whole message:                     n*tau*m + n*beta
 * O.C. SEND 2 is 1 symmetrized: n parts, the i-th crosses dimension i first:                tau*m + n*beta
 * O.C. SEND 3 keeps the message spread evenly over all nodes of a distance (spread.c): K_(n-1)/n*tau*m + n*beta
 * O.C. SEND 4 is 3 pipelined in g groups: (g+K_(n-1)-1)/(n*g)*tau*m + (g+n-1)*beta, least for the least g with
 *      g*(g+1)*beta >= (K_(n-1)-1)/n*tau*m. Its first stage is the longest, so each group is gone before the next
 * comes.
 *
 * K_n is the sum of 1/(n over k). The sender's n links must carry m: no data term is below 1/n in the subcube. Links
 * are used in one direction only, so two nodes can exchange in the time of one send: the same algorithms do the
 * permutation that swaps two nodes. */
#include "algo/send/algorithms.h"
#include "algo/send/courier.h"

/* ---- 1 and 2: along n ways, or one ---- */

typedef struct ways {
    unsigned count;   /* of the n rotations of the dimensions to cross */
    uint32_t packets; /* SEND 1 on the unit clock: unit packets, one behind another */
} ways;

static void route_ways(lb_courier *c, const void *what) {
    const ways *w = what;
    for (unsigned way = 0; way < w->count; way++) {
        uint32_t node = 0;
        for (unsigned k = 0; k < c->pair.n; k++) {
            unsigned dim = lb_nth_bit(c->pair.offset, (way + k) % c->pair.n);
            for (uint32_t q = 0; q < w->packets; q++) {
                lb_courier_packet(c, k + 1 + q, node, dim);
                lb_courier_piece(c, way + q, way + q + 1);
            }
            node ^= UINT32_C(1) << dim;
        }
    }
}

static int build_1(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    lb_pair_of(task, &pair);
    if (o->packets > UINT32_MAX - 64)
        return lb_fail(why, LB_ERR_SIZE, "a block of 2^32 packets or more is too large");
    ways w = {.count = 1, .packets = (uint32_t)o->packets};
    uint64_t moves = lb_times(pair.n, o->packets);
    return lb_courier_build(task, o, o->packets, moves, moves, route_ways, &w, plan, why);
}

static int build_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    lb_pair_of(task, &pair);
    uint64_t moves = (uint64_t)pair.n * pair.n;
    ways w = {.count = pair.n, .packets = 1};
    return lb_courier_build(task, o, pair.n ? pair.n : 1, moves, moves, route_ways, &w, plan, why);
}

/* ---- 3 and 4: spread evenly ---- */

static int build_3(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    return lb_stream_build(task, o, LB_NONE, 1, plan, why);
}

/* (K_(n-1)-1)/n, what pipelining gains. */
static int gain(unsigned n, lb_ratio *gain) {
    *gain = (lb_ratio){0, 1};
    if (n < 2)
        return LB_OK;
    int error = lb_spread_sum(n - 1, gain);
    gain->num -= gain->den;
    return error || !lb_ratio_scale(gain, 1, n) ? LB_ERR_SIZE : LB_OK;
}

static int groups_4(const lb_plan_options *o, unsigned n, uint32_t *groups) {
    lb_ratio by;
    int error = gain(n, &by);
    return error ? error : lb_choose_groups(o, by, lb_spread_widest(n), groups);
}

static int build_4(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    uint32_t groups = 1;
    lb_pair_of(task, &pair);
    int error = groups_4(o, pair.n, &groups);
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    return lb_stream_build(task, o, LB_NONE, groups, plan, why);
}

/* ---- formulas ---- */

static int time_1(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    (void)o;
    lb_pair_of(task, &pair);
    return lb_formula_set(f, "n*tau*m + n*beta", pair.n, 1, pair.n);
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    (void)o;
    lb_pair_of(task, &pair);
    return lb_formula_set(f, "tau*m + n*beta", pair.n > 0, 1, pair.n);
}

static int time_3(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    (void)o;
    lb_pair_of(task, &pair);
    int error = lb_formula_set(f, "K(n-1)/n*tau*m + n*beta", 0, 1, pair.n);
    if (error || pair.n == 0)
        return error;
    error = lb_spread_sum(pair.n - 1, &f->data);
    return error || !lb_ratio_scale(&f->data, 1, pair.n) ? LB_ERR_SIZE : LB_OK;
}

/* 1/n + gain/g */
static int time_4(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    lb_ratio by;
    uint32_t g = 1;
    lb_pair_of(task, &pair);
    int error = gain(pair.n, &by);
    if (!error)
        error = lb_choose_groups(o, by, lb_spread_widest(pair.n), &g);
    if (error)
        return error;
    uint64_t n = pair.n;
    error = lb_formula_set(f, "(g+K(n-1)-1)/(n*g)*tau*m + (g+n-1)*beta", n > 0, n ? n : 1, n ? g + n - 1 : 0);
    f->groups = g;
    return error || !lb_ratio_scale(&by, 1, g) || !lb_ratio_plus(&f->data, by) ? LB_ERR_SIZE : LB_OK;
}

/* ---- the table's rows ---- */

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    (void)o;
    return lb_pair_of(task, &pair) ? 25 : 0;
}

static int suits_4(const lb_task *task, const lb_plan_options *o) {
    return lb_can_choose(o) ? suits(task, o) : 0;
}

#define PLAIN(k)       .suits = suits, .needs = LB_NEEDS_PAIR, .time = time_##k, .build = build_##k
#define IN_GROUPS      .suits = suits_4, .needs = LB_NEEDS_PAIR LB_AND_COST, .time = time_4, .build = build_4
#define GROUPS_PROMISE .groups = true, .promise = "(g+K(n-1)-1)/(n*g)*tau*m + (g+n-1)*beta"

const lb_algo lb_algo_oc_send_1 = {
    .info = {LB_SEND_INFO("oc-send-1", "3: O.C. SEND 1"), .min_ports = 1, .unit = true,
             .promise = "n*tau*m + n*beta; n+P-1 steps for P packets"},
    PLAIN(1),
};

const lb_algo lb_algo_oc_send_2 = {
    .info = {LB_SEND_INFO("oc-send-2", "3: O.C. SEND 2"), .promise = "tau*m + n*beta"},
    PLAIN(2),
};

const lb_algo lb_algo_oc_send_3 = {
    .info = {LB_SEND_INFO("oc-send-3", "3: O.C. SEND 3"), .promise = "K(n-1)/n*tau*m + n*beta"},
    PLAIN(3),
};

const lb_algo lb_algo_oc_send_4 = {
    .info = {LB_SEND_INFO("oc-send-4", "3: O.C. SEND 4"), GROUPS_PROMISE},
    IN_GROUPS,
};

const lb_algo lb_algo_arbitrary_send_1 = {
    .info = {LB_SEND_INFO("arbitrary-send-1", "4: ARBITRARY SEND 1, which is O.C. SEND 4"), GROUPS_PROMISE},
    IN_GROUPS,
};
