/* Multinode broadcast (000, section 2): the numbering's conditions, the freedom the paper leaves, and allreduce. */
#include "net/necklace.h"
#include "plan/plan.h"
#include "support/cubes.h"
#include "support/mutate.h"

#include <stdlib.h>

static const unsigned composite[] = {4, 6, 8, 9, 10, 12};

/* ---- What the plan's template says, replayed without the checker ---- */

/* The tree that node 0's block takes: when[x] is the step in which it reaches x, 0 for not yet. */
static void follow(const lb_plan *plan, uint32_t *when) {
    unsigned d = lb_net_ports(lb_plan_net(plan));
    for (uint32_t step = 1; step <= plan->steps; step++) {
        uint32_t used = 0;
        for (uint64_t m = plan->step_first[step - 1]; m < plan->step_first[step]; m++) {
            uint32_t sender = plan->origin ? plan->origin[m] : 0; /* where the sender is, seen from the origin */
            uint32_t node = sender ^ UINT32_C(1) << plan->port[m];
            T_TRUE(plan->port[m] < d);
            T_EQUAL(used >> plan->port[m] & 1, 0);
            used |= UINT32_C(1) << plan->port[m];
            T_TRUE(sender == 0 || (when[sender] > 0 && when[sender] < step));
            T_EQUAL(when[node], 0);
            T_TRUE(node != 0);
            T_EQUAL(sender & ~node, 0); /* one weight down: a shortest path */
            when[node] = step;
        }
        T_TRUE(used == (UINT32_C(1) << d) - 1 || step == plan->steps); /* all ports, but in the last step */
    }
}

static void check_tree(unsigned d) {
    uint32_t n = UINT32_C(1) << d, *when = calloc(n, sizeof *when);
    lb_plan *plan = cube_plan_of(CUBE_BROADCAST, d, 0);
    assert_non_null(when);
    follow(plan, when);
    for (uint32_t x = 1; x < n; x++)
        T_TRUE(when[x] > 0);
    lb_plan_free(plan);
    free(when);
}

static void test_tree(void **state) {
    (void)state;
    for (unsigned d = 0; d <= (T_SLOW ? 16u : 22u); d++)
        check_tree(d);
}

static void test_composite(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(composite); i++) {
        unsigned d = composite[i];
        check_tree(d);
        lb_plan *plan = cube_plan_of(CUBE_BROADCAST, d, 0);
        t_check(plan, d <= 10 ? LB_REPLAY_FULL : LB_REPLAY_RELATIVE);
        cube_meets_bound(plan);
        lb_plan_free(plan);
    }
}

/* ---- The paper's freedom ---- */

typedef struct choices {
    bool run_first;      /* R_k1, the class of k ones in a row, comes first among weight k */
    bool run_starts_low; /* and its first element has a 0 below the bit that it loses */
    bool has_bit;        /* the first element of every class has the bit that it loses */
} choices;

static const choices lawful = {true, true, true};

static void shuffle(uint32_t *list, uint32_t count) {
    for (uint32_t left = count; left > 1; left--) {
        uint32_t other = (uint32_t)pick(left), kept = list[left - 1];
        list[left - 1] = list[other];
        list[other] = kept;
    }
}

/* How far to rotate the class's smallest word so that it may stand where port `port` is used. */
static unsigned first_element(uint32_t word, unsigned d, unsigned port, bool run, const choices *c) {
    uint32_t here = UINT32_C(1) << port, below = UINT32_C(1) << (port + d - 1) % d;
    for (unsigned tries = 0; tries < 1000; tries++) {
        unsigned by = (unsigned)pick(d);
        uint32_t member = lb_rotate_bits(word, by, d);
        bool may = (member & here) || !c->has_bit;
        if (may && !(run && c->run_starts_low && (member & below)))
            return by;
    }
    fail_msg("no first element");
    return 0;
}

static uint32_t add_class(lb_builder *b, const lb_necklaces *n, uint32_t which, uint32_t number, const choices *c) {
    unsigned d = n->bits, weight = (unsigned)__builtin_popcount(n->word[which]);
    bool run = n->word[which] == (UINT32_C(1) << weight) - 1 && weight < d;
    unsigned by = first_element(n->word[which], d, number % d, run, c);
    for (unsigned i = 0; i < n->period[which]; i++, number++) {
        unsigned port = number % d;
        lb_build_move(b, number / d + 1, 0, port, LB_OP_COPY);
        lb_build_block(b, lb_rotate_bits(n->word[which], (by + i) % d, d) ^ UINT32_C(1) << port, 0);
    }
    return number;
}

/* A plan with everything that is left open chosen at random. */
static lb_plan *random_plan(unsigned d, const choices *c) {
    lb_necklaces n;
    lb_builder b;
    lb_plan *plan = NULL;
    uint32_t number = 0, order[64];
    lb_task *task = cube_task(d, LB_ALLGATHER, 0);
    T_EQUAL(lb_necklaces_create(d, &n, NULL), LB_OK);
    lb_build_begin(&b, task, LB_SYMMETRIC, LB_UNIT, 0, 1, 0);
    for (unsigned k = 1; k <= d; k++) {
        uint32_t count = n.first[k + 1] - n.first[k], fixed = c->run_first ? 1 : 0;
        T_TRUE(count <= T_COUNT(order));
        for (uint32_t i = 0; i < count; i++)
            order[i] = n.first[k] + i;
        shuffle(order + fixed, count - fixed);
        for (uint32_t i = 0; i < count; i++)
            number = add_class(&b, &n, order[i], number, c);
    }
    T_EQUAL(lb_build_finish(&b, "random", &plan, NULL), LB_OK);
    lb_necklaces_free(&n);
    lb_task_free(task);
    return plan;
}

