/* Networks that cut through: their names, flights and files; the rules and the clock that judge them; and the
 * algorithms that make them, each plan replayed, held against its formula and its bound. */
#define _XOPEN_SOURCE 700
#include "file_help.h"
#include "net/flights.h"
#include "support/mover.h"
#include "support/support.h"

#include <stdio.h>

static void test_names(void **state) {
    (void)state;
    static const char *const same[][2] = {{"ring:8 cut-through", "8 cut-through"},
                                          {"cube:3 dimension-order", "2x2x2 dimension-order"}};
    static const char *const bad[] = {
        "mesh:4x4 cut-through",        "complete:8 cut-through", "4x4 speeds 2,1 cut-through",
        "4x4 cut-through cut-through", "4x4 cutthrough",         " cut-through"};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        lb_net *a = t_net(same[i][0]), *b = t_net(same[i][1]);
        char name[64];
        lb_net_name(a, name, sizeof name);
        assert_string_equal(name, same[i][1]);
        assert_true(lb_net_equal(a, b));
        lb_net_free(a);
        lb_net_free(b);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lb_net *net;
        lb_why why = {""};
        assert_int_not_equal(lb_net_parse(bad[i], &net, &why), LB_OK);
        assert_null(net);
        assert_true(strlen(why.text) > 0);
    }
    lb_net *plain = t_net("4x4"), *free_routes = t_net("4x4 cut-through"), *ordered = t_net("4x4 dimension-order");
    assert_int_equal(lb_net_routing(plain), LB_STORE_AND_FORWARD);
    assert_int_equal(lb_net_routing(free_routes), LB_FREE_ROUTES);
    assert_int_equal(lb_net_routing(ordered), LB_DIMENSION_ORDER);
    assert_false(lb_net_equal(plain, free_routes));
    assert_false(lb_net_equal(ordered, free_routes));
    lb_net_free(plain);
    lb_net_free(free_routes);
    lb_net_free(ordered);
}

/* What every network of flights must be: a lattice whose ports lead where their links do, and back. */
static void is_sound(const lb_net *net) {
    const lb_net *base = lb_net_base(net);
    uint32_t way[64];
    assert_true(net->ports >= base->ports);
    for (unsigned p = 0; p < net->ports; p++) {
        unsigned back = lb_port_opposite(net, p);
        assert_int_equal(lb_port_opposite(net, back), p);
        assert_int_equal(lb_port_links(net, p) == 1, p < base->ports);
        for (uint32_t v = 0; v < net->nodes; v += 3) {
            uint32_t links = lb_port_way(net, v, p, way);
            assert_int_equal(links, lb_port_links(net, p));
            assert_int_equal(way[links - 1], lb_neighbor(net, v, p));
            assert_int_equal(lb_neighbor(net, lb_neighbor(net, v, p), back), v);
            for (uint32_t i = 0; i < links; i++)
                assert_int_equal(lb_distance(base, i ? way[i - 1] : v, way[i]), 1);
        }
    }
}

/* The network with a flight to everybody. */
static lb_net *flights_to_all(const lb_net *net) {
    static uint8_t port[32][16];
    const lb_net *base = lb_net_base(net);
    lb_route routes[32];
    lb_net *flights;
    assert_true(base->nodes <= 32 && lb_diameter(base) <= 16);
    for (uint32_t v = 1; v < base->nodes; v++)
        routes[v - 1] = (lb_route){lb_net_ordered_route(base, v, port[v]), port[v]};
    assert_int_equal(lb_net_flights(net, routes, base->nodes - 1, &flights, NULL), LB_OK);
    return flights;
}

