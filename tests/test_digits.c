/* Tasks by flights that are digits: on tori of all kinds, each plan replayed, held against its formula and its bound,
 * and run on real bytes. */
#define _XOPEN_SOURCE 700
#include "algo/flight/digits.h"
#include "file_help.h"
#include "support/flown.h"

static const char *const names[] = {"2",   "3",   "5",     "7",      "8",   "9",   "13",    "27",  "2x2",
                                    "3x3", "5x5", "2x3x3", "cube:4", "1x7", "6x6", "3x4x5", "8x8", "4x4x4"};
enum { NAMES = sizeof names / sizeof names[0], PLANNED = NAMES - 3 }; /* the last are for searches only */

/* ---- Levels and digits ---- */

/* Flights of a level begin and end with different links; digits add up; what is spread comes from who has it. */
static void hold_digits(const lb_digits *d, uint32_t ports, bool spread) {
    const lb_net *net = d->net;
    for (uint32_t level = 0; level < d->levels; level++) {
        assert_true(d->first[level + 1] - d->first[level] <= ports);
        for (uint32_t f = d->first[level]; f < d->first[level + 1]; f++) {
            for (uint32_t g = d->first[level]; g < f; g++) {
                lb_route a = d->flight[f].route, b = d->flight[g].route;
                assert_int_not_equal(a.port[0], b.port[0]);
                assert_int_not_equal(a.port[a.links - 1], b.port[b.links - 1]);
            }
        }
    }
    for (uint32_t v = 1; v < net->nodes; v++) {
        uint32_t sum = 0, last = LB_NONE;
        for (uint32_t level = d->levels; level-- > 0;) {
            uint32_t digit = d->digit[(size_t)level * net->nodes + v];
            assert_true(!digit || (digit > d->first[level] && digit <= d->first[level + 1]));
            last = digit ? level : last;
            sum = digit ? lb_net_add(net, sum, d->flight[digit - 1].by) : sum;
        }
        assert_int_equal(sum, v);
        uint32_t from = lb_net_sub(net, v, d->flight[d->digit[(size_t)last * net->nodes + v] - 1].by);
        for (uint32_t level = 0; level < d->levels && spread; level++)
            assert_int_equal(d->digit[(size_t)level * net->nodes + from],
                             level > last ? d->digit[(size_t)level * net->nodes + v] : 0);
    }
}

static void test_digits(void **state) {
    (void)state;
    unsigned least = 0, all = 0;
    for (size_t i = 0; i < NAMES; i++) {
        for (unsigned k = 0; k < 12; k++) {
            bool ordered = k % 2, spread = k / 2 % 2;
            lb_net *net = flown_net(names[i], ordered);
            uint32_t ports = k / 4 && k / 4 < net->ports ? k / 4 : net->ports;
            lb_covering c;
            lb_digits d;
            assert_int_equal(lb_covering_begin(&c, net, ports, spread, NULL), LB_OK);
            assert_int_equal(lb_digits_find(&c, &(lb_look){1, net->nodes, 0}, &d, NULL), LB_OK);
            assert_int_equal(lb_digits_choose(&d, &c, spread, NULL), LB_OK);
            hold_digits(&d, ports, spread);
            assert_true(d.levels >= flown_least(net->nodes, ports));
            assert_true(d.levels <= flown_least(net->nodes, ports) + 2);
            least += d.levels == flown_least(net->nodes, ports);
            all++;
            lb_digits_free(&d);
            assert_int_equal(lb_digits_bruck(&c, &d, NULL), LB_OK);
            assert_int_equal(lb_digits_choose(&d, &c, spread, NULL), LB_OK);
            hold_digits(&d, ports, spread);
            lb_digits_free(&d);
            lb_covering_end(&c);
            lb_net_free(net);
        }
    }
    assert_true(least * 10 > all * 7); /* at the first attempt */
}

/* ---- Plans ---- */

/* Start-ups of the plan, which must not be refused. */
static uint64_t try_task(const lb_net *net, lb_task_kind kind, const char *name, uint32_t ports, uint64_t bytes) {
    const lb_cost cost = {.bytes = bytes, .tau = {1, 8}, .beta = {500, 1}, .hop = {10, 1}};
    uint64_t steps = flown_plan(net, kind, name, ports, 0, &cost);
    assert_true(steps > 0);
    return steps;
}

