/* greedy: whatever the rule, no port is idle that could do something, so no more than h_r + h_c - 1 steps. */
#include "support/cubes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 128 };

static const char *const rules[] = {NULL, "farthest", "nearest", "first", "random"};

static uint64_t random_state;

static uint32_t below(uint32_t limit) {
    return t_draw(&random_state, limit);
}

/* ---- What a plan does to origin 0's blocks ------------------------------------------------------------------ */

typedef struct hop {
    uint32_t step, row;
    uint8_t port;
} hop;

typedef struct story {
    const lb_net *net;
    uint32_t rows, offset[MOST_ROWS];
    uint32_t need[MOST_ROWS][LB_MAX_PORTS]; /* hops still to be made */
    uint32_t left[MOST_ROWS];               /* the same, summed */
    hop *hops;
    uint64_t count;
} story;

/* Rows are found as they turn up: those that never move have nothing to do. */
static uint32_t row_of(story *s, uint32_t *copies, const lb_item *item) {
    uint32_t row = 0;
    while (row < s->rows && (s->offset[row] != item->dest || copies[row] != item->copy))
        row++;
    if (row == s->rows) {
        T_TRUE(s->rows < MOST_ROWS);
        s->offset[row] = item->dest;
        copies[row] = item->copy;
        s->rows++;
    }
    return row;
}

static story *story_of(const lb_plan *plan) {
    uint32_t copies[MOST_ROWS] = {0};
    t_moves moves = t_moves_of(plan);
    story *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->net = lb_plan_net(plan);
    s->hops = calloc(moves.count + 1, sizeof *s->hops);
    assert_non_null(s->hops);
    for (uint64_t i = 0; i < moves.count; i++) {
        const lb_move *m = &moves.at[i];
        if (m->items->origin != 0)
            continue;
        uint32_t row = row_of(s, copies, m->items);
        s->hops[s->count++] = (hop){m->step, row, m->port};
        s->need[row][m->port]++;
        s->left[row]++;
    }
    t_moves_free(&moves);
    return s;
}

static void story_free(story *s) {
    free(s->hops);
    free(s);
}

/* h_r + h_c - 1. */
static uint64_t promise(const story *s) {
    uint64_t row_most = 0, column[LB_MAX_PORTS] = {0}, column_most = 0;
    for (uint32_t row = 0; row < s->rows; row++) {
        T_EQUAL(s->left[row], lb_distance(s->net, 0, s->offset[row]));
        row_most = s->left[row] > row_most ? s->left[row] : row_most;
        for (unsigned p = 0; p < lb_net_ports(s->net); p++)
            column[p] += s->need[row][p];
    }
    for (unsigned p = 0; p < lb_net_ports(s->net); p++)
        column_most = column[p] > column_most ? column[p] : column_most;
    return s->rows ? row_most + column_most - 1 : 0;
}

/* A port that is idle, though one more may send, is needed by no block that stays; one that is busy has taken the block
 * that its rule prefers among those that stay. */
static void judge_port(const story *s, const hop *taken, bool may_send, const char *rule, unsigned port,
                       const bool *moves) {
    for (uint32_t row = 0; row < s->rows; row++) {
        if (s->need[row][port] == 0 || moves[row])
            continue;
        if (!taken) {
            T_TRUE(!may_send);
            continue;
        }
        if (!rule || strcmp(rule, "farthest") == 0)
            T_TRUE(s->left[row] <= s->left[taken->row]);
        else if (strcmp(rule, "nearest") == 0)
            T_TRUE(s->left[row] >= s->left[taken->row]);
    }
}

static void judge_steps(story *s, uint32_t steps, uint32_t ports, const char *rule) {
    uint64_t at = 0;
    for (uint32_t step = 1; step <= steps; step++) {
        const hop *taken[LB_MAX_PORTS] = {NULL};
        bool moves[MOST_ROWS] = {false};
        uint64_t first = at;
        for (; at < s->count && s->hops[at].step == step; at++) {
            T_TRUE(!taken[s->hops[at].port] && !moves[s->hops[at].row]);
            taken[s->hops[at].port] = &s->hops[at];
            moves[s->hops[at].row] = true;
        }
        T_TRUE(at > first && at - first <= ports);
        for (unsigned p = 0; p < lb_net_ports(s->net); p++)
            judge_port(s, taken[p], at - first < ports, rule, p, moves);
        for (uint64_t i = first; i < at; i++) {
            s->need[s->hops[i].row][s->hops[i].port]--;
            s->left[s->hops[i].row]--;
        }
    }
    T_EQUAL(at, s->count);
}

/* ---- Tests -------------------------------------------------------------------------------------------------- */

static lb_plan *plan_by(const lb_task *task, const char *rule, uint64_t seed, uint32_t ports) {
    return t_plan(task, &(lb_plan_options){.algorithm = "greedy", .rule = rule, .seed = seed, .ports = ports});
}

static void try_rule(const lb_task *task, const char *rule, uint64_t seed, uint32_t ports) {
    lb_bound bound;
    lb_plan *plan = plan_by(task, rule, seed, ports), *best;
    best = t_plan(task, &(lb_plan_options){.algorithm = "isotropic", .ports = ports});
    T_EQUAL(lb_bound_unit(task, ports, 1, &bound, NULL), LB_OK);
    T_EQUAL(lb_plan_moves(plan), bound.transmissions);
    T_TRUE(lb_plan_steps(plan) >= lb_plan_steps(best));
    t_check(plan, LB_REPLAY_RELATIVE);
    t_check(plan, LB_REPLAY_FULL);
    story *s = story_of(plan);
    if (ports == 0)
        T_TRUE(lb_plan_steps(plan) <= promise(s));
    judge_steps(s, lb_plan_steps(plan), ports ? ports : lb_net_ports(s->net), rule);
    story_free(s);
    lb_plan_free(plan);
    lb_plan_free(best);
}

