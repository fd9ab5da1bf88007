/* Lower bounds and their witnesses: known values, honest witnesses, false ones refused, scale, the linear clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "check/recount.h"
#include "linkbound.h"
#include <stdlib.h>
#include <string.h>

static lb_task *make(const char *net_name, lb_task_kind kind, const lb_task_params *params) {
    lb_net *net;
    lb_task *task;
    lb_why why;
    assert_int_equal(lb_net_parse(net_name, &net, &why), LB_OK);
    assert_int_equal(lb_task_create(net, kind, params, &task, &why), LB_OK);
    lb_net_free(net);
    return task;
}

static lb_bound bound_of(const lb_task *task, uint32_t ports, uint64_t packets) {
    lb_bound bound;
    lb_why why = {""};
    assert_int_equal(lb_bound_unit(task, ports, packets, &bound, &why), LB_OK);
    assert_int_equal(bound.steps, bound.steps_witness.value);
    assert_int_equal(bound.transmissions, bound.transmissions_witness.value);
    int error = lb_witness_verify(task, ports, packets, &bound.steps_witness, &why);
    if (error)
        print_error("%s\n", why.text);
    assert_int_equal(error, LB_OK);
    assert_int_equal(lb_witness_verify(task, ports, packets, &bound.transmissions_witness, &why), LB_OK);
    return bound;
}

static lb_bound bound_on(const char *net, lb_task_kind kind, uint32_t ports, uint64_t packets) {
    lb_task *task = make(net, kind, NULL);
    lb_bound bound = bound_of(task, ports, packets);
    lb_task_free(task);
    return bound;
}

static void test_cubes(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 10; d++) {
        char net[16];
        snprintf(net, sizeof net, "cube:%u", d);
        uint64_t n = UINT64_C(1) << d, q = (n - 1 + d - 1) / d;
        static const lb_task_kind spread[] = {LB_SCATTER, LB_GATHER, LB_ALLGATHER, LB_REDUCE_SCATTER};
        for (int i = 0; i < 4; i++)
            assert_int_equal(bound_on(net, spread[i], 0, 1).steps, q > d ? q : d);
        assert_int_equal(bound_on(net, LB_BROADCAST, 0, 1).steps, d);
        assert_int_equal(bound_on(net, LB_REDUCE, 0, 1).steps, d);
        assert_int_equal(bound_on(net, LB_ALLTOALL, 0, 1).steps, n / 2);
        assert_int_equal(bound_on(net, LB_SCATTER, 0, 1).transmissions, d * n / 2);
        assert_int_equal(bound_on(net, LB_ALLGATHER, 0, 1).transmissions, n * (n - 1));
        assert_int_equal(bound_on(net, LB_REDUCE_SCATTER, 0, 1).transmissions, n * (n - 1));
        assert_int_equal(bound_on(net, LB_REDUCE, 0, 3).transmissions, 3 * (n - 1));
        assert_int_equal(bound_on(net, LB_ALLREDUCE, 0, 1).transmissions, 2 * n * (n - 1));
        assert_int_equal(bound_on(net, LB_ALLTOALL, 0, 1).transmissions, d * n / 2 * n);
        for (uint64_t packets = 1; packets < 20; packets++) {
            assert_int_equal(bound_on(net, LB_BROADCAST, 0, packets).steps, d + (packets + d - 1) / d - 1);
            assert_int_equal(bound_on(net, LB_REDUCE, 0, packets).steps, d + (packets + d - 1) / d - 1);
        }
        assert_int_equal(bound_on(net, LB_BROADCAST, 1, 1).steps, d);
    }
}

static void test_total_exchange(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint32_t ports;
        uint64_t steps;
    } known[] = {
        {"3x3", 0, 3},    {"5x5", 0, 15},    {"7x7", 0, 42},    {"3x3x3", 0, 9},   {"5x5x5", 0, 75},  {"3x5", 0, 9},
        {"4x4", 0, 8},    {"8x8", 0, 64},    {"4x4x4", 0, 32},  {"cube:4", 1, 32}, {"cube:4", 2, 16}, {"cube:4", 3, 11},
        {"cube:4", 4, 8}, {"cube:5", 1, 80}, {"cube:5", 2, 40}, {"cube:5", 3, 27}, {"cube:5", 4, 20}, {"cube:5", 5, 16},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_int_equal(bound_on(known[i].net, LB_ALLTOALL, known[i].ports, 1).steps, known[i].steps);
    for (unsigned n = 2; n <= 40; n += 2) {
        char net[16];
        snprintf(net, sizeof net, "ring:%u", n);
        assert_int_equal(bound_on(net, LB_ALLTOALL, 0, 1).steps, n == 2 ? 1 : (n * n + 7) / 8);
    }
    assert_int_equal(bound_on("ring:2", LB_ALLREDUCE, 0, 1).steps, 2);
    assert_int_equal(bound_on("cube:3", LB_ALLREDUCE, 0, 1).steps, 5);
}

/* 5 nodes in a ring, everybody has twenty blocks for the next: some had better go the long way round. With + costing 4
 * and - costing 1 a block costs 4 either way, and the two links of a node offer 5 a step: 16 steps, not 10. */
