/* scan and exscan on networks with faults: plans on real data with an operation that does not commute, against the
 * result worked out one node after another; steps against the bound; the checker's view of dead nodes. */
#include "plan/plan.h"
#include "support/cubes.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 11;

static uint32_t pick(uint32_t below) {
    return t_draw(&random_state, below);
}

/* ---- Real data: words that are put one behind the other ---- */

/* What node v has is the letter v; a span is the word of its letters. */
typedef struct part {
    uint32_t node, step;
    uint64_t piece;
    char word[160];
} part;

typedef struct heap {
    part *at;
    size_t count, room;
} heap;

static part *put(heap *h) {
    if (h->count == h->room) {
        h->room = h->room ? 2 * h->room : 256;
        h->at = realloc(h->at, h->room * sizeof *h->at);
        assert_non_null(h->at);
    }
    memset(&h->at[h->count], 0, sizeof *h->at);
    return &h->at[h->count++];
}

static char letter(uint32_t v) {
    return (char)(v + 33); /* fewer than 90 nodes */
}

static void word_of(const lb_net *net, uint32_t first, uint32_t end, char *word) {
    for (uint32_t v = first; v < end; v++)
        if (lb_node_alive(net, v))
            *word++ = letter(v);
    *word = '\0';
}

/* Whether words that came to the node before this step make this one. */
static bool makes(const heap *h, uint32_t node, uint64_t piece, const char *word, uint32_t step) {
    if (!*word)
        return true;
    for (size_t i = 0; i < h->count; i++) {
        const part *p = &h->at[i];
        size_t length = strlen(p->word);
        if (p->node == node && p->piece == piece && p->step < step && strncmp(p->word, word, length) == 0 &&
            makes(h, node, piece, word + length, step))
            return true;
    }
    return false;
}

static void send_item(heap *h, const lb_net *net, const lb_move *move, const lb_item *item) {
    char word[160];
    word_of(net, item->origin, item->dest + 1, word);
    for (uint64_t k = item->lo; k < item->hi; k++) {
        T_TRUE(*word && makes(h, move->from, k, word, move->step));
        part *p = put(h);
        p->node = move->to;
        p->step = move->step;
        p->piece = k;
        memcpy(p->word, word, strlen(word));
    }
}

static void run(const lb_plan *plan) {
    const lb_task *task = lb_plan_task(plan);
    const lb_net *net = lb_task_net(task);
    uint64_t pieces = lb_plan_denominator(plan);
    t_moves all = t_moves_of(plan);
    heap h = {0};
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        for (uint64_t k = 0; k < pieces && lb_node_alive(net, v); k++) {
            part *p = put(&h);
            p->node = v;
            p->piece = k;
            p->word[0] = letter(v);
        }
    }
    for (uint64_t m = 0; m < all.count; m++) {
        assert_true(lb_link_alive(net, all.at[m].from, all.at[m].port));
        for (uint32_t i = 0; i < all.at[m].nitems; i++)
            send_item(&h, net, &all.at[m], &all.at[m].items[i]);
    }
    for (uint32_t v = 0; v < lb_net_nodes(net); v++) {
        char word[160];
        word_of(net, 0, v + (lb_task_kind_of(task) == LB_SCAN), word);
        for (uint64_t k = 0; k < pieces && lb_node_alive(net, v); k++)
            T_TRUE(makes(&h, v, k, word, UINT32_MAX));
    }
    free(h.at);
    t_moves_free(&all);
}

/* ---- Plans ---- */

/* The one that the planner held the plan against, which test_planner compares, where it has one. */
static lb_bound bound_of(const lb_plan *plan, const lb_plan_options *o, uint64_t packets) {
    lb_bound bound;
    if (lb_plan_bound(plan))
        return *lb_plan_bound(plan);
    T_EQUAL(lb_bound_unit(lb_plan_task(plan), o->ports, packets, &bound, NULL), LB_OK);
    return bound;
}

