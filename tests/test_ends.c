/* Bounds on time by both ends of a way: never above what a plan takes, not even the best that a search of all ways of
 * cutting finds; recounted; and every claim that is more than the truth is refused. */
#include "support/support.h"

#include <stdlib.h>

static const lb_cost costs[] = {
    {.tau = {1, 1}, .beta = {1000, 1}, .bytes = 1 << 20}, {.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 16},
    {.tau = {3, 7}, .beta = {17, 2}, .bytes = 1000},      {.tau = {1, 1}, .beta = {1, 1000}, .bytes = 12345},
    {.tau = {1, 1000}, .beta = {1, 1}, .bytes = 64},      {.tau = {1, 1}, .beta = {5, 1}, .bytes = 5},
};

static const char *const nets[] = {"cube:4",
                                   "4x4",
                                   "7",
                                   "5x3",
                                   "2x3x4",
                                   "mesh:4x4",
                                   "4x4 speeds 4,1",
                                   "complete:5",
                                   "twisted:4x8",
                                   "circulant:13:1,5",
                                   "machine:dgx-1-v100"};

static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE, LB_ALLREDUCE, LB_SEND, LB_PERMUTE};

static lb_task *make(const char *name, lb_task_kind kind) {
    lb_net *net = t_net(name);
    uint32_t n = lb_net_nodes(net), *list = malloc(n * sizeof *list);
    lb_task *task;
    for (uint32_t v = 0; v < n; v++)
        list[v] = n - 1 - v;
    lb_task_params params = {.root = kind == LB_BROADCAST || kind == LB_REDUCE || kind == LB_SEND ? 1 : 0,
                             .to = n / 2 + 1,
                             .list = kind == LB_PERMUTE ? list : NULL,
                             .count = kind == LB_PERMUTE ? n : 0};
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    free(list);
    lb_net_free(net);
    return task;
}

static int verdict(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time) {
    return lb_witness_verify_time(task, ports, cost, w, time, NULL);
}

static void refuse(const lb_task *task, uint32_t ports, const lb_cost *cost, const lb_witness *w, lb_ratio time) {
    lb_witness forged;
    for (unsigned how = 0; how < 8; how++) {
        forged = *w;
        forged.capacity -= how == 0;
        forged.width -= how == 1;
        forged.radius += how == 2;
        forged.load += how == 3;
        forged.weight[0] += how == 4 ? 2 : 0;
        forged.weight[1] = how == 5 ? 0 : forged.weight[1];
        forged.part[w->node] = how == 6 ? 1 : forged.part[w->node];
        forged.node = how == 7 ? w->first : w->node;
        t_note("forged in way %u", how);
        T_EQUAL(verdict(task, ports, cost, &forged, time), LB_ERR_CHECK);
    }
    T_TRUE(lb_ratio_plus(&time, (lb_ratio){1, 1000}));
    T_EQUAL(verdict(task, ports, cost, w, time), LB_ERR_CHECK);
}

/* The time of a plan that is made quickly. */
static lb_ratio planned(const lb_task *task, uint32_t ports, const lb_cost *cost) {
    lb_timing timing;
    lb_plan_options options = {.clock = LB_LINEAR, .cost = cost, .ports = ports, .effort = LB_ESTIMATE};
    lb_plan *plan = t_plan(task, &options);
    T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
    lb_ratio time = timing.makespan;
    lb_timing_free(&timing);
    lb_plan_free(plan);
    return time;
}

static void test_all(void **unused) {
    (void)unused;
    unsigned found = 0;
    for (unsigned i = 0; i < T_COUNT(nets) * T_COUNT(kinds); i += T_SPARSE) {
        lb_task *task = make(nets[i / T_COUNT(kinds)], kinds[i % T_COUNT(kinds)]);
        for (unsigned c = 0; c < 3 * T_COUNT(costs); c++) {
            bool plans = (c + i) % 7 == 0; /* which takes longest */
            lb_witness w;
            lb_ratio time;
            const lb_cost *cost = &costs[c / 3];
            uint32_t ports = c % 3;
            t_note("%s on %s, cost %u, ports %u", lb_task_kind_name(kinds[i % T_COUNT(kinds)]),
                   nets[i / T_COUNT(kinds)], c / 3, ports);
            T_EQUAL(lb_bound_linear(task, ports, cost, &time, &w, NULL), LB_OK);
            T_EQUAL(verdict(task, ports, cost, &w, time), LB_OK);
            T_TRUE(!plans || lb_ratio_compare(time, planned(task, ports, cost)) <= 0);
            if (w.kind != LB_WITNESS_ENDS)
                continue;
            found++;
            refuse(task, ports, cost, &w, time);
        }
        lb_task_free(task);
    }
    t_note("%u of them", found);
    T_TRUE(found > 300 / T_SPARSE);
}

/* Bytes of a block over two links, one after the other, cut in every way at both: the least time, tau being 1. */
static double least_of_all(unsigned bytes, double beta) {
    double best = 1e9;
    for (unsigned first = 0; first < 1U << (bytes - 1); first++) {
        double there[16], at = 0;
        for (unsigned b = 0, from = 0; b < bytes; b++) {
            if (b + 1 < bytes && !(first >> b & 1))
                continue;
            at += b + 1 - from + beta;
            for (; from <= b; from++)
                there[from] = at;
        }
        for (unsigned second = 0; second < 1U << (bytes - 1); second++) {
            double end = 0;
            for (unsigned b = 0, from = 0; b < bytes; b++) {
                if (b + 1 < bytes && !(second >> b & 1))
                    continue;
                end = (end > there[b] ? end : there[b]) + b + 1 - from + beta;
                from = b + 1;
            }
            best = end < best ? end : best;
        }
    }
    return best;
}

static void test_two_links(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("mesh:3", LB_BROADCAST);
    for (unsigned bytes = 1; bytes <= 9; bytes += T_SPARSE) {
        for (int64_t beta = 1; beta <= 8; beta *= 2) {
            lb_cost cost = {.tau = {1, 1}, .beta = {beta, 2}, .bytes = bytes};
            lb_ratio time;
            double least = least_of_all(bytes, (double)beta / 2);
            T_EQUAL(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_OK);
            t_note("%u bytes, beta %d/2: %.3f, bound %.3f", bytes, (int)beta, least, lb_ratio_value(time));
            T_TRUE(lb_ratio_value(time) <= least + 1e-9);
            T_TRUE(least <= 1.15 * lb_ratio_value(time));
        }
    }
    lb_task_free(task);
}

/* Where there are too many nodes to mark them; and what a longer message takes is no less. */
static void test_large(void **unused) {
    (void)unused;
    lb_task *task = t_task_on("cube:14", LB_BROADCAST);
    lb_ratio before = {0, 1}, time;
    for (uint64_t bytes = 1; bytes < 1 << 24; bytes = bytes * 3 + 1) {
        lb_witness w;
        lb_cost cost = {.tau = {1, 3}, .beta = {100, 1}, .bytes = bytes};
        T_EQUAL(lb_bound_linear(task, 0, &cost, &time, &w, NULL), LB_OK);
        T_EQUAL(w.kind, LB_WITNESS_ENDS);
        T_EQUAL(verdict(task, 0, &cost, &w, time), LB_OK);
        T_TRUE(lb_ratio_compare(before, time) <= 0);
        before = time;
        w.radius++;
        T_EQUAL(verdict(task, 0, &cost, &w, time), LB_ERR_CHECK);
    }
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_two_links),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