static void test_networks(void **state) {
    (void)state;
    static const char *const names[] = {"8 cut-through", "4x4 dimension-order", "3x5 cut-through",
                                        "2x3x4 dimension-order"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lb_net *net = t_net(names[i]), *flights = flights_to_all(net), *again = flights_to_all(flights);
        is_sound(flights);
        assert_int_equal(lb_net_routing(flights), lb_net_routing(net));
        assert_int_equal(lb_diameter(flights), 1); /* everybody can be flown to */
        assert_true(lb_net_equal(flights, again));
        assert_false(lb_net_equal(flights, net));
        lb_net_free(again);
        lb_net_free(flights);
        lb_net_free(net);
    }
}

/* What is dead on a network that cuts through nobody has counted: not the bounds, not the routes of dimension order. */
static void test_faults(void **state) {
    (void)state;
    static const lb_fault link = {.from = 0, .to = 1, .both = true};
    static const uint32_t node = 5;
    static const char *const names[] = {"4x4 cut-through", "cube:3 dimension-order"};
    for (size_t i = 0; i < 2; i++) {
        lb_net *net = t_net(names[i]), *out;
        lb_why why = {""};
        assert_int_equal(lb_net_without(net, &link, 1, NULL, 0, &out, &why), LB_ERR_UNSUPPORTED);
        assert_int_equal(lb_net_without(net, NULL, 0, &node, 1, &out, &why), LB_ERR_UNSUPPORTED);
        assert_null(out);
        assert_non_null(strstr(why.text, "cuts through"));
        assert_int_equal(lb_net_without(net, NULL, 0, NULL, 0, &out, &why), LB_OK);
        lb_net_free(out);
        lb_net_free(net);
    }
}

static void test_bad_routes(void **state) {
    (void)state;
    static const uint8_t around[] = {0, 0, 0, 0}, back[] = {0, 1}, none[] = {9, 9}, bent[] = {2, 0}, fine[] = {0, 2};
    const lb_route bad[] = {{4, around}, {2, back}, {2, none}, {0, fine}, {16, around}};
    lb_net *net = t_net("4x4 cut-through"), *ordered = t_net("4x4 dimension-order"), *plain = t_net("4x4"), *out;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(lb_net_flights(net, &bad[i], 1, &out, NULL), LB_ERR_ARG);
        assert_null(out);
    }
    assert_int_equal(lb_net_flights(plain, &(lb_route){2, fine}, 1, &out, NULL), LB_ERR_ARG);
    assert_int_equal(lb_net_flights(ordered, &(lb_route){2, bent}, 1, &out, NULL), LB_ERR_ARG);
    assert_int_equal(lb_net_flights(ordered, &(lb_route){2, fine}, 1, &out, NULL), LB_OK);
    is_sound(out);
    lb_net_free(out);
    assert_int_equal(lb_net_flights(net, &(lb_route){2, bent}, 1, &out, NULL), LB_OK);
    is_sound(out);
    lb_net_free(out);
    lb_net_free(net);
    lb_net_free(ordered);
    lb_net_free(plain);
}

/* ---- Rules ---- */

#define HEAD(network, clock, moves)                                                                                    \
    "{\"linkbound\":1,\"network\":\"" network "\",\"task\":\"broadcast\",\"root\":0,\"ports\":2,\"clock\":\"" clock    \
    "\",\"algorithm\":\"by hand\",\"steps\":2,\"moves\":" moves ",\"denominator\":1}\n"
#define MOVE(step, from, to, more) "{\"step\":" step ",\"from\":" from ",\"to\":" to more ",\"data\":[[0]]}\n"
#define VIA(nodes)                 ",\"via\":[" nodes "]"
#define LAST                       MOVE("2", "2", "1", "") MOVE("2", "3", "4", "")