static void test_skewed(void **state) {
    (void)state;
    uint32_t offsets[20];
    for (int i = 0; i < 20; i++)
        offsets[i] = 1;
    lb_task *task = make("ring:5", LB_ISOTROPIC, &(lb_task_params){.list = offsets, .count = 20});
    lb_bound bound = bound_of(task, 0, 1);
    assert_int_equal(bound.steps, 16);
    assert_int_equal(bound.steps_witness.kind, LB_WITNESS_LINKS);
    assert_int_equal(bound.steps_witness.weight[0], 4);
    assert_int_equal(bound.steps_witness.weight[1], 1);
    char text[LB_WHY_MAX];
    lb_witness_text(task, &bound.steps_witness, text, sizeof text);
    assert_string_equal(text, "with 4 for a + link and 1 for a - link every node's data costs 80 and a step offers 5 a "
                              "node");
    lb_task_free(task);
}

/* Half of a ring is mirrored at its middle: 20 blocks must cross that, or come round. It is too large for prices. */
static void test_cut(void **state) {
    (void)state;
    uint32_t list[80];
    for (uint32_t v = 0; v < 80; v++)
        list[v] = v;
    for (uint32_t v = 20; v < 60; v++)
        list[v] = 79 - v;
    lb_task *task = make("ring:80", LB_PERMUTE, &(lb_task_params){.list = list, .count = 80});
    lb_bound bound = bound_of(task, 0, 3);
    assert_int_equal(bound.steps_witness.kind, LB_WITNESS_WAYS); /* 39 hops, and one link leads nearer: 39, 40, 41 */
    assert_int_equal(bound.steps, 41);
    bound = bound_of(task, 0, 8);
    assert_int_equal(bound.steps_witness.kind, LB_WITNESS_CUT);
    assert_int_equal(bound.steps_witness.load, 20);
    assert_int_equal(bound.steps, 20 * 8 / 2);
    lb_task_free(task);
}

/* Where what is missing is little it takes many rounds to find: of the first two the linear program says that
 * prices can show no more. */
static void test_timed_long(void **state) {
    (void)state;
    static const uint32_t ring[] = {0, 4, 1, 9, 5, 8, 7, 6, 3, 2};
    static const uint32_t cube[] = {5, 1, 7, 15, 14, 13, 9, 4, 0, 8, 2, 11, 12, 6, 3, 10};
    static const uint32_t torus[] = {13, 22, 12, 10, 6,  16, 2,  9,  1,  20, 7, 19,
                                     11, 4,  8,  5,  15, 23, 17, 21, 14, 18, 3, 0};
    lb_task *task = make("ring:10", LB_PERMUTE, &(lb_task_params){.list = ring, .count = 10});
    assert_int_equal(bound_of(task, 1, 8).steps, 25);
    lb_task_free(task);
    task = make("2x2x4", LB_PERMUTE, &(lb_task_params){.list = cube, .count = 16});
    assert_int_equal(bound_of(task, 2, 6).steps, 7);
    lb_task_free(task);
    task = make("4x6", LB_PERMUTE, &(lb_task_params){.list = torus, .count = 24}); /* worse prices come first */
    assert_int_equal(bound_of(task, 0, 6).steps, 7);
    lb_task_free(task);
}