static void test_plans(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_ALLREDUCE,
                                         LB_ALLTOALL,  LB_SCATTER,        LB_GATHER};
    for (size_t i = 0; i < PLANNED; i++) {
        for (int ordered = 0; ordered < 2; ordered++) {
            lb_net *net = flown_net(names[i], ordered);
            for (unsigned k = 0; k < 12; k++) {
                lb_task_kind kind = kinds[k % 6];
                uint32_t ports = k / 6;
                uint64_t least = flown_least(net->nodes, ports ? ports : net->ports);
                uint64_t steps = try_task(net, kind, "digits", ports, 8) / (kind == LB_ALLREDUCE ? 2 : 1);
                assert_true(steps >= least && steps <= least + 2);
                try_task(net, kind, "digits", ports, 4000);
                if (kind != LB_SCATTER && kind != LB_GATHER)
                    try_task(net, kind, "bruck", ports, 64);
            }
            lb_net_free(net);
        }
    }
}

/* Codes without overlap: two start-ups for 25 nodes of four ports and for 9 of two, three for 27. */
static void test_perfect(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint64_t steps;
    } perfect[] = {{"5x5", 2}, {"9", 2}, {"27", 3}, {"4x4", 2}, {"8x8", 3}, {"6x6", 3}, {"cube:6", 3}, {"3x4x5", 3}};
    for (size_t i = 0; i < sizeof perfect / sizeof perfect[0]; i++) {
        lb_net *net = flown_net(perfect[i].name, false);
        assert_int_equal(try_task(net, LB_ALLGATHER, "digits", 0, 1), perfect[i].steps);
        lb_net_free(net);
    }
}

/* ---- All forms at once ---- */

/* What is listed for any message has the fastest for each. */
static void hold_list(const lb_task *task, const char *algorithm) {
    lb_formula list[64], f;
    size_t count;
    lb_plan_options o = {.algorithm = algorithm, .clock = LB_LINEAR};
    assert_int_equal(lb_formulas_of(task, &o, list, 64, &count, NULL), LB_OK);
    assert_true(count > 1);
    for (uint64_t bytes = 1; bytes < UINT64_C(1) << 40; bytes *= 5) {
        lb_cost cost = {.bytes = bytes, .tau = {1, 3}, .beta = {1000, 1}, .hop = {100, 1}};
        lb_ratio least, time;
        o.cost = &cost;
        assert_int_equal(lb_formula_of(task, &o, &f, NULL), LB_OK);
        assert_int_equal(lb_formula_time(&f, &cost, &least), LB_OK);
        bool there = false;
        for (size_t i = 0; i < count; i++) {
            assert_string_equal(list[i].algorithm, algorithm);
            assert_int_equal(lb_formula_time(&list[i], &cost, &time), LB_OK);
            assert_true(lb_ratio_compare(time, least) >= 0);
            there |= lb_ratio_compare(time, least) == 0;
        }
        assert_true(there);
    }
    o.cost = NULL;
    assert_int_equal(lb_formulas_of(task, &o, list, 1, &count, NULL), LB_ERR_SIZE);
    assert_int_equal(count, 0);
    o.groups = 1;
    assert_int_equal(lb_formulas_of(task, &o, list, 64, &count, NULL), LB_ERR_ARG);
    o = (lb_plan_options){.algorithm = "torus-allgather", .clock = LB_LINEAR};
    assert_int_equal(lb_formulas_of(task, &o, list, 64, &count, NULL), LB_ERR_UNSUPPORTED);
}

static void test_lists(void **state) {
    (void)state;
    static const char *const networks[] = {"3x4x5", "6x6"};
    for (int i = 0; i < 2; i++) {
        lb_task *task = NULL;
        lb_task_params params = {.root = 0};
        lb_net *net = flown_net(networks[i], false);
        assert_int_equal(lb_task_create(net, LB_ALLREDUCE, &params, &task, NULL), LB_OK);
        hold_list(task, "digits");
        hold_list(task, "multiplying");
        lb_task_free(task);
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_digits), cmocka_unit_test(test_plans),
                                       cmocka_unit_test(test_perfect), cmocka_unit_test(test_lists)};
    return cmocka_run_group_tests(tests, enter, leave);
}