static const struct {
    const char *text;
    lb_rule rule; /* LB_RULE_NONE: all is well */
} judged[] = {
    {HEAD("5 cut-through", "unit", "4") MOVE("1", "0", "2", VIA("1")) MOVE("1", "0", "3", VIA("4")) LAST, LB_RULE_NONE},
    {HEAD("5 dimension-order", "unit", "4") MOVE("1", "0", "2", VIA("1")) MOVE("1", "0", "3", "") LAST, LB_RULE_NONE},
    /* no way named, none that is one, one that the network does not take */
    {HEAD("5 cut-through", "unit", "4") MOVE("1", "0", "2", "") MOVE("1", "0", "3", VIA("4")) LAST, LB_RULE_LINK},
    {HEAD("5 cut-through", "unit", "4") MOVE("1", "0", "2", VIA("3")) MOVE("1", "0", "3", VIA("4")) LAST, LB_RULE_LINK},
    {HEAD("5 cut-through", "unit", "4") MOVE("1", "0", "2", VIA("7")) MOVE("1", "0", "3", VIA("4")) LAST, LB_RULE_LINK},
    {HEAD("5 dimension-order", "unit", "4") MOVE("1", "0", "2", VIA("4,3")) MOVE("1", "0", "3", "") LAST, LB_RULE_LINK},
    {HEAD("3x3 dimension-order", "unit", "1") MOVE("1", "0", "4", VIA("3")), LB_RULE_LINK}, /* as short, not its own */
    /* the long way round uses the other's link; on the linear clock they share it, but not where they begin or end */
    {HEAD("5 cut-through", "unit", "4") MOVE("1", "0", "2", VIA("4,3")) MOVE("1", "0", "3", VIA("4")) LAST,
     LB_RULE_LINK_BUSY},
    {HEAD("5 cut-through", "linear", "4") MOVE("1", "0", "2", VIA("4,3")) MOVE("1", "0", "3", VIA("4")) LAST,
     LB_RULE_LINK_BUSY},
    {HEAD("5 cut-through", "linear", "4") MOVE("1", "0", "3", VIA("4")) MOVE("2", "3", "1", VIA("2"))
         MOVE("2", "0", "4", "") MOVE("2", "3", "2", ""),
     LB_RULE_LINK_BUSY},
    {HEAD("5 cut-through", "linear", "4") MOVE("1", "0", "3", VIA("4")) MOVE("2", "3", "2", VIA("4,0,1"))
         MOVE("2", "0", "1", "") MOVE("2", "3", "4", ""),
     LB_RULE_LINK_BUSY},
    {HEAD("5 cut-through", "linear", "4") MOVE("1", "0", "3", VIA("4")) MOVE("2", "3", "2", VIA("4,0,1"))
         MOVE("2", "0", "1", "") MOVE("2", "0", "4", ""),
     LB_RULE_NONE},
};

static void test_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        lb_report report;
        lb_header header;
        lb_why why = {""};
        save("s", judged[i].text);
        int error = lb_check_file("s", NULL, &header, &report, &why);
        if (error != (judged[i].rule ? LB_ERR_CHECK : LB_OK) || report.rule != judged[i].rule)
            fail_msg("file %zu: %s", i, why.text);
        if (!error) {
            lb_plan *plan;
            assert_int_equal(lb_plan_read("s", &plan, &why), LB_OK);
            lb_report_free(&report);
            assert_int_equal(lb_check_plan(plan, NULL, &report, &why), LB_OK);
            assert_true(report.crossings > report.moves);
            assert_int_equal(report.crossings, lb_plan_crossings(plan));
            is_sound(lb_plan_net(plan));
            lb_plan_free(plan);
        }
        lb_report_free(&report);
        lb_task_free(header.task);
        unlink("s");
    }
}

static void test_bad_files(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {HEAD("5", "unit", "1") MOVE("1", "0", "2", VIA("1")), "cut through, and this one does not"},
        {HEAD("5 cut-through", "unit", "1") MOVE("1", "0", "2", VIA("")), "is empty"},
        {HEAD("5 cut-through", "unit", "1") MOVE("1", "0", "2", VIA("1,2,3,4,0,1")), "more nodes than"},
        {HEAD("5 cut-through", "unit", "1") MOVE("1", "0", "2", VIA("-1")), ""},
        {HEAD("5 cut-through", "unit", "1") MOVE("1", "0", "2", ",\"via\":1"), ""},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lb_report report;
        lb_plan *plan;
        lb_why why = {""};
        save("s", bad[i].text);
        assert_int_equal(lb_check_file("s", NULL, NULL, &report, &why), LB_ERR_FORMAT);
        assert_non_null(strstr(why.text, bad[i].says));
        assert_int_equal(lb_plan_read("s", &plan, &why), LB_ERR_FORMAT);
        unlink("s");
    }
}