/* Everybody sends five packets two hops: 80 hops, and three steps have 36 links each, but not all of them are of use in
 * each of the three. */
static void test_timed(void **state) {
    (void)state;
    uint32_t list[9];
    for (uint32_t v = 0; v < 9; v++)
        list[v] = 8 - v;
    lb_task *task = make("3x3", LB_PERMUTE, &(lb_task_params){.list = list, .count = 9});
    lb_bound bound = bound_of(task, 0, 5);
    assert_int_equal(bound.steps_witness.kind, LB_WITNESS_TIMED);
    assert_int_equal(bound.steps_witness.radius, 3);
    assert_int_equal(bound.steps, 4);
    bound.steps_witness.radius = 2; /* now the second step has the prices of the last */
    assert_int_equal(lb_witness_verify(task, 0, 5, &bound.steps_witness, NULL), LB_ERR_CHECK);
    lb_plan *plan = NULL;
    assert_int_equal(lb_plan_create(task, &(lb_plan_options){.packets = 5}, &plan, NULL), LB_OK);
    assert_int_equal(lb_plan_steps(plan), 4);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_nothing_to_send(void **state) {
    (void)state;
    for (int kind = 0; kind < LB_TASK_KINDS; kind++) {
        uint32_t zero = 0;
        lb_task *task = make("1", (lb_task_kind)kind, &(lb_task_params){.list = &zero, .count = 1});
        lb_bound bound = bound_of(task, 0, 5);
        assert_int_equal(bound.steps, 0);
        assert_int_equal(bound.transmissions, 0);
        assert_int_equal(bound.steps_witness.kind, LB_WITNESS_NONE);
        assert_int_equal(bound.transmissions_witness.kind, LB_WITNESS_NONE);
        lb_ratio time;
        lb_witness witness;
        lb_cost cost = {100, {1, 1}, {1, 1}, false, {0, 1}};
        assert_int_equal(lb_bound_linear(task, 0, &cost, &time, &witness, NULL), LB_OK);
        assert_int_equal(time.num, 0);
        lb_task_free(task);
    }
    static const uint32_t same[] = {0, 1, 2, 3};
    lb_task *task = make("4", LB_PERMUTE, &(lb_task_params){.list = same, .count = 4});
    assert_int_equal(bound_of(task, 0, 1).steps_witness.kind, LB_WITNESS_NONE);
    lb_task_free(task);
    task = make("4", LB_MULTIBROADCAST, &(lb_task_params){.list = same, .count = 0});
    assert_int_equal(bound_of(task, 0, 1).steps, 0);
    lb_task_free(task);
    task = make("4", LB_SEND, &(lb_task_params){.root = 2, .to = 2});
    assert_int_equal(bound_of(task, 0, 1).transmissions, 0);
    lb_task_free(task);
}

/* Five nodes have nothing, and four can send: not all five can be busy from the first step on. On a ring of 4 two can
 * send to the two others. */
static void test_first_step(void **state) {
    (void)state;
    static const uint32_t four[] = {1, 3, 4, 7}, apart[] = {0, 2}, beside[] = {0, 1};
    for (uint64_t packets = 1; packets <= 8; packets++) {
        lb_task *task = make("3x3", LB_MULTIBROADCAST, &(lb_task_params){.list = four, .count = 4});
        lb_bound bound = bound_of(task, 1, packets);
        assert_int_equal(bound.steps, 4 * packets + 1);
        assert_int_equal(bound.steps_witness.kind, LB_WITNESS_FIRST);
        lb_task_free(task);
    }
    for (int i = 0; i < 2; i++) {
        lb_task *task = make("4", LB_MULTIBROADCAST, &(lb_task_params){.list = i ? apart : beside, .count = 2});
        assert_int_equal(bound_of(task, 1, 1).steps, 2);
        lb_task_free(task);
    }
}

static void expect_text(const char *net, lb_task_kind kind, uint32_t ports, uint64_t packets, const char *steps,
                        const char *total) {
    lb_task *task = make(net, kind, NULL);
    lb_bound bound = bound_of(task, ports, packets);
    char text[LB_WHY_MAX];
    assert_true(lb_witness_text(task, &bound.steps_witness, text, sizeof text) < (int)sizeof text);
    assert_string_equal(text, steps);
    lb_witness_text(task, &bound.transmissions_witness, text, sizeof text);
    assert_string_equal(text, total);
    assert_int_equal(lb_witness_text(task, &bound.transmissions_witness, NULL, 0), (int)strlen(total));
    lb_task_free(task);
}

static void test_text(void **state) {
    (void)state;
    expect_text("cube:6", LB_ALLGATHER, 0, 1, "the 6 links into node 0 must carry 63 blocks",
                "the data needs 4032 hops in all");
    expect_text("cube:6", LB_SCATTER, 0, 4, "the 6 links out of node 0 must carry 63 blocks of 4 packets each",
                "the data needs 192 hops in all, 4 packets to a block");
    expect_text("cube:6", LB_BROADCAST, 0, 1, "from node 0 the farthest node is 6 hops away",
                "the data needs 63 hops in all");
    expect_text("cube:6", LB_ALLTOALL, 0, 1, "every node's data needs 192 hops over 6 links a node",
                "the data needs 12288 hops in all");
    expect_text("3x5", LB_ALLTOALL, 0, 1, "every node's data needs 18 hops in dimension 1 over 2 links a node",
                "the data needs 420 hops in all");
    expect_text("cube:4", LB_GATHER, 2, 1, "15 blocks must get into node 0, over 2 links at a time",
                "the data needs 32 hops in all");
    expect_text("5", LB_BROADCAST, 1, 1, "5 nodes must know what node 0 knows, and a node can tell 1 other a step",
                "the data needs 4 hops in all");
    expect_text("5", LB_REDUCE, 1, 2,
                "5 nodes' data must come together at node 0, and a node can take in 1 packet a step; node 0 is busy "
                "with other packets for 1 step",
                "the data needs 4 hops in all, 2 packets to a block");
    expect_text(
        "5", LB_BROADCAST, 0, 4,
        "2 packets can leave node 0 in step 2 at the earliest, over 2 links, too few of which lead nearer to all the "
        "nodes 2 hops away",
        "the data needs 4 hops in all, 4 packets to a block");
    expect_text(
        "3", LB_BROADCAST, 0, 2,
        "in 1 step not all packets can get to the 2 nodes that are 1 hop or more from node 0, with 2 links of a "
        "node at a time",
        "the data needs 2 hops in all, 2 packets to a block");
    expect_text(
        "7", LB_REDUCE, 1, 2,
        "of the 2 nodes that are 3 hops or more from node 0 not all can have sent it what they have in 4 steps, "
        "when a node can hear 1 other a step, and it has other packets first",
        "the data needs 6 hops in all, 2 packets to a block");
    expect_text("1", LB_ALLTOALL, 0, 1, "nothing has to be sent", "nothing has to be sent");
}

/* Where another argument says as much, the border is not shown; its sentence is tried by hand. */
static void test_border_text(void **state) {
    (void)state;
    char text[LB_WHY_MAX];
    lb_task *task = make("3", LB_BROADCAST, NULL);
    lb_witness w = {.kind = LB_WITNESS_MOMENTS, .load = 1, .capacity = 1, .packets = 2, .value = 2};
    lb_witness_text(task, &w, text, sizeof text);
    assert_string_equal(text,
                        "1 block of 2 packets must cross a border that moves as the witness's moments say, and in "
                        "1 step only 1 packet can");
    lb_task_free(task);
}

/* ---- Random tasks ------------------------------------------------------------------------------------------- */

static uint64_t random_state = 88172645463325252u;

static uint32_t random_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 20) % limit);
}

