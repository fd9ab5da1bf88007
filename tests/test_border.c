/* Bounds by borders and parts, on networks that are not alike everywhere, or have links of different speed: on small
 * random graphs and lattices no set of nodes, and no parts of an allreduce, prove more (all of them are tried), and a
 * witness that claims more is refused. */
#include "support/support.h"

#include <string.h>

enum { MOST = 9 };

static uint64_t state_of_chance;

static uint32_t below(uint32_t limit) {
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % limit;
}

/* Links one way or both, of speed 1 to 3; two groups with few and slow links between them, so that borders matter. */
static lb_net *random_graph(uint32_t nodes) {
    lb_link links[MOST * MOST];
    lb_net *net = NULL;
    while (!net) {
        size_t count = 0;
        for (uint32_t a = 0; a < nodes; a++) {
            for (uint32_t b = 0; b < a; b++) {
                bool apart = (a < nodes / 2) != (b < nodes / 2), turned = below(2);
                if (apart ? below(6) != 0 : below(5) == 0)
                    continue;
                uint32_t speed = apart ? 1 : 1 + below(3);
                links[count++] = (lb_link){turned ? a : b, turned ? b : a, speed, below(4) > 0};
            }
        }
        lb_net_graph(nodes, links, count, NULL, &net, NULL);
    }
    return net;
}

/* Lanes that lead from a part to another (from `from`, or any: LB_NONE). */
static uint64_t lanes(const lb_net *net, const uint32_t *part, uint32_t from) {
    uint64_t sum = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++)
            sum += lb_link_alive(net, v, p) && part[lb_neighbor(net, v, p)] != part[v] &&
                   (from == LB_NONE || part[v] == from);
    }
    return sum;
}

static uint64_t ceil_div(uint64_t a, uint64_t b) {
    return b ? (a + b - 1) / b : UINT64_MAX;
}

/* Blocks that must get out of a set: 0 is inside. */
static uint64_t leaving(lb_task_kind kind, const uint32_t *part, uint32_t nodes, const lb_task_params *params) {
    uint32_t root = params->root;
    uint64_t inside = 0;
    for (uint32_t v = 0; v < nodes; v++)
        inside += part[v] == 0;
    switch (kind) {
    case LB_BROADCAST: return part[root] == 0;
    case LB_REDUCE: return part[root] != 0;
    case LB_ALLGATHER: return inside;
    case LB_REDUCE_SCATTER: return nodes - inside;
    case LB_SCATTER: return part[root] == 0 ? nodes - inside : 0;
    case LB_GATHER: return part[root] == 0 ? 0 : inside;
    case LB_SEND: return part[root] == 0 && part[params->to] != 0;
    default: return nodes;
    }
}

static uint64_t best_border(const lb_net *net, lb_task_kind kind, const lb_task_params *params, uint64_t packets) {
    uint32_t n = lb_net_nodes(net), part[MOST];
    uint64_t most = 0;
    for (uint32_t set = 1; set + 1 < UINT32_C(1) << n; set++) {
        for (uint32_t v = 0; v < n; v++)
            part[v] = set >> v & 1;
        uint64_t steps = ceil_div(packets * leaving(kind, part, n, params), lanes(net, part, 0));
        most = steps > most ? steps : most;
    }
    return most;
}

/* All parts: the next of the strings in which no number is more than one above all before it. */
static bool next_parts(uint32_t *part, uint32_t nodes) {
    for (uint32_t v = nodes; v-- > 1;) {
        uint32_t highest = 0;
        for (uint32_t u = 0; u < v; u++)
            highest = part[u] > highest ? part[u] : highest;
        if (part[v] <= highest) {
            part[v]++;
            memset(part + v + 1, 0, (nodes - v - 1) * sizeof *part);
            return true;
        }
    }
    return false;
}

static uint64_t best_parts(const lb_net *net, uint64_t packets) {
    uint32_t n = lb_net_nodes(net), part[MOST] = {0};
    uint64_t most = 0;
    while (next_parts(part, n)) {
        uint64_t parts = 0;
        for (uint32_t v = 0; v < n; v++)
            parts = part[v] + UINT64_C(1) > parts ? part[v] + UINT64_C(1) : parts;
        uint64_t steps = ceil_div(2 * (parts - 1) * n * packets, lanes(net, part, LB_NONE));
        most = steps > most ? steps : most;
    }
    return most;
}

static void refuse(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *w) {
    lb_why why = {""};
    assert_int_equal(lb_witness_verify(task, ports, packets, w, &why), LB_ERR_CHECK);
    assert_true(why.text[0] != '\0');
}