static void test_random_choices(void **state) {
    (void)state;
    unsigned different = 0;
    for (unsigned d = 3; d <= 9; d++) {
        for (unsigned trial = 0; trial < (T_SLOW ? 20u : 200u); trial++) {
            t_note("d = %u, seed %u", d, trial);
            seed(trial);
            lb_plan *plan = random_plan(d, &lawful), *ours = cube_plan_of(CUBE_BROADCAST, d, 0);
            t_check(plan, LB_REPLAY_RELATIVE);
            if (trial < 2)
                t_check(plan, LB_REPLAY_FULL);
            cube_meets_bound(plan);
            for (uint64_t m = 0; m < plan->nmoves; m++) {
                if (plan->origin[m] != ours->origin[m]) {
                    different++;
                    break;
                }
            }
            lb_plan_free(plan);
            lb_plan_free(ours);
        }
    }
    T_TRUE(different > 50); /* there is freedom */
}

/* How many of so many random plans are refused. */
static unsigned refused(unsigned d, const choices *c, unsigned trials) {
    unsigned count = 0;
    for (unsigned trial = 0; trial < trials; trial++) {
        seed(trial);
        lb_plan *plan = random_plan(d, c);
        lb_report report;
        int said = lb_check_plan(plan, &(lb_check_options){.replay = LB_REPLAY_RELATIVE}, &report, NULL);
        T_TRUE(said == LB_OK || said == LB_ERR_CHECK);
        if (said) {
            T_TRUE(report.rule == LB_RULE_HELD || report.rule == LB_RULE_DELIVERED);
            count++;
        }
        lb_report_free(&report);
        lb_plan_free(plan);
    }
    return count;
}

/* Each condition is needed: without it some plans break the rules. */
static void test_conditions_are_needed(void **state) {
    (void)state;
    static const choices unlawful[] = {{false, true, true}, {true, false, true}, {true, true, false}};
    for (size_t i = 0; i < T_COUNT(unlawful); i++) {
        unsigned bad = 0;
        for (unsigned d = 3; d <= 9; d++)
            bad += refused(d, &unlawful[i], 20);
        t_note("condition %u", (unsigned)i);
        T_TRUE(bad > 0);
    }
}

/* ---- Allreduce ---- */

/* 2*ceil((2^d-1)/d) steps against ceil(2(2^d-1)/d): equal when d leaves nothing or more than half, else one apart. */
static void test_allreduce(void **state) {
    (void)state;
    static const uint32_t equal_at = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 8 | 1 << 9 | 1 << 16 | 1 << 20;
    for (unsigned d = 0; d <= (T_SLOW ? 14u : 20u); d++) {
        lb_plan *plan = cube_plan(d, LB_ALLREDUCE, "multinode-allreduce", 0, 1);
        uint64_t n = UINT64_C(1) << d, least = d ? t_ceil(2 * (n - 1), d) : 0;
        lb_report report = t_check(plan, d <= (T_SLOW ? 6u : 10u) ? LB_REPLAY_FULL : LB_REPLAY_RELATIVE);
        lb_bound bound;
        T_EQUAL(lb_bound_unit(lb_plan_task(plan), 0, 1, &bound, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(lb_plan_task(plan), 0, 1, &bound.steps_witness, NULL), LB_OK);
        T_EQUAL(lb_witness_verify(lb_plan_task(plan), 0, 1, &bound.transmissions_witness, NULL), LB_OK);
        T_EQUAL(report.steps, 2 * cube_quotient(d));
        T_EQUAL(report.moves, 2 * n * (n - 1));
        T_EQUAL(report.moves, bound.transmissions);
        T_EQUAL(bound.steps, least);
        T_EQUAL(report.steps, least + (equal_at >> d & 1 ? 0 : 1));
        lb_plan_free(plan);
    }
}

/* Several packets a block: legal, and no worse than one after another. */
static void test_allreduce_packets(void **state) {
    (void)state;
    for (unsigned d = 0; d <= 6; d++) {
        for (uint64_t packets = 2; packets <= 3; packets++) {
            lb_plan *plan = cube_plan(d, LB_ALLREDUCE, "multinode-allreduce", 0, packets);
            lb_report report = t_check(plan, LB_REPLAY_FULL);
            uint64_t n = UINT64_C(1) << d;
            T_TRUE(report.steps <= 2 * packets * cube_quotient(d));
            T_EQUAL(report.moves, 2 * packets * n * (n - 1));
            lb_plan_free(plan);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),           cmocka_unit_test(test_composite),
        cmocka_unit_test(test_random_choices), cmocka_unit_test(test_conditions_are_needed),
        cmocka_unit_test(test_allreduce),      cmocka_unit_test(test_allreduce_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