static void shuffle(uint32_t *list, uint32_t n) {
    for (uint32_t v = 0; v < n; v++)
        list[v] = v;
    for (uint32_t v = n; v > 1; v--) {
        uint32_t other = random_below(v), keep = list[v - 1];
        list[v - 1] = list[other];
        list[other] = keep;
    }
}

static const char *const nets[] = {"2",   "3",   "4",     "5",     "7",     "2x2", "3x2",     "2x1x3",
                                   "3x3", "4x3", "2x2x2", "5x2x3", "1x6x2", "4x4", "2x2x2x2", "9"};

static lb_task *random_task(void) {
    const char *name = nets[random_below(sizeof nets / sizeof nets[0])];
    lb_task_kind kind = (lb_task_kind)random_below(LB_TASK_KINDS);
    lb_net *net;
    assert_int_equal(lb_net_parse(name, &net, NULL), LB_OK);
    uint32_t n = lb_net_nodes(net), list[64];
    lb_task_params params = {.root = random_below(n), .to = random_below(n), .list = list, .count = n};
    params.nearest = random_below(3);
    params.farthest = params.nearest + random_below(3);
    lb_net_free(net);
    if (kind == LB_PERMUTE) {
        shuffle(list, n);
    } else {
        uint32_t few = 1 + random_below(n);
        params.count = random_below(12);
        for (size_t i = 0; i < params.count; i++)
            list[i] = random_below(few);
    }
    return make(name, kind, &params);
}

