/* ARBITRARY SEND 2 (001, section 4): between two nodes at distance n, with all d links.
 *
 * The way of BROADCAST 4's packets to one node: n straight ways of n hops and d-n ways aside of n+2, no two with a
 * common link. With g packets on each way aside and g+2 on each straight one, all arrive in n+g+1 stages:
 *
 *      (n+g+1)*(tau*m/(d*g+2n) + beta)
 *
 * (The paper sends d*g packets in as many stages.) With fixed packets no send is faster: what leaves the sender through
 * a link aside has n+1 hops to go, so T steps can bring no more than n*(T-n+1) + (d-n)*(T-n-1) packets. Links are used
 * in one direction only: two nodes exchange in the same time. */
#include "algo/send/algorithms.h"
#include "algo/send/courier.h"

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

static int build(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    stages s;
    lb_pair_of(task, &pair);
    int error = choose_stages(&pair, o, &s);
    if (error)
        return lb_fail(why, error, "so many packets are too many");
    uint64_t moves = lb_times(s.packets, pair.n + 2);
    return lb_courier_build(task, o, s.packets, moves, moves, route_packets, &s, plan, why);
}

static int time_of(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
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

static int suits(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    if (!lb_can_choose(o) || !lb_pair_of(task, &pair))
        return 0;
    return o->clock == LB_UNIT ? 95 : 85;
}

const lb_algo lb_algo_arbitrary_send_2 = {
    .info = {LB_SEND_INFO("arbitrary-send-2", "4: ARBITRARY SEND 2"), .unit = true, .groups = true,
             .promise = "fewest steps for P packets; (n+g+1)*(tau*m/(d*g+2n) + beta)"},
    .suits = suits,
    .needs = LB_NEEDS_PAIR LB_AND_COST,
    .time = time_of,
    .build = build,
};