static void falsify(const lb_task *task, uint32_t ports, uint64_t packets, const lb_witness *honest) {
    uint32_t n = lb_net_nodes(lb_task_net(task));
    lb_witness w = *honest;
    w.value++;
    refuse(task, ports, packets, &w);
    w = *honest;
    w.load++;
    refuse(task, ports, packets, &w);
    w = *honest;
    w.capacity--;
    refuse(task, ports, packets, &w);
    w = *honest;
    for (uint32_t v = 0; v < n; v++)
        w.part[v] = 1; /* no border at all */
    refuse(task, ports, packets, &w);
    w = *honest;
    w.part[below(n)] = UINT16_MAX; /* one part more than it says, or no side */
    w.first = honest->kind == LB_WITNESS_PARTS ? n + 1 : 0;
    refuse(task, ports, packets, &w);
    w = *honest;
    w.first++; /* one part that there is not */
    if (honest->kind == LB_WITNESS_PARTS)
        refuse(task, ports, packets, &w);
}

/* A node that drives one link offers one, however many lead to other parts. */
static void test_few_ports(void **state) {
    (void)state;
    static const lb_link links[] = {
        {0, 1, 1, true}, {0, 2, 1, true}, {0, 3, 1, true}, {1, 2, 1, true}, {2, 3, 1, true}};
    lb_net *net;
    lb_task *task;
    assert_int_equal(lb_net_graph(4, links, 5, NULL, &net, NULL), LB_OK);
    assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
    for (uint32_t ports = 1; ports <= 3; ports++) {
        uint64_t capacity = ports == 1 ? 4 : ports == 2 ? 8 : 10; /* degrees are 3, 2, 3, 2 */
        lb_witness w = {.kind = LB_WITNESS_PARTS, .first = 4, .part = {0, 1, 2, 3}, .load = 24, .packets = 1};
        w.capacity = capacity;
        w.value = ceil_div(24, capacity);
        assert_int_equal(lb_witness_verify(task, ports, 1, &w, NULL), LB_OK);
        w.capacity = capacity - 1;
        w.value = ceil_div(24, capacity - 1);
        refuse(task, ports, 1, &w);
    }
    lb_task_free(task);
    lb_net_free(net);
}

/* What was found is at least as good as all that can be tried with all ports; says of which kind. */
static lb_witness_kind compare(const lb_net *net, lb_task_kind kind, uint32_t ports, uint64_t packets) {
    uint32_t root = below(lb_net_nodes(net));
    lb_task_params params = {.root = root, .to = (root + 1) % lb_net_nodes(net)};
    lb_task *task;
    lb_bound bound;
    lb_why why;
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    assert_int_equal(lb_bound_unit(task, ports, packets, &bound, NULL), LB_OK);
    assert_int_equal(lb_witness_verify(task, ports, packets, &bound.steps_witness, &why), LB_OK);
    uint64_t least = best_border(net, kind, &params, packets);
    assert_true(bound.steps >= least);
    if (kind == LB_ALLREDUCE)
        assert_true(bound.steps >= best_parts(net, packets));
    lb_witness_kind found = bound.steps_witness.kind;
    if (found == LB_WITNESS_BORDER || found == LB_WITNESS_PARTS)
        falsify(task, ports, packets, &bound.steps_witness);
    if (found == LB_WITNESS_BORDER && ports == 0)
        assert_int_equal(bound.steps, least);
    lb_task_free(task);
    return found;
}

/* What one root sends or gets. */
static void test_one_root(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_SCATTER, LB_GATHER, LB_SEND};
    unsigned found[3][LB_WITNESS_PARTS + 1] = {{0}};
    for (int i = 0; i < 60; i++) {
        lb_net *net = random_graph(4 + below(5));
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            found[k][compare(net, kinds[k], i % 4 ? 0 : 2, UINT64_C(1) << (i % 2 ? 20 : below(8)))]++;
        lb_net_free(net);
    }
    for (size_t k = 0; k < 3; k++)
        assert_true(found[k][LB_WITNESS_BORDER] > 1); /* of few packets a border that moves proves as much */
}

static void test_all_sets(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_BROADCAST, LB_REDUCE, LB_ALLREDUCE};
    unsigned found[LB_WITNESS_PARTS + 1] = {0};
    for (int i = 0; i < 60; i++) {
        lb_net *net = random_graph(4 + below(5));
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            found[compare(net, kinds[k], i % 4 ? 0 : 2, UINT64_C(1) << (i % 2 ? 20 : below(8)))]++;
        lb_net_free(net);
    }
    /* where packets are few, a border that moves proves more */
    assert_true(found[LB_WITNESS_BORDER] > 10);
    assert_true(found[LB_WITNESS_PARTS] > 3);
}

/* Where one dimension is slow, a set may be left over fewer lanes than a node: of 4x2 speeds 1,4 a node has 6, two
 * neighbours with fast lanes between them have 4. */