static lb_witness random_witness(const lb_task *task) {
    const lb_net *net = lb_task_net(task);
    lb_witness w = {.inward = random_below(2), .node = random_below(lb_net_nodes(net)), .radius = 1 + random_below(4)};
    do
        w.dim = random_below(lb_net_dims(net));
    while (lb_net_radix(net, w.dim) == 1);
    w.first = random_below(lb_net_radix(net, w.dim));
    w.width = 1 + random_below(lb_net_radix(net, w.dim) - 1);
    for (unsigned p = 0; p < lb_net_ports(net); p++)
        w.weight[p] = random_below(6);
    return w;
}

/* The two recounts agree about claims of any kind. */
static void test_recounts_agree(void **state) {
    (void)state;
    const lb_recount *plain = &lb_recount_plain, *quick = &lb_recount_quick;
    for (int i = 0; i < 4000; i++) {
        lb_task *task = random_task();
        lb_witness w = random_witness(task);
        if (lb_task_class(task) == LB_SPAN) { /* these have a recount of their own: test_scan.c */
            lb_task_free(task);
            continue;
        }
        assert_true(lb_recount_is_small(task));
        assert_int_equal(plain->node(task, &w), quick->node(task, &w));
        assert_int_equal(plain->cut(task, &w), quick->cut(task, &w));
        assert_int_equal(plain->cost(task, w.weight), quick->cost(task, w.weight));
        assert_int_equal(plain->hops(task), quick->hops(task));
        /* With one other node, "the other" is "all others". */
        if (lb_net_nodes(lb_task_net(task)) > 2 && lb_task_blocks(task) > 0)
            assert_int_equal(plain->spread(task, &w), quick->spread(task, &w));
        lb_task_free(task);
    }
}

static void refuse(const lb_task *task, uint32_t ports, uint64_t packets, lb_witness w) {
    lb_why why = {""};
    assert_int_equal(lb_witness_verify(task, ports, packets, &w, &why), LB_ERR_CHECK);
    assert_true(why.text[0] != '\0');
}

