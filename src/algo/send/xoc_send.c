/* X.O.C. SEND 1 and 2 (001, section 4): between two nodes that agree in a dimension, by way of a parallel subcube.
 *
 * X.O.C. SEND 1 goes aside over a dimension in which the two nodes agree, through the parallel subcube as O.C. SEND 3
 * does, and back: (2n+K_(n-1))/n*tau*m + (n+2)*beta. X.O.C. SEND 2 pipelines it; the stages of one whole link set the
 * pace: (g*n+n+K_(n-1))/(g*n)*tau*m + (g+n+1)*beta.
 *
 * They are for ARBITRARY SEND 3, which does many side by side. Links are used in one direction only: two nodes exchange
 * in the same time. */
#include "algo/send/xoc_send.h"
#include "algo/send/algorithms.h"
#include "algo/send/courier.h"

/* The lowest dimension in which the two nodes agree; LB_NONE: there is none. */
static unsigned aside_of(const lb_pair *pair) {
    uint32_t free_dims = ~pair->offset & (uint32_t)((UINT64_C(1) << pair->d) - 1);
    return free_dims ? (unsigned)__builtin_ctz(free_dims) : LB_NONE;
}

static int build_1(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    lb_pair_of(task, &pair);
    return lb_stream_build(task, o, aside_of(&pair), 1, plan, why);
}

int lb_extended_gain(unsigned n, lb_ratio *gain) {
    *gain = (lb_ratio){0, 1};
    if (n == 0)
        return LB_OK;
    int error = lb_spread_sum(n - 1, gain);
    return error || !lb_ratio_scale(gain, 1, n) || !lb_ratio_plus(gain, (lb_ratio){1, 1}) ? LB_ERR_SIZE : LB_OK;
}

static int choose_groups(const lb_task *task, const lb_plan_options *o, lb_pair *pair, uint32_t *groups) {
    lb_ratio gain;
    lb_pair_of(task, pair);
    int error = lb_extended_gain(pair->n, &gain);
    return error ? error : lb_choose_groups(o, gain, 1, groups);
}

static int build_2(const lb_task *task, const lb_plan_options *o, lb_plan **plan, lb_why *why) {
    lb_pair pair;
    uint32_t groups = 1;
    int error = choose_groups(task, o, &pair, &groups);
    if (error)
        return lb_fail(why, error, "the number of groups could not be chosen");
    return lb_stream_build(task, o, aside_of(&pair), groups, plan, why);
}

int lb_extended_time(unsigned n, uint32_t g, lb_formula *f) {
    lb_ratio gain;
    int error = lb_formula_set(f, "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta", n > 0, 1, n ? (uint64_t)g + n + 1 : 0);
    if (!error)
        error = lb_extended_gain(n, &gain);
    f->groups = g;
    return error || !lb_ratio_scale(&gain, 1, g) || !lb_ratio_plus(&f->data, gain) ? LB_ERR_SIZE : LB_OK;
}

static int time_1(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    (void)o;
    lb_pair_of(task, &pair);
    int error = lb_extended_time(pair.n, 1, f);
    f->text = "(2n+K(n-1))/n*tau*m + (n+2)*beta";
    f->groups = 0;
    return error;
}

static int time_2(const lb_task *task, const lb_plan_options *o, lb_formula *f) {
    lb_pair pair;
    uint32_t groups = 1;
    int error = choose_groups(task, o, &pair, &groups);
    return error ? error : lb_extended_time(pair.n, groups, f);
}

/* ---- the table's rows ---- */

static int suits_1(const lb_task *task, const lb_plan_options *o) {
    lb_pair pair;
    (void)o;
    return lb_pair_of(task, &pair) && aside_of(&pair) != LB_NONE && pair.n > 0 ? 20 : 0;
}

static int suits_2(const lb_task *task, const lb_plan_options *o) {
    return lb_can_choose(o) ? suits_1(task, o) : 0;
}

const lb_algo lb_algo_xoc_send_1 = {
    .info = {LB_SEND_INFO("xoc-send-1", "4: X.O.C. SEND 1"), .promise = "(2n+K(n-1))/n*tau*m + (n+2)*beta"},
    .suits = suits_1,
    .needs = "it is for two nodes that agree in a dimension",
    .time = time_1,
    .build = build_1,
};

const lb_algo lb_algo_xoc_send_2 = {
    .info = {LB_SEND_INFO("xoc-send-2", "4: X.O.C. SEND 2"), .groups = true,
             .promise = "(g*n+n+K(n-1))/(g*n)*tau*m + (g+n+1)*beta"},
    .suits = suits_2,
    .needs = "it is for two nodes that agree in a dimension" LB_AND_COST,
    .time = time_2,
    .build = build_2,
};