/* ---- The clock ---- */

/* By hand: a flight of three links; then one of two links that shares its last but one with another's. */
static void test_time(void **state) {
    (void)state;
    static const char text[] = HEAD("8 cut-through", "linear", "7") MOVE("1", "0", "3", VIA("1,2"))
        MOVE("2", "3", "5", VIA("4")) MOVE("2", "3", "7", VIA("2,1,0")) MOVE("2", "0", "6", VIA("7"))
            MOVE("2", "0", "2", VIA("1")) MOVE("3", "3", "4", "") MOVE("3", "0", "1", "");
    const lb_cost cost = {.bytes = 10, .tau = {1, 1}, .beta = {100, 1}, .hop = {7, 1}};
    lb_plan *plan;
    lb_timing timing;
    lb_why why = {""};
    char *copy = strdup(text), *steps = strstr(copy, "\"steps\":2");
    steps[8] = '3';
    save("s", copy);
    free(copy);
    if (lb_plan_read("s", &plan, &why) || lb_simulate_hops(plan, &cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    unlink("s");
    assert_int_equal(timing.critical_count, 7);
    for (size_t i = 0; i < 7; i++) {
        const lb_hop *h = &timing.critical[i];
        double took = lb_ratio_value(h->finish) - lb_ratio_value(h->start);
        /* 3 to 7 and 0 to 6 both cross the link from 0 to 7: twenty bytes there */
        bool shares = (h->from == 3 && h->to == 7) || (h->from == 0 && h->to == 6);
        double links = h->to == 3 || h->to == 7 ? (h->to == 3 ? 3 : 4) : h->step == 3 ? 1 : 2;
        assert_float_equal(took, 100 + 7 * (links - 1) + (shares ? 20 : 10), 1e-9);
        if (h->step == 2)
            assert_float_equal(lb_ratio_value(h->start), h->from == 3 || h->to == 2 ? 124 : 0, 1e-9);
    }
    lb_timing_free(&timing);
    lb_plan_free(plan);
}

/* ---- Bounds ---- */

/* A witness that counts hops as steps proves nothing here; the one that is found holds. */
static void test_bounds(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_REDUCE,    LB_SCATTER, LB_GATHER, LB_ALLGATHER,
                                         LB_ALLTOALL,  LB_ALLREDUCE, LB_SCAN,    LB_EXSCAN, LB_REDUCE_SCATTER};
    static const char *const names[][2] = {
        {"16", "16 cut-through"}, {"4x4", "4x4 dimension-order"}, {"2x3x3", "2x3x3 cut-through"}};
    for (size_t n = 0; n < 3; n++) {
        lb_net *plain = t_net(names[n][0]), *cuts = t_net(names[n][1]);
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            for (uint32_t ports = 0; ports < 3; ports++) {
                lb_task *slow, *quick;
                lb_bound a, b;
                assert_int_equal(lb_task_create(plain, kinds[k], NULL, &slow, NULL), LB_OK);
                assert_int_equal(lb_task_create(cuts, kinds[k], NULL, &quick, NULL), LB_OK);
                assert_int_equal(lb_bound_unit(slow, ports, 2, &a, NULL), LB_OK);
                assert_int_equal(lb_bound_unit(quick, ports, 2, &b, NULL), LB_OK);
                assert_int_equal(lb_bound_verify(quick, ports, 2, &b, NULL), LB_OK);
                assert_true(b.steps <= a.steps); /* a plan that stores and forwards is one here too */
                assert_true(b.steps > 0);
                lb_witness_kind w = a.steps_witness.kind;
                if (w != LB_WITNESS_LINKS && w != LB_WITNESS_CUT && w != LB_WITNESS_GROWTH && a.steps > b.steps)
                    assert_int_equal(lb_witness_verify(quick, ports, 2, &a.steps_witness, NULL), LB_ERR_CHECK);
                lb_task_free(slow);
                lb_task_free(quick);
            }
        }
        lb_net_free(plain);
        lb_net_free(cuts);
    }
}