/* Every field, made to claim more. */
static void falsify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *honest) {
    lb_witness w = *honest;
    w.value++;
    refuse(task, ports, packets, w);
    w = *honest;
    w.packets++;
    w.value++;
    refuse(task, ports, packets, w);
    if (honest->kind == LB_WITNESS_NONE)
        return;
    w = *honest;
    w.load++;
    refuse(task, ports, packets, w);
    w.load = 0;
    refuse(task, ports, packets, w);
    if (honest->kind == LB_WITNESS_TOTAL)
        return;
    w = *honest;
    w.capacity--;
    refuse(task, ports, packets, w);
    w = *honest;
    w.kind = (lb_witness_kind)77;
    refuse(task, ports, packets, w);
    if (honest->kind == LB_WITNESS_NODE || honest->kind == LB_WITNESS_GROWTH) {
        w = *honest;
        w.node = lb_net_nodes(lb_task_net(task));
        refuse(task, ports, packets, w);
        w = *honest;
        w.radius = lb_diameter(lb_task_net(task)) + 1 + honest->radius;
        refuse(task, ports, packets, w);
        w.radius = 0;
        refuse(task, ports, packets, w);
    }
    if (honest->kind == LB_WITNESS_LEVELS) {
        w = *honest;
        w.node = lb_net_nodes(lb_task_net(task));
        refuse(task, ports, packets, w);
        w = *honest;
        w.first = lb_diameter(lb_task_net(task)) + 1;
        refuse(task, ports, packets, w);
        w = *honest;
        w.first = 0; /* all nodes are there, but not so few can know so much */
        w.load = lb_net_nodes(lb_task_net(task)) + 1;
        refuse(task, ports, packets, w);
    }
    if (honest->kind == LB_WITNESS_SIDES) {
        w = *honest;
        w.node = lb_net_nodes(lb_task_net(task));
        refuse(task, ports, packets, w);
        w = *honest;
        w.first = lb_diameter(lb_task_net(task)) + 1; /* nobody is so far away */
        refuse(task, ports, packets, w);
        w = *honest;
        w.radius++; /* fewer packets are left */
        refuse(task, ports, packets, w);
    }
    if (honest->kind == LB_WITNESS_FIRST) {
        w = *honest;
        memset(w.moment, 0, sizeof w.moment); /* nobody lacks anything */
        refuse(task, ports, packets, w);
        for (uint32_t v = 0; v < lb_net_nodes(lb_task_net(task)); v++)
            w.moment[v] = 1; /* more can come to all */
        w.capacity = honest->capacity;
        w.value++;
        refuse(task, ports, packets, w);
    }
    if (honest->kind == LB_WITNESS_CUT) {
        w = *honest;
        w.width = lb_net_radix(lb_task_net(task), w.dim);
        refuse(task, ports, packets, w);
        w.width = 0;
        refuse(task, ports, packets, w);
        w = *honest;
        w.dim = 64;
        refuse(task, ports, packets, w);
    }
    for (unsigned p = 0; p < lb_net_ports(lb_task_net(task)) && honest->kind == LB_WITNESS_LINKS; p++) {
        w = *honest;
        w.weight[p] += 1000000; /* more capacity than claimed */
        refuse(task, ports, packets, w);
        w = *honest;
        memset(w.weight, 0, sizeof w.weight); /* no load */
        refuse(task, ports, packets, w);
    }
}

/* The moments themselves: nothing has to cross a border that everybody is inside or outside of, a moment after the end
 * is none, and one link more that leads out is more capacity than is claimed. */
static void falsify_moments(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *honest) {
    const lb_net *net = lb_task_net(task);
    uint32_t n = lb_net_nodes(net), last = (uint32_t)honest->value;
    lb_witness w = *honest;
    for (uint32_t v = 0; v < n; v++)
        w.moment[v] = 0;
    refuse(task, ports, packets, w);
    for (uint32_t v = 0; v < n; v++)
        w.moment[v] = last;
    refuse(task, ports, packets, w);
    for (uint32_t v = 0; v < n; v++) {
        w = *honest;
        w.moment[v] = last + 1;
        refuse(task, ports, packets, w);
    }
    if (n > 2 && lb_task_class(task) != LB_SPAN) {
        w = *honest; /* every other node outside: at least as many links */
        for (uint32_t v = 0; v < n; v++)
            w.moment[v] = w.moment[v] == 0 ? 0 : last;
        w.capacity = 0;
        refuse(task, ports, packets, w);
    }
}