/* The steps beyond the bound. */
static uint32_t try_plan(const lb_task *task, const lb_plan_options *o) {
    lb_plan *plan = t_plan(task, o);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    uint64_t packets = o->packets ? o->packets : 1;
    uint32_t over = 0;
    run(plan);
    if (o->clock == LB_UNIT) {
        lb_bound bound = bound_of(plan, o, packets);
        T_EQUAL(lb_witness_verify(task, o->ports, packets, &bound.steps_witness, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(task, o->ports, packets, &bound.transmissions_witness, NULL), LB_OK);
        T_TRUE(bound.steps <= report.steps && bound.transmissions <= report.moves);
        bound.steps_witness.value++;
        T_EQUAL(lb_witness_verify(task, o->ports, packets, &bound.steps_witness, NULL), LB_ERR_CHECK);
        over = report.steps - (uint32_t)bound.steps;
    }
    lb_report_free(&report);
    lb_plan_free(plan);
    return over;
}

static uint32_t try_both(const lb_net *net, const lb_plan_options *o) {
    uint32_t most = 0;
    for (int kind = LB_SCAN; kind <= LB_EXSCAN; kind++) {
        lb_task *task = NULL;
        assert_int_equal(lb_task_create(net, (lb_task_kind)kind, NULL, &task, NULL), LB_OK);
        uint32_t over = try_plan(task, o);
        most = over > most ? over : most;
        lb_task_free(task);
    }
    return most;
}

static lb_net *without(const lb_net *whole, const lb_fault *links, size_t count, const uint32_t *nodes, size_t dead) {
    lb_net *net = NULL;
    (void)lb_net_without(whole, links, count, nodes, dead, &net, NULL);
    return net;
}

/* Every link (under sanitizers, some), both ways and one way: the bound on cubes, at most a step more elsewhere. */
static void test_every_link(void **unused) {
    (void)unused;
    static const char *const names[] = {"cube:3", "cube:4", "2x3", "3x3", "2x3x2", "4x4"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
            for (unsigned p = 0; p < lb_net_ports(whole); p++) {
                uint32_t to = lb_neighbor(whole, v, p);
                for (int both = 0; both < 2; both++) {
                    if (!t_taken())
                        continue;
                    lb_net *net = without(whole, &(lb_fault){v, to, both != 0}, 1, NULL, 0);
                    t_note("%s without %u%s%u", names[i], (unsigned)v, both ? "-" : ">", (unsigned)to);
                    uint32_t over = try_both(net, &(lb_plan_options){.clock = LB_UNIT});
                    T_TRUE(over <= !lb_net_is_cube(net));
                    lb_net_free(net);
                }
            }
        }
        lb_net_free(whole);
    }
}

static void test_every_node(void **unused) {
    (void)unused;
    static const char *const names[] = {"cube:2", "cube:3", "cube:4", "2x3", "3x3", "ring:5", "1x4x2"};
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *whole = t_net(names[i]);
        for (uint32_t v = 0; v < lb_net_nodes(whole); v++) {
            lb_net *net = without(whole, NULL, 0, &v, 1);
            t_note("%s without node %u", names[i], (unsigned)v);
            T_TRUE(try_both(net, &(lb_plan_options){.clock = LB_UNIT}) <= 1);
            try_both(net, &(lb_plan_options){.packets = 3, .ports = 1});
            lb_net_free(net);
        }
        lb_net_free(whole);
    }
}

/* A random set that leaves the network whole. */
static lb_net *random_net(const lb_net *whole, unsigned links, unsigned nodes) {
    for (;;) {
        lb_fault link[8];
        uint32_t node[4];
        for (unsigned i = 0; i < links; i++) {
            link[i].from = pick(lb_net_nodes(whole));
            link[i].to = lb_neighbor(whole, link[i].from, pick(lb_net_ports(whole)));
            link[i].both = pick(3) > 0;
        }
        for (unsigned i = 0; i < nodes; i++)
            node[i] = pick(lb_net_nodes(whole));
        lb_net *net = without(whole, link, links, node, nodes);
        if (net)
            return net;
    }
}

static void test_random_sets(void **unused) {
    (void)unused;
    static const char *const names[] = {"cube:3", "cube:4", "cube:5", "3x3", "4x4", "2x3x4", "ring:7", "5x5", "3x1x5"};
    static const char *const algorithms[] = {NULL, "around", "general"};
    for (unsigned round = 0; round < (T_SLOW ? 27 : 99); round++) {
        const char *name = names[round % T_COUNT(names)];
        lb_net *whole = t_net(name);
        bool ring = lb_net_ports(whole) == 2;
        lb_net *net = random_net(whole, ring ? 1 : 1 + pick(4), ring ? 0 : pick(3));
        uint32_t ports = pick(3) ? 0 : 1 + pick(2);
        lb_plan_options o = {.ports = ports, .packets = 1 + pick(4), .algorithm = algorithms[pick(3)], .seed = round};
        t_note("%s, set %u, %u ports, %u packets", name, round, (unsigned)o.ports, (unsigned)o.packets);
        try_both(net, &o);
        lb_net_free(net);
        lb_net_free(whole);
    }
}