/* ---- Algorithms ---- */

static const char *const rows[] = {"swing-latency", "swing", "halfway", "far-doubling", "far-halving"};

static void hold_plan(const lb_plan *plan, const lb_formula *f, const lb_cost *cost) {
    lb_report report;
    lb_timing timing;
    lb_ratio time, bound;
    lb_why why = {""};
    if (lb_check_plan(plan, NULL, &report, &why))
        fail_msg("%s: %s", lb_plan_algorithm(plan), why.text);
    assert_int_equal(report.crossings, lb_plan_crossings(plan));
    lb_report_free(&report);
    assert_int_equal(lb_simulate(plan, cost, &(lb_check_options){.checked = true}, &timing, &why), LB_OK);
    assert_int_equal(lb_formula_time(f, cost, &time), LB_OK);
    assert_true(lb_ratio_compare(timing.makespan, time) <= 0);
    assert_true(lb_ratio_value(timing.makespan) > 0.6 * lb_ratio_value(time)); /* and it is no idle talk */
    assert_int_equal(lb_bound_linear(lb_plan_task(plan), 0, cost, &bound, NULL, &why), LB_OK);
    assert_true(lb_ratio_compare(bound, timing.makespan) <= 0);
    lb_timing_free(&timing);
    moved m = move_bytes(plan, 1031);
    if (!m.fine)
        fail_msg("%s: %s", lb_plan_algorithm(plan), m.text);
}

static unsigned try_row(const lb_net *net, lb_task_kind kind, const char *row, uint32_t ports, uint32_t groups) {
    lb_task *task;
    lb_plan *plan;
    lb_formula f;
    lb_why why = {""};
    const lb_cost cost = {.bytes = 1 << 16, .tau = {1, 8}, .beta = {500, 1}, .hop = {30, 1}};
    lb_plan_options o = {.algorithm = row, .ports = ports, .clock = LB_LINEAR, .cost = &cost, .groups = groups};
    assert_int_equal(lb_task_create(net, kind, NULL, &task, NULL), LB_OK);
    int error = lb_plan_create(task, &o, &plan, &why);
    assert_true(error == LB_OK || error == LB_ERR_UNSUPPORTED);
    if (!error) {
        assert_int_equal(lb_formula_of(task, &o, &f, NULL), LB_OK);
        hold_plan(plan, &f, &cost);
    }
    lb_plan_free(plan);
    lb_task_free(task);
    return error == LB_OK;
}

static void test_rows(void **state) {
    (void)state;
    static const char *const names[] = {
        "2",     "4",   "8",     "16",     "2x2",
        "4x4",   "8x4", "2x8",   "cube:4", "4x2x4",
        "8x2x2", "3",   "6",     "3x3",    "3x4",
        "6x2",   "12",  "3x3x2", "6x6",    "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x4"};
    static const lb_task_kind kinds[] = {LB_ALLREDUCE, LB_REDUCE_SCATTER, LB_ALLGATHER};
    unsigned made = 0;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        for (int ordered = 0; ordered < 2; ordered++) {
            char name[96];
            snprintf(name, sizeof name, "%s %s", names[n], ordered ? "dimension-order" : "cut-through");
            lb_net *net = t_net(name);
            for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
                for (size_t k = 0; k < 3; k++) {
                    made += try_row(net, kinds[k], rows[r], 0, 0);
                    made += try_row(net, kinds[k], rows[r], 1, 0);
                }
            }
            for (uint32_t j = 1; j <= 4; j++)
                made += try_row(net, LB_ALLREDUCE, "halfway", 0, j);
            lb_net_free(net);
        }
    }
    assert_true(made > 480); /* the rest are refused: swing-latency on long rings, and tasks that a row does not do */
}