/* Prices that are higher offer more than is claimed, and at no price nothing is paid. */
static void falsify_prices(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *honest) {
    const lb_net *net = lb_task_net(task);
    lb_witness w;
    uint32_t tables = honest->kind == LB_WITNESS_TIMED ? honest->radius : 1;
    for (uint32_t i = 0; i < tables * lb_net_nodes(net) * (lb_net_ports(net) + 2); i += tables) {
        w = *honest;
        w.price[i]++;
        refuse(task, ports, packets, w);
    }
    w = *honest;
    memset(w.price, 0, sizeof w.price);
    refuse(task, ports, packets, w);
    if (honest->kind == LB_WITNESS_TIMED) { /* tables that there is no room for, or no steps */
        w = *honest;
        w.radius = 0;
        refuse(task, ports, packets, w);
        w.radius = (uint32_t)honest->value;
        refuse(task, ports, packets, w);
    }
}

static void test_false_witnesses(void **state) {
    (void)state;
    unsigned kinds[LB_WITNESS_PARTS + 1] = {0}; /* borders and parts: test_border.c */
    for (int i = 0; i < 3000; i++) {
        lb_task *task = random_task();
        uint32_t ports = random_below(4);
        uint64_t packets = 1 + random_below(7);
        lb_bound bound = bound_of(task, ports, packets);
        falsify(task, ports, packets, &bound.steps_witness);
        falsify(task, ports, packets, &bound.transmissions_witness);
        if (bound.steps_witness.kind == LB_WITNESS_MOMENTS)
            falsify_moments(task, ports, packets, &bound.steps_witness);
        if (bound.steps_witness.kind == LB_WITNESS_PRICES || bound.steps_witness.kind == LB_WITNESS_TIMED)
            falsify_prices(task, ports, packets, &bound.steps_witness);
        kinds[bound.steps_witness.kind]++;
        kinds[bound.transmissions_witness.kind]++;
        lb_task_free(task);
    }
    for (int kind = 0; kind <= LB_WITNESS_FIRST; kind++)
        assert_true(kinds[kind] > 0);
}

/* All tasks are bounded alike wherever their root is, and reversed tasks like their originals. */
static void test_reversed_alike(void **state) {
    (void)state;
    for (int i = 0; i < 1000; i++) {
        lb_task *task = random_task(), *back;
        uint32_t ports = random_below(4);
        uint64_t packets = 1 + random_below(7);
        if (lb_task_reverse(task, &back, NULL) == LB_OK) {
            lb_bound a = bound_of(task, ports, packets), b = bound_of(back, ports, packets);
            assert_int_equal(a.steps, b.steps);
            assert_int_equal(a.transmissions, b.transmissions);
            lb_task_free(back);
        }
        lb_task_free(task);
    }
}

/* ---- Size --------------------------------------------------------------------------------------------------- */

static void test_large(void **state) {
    (void)state;
    assert_int_equal(bound_on("cube:20", LB_ALLTOALL, 0, 1).steps, 1 << 19);
    assert_int_equal(bound_on("64x64x64", LB_ALLTOALL, 0, 1).steps, 64 * 64 * 1024 / 2);
    assert_int_equal(bound_on("cube:20", LB_ALLGATHER, 0, 1).steps, ((1 << 20) - 1 + 19) / 20);
    assert_int_equal(bound_on("ring:1048576", LB_ALLTOALL, 0, 1).steps, UINT64_C(1) << 37);
    assert_int_equal(bound_on("ring:67108864", LB_BROADCAST, 0, 1).steps, 1 << 25);
    assert_int_equal(bound_on("cube:26", LB_ALLREDUCE, 1, 1).steps, 2 * ((1 << 26) - 1));
    lb_task *task = make("ring:67108864", LB_ALLTOALL, NULL);
    lb_bound bound;
    lb_why why = {""};
    assert_int_equal(lb_bound_unit(task, 0, 1, &bound, &why), LB_ERR_SIZE); /* 2^76 transmissions */
    assert_non_null(strstr(why.text, "64 bits"));
    lb_task_free(task);
    task = make("cube:6", LB_ALLTOALL, NULL);
    assert_int_equal(lb_bound_unit(task, 0, UINT64_MAX / 2, &bound, &why), LB_ERR_SIZE);
    lb_task_free(task);
}