static void test_speeds(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLGATHER, LB_REDUCE_SCATTER, LB_BROADCAST, LB_REDUCE, LB_ALLREDUCE};
    static const char *const names[] = {"4x2 speeds 4,1",
                                        "4x2 speeds 1,4",
                                        "3x3 speeds 4,1",
                                        "cube:3 speeds 4,4,1",
                                        "cube:3 speeds 1,4,9",
                                        "circulant:8:1,4 speeds 1,7",
                                        "4x2"};
    unsigned found[LB_WITNESS_PARTS + 1] = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lb_net *net = t_net(names[i]);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            found[compare(net, kinds[k], 0, UINT64_C(1) << (i % 2 ? 20 : 9))]++;
        lb_net_free(net);
    }
    assert_true(found[LB_WITNESS_BORDER] > 5);
    assert_true(found[LB_WITNESS_PARTS] > 2);
}

/* On the linear clock as well: a block of m bytes crosses from one ring to the next over 8 lanes, and where start-ups
 * cost nothing nothing else counts. */
static void test_speeds_linear(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE};
    lb_net *net = t_net("4x4 speeds 4,1");
    lb_cost cost = {.bytes = 1 << 20, .tau = {1, 1}, .beta = {0, 1}};
    for (size_t k = 0; k < 2; k++) {
        lb_task *task;
        lb_ratio time;
        assert_int_equal(lb_task_create(net, kinds[k], NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_bound_linear(task, 0, &cost, &time, NULL, NULL), LB_OK);
        assert_int_equal(time.num, (1 << 20) / 8);
        assert_int_equal(time.den, 1);
        lb_task_free(task);
    }
    lb_net_free(net);
}

/* The hops before and after a border are start-ups: never more than a plan takes, recounted, and no more is believed.
 */
static void test_hops(void **state) {
    (void)state;
    static const char *const names[] = {
        "cube:3 speeds 4,4,1", "cube:4 speeds 4,1,4,4", "2x5 speeds 5,2", "mesh:3x4",
        "3x3 speeds 8,1",      "machine:dgx-1-v100",    "8-x2",           "2*complete:4"};
    static const lb_cost costs[] = {{.tau = {4, 5}, .beta = {1000, 1}, .bytes = 1 << 20},
                                    {.tau = {1, 1}, .beta = {10, 1}, .bytes = 1000},
                                    {.tau = {1, 1}, .beta = {1, 7}, .bytes = 77777}};
    unsigned far = 0;
    for (unsigned i = 0; i < T_COUNT(names) * T_COUNT(costs) * 2; i += T_SPARSE) {
        const lb_cost *cost = &costs[i / 2 % T_COUNT(costs)];
        uint32_t ports = i / 2 % 2 ? 2 : 0;
        lb_net *net = t_net(names[i / 2 / T_COUNT(costs)]);
        lb_task_params params = {.root = 1};
        lb_plan_options o = {.clock = LB_LINEAR, .cost = cost, .ports = ports, .effort = LB_ESTIMATE};
        lb_task *task;
        lb_ratio time, more;
        lb_witness w;
        lb_timing timing;
        t_note("%s, %u", names[i / 2 / T_COUNT(costs)], i);
        T_EQUAL(lb_task_create(net, i % 2 ? LB_REDUCE : LB_BROADCAST, &params, &task, NULL), LB_OK);
        T_EQUAL(lb_bound_linear(task, ports, cost, &time, &w, NULL), LB_OK);
        T_EQUAL(lb_witness_verify_time(task, ports, cost, &w, time, NULL), LB_OK);
        lb_plan *plan = t_plan(task, &o);
        T_EQUAL(lb_simulate(plan, cost, NULL, &timing, NULL), LB_OK);
        T_TRUE(lb_ratio_compare(time, timing.makespan) <= 0);
        if (w.kind == LB_WITNESS_BORDER && w.radius > 1) {
            far++;
            more = time;
            T_TRUE(lb_ratio_plus(&more, (lb_ratio){1, 1000}));
            T_EQUAL(lb_witness_verify_time(task, ports, cost, &w, more, NULL), LB_ERR_CHECK);
            w.radius++;
            T_EQUAL(lb_witness_verify_time(task, ports, cost, &w, time, NULL), LB_ERR_CHECK);
            w.radius--;
            w.first = 1; /* the root */
            T_EQUAL(lb_witness_verify_time(task, ports, cost, &w, time, NULL), LB_ERR_CHECK);
        }
        lb_timing_free(&timing);
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
    t_note("%u of them", far);
    T_TRUE(far + T_SPARSE > 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_few_ports), cmocka_unit_test(test_all_sets),      cmocka_unit_test(test_one_root),
        cmocka_unit_test(test_speeds),    cmocka_unit_test(test_speeds_linear), cmocka_unit_test(test_hops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