/* Rings of 3 exchange three ways: between the two start-ups of 3x3 that send everything and the four of the least data
 * there are three; a ring of 6 takes two exchanges. */
static void test_thirds(void **state) {
    (void)state;
    static const struct {
        const char *net;
        uint32_t j;
        uint64_t startups, hops;
        lb_ratio data;
    } at[] = {{"3x3", 1, 3, 0, {1, 2}},
              {"3x3", 2, 4, 0, {4, 9}},
              {"3x3x3", 1, 4, 0, {4, 9}},
              {"3x3x3", 2, 5, 0, {1, 3}},
              {"6 dimension-order", 1, 3, 1, {3, 2}}};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        lb_net *net = t_net(at[i].net);
        lb_task *task;
        lb_formula f;
        lb_plan_options o = {.algorithm = "halfway", .clock = LB_LINEAR, .groups = at[i].j};
        assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
        assert_int_equal(lb_formula_of(task, &o, &f, NULL), LB_OK);
        assert_int_equal(f.startups, at[i].startups);
        assert_int_equal(f.hops, at[i].hops);
        assert_int_equal(lb_ratio_compare(f.data, at[i].data), 0);
        assert_int_equal(try_row(net, LB_ALLREDUCE, "halfway", 0, at[i].j), 1);
        lb_task_free(task);
        lb_net_free(net);
    }
}

static uint32_t far_steps(const lb_net *net, lb_task_kind kind, uint32_t ports, uint64_t packets) {
    lb_task *task;
    lb_plan *plan;
    lb_report report;
    lb_bound bound;
    lb_why why = {""};
    lb_plan_options o = {
        .algorithm = kind == LB_REDUCE ? "far-reduce" : "far-broadcast", .ports = ports, .packets = packets};
    lb_task_params params = {.root = net->nodes / 3};
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    if (lb_plan_create(task, &o, &plan, &why) || lb_check_plan(plan, NULL, &report, &why) ||
        lb_bound_unit(task, ports, packets, &bound, &why) || lb_bound_verify(task, ports, packets, &bound, &why))
        fail_msg("%s", why.text);
    is_sound(lb_plan_net(plan));
    uint32_t more = report.steps - (uint32_t)bound.steps;
    assert_true(report.steps >= bound.steps && report.crossings >= bound.transmissions);
    moved m = move_bytes(plan, 100);
    if (!m.fine)
        fail_msg("%s", m.text);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    return more;
}

/* Free routes: as many steps as it takes at least, from any root; given ones: at most one more. */
static void test_broadcasts(void **state) {
    (void)state;
    static const char *const names[] = {"2",   "3",   "7",   "8",     "27",     "31", "3x3",
                                        "4x4", "5x4", "8x2", "2x3x4", "cube:4", "8x8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (uint32_t ports = 0; ports < 3; ports++) {
            char name[64];
            snprintf(name, sizeof name, "%s cut-through", names[i]);
            lb_net *any = t_net(name);
            snprintf(name, sizeof name, "%s dimension-order", names[i]);
            lb_net *ordered = t_net(name);
            if (ports <= any->ports) {
                assert_int_equal(far_steps(any, LB_BROADCAST, ports, 1), 0);
                assert_int_equal(far_steps(any, LB_REDUCE, ports, 1), 0);
                assert_true(far_steps(ordered, LB_BROADCAST, ports, 1) <= 1);
            }
            lb_net_free(any);
            lb_net_free(ordered);
        }
    }
    lb_net *net = t_net("4x4 cut-through");
    assert_int_equal(far_steps(net, LB_BROADCAST, 0, 3), 6 - 2); /* one packet after another */
    lb_net_free(net);
    net = t_net("5x7 cut-through"); /* whose copies would meet on a link that no two of its ports share */
    far_steps(net, LB_BROADCAST, 0, 2);
    lb_net_free(net);
}