/* A rotation of a ring that is too long for all widths. */
static void test_long_permutation(void **state) {
    (void)state;
    uint32_t n = 5000, *list = malloc(n * sizeof *list);
    assert_non_null(list);
    for (uint32_t i = 0; i < 20; i++) {
        shuffle(list, n);
        lb_task *task = make("5000", LB_PERMUTE, &(lb_task_params){.list = list, .count = n});
        bound_of(task, 0, 100);
        lb_task_free(task);
    }
    for (uint32_t v = 0; v < n; v++)
        list[v] = n - 1 - v;
    lb_task *task = make("5000", LB_PERMUTE, &(lb_task_params){.list = list, .count = n});
    lb_bound bound = bound_of(task, 0, 1000);
    assert_int_equal(bound.steps_witness.kind, LB_WITNESS_CUT);
    assert_int_equal(bound.steps, n / 2 * 1000 / 2);
    lb_task_free(task);
    free(list);
}

/* ---- The linear clock --------------------------------------------------------------------------------------- */

static void expect_time(const char *net, lb_task_kind kind, uint32_t ports, lb_cost cost, const char *expected) {
    lb_task *task = make(net, kind, NULL);
    lb_ratio time;
    lb_witness witness;
    lb_why why = {""};
    char text[64];
    assert_int_equal(lb_bound_linear(task, ports, &cost, &time, &witness, &why), LB_OK);
    lb_ratio_text(time, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(lb_witness_verify(task, ports, 1, &witness, &why), LB_OK);
    lb_task_free(task);
}

static void test_linear(void **state) {
    (void)state;
    lb_cost cost = {100, {1, 3}, {7, 1}, false, {0, 1}};
    expect_time("cube:3", LB_BROADCAST, 0, cost, "247/6"); /* 100/3/3 * 3/2 + 2*5/4*7 + 7, ENDS with 2 pieces */
    expect_time("cube:3", LB_REDUCE, 1, cost, "673/9");    /* 100/3 * 4/3 + 2*5/3*7 + 7, ENDS with 3 pieces */
    expect_time("cube:3", LB_ALLTOALL, 0, cost, "436/3");  /* 12/3*100/3 + 12/7*7 */
    expect_time("cube:3", LB_ALLREDUCE, 0, cost, "247/6"); /* as of broadcast: 8 blocks of 100/8/3 */
    expect_time("cube:3", LB_SCATTER, 0, (lb_cost){100, {0, 1}, {7, 2}, false, {0, 1}},
                "21/2"); /* start-ups only: the diameter */
    expect_time("cube:3", LB_SCATTER, 0, (lb_cost){100, {1, 1}, {0, 1}, false, {0, 1}}, "700/3");
    expect_time("cube:3", LB_SCATTER, 0, (lb_cost){1, {0, 1}, {0, 1}, false, {0, 1}}, "0");
    expect_time("5", LB_BROADCAST, 1, (lb_cost){10, {1, 1}, {1, 1}, false, {0, 1}},
                "50/3"); /* ENDS: 10 * 5/4 + 2*25/12 */
    lb_task *task = make("cube:3", LB_ALLTOALL, NULL);
    lb_ratio time = {42, 1};
    cost.tau.num = -1;
    assert_int_equal(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_ERR_ARG);
    cost = (lb_cost){100, {1, 1}, {1, 0}, false, {0, 1}};
    assert_int_equal(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_ERR_ARG);
    cost = (lb_cost){0, {1, 1}, {1, 1}, false, {0, 1}};
    assert_int_equal(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_ERR_ARG);
    cost = (lb_cost){UINT64_MAX, {INT64_MAX, 2}, {1, 3}, false, {0, 1}};
    assert_int_equal(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_ERR_SIZE);
    assert_int_equal(time.num, 42);
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_total_exchange),
        cmocka_unit_test(test_skewed),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_timed),
        cmocka_unit_test(test_timed_long),
        cmocka_unit_test(test_nothing_to_send),
        cmocka_unit_test(test_first_step),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_border_text),
        cmocka_unit_test(test_recounts_agree),
        cmocka_unit_test(test_false_witnesses),
        cmocka_unit_test(test_reversed_alike),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_long_permutation),
        cmocka_unit_test(test_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