static void test_linear(void **unused) {
    (void)unused;
    const lb_cost cost = {.bytes = 4000, .tau = {1, 10}, .beta = {20, 1}};
    lb_net *whole = t_net("cube:4"), *net = without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){6}, 1);
    lb_task *task = NULL;
    lb_timing timing;
    lb_ratio least;
    assert_int_equal(lb_task_create(net, LB_EXSCAN, NULL, &task, NULL), LB_OK);
    lb_plan_options o = {.clock = LB_LINEAR, .cost = &cost};
    try_both(net, &o);
    lb_plan *plan = t_plan(task, &o);
    T_TRUE(lb_plan_denominator(plan) > 1); /* a long message is cut */
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    T_EQUAL(lb_bound_linear(task, 0, &cost, &least, NULL, NULL), LB_OK);
    T_TRUE(lb_ratio_value(least) <= lb_ratio_value(timing.makespan));
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

/* ---- The checker ---- */

/* Node 1 of a square is dead, so that 0 and 2..3 stand next to each other. */
static lb_plan *square(const lb_item *to_2, const lb_item *to_3) {
    lb_net *whole = t_net("2x2"), *net = without(whole, NULL, 0, &(uint32_t){1}, 1);
    lb_task *task = NULL;
    lb_plan *plan = NULL;
    lb_builder b;
    assert_int_equal(lb_task_create(net, LB_EXSCAN, NULL, &task, NULL), LB_OK);
    lb_build_begin(&b, task, LB_EXPLICIT, LB_UNIT, 0, 1, 1);
    lb_build_move(&b, 1, 0, 1, LB_OP_COPY);
    lb_build_item(&b, *to_2);
    lb_build_move(&b, 2, 2, 0, LB_OP_COPY);
    lb_build_item(&b, *to_3);
    assert_int_equal(lb_build_finish(&b, "by hand", &plan, NULL), LB_OK);
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
    return plan;
}

static void test_dead_in_spans(void **unused) {
    (void)unused;
    static const struct {
        lb_item to_2, to_3;
        lb_rule rule;
    } cases[] = {
        {{0, 0, 0, 0, 1}, {0, 2, 0, 0, 1}, LB_RULE_NONE},
        {{0, 1, 0, 0, 1}, {0, 2, 0, 0, 1}, LB_RULE_NONE}, /* the same, as dead nodes have nothing */
        {{0, 1, 0, 0, 1}, {0, 1, 0, 0, 1}, LB_RULE_DELIVERED},
        {{1, 1, 0, 0, 1}, {0, 2, 0, 0, 1}, LB_RULE_HELD}, /* what a dead node has nobody has */
        {{0, 2, 0, 0, 1}, {0, 2, 0, 0, 1}, LB_RULE_HELD},
        {{0, 0, 0, 0, 1}, {0, 3, 0, 0, 1}, LB_RULE_HELD},
        {{0, 0, 0, 0, 1}, {1, 2, 0, 0, 1}, LB_RULE_DELIVERED},
    };
    for (size_t i = 0; i < T_COUNT(cases); i++) {
        lb_plan *plan = square(&cases[i].to_2, &cases[i].to_3);
        lb_report report;
        t_note("case %u", (unsigned)i);
        T_EQUAL(lb_check_plan(plan, NULL, &report, NULL), cases[i].rule == LB_RULE_NONE ? LB_OK : LB_ERR_CHECK);
        T_EQUAL(report.rule, cases[i].rule);
        lb_report_free(&report);
        lb_plan_free(plan);
    }
}

/* Large networks are planned too, by ways round; and what no machine holds is refused. */
static void test_sizes(void **unused) {
    (void)unused;
    lb_net *whole = t_net(T_SLOW ? "cube:12" : "cube:14");
    uint32_t d = lb_net_dims(whole);
    lb_net *net = without(whole, &(lb_fault){0, 1, true}, 1, &(uint32_t){77}, 1);
    lb_task *task = NULL;
    lb_why why = {""};
    assert_int_equal(lb_task_create(net, LB_SCAN, NULL, &task, NULL), LB_OK);
    lb_plan *plan = t_plan(task, NULL);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_TRUE(report.steps >= d && report.steps <= d + 4);
    lb_report_free(&report);
    lb_plan_free(plan);
    plan = NULL;
    T_EQUAL(lb_plan_create(task, &(lb_plan_options){.packets = 4000000000}, &plan, &why), LB_ERR_SIZE);
    assert_non_null(strstr(why.text, "the plan would need"));
    assert_null(plan);
    lb_task_free(task);
    lb_net_free(net);
    lb_net_free(whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_link), cmocka_unit_test(test_every_node), cmocka_unit_test(test_random_sets),
        cmocka_unit_test(test_linear),     cmocka_unit_test(test_sizes),      cmocka_unit_test(test_dead_in_spans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