/* Large ones, grid first and then tiles: as many steps more than at least. */
static void test_towers(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t ports, more;
    } at[] = {{"32x32 cut-through", 0, 0},    {"32x32 dimension-order", 0, 0}, {"12x24 cut-through", 2, 0},
              {"18x3x6 cut-through", 0, 0},   {"30x30 cut-through", 3, 0},     {"17x31 cut-through", 0, 0},
              {"37x29 cut-through", 0, 3},    {"cube:9 cut-through", 0, 0},    {"cube:9 dimension-order", 0, 1},
              {"14x22 dimension-order", 1, 0}};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        lb_net *net = t_net(at[i].name);
        uint32_t more = far_steps(net, LB_BROADCAST, at[i].ports, 1);
        if (more > at[i].more)
            fail_msg("%s: %u steps more than at least", at[i].name, more);
        lb_net_free(net);
    }
    /* by default, too, where there is more than a glance to it */
    lb_net *net = t_net("256x256 cut-through");
    lb_task *task;
    lb_plan *plan;
    assert_int_equal(lb_task_create(net, LB_BROADCAST, &(lb_task_params){.root = 777}, &task, NULL), LB_OK);
    assert_int_equal(lb_plan_create(task, NULL, &plan, NULL), LB_OK);
    assert_int_equal(lb_plan_steps(plan), 8); /* the bound is 7 */
    lb_report report;
    assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_OK);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

static void try_direct(const lb_net *net, lb_task_kind kind, uint32_t ports) {
    lb_task *task;
    lb_plan *plan;
    lb_report report;
    lb_why why = {""};
    const lb_cost cost = {.bytes = 64, .tau = {1, 8}, .beta = {500, 1}, .hop = {30, 1}};
    lb_plan_options o = {.algorithm = "direct", .ports = ports, .clock = LB_LINEAR, .cost = &cost};
    lb_task_params params = {.root = net->nodes / 3};
    assert_int_equal(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    if (lb_plan_create(task, &o, &plan, &why) || lb_check_plan(plan, NULL, &report, &why))
        fail_msg("%s", why.text);
    uint32_t k = ports ? ports : net->ports, least = (net->nodes - 1 + k - 1) / k;
    assert_true(report.steps >= least);
    if (ports == 1 || lb_net_routing(net) == LB_FREE_ROUTES)
        assert_true(report.steps <= least + 1);
    moved m = move_bytes(plan, 64);
    if (!m.fine)
        fail_msg("%s", m.text);
    lb_report_free(&report);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_direct(void **state) {
    (void)state;
    static const char *const names[] = {"2", "5", "8", "3x3", "4x4", "2x5", "3x4x2", "cube:4"};
    static const lb_task_kind kinds[] = {LB_ALLTOALL, LB_ALLGATHER, LB_REDUCE_SCATTER, LB_SCATTER, LB_GATHER};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
            char name[64];
            snprintf(name, sizeof name, "%s cut-through", names[i]);
            lb_net *any = t_net(name);
            snprintf(name, sizeof name, "%s dimension-order", names[i]);
            lb_net *ordered = t_net(name);
            for (uint32_t ports = 0; ports < 2; ports++) {
                try_direct(any, kinds[k], ports);
                try_direct(ordered, kinds[k], ports);
            }
            lb_net_free(any);
            lb_net_free(ordered);
        }
    }
}

