/* An allreduce with the least data has 2*diameter - 1 start-ups at least where some radix is even, and 2*diameter where
 * all are odd (docs/bounds.md). All schedules of small networks are gone through, as to who knows whose data after
 * every step: fewer start-ups with 2(n-1) messages are not found, and that many are. */
#include "support/support.h"

#include <stdlib.h>

static lb_net *parsed(const char *name) {
    lb_net *net;
    assert_int_equal(lb_net_parse(name, &net, NULL), LB_OK);
    return net;
}

enum { MOST_STATES = 1 << 22, MOST_LINKS = 12 };

/* Who knows what, a byte for every node, and with how few messages; by hash. */
typedef struct states {
    uint64_t *key;
    uint8_t *messages;
    uint32_t count;
} states;

static states states_make(void) {
    states s = {calloc(MOST_STATES, sizeof *s.key), malloc(MOST_STATES), 0};
    assert_non_null(s.key);
    assert_non_null(s.messages);
    return s;
}

static void states_put(states *s, uint64_t key, unsigned messages) {
    uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 42);
    while (s->key[at] && s->key[at] != key)
        at = (at + 1) % MOST_STATES;
    if (!s->key[at]) {
        assert_true(++s->count < MOST_STATES / 2);
        s->messages[at] = 0xff;
    }
    s->key[at] = key;
    if (messages < s->messages[at])
        s->messages[at] = (uint8_t)messages;
}

typedef struct links {
    unsigned n, count;
    unsigned from[MOST_LINKS], to[MOST_LINKS];
} links;

static links links_of(const lb_net *net) {
    links l = {.n = lb_net_nodes(net)};
    for (uint32_t v = 0; v < l.n; v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            assert_true(l.count < MOST_LINKS);
            l.from[l.count] = v;
            l.to[l.count++] = lb_neighbor(net, v, p);
        }
    }
    return l;
}

/* One step: all sets of links, with no more messages than there may be in all. */
static void step(const links *l, const states *before, states *after, unsigned most) {
    for (uint32_t i = 0; i < MOST_STATES; i++) {
        for (uint32_t set = 0; before->key[i] && set < UINT32_C(1) << l->count; set++) {
            uint64_t old = before->key[i], key = old;
            unsigned messages = before->messages[i] + (unsigned)__builtin_popcount(set);
            if (messages > most)
                continue;
            for (unsigned k = 0; k < l->count; k++) {
                if (set >> k & 1)
                    key |= (old >> 8 * l->from[k] & 0xff) << 8 * l->to[k];
            }
            states_put(after, key, messages);
        }
    }
}

/* The fewest steps in which everybody can know everything with 2(n-1) messages. */
static unsigned fewest(const char *network) {
    lb_net *net = parsed(network);
    links l = links_of(net);
    unsigned steps = 0, most = 2 * (l.n - 1);
    uint64_t all = 0, own = 0;
    for (unsigned v = 0; v < l.n; v++) {
        all |= ((UINT64_C(1) << l.n) - 1) << 8 * v;
        own |= (UINT64_C(1) << v) << 8 * v;
    }
    states now = states_make();
    states_put(&now, own, 0);
    for (bool done = false; !done; steps++) {
        states next = states_make();
        step(&l, &now, &next, most);
        for (uint32_t i = 0; i < MOST_STATES; i++)
            done = done || next.key[i] == all;
        free(now.key);
        free(now.messages);
        now = next;
        assert_true(steps < 10);
    }
    free(now.key);
    free(now.messages);
    lb_net_free(net);
    return steps;
}

static void test_all_schedules(void **state) {
    (void)state;
    assert_int_equal(fewest("ring:2"), 1);
    assert_int_equal(fewest("ring:3"), 2);
    assert_int_equal(fewest("ring:4"), 3);
    assert_int_equal(fewest("2x2"), 3);
    assert_int_equal(fewest("ring:5"), 4);
}

/* Plans with the least data and that many start-ups. */
static void test_met(void **state) {
    static const struct {
        const char *network;
        uint32_t startups;
    } at[] = {{"cube:1", 1}, {"cube:2", 3}, {"cube:3", 5}, {"cube:5", 9}, {"ring:4", 3}, {"4x4", 7}};
    (void)state;
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        lb_net *net = parsed(at[i].network);
        uint32_t n = lb_net_nodes(net), ports = lb_net_ports(net);
        /* divisible by every part, and long */
        const lb_cost cost = {.bytes = UINT64_C(240) * n * ports, .tau = {1, 1}, .beta = {1, 1000}};
        lb_task *task;
        lb_plan *plan;
        lb_timing timing;
        lb_report report;
        assert_int_equal(lb_task_create(net, LB_ALLREDUCE, NULL, &task, NULL), LB_OK);
        lb_plan_options options = {.clock = LB_LINEAR, .cost = &cost, .algorithm = "halfway"};
        assert_int_equal(lb_plan_create(task, &options, &plan, NULL), LB_OK);
        assert_int_equal(lb_check_plan(plan, NULL, &report, NULL), LB_OK);
        lb_report_free(&report);
        assert_int_equal(lb_plan_steps(plan), at[i].startups);
        assert_int_equal(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
        lb_ratio data = {2 * ((int64_t)n - 1) * 240, 1}; /* m*2(n-1)/(n*ports) */
        lb_ratio startups = {at[i].startups, 1000};
        assert_int_equal(timing.makespan.num * 1000, (data.num * 1000 + startups.num) * timing.makespan.den);
        lb_timing_free(&timing);
        lb_plan_free(plan);
        lb_task_free(task);
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_schedules), cmocka_unit_test(test_met)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