static lb_task *random_task(const lb_net *net) {
    uint32_t list[MOST_ROWS], n = lb_net_nodes(net), count = below(below(3) ? 12 : 80), few = 1 + below(12);
    for (uint32_t i = 0; i < count; i++)
        list[i] = i >= few && below(2) ? list[i % few] : below(n);
    lb_task *task = NULL;
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = list, .count = count}, &task, NULL), LB_OK);
    return task;
}

static void test_random_tasks(void **state) {
    (void)state;
    static const char *const nets[] = {"1",     "2",     "3",   "4",      "9",     "12",    "2x2",
                                       "2x5",   "3x3",   "4x4", "3x4",    "5x6",   "1x6x1", "2x4x3",
                                       "3x3x3", "4x2x4", "7x8", "cube:3", "cube:5"};
    uint64_t seed = 31337;
    int cases = T_SLOW ? 120 : 900;
    for (int i = 0; i < cases; i++) {
        random_state = seed + (uint64_t)i * 1000003;
        lb_net *net = t_net(nets[(size_t)i % T_COUNT(nets)]);
        lb_task *task = random_task(net);
        for (size_t r = 0; r < T_COUNT(rules); r++) {
            uint32_t ports = lb_net_ports(net) && r % 2 ? below(lb_net_ports(net) + 1) : 0;
            t_note("seed %" PRIu64 ", case %d: %s, rule %s, %u ports", seed, i, nets[(size_t)i % T_COUNT(nets)],
                   rules[r] ? rules[r] : "(none)", ports);
            try_rule(task, rules[r], (uint64_t)i, ports);
            try_rule(task, rules[r], (uint64_t)i, 0);
        }
        lb_task_free(task);
        lb_net_free(net);
    }
    print_message("seed %" PRIu64 ": %d tasks\n", seed, cases);
}

static void test_exchange(void **state) {
    (void)state;
    static const char *const nets[] = {"5", "8", "4x4", "3x5", "2x3x4", "3x3x3", "cube:4", "cube:6", "8x8"};
    for (size_t i = 0; i < T_COUNT(nets); i++) {
        lb_task *task = t_task_on(nets[i], LB_ALLTOALL);
        for (size_t r = 0; r < T_COUNT(rules); r++) {
            t_note("alltoall on %s, rule %s", nets[i], rules[r] ? rules[r] : "(none)");
            try_rule(task, rules[r], 7, 0);
        }
        lb_task_free(task);
    }
}

/* The errata's example: rows to 15, columns to 1250. */
static void test_thousand(void **state) {
    (void)state;
    lb_task *task = t_task_on("10x10x10", LB_ALLTOALL);
    for (size_t r = 1; r < T_COUNT(rules); r++) {
        t_note("alltoall on 10x10x10, rule %s", rules[r]);
        lb_plan *plan = plan_by(task, rules[r], 1, 0);
        T_TRUE(lb_plan_steps(plan) >= 1250 && lb_plan_steps(plan) <= 1264);
        t_check(plan, LB_REPLAY_RELATIVE);
        lb_plan_free(plan);
    }
    lb_task_free(task);
}

static bool same(const lb_plan *a, const lb_plan *b) {
    t_moves left = t_moves_of(a), right = t_moves_of(b);
    bool equal = left.count == right.count;
    for (uint64_t i = 0; equal && i < left.count; i++) {
        const lb_move *m = &left.at[i], *o = &right.at[i];
        equal = m->step == o->step && m->from == o->from && m->port == o->port &&
                m->items->origin == o->items->origin && m->items->dest == o->items->dest;
    }
    t_moves_free(&left);
    t_moves_free(&right);
    return equal;
}

static void test_seeds(void **state) {
    (void)state;
    lb_task *task = t_task_on("4x5", LB_ALLTOALL);
    lb_plan *first = plan_by(task, "random", 0, 0);
    unsigned different = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        t_note("seed %" PRIu64, seed);
        lb_plan *a = plan_by(task, "random", seed, 0), *b = plan_by(task, "random", seed, 0);
        t_same_moves(a, b);
        t_check(a, LB_REPLAY_FULL);
        different += !same(a, first);
        lb_plan_free(a);
        lb_plan_free(b);
    }
    T_TRUE(different >= 15);
    lb_plan *a = plan_by(task, "farthest", 1, 0), *b = plan_by(task, NULL, 2, 0);
    t_note("only random looks at the seed");
    t_same_moves(a, b);
    lb_plan_free(a);
    lb_plan_free(b);
    lb_plan_free(first);
    lb_task_free(task);
}

static void test_unknown_rule(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "Farthest", "far", "farthest ", "randomly"};
    lb_task *task = t_task_on("3x3", LB_ALLTOALL);
    for (size_t i = 0; i < T_COUNT(wrong); i++) {
        lb_plan *plan = NULL;
        lb_why why = {""};
        t_note("rule '%s'", wrong[i]);
        lb_plan_options options = {.algorithm = "greedy", .rule = wrong[i]};
        T_EQUAL(lb_plan_create(task, &options, &plan, &why), LB_ERR_ARG);
        T_TRUE(plan == NULL && strstr(why.text, "farthest, nearest, first or random"));
    }
    lb_task_free(task);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_tasks), cmocka_unit_test(test_exchange),     cmocka_unit_test(test_thousand),
        cmocka_unit_test(test_seeds),        cmocka_unit_test(test_unknown_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