/* Where nobody names an algorithm the best of all is taken, and it is never worse than what stores and forwards. */
static void test_default(void **state) {
    (void)state;
    static const uint64_t sizes[] = {64, 4096, 65536, 1 << 20};
    lb_net *plain = t_net("8x4"), *cuts = t_net("8x4 cut-through");
    for (size_t i = 0; i < T_COUNT(sizes); i += T_SLOW ? 2 : 1) {
        const lb_cost cost = {.bytes = sizes[i], .tau = {1, 8}, .beta = {500, 1}, .hop = {50, 1}};
        lb_ratio time[2];
        for (int c = 0; c < 2; c++) {
            lb_task *task;
            lb_plan *plan;
            lb_timing timing;
            lb_why why = {""};
            lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost};
            assert_int_equal(lb_task_create(c ? cuts : plain, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
            if (lb_plan_create(task, &o, &plan, &why) || lb_simulate(plan, &cost, NULL, &timing, &why))
                fail_msg("%s", why.text);
            time[c] = timing.makespan;
            lb_timing_free(&timing);
            lb_plan_free(plan);
            lb_task_free(task);
        }
        assert_true(lb_ratio_value(time[1]) <= lb_ratio_value(time[0]) * 1.001);
        if (sizes[i] == 4096)
            assert_true(lb_ratio_value(time[1]) < lb_ratio_value(time[0]) * 0.9);
    }
    lb_net_free(plain);
    lb_net_free(cuts);
}

/* Routes back are others under dimension order, so nothing may be made by turning flights round. */
static void test_no_return(void **state) {
    (void)state;
    const lb_cost cost = {.bytes = 1, .tau = {0, 1}, .beta = {300, 1}};
    for (uint32_t root = 0; root < 8; root++) {
        lb_plan *plan = plan_of("2x4 dimension-order", LB_REDUCE, &(lb_task_params){.root = root},
                                &(lb_plan_options){.clock = LB_LINEAR, .cost = &cost, .ports = 2});
        lb_report report;
        lb_why why = {""};
        if (lb_check_plan(plan, NULL, &report, &why))
            fail_msg("%s", why.text);
        lb_report_free(&report);
        lb_plan_free(plan);
    }
}

/* Written, checked as a file, read again, checked again. */
static void test_round_trip(void **state) {
    (void)state;
    for (int ordered = 0; ordered < 2; ordered++) {
        const lb_cost cost = {.bytes = 4096, .tau = {1, 8}, .beta = {500, 1}, .hop = {50, 1}};
        lb_plan *plan = plan_of(ordered ? "8x2 dimension-order" : "8x2 cut-through", LB_ALLREDUCE, NULL,
                                &(lb_plan_options){.algorithm = "swing", .clock = LB_LINEAR, .cost = &cost}),
                *again = NULL;
        lb_report report, other;
        lb_header header;
        lb_timing a, b;
        lb_why why = {""};
        if (lb_plan_write(plan, "s", NULL, &why) || lb_check_file("s", NULL, &header, &report, &why) ||
            lb_plan_read("s", &again, &why) || lb_check_plan(again, NULL, &other, &why))
            fail_msg("%s", why.text);
        assert_int_equal(report.crossings, other.crossings);
        assert_int_equal(report.moves, lb_plan_moves(plan));
        assert_int_equal(lb_simulate(plan, &cost, NULL, &a, NULL), LB_OK);
        assert_int_equal(lb_simulate(again, &cost, NULL, &b, NULL), LB_OK);
        assert_int_equal(lb_ratio_compare(a.makespan, b.makespan), 0);
        lb_timing_free(&a);
        lb_timing_free(&b);
        lb_report_free(&report);
        lb_report_free(&other);
        lb_task_free(header.task);
        lb_plan_free(plan);
        lb_plan_free(again);
        unlink("s");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),      cmocka_unit_test(test_networks),   cmocka_unit_test(test_bad_routes),
        cmocka_unit_test(test_rules),      cmocka_unit_test(test_bad_files),  cmocka_unit_test(test_time),
        cmocka_unit_test(test_bounds),     cmocka_unit_test(test_rows),       cmocka_unit_test(test_thirds),
        cmocka_unit_test(test_broadcasts), cmocka_unit_test(test_direct),     cmocka_unit_test(test_no_return),
        cmocka_unit_test(test_default),    cmocka_unit_test(test_round_trip), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_towers),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
