/* What docs/errata.md says of paper 001, shown: the waves by a small model of what the paper prints, the rest on
 * plans and formulas. */
#include "support/support.h"

#include "algo/permute/crossing.h"
#include "plan/plan.h"

#include <stdlib.h>

/* ---- BROADCAST 3 and 4 as printed ---- */

enum { MOST_D = 6 };

typedef struct waves {
    unsigned d, groups;
    unsigned rotation; /* the second wave sends P_((j+rotation) mod d) as Q_j */
    bool second;       /* it is sent at all: the range of j begins at k-g, not k-g+1 */
    uint64_t have[1 << MOST_D], next[1 << MOST_D];
} waves;

/* The bit of the first one after z, cyclically; node 0, of which the paper does not speak, sends P_z. */
static unsigned next_one(unsigned d, uint32_t node, unsigned z) {
    for (unsigned i = 1; i < d; i++) {
        if (node >> (z + i) % d & 1)
            return (z + i) % d;
    }
    return z;
}

/* One stage of BROADCAST 3 at a node, for one group; nothing is sent that is not there. */
static void send_stage(waves *w, uint32_t node, unsigned group) {
    unsigned turn = group == w->groups ? w->rotation : 0, real = group == w->groups ? group - 1 : group;
    for (unsigned z = 0; z < w->d; z++) {
        unsigned packet = node >> z & 1 ? z : next_one(w->d, node, z);
        uint64_t bit = UINT64_C(1) << (real * w->d + (packet + turn) % w->d);
        w->next[node ^ 1u << z] |= w->have[node] & bit;
    }
}

static void run(waves *w, unsigned stages) {
    uint32_t nodes = 1u << w->d;
    for (uint32_t v = 0; v < nodes; v++)
        w->have[v] = v ? 0 : (UINT64_C(1) << w->d * w->groups) - 1;
    for (unsigned k = 0; k < stages; k++) {
        for (uint32_t v = 0; v < nodes; v++)
            w->next[v] = w->have[v];
        for (uint32_t v = 0; v < nodes; v++) {
            unsigned j = (unsigned)__builtin_popcount(v);
            if (j <= k && k - j < w->groups)
                send_stage(w, v, k - j);
            else if (w->second && j <= k && k - j == w->groups && j + 2 <= w->d)
                send_stage(w, v, w->groups);
        }
        for (uint32_t v = 0; v < nodes; v++)
            w->have[v] = w->next[v];
    }
}

static bool complete_at(const waves *w, uint32_t node) {
    return w->have[node] == w->have[0];
}

static bool complete(const waves *w) {
    for (uint32_t v = 0; v < 1u << w->d; v++) {
        if (!complete_at(w, v))
            return false;
    }
    return true;
}

/* 3A takes d+1 stages; with a second wave d are enough, by any rotation but none. */
static void test_second_wave(void **state) {
    (void)state;
    for (unsigned d = 2; d <= MOST_D; d++) {
        waves w = {.d = d, .groups = 1};
        run(&w, d + 1);
        T_TRUE(complete(&w));
        run(&w, d);
        T_TRUE(!complete(&w));
        w.second = true;
        for (w.rotation = 0; w.rotation < d; w.rotation++) {
            t_note("d=%u, rotation %u", d, w.rotation);
            run(&w, d);
            T_TRUE(complete(&w) == (w.rotation > 0));
        }
    }
}

/* BROADCAST 4 in d+g-1 stages: with j from k-g+1, as printed, not everything arrives; with j from k-g it does. */
static void test_range_of_groups(void **state) {
    (void)state;
    for (unsigned d = 2; d <= MOST_D; d++) {
        for (unsigned g = 1; g * d <= 40; g++) {
            t_note("d=%u, %u groups", d, g);
            waves w = {.d = d, .groups = g, .rotation = 1};
            run(&w, d + g - 1);
            T_TRUE(!complete(&w));
            w.second = true;
            run(&w, d + g - 1);
            T_TRUE(complete(&w));
        }
    }
}

/* ARBITRARY SEND 2 by BROADCAST 4: n+g+1 stages for n <= d-2, not n+g-1. The one that can be saved for n >= d/2 is
 * saved by a second wave turned by n. */
static void test_stages_of_a_send(void **state) {
    (void)state;
    for (unsigned d = 3; d <= MOST_D; d++) {
        for (unsigned n = 1; n + 2 <= d; n++) {
            uint32_t to = (1u << n) - 1;
            for (unsigned g = 1; g * d <= 40; g++) {
                t_note("d=%u, distance %u, %u groups", d, n, g);
                waves w = {.d = d, .groups = g, .rotation = 1, .second = true};
                run(&w, n + g - 1);
                T_TRUE(!complete_at(&w, to));
                run(&w, n + g + 1);
                T_TRUE(complete_at(&w, to));
                w.rotation = n;
                run(&w, n + g);
                T_TRUE(2 * n < d || complete_at(&w, to));
            }
        }
    }
}

/* ---- on plans ---- */

static lb_task *cube_task(unsigned d, unsigned n, lb_task_kind kind) {
    char name[16];
    lb_task *task = NULL;
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    T_EQUAL(lb_task_create(net, kind, &(lb_task_params){.to = (1u << n) - 1}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

static t_moves moves_of(unsigned d, lb_task_kind kind, const char *algorithm) {
    lb_task *task = cube_task(d, d, kind);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = algorithm, .clock = LB_LINEAR});
    t_check(plan, LB_REPLAY_FULL);
    t_moves moves = t_moves_of(plan);
    lb_plan_free(plan);
    lb_task_free(task);
    return moves;
}

static lb_formula formula_of(const lb_task *task, const char *algorithm, const lb_cost *cost, lb_ratio *time) {
    lb_formula f;
    lb_plan_options options = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = cost};
    T_EQUAL(lb_formula_of(task, &options, &f, NULL), LB_OK);
    T_EQUAL(lb_formula_time(&f, cost, time), LB_OK);
    return f;
}

/* O.C. SEND 3 on the 6-cube has data term K_5/6: K_5 is 13/5. */
static void test_k_5(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 1, .tau = {1, 1}, .beta = {0, 1}};
    lb_ratio time;
    lb_task *task = cube_task(6, 6, LB_SEND);
    lb_formula f = formula_of(task, "oc-send-3", &cost, &time);
    T_EQUAL(f.data.num, 13);
    T_EQUAL(f.data.den, 30);
    lb_task_free(task);
}

/* Nothing has to be sent into the root. */
static void test_nothing_into_the_root(void **state) {
    (void)state;
    for (unsigned d = 1; d <= MOST_D; d++) {
        t_moves moves = moves_of(d, LB_BROADCAST, "broadcast-3a");
        for (uint64_t i = 0; i < moves.count; i++)
            T_TRUE(moves.at[i].to != 0);
        t_moves_free(&moves);
    }
}

static uint64_t units_of(const lb_move *move) {
    uint64_t units = 0;
    for (uint32_t i = 0; i < move->nitems; i++)
        units += move->items[i].hi - move->items[i].lo;
    return units;
}

/* DISTRIBUTE 1: links out of one node carry different amounts in one stage. None carries more than the root's. */
static void test_links_differ(void **state) {
    (void)state;
    t_moves moves = moves_of(4, LB_SCATTER, "distribute-1");
    bool differ = false;
    uint64_t most[8] = {0};
    for (uint64_t i = 0; i < moves.count; i++) {
        const lb_move *a = &moves.at[i];
        if (a->from == 0)
            most[a->step] = units_of(a);
        for (uint64_t k = 0; k < i; k++) {
            const lb_move *b = &moves.at[k];
            differ = differ || (a->step == b->step && a->from == b->from && units_of(a) != units_of(b));
        }
    }
    for (uint64_t i = 0; i < moves.count; i++)
        T_TRUE(units_of(&moves.at[i]) <= most[moves.at[i].step]);
    T_TRUE(differ);
    t_moves_free(&moves);
}

/* DISTRIBUTE 2's example, d = 3: two waves are enough from tau*m/3 = beta on, and tau counts. */
static void test_example_of_two_waves(void **state) {
    (void)state;
    lb_task *task = cube_task(3, 3, LB_SCATTER);
    lb_cost cost = {.bytes = 3, .tau = {10, 1}, .beta = {10, 1}};
    lb_ratio time;
    t_note("two waves on the 3-cube");
    formula_of(task, "distribute-2", &cost, &time);
    T_EQUAL(time.num, 90); /* 7/3*30 + 2*10 */
    T_EQUAL(time.den, 1);
    cost.beta = (lb_ratio){101, 10};
    formula_of(task, "distribute-2", &cost, &time);
    T_TRUE(lb_ratio_value(time) > 70 + 2 * 10.1 + 0.01);
    lb_task_free(task);
}

/* DISTRIBUTE 2 on the 4-cube in two waves, the wavelets sent on as O.C. SEND 2 does: parts of a message take turns at
 * the dimensions, and the links out of a node do not carry the same. */
static lb_plan *uneven_waves(const lb_task *task) {
    enum { D = 4, UNIT = 12 };
    lb_builder b;
    lb_plan *plan = NULL;
    lb_build_begin(&b, task, LB_ROOTED, LB_LINEAR, 0, UNIT, 0);
    T_EQUAL(lb_build_expect(&b, 1000, 1000, NULL), LB_OK);
    for (uint32_t x = 1; x < 1u << D; x++) {
        unsigned dim[D] = {0}, level = 0;
        for (unsigned i = 0; i < D; i++) {
            if (x >> i & 1)
                dim[level++] = i;
        }
        for (unsigned part = 0; part < level; part++) {
            uint32_t node = 0;
            for (unsigned hop = 0; hop < level; hop++) {
                unsigned over = dim[(part + hop) % level], first = level == 1 ? 2 : 1;
                lb_build_move(&b, hop ? D - level + hop + 1 : first, node, over, LB_OP_COPY);
                lb_build_item(&b, (lb_item){.dest = x, .lo = part * (UNIT / level), .hi = (part + 1) * (UNIT / level)});
                node ^= 1u << over;
            }
        }
    }
    T_EQUAL(lb_build_finish(&b, "uneven", &plan, NULL), LB_OK);
    return plan;
}

/* Behind the first wave, 11/4*tau*m + beta, a link out of a neighbour carries as much as 1/4, 2/3 and 1/2 of a message:
 * in all 25/6*tau*m + 4*beta, 11 % more than the 15/4*tau*m + 2*beta of even ways. */
static void test_waves_need_even_ways(void **state) {
    (void)state;
    lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    lb_task *task = cube_task(4, 4, LB_SCATTER);
    lb_plan *plan = uneven_waves(task);
    lb_timing timing;
    t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(lb_simulate(plan, &cost, NULL, &timing, NULL), LB_OK);
    t_note("uneven ways");
    T_EQUAL(timing.makespan.num, 25 * 5040 / 6 + 4 * 40);
    T_EQUAL(timing.makespan.den, 1);
    lb_timing_free(&timing);
    lb_plan_free(plan);
    lb_task_free(task);
}

/* COMPLETE BROADCAST: in stage k (from 0) every link serves 2^k sources, at distances 0..k from the sender. */
static void test_sources_of_a_stage(void **state) {
    (void)state;
    t_moves moves = moves_of(4, LB_ALLGATHER, "complete-broadcast");
    for (uint64_t i = 0; i < moves.count; i++) {
        const lb_move *m = &moves.at[i];
        unsigned seen = 0;
        T_EQUAL(m->nitems, 1u << (m->step - 1));
        for (uint32_t k = 0; k < m->nitems; k++)
            seen |= 1u << __builtin_popcount(m->items[k].origin ^ m->from);
        T_EQUAL(seen, (1u << m->step) - 1);
    }
    t_moves_free(&moves);
}

/* COMPLETE EXCHANGE: stage k (from 0) starts the messages to distance d-k. */
static void test_start_of_messages(void **state) {
    (void)state;
    t_moves moves = moves_of(4, LB_ALLTOALL, "complete-exchange");
    unsigned started = 0;
    for (uint64_t i = 0; i < moves.count; i++) {
        const lb_move *m = &moves.at[i];
        for (uint32_t k = 0; k < m->nitems; k++) {
            if (m->items[k].origin != m->from)
                continue;
            T_EQUAL(__builtin_popcount(m->items[k].origin ^ m->items[k].dest), 4 - (m->step - 1));
            started++;
        }
    }
    T_TRUE(started > 0);
    t_moves_free(&moves);
}

/* ARBITRARY SEND 3 from distance 5: the way aside is the later one for long messages still, the straight one only for
 * very long ones. Start-ups: g+n-1 straight, g+n+1 aside. */
static void test_later_branch(void **state) {
    (void)state;
    lb_task *task = cube_task(7, 5, LB_SEND);
    lb_ratio time;
    lb_cost cost = {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}};
    lb_formula f = formula_of(task, "arbitrary-send-3", &cost, &time);
    T_EQUAL(f.startups, f.groups + 5 + 1);
    cost.bytes = 100000000;
    f = formula_of(task, "arbitrary-send-3", &cost, &time);
    T_EQUAL(f.startups, f.groups + 5 - 1);
    lb_task_free(task);
}

/* The nodes whose halves differ in the same k places as a and b: 2^c of them; that agree with a elsewhere: 2^k. */
static void test_logical_subcubes(void **state) {
    (void)state;
    enum { C = 4, NODES = 1 << 2 * C };
    uint32_t list[NODES];
    lb_crossings c;
    lb_task *task = NULL;
    for (uint32_t v = 0; v < NODES; v++)
        list[v] = (v << C | v >> C) & (NODES - 1);
    lb_net *net = t_net("cube:8");
    T_EQUAL(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = list, .count = NODES}, &task, NULL), LB_OK);
    T_TRUE(lb_crossings_of(task, &c));
    T_TRUE(c.count == C && c.swaps == C);
    for (uint32_t from = 0; from < NODES; from++) {
        unsigned printed = 0, right = 0, k = lb_crossing_dims(&c, list, from);
        for (uint32_t v = 0; v < NODES; v++) {
            bool alike = true, elsewhere = true;
            for (unsigned q = 0; q < c.count; q++) {
                bool moved = lb_crossing_change(&c, list, from, q) != 0;
                alike = alike && moved == (lb_crossing_change(&c, list, v, q) != 0);
                elsewhere = elsewhere && (moved || ((from ^ v) & c.mask[q]) == 0);
            }
            printed += alike;
            right += alike && elsewhere;
        }
        t_note("the subcube of %u", (unsigned)from);
        T_EQUAL(k, __builtin_popcount((from ^ from >> C) & ((1u << C) - 1)));
        T_EQUAL(printed, 1u << C);
        T_EQUAL(right, 1u << k);
    }
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_second_wave),           cmocka_unit_test(test_range_of_groups),
        cmocka_unit_test(test_stages_of_a_send),      cmocka_unit_test(test_k_5),
        cmocka_unit_test(test_nothing_into_the_root), cmocka_unit_test(test_links_differ),
        cmocka_unit_test(test_example_of_two_waves),  cmocka_unit_test(test_waves_need_even_ways),
        cmocka_unit_test(test_sources_of_a_stage),    cmocka_unit_test(test_start_of_messages),
        cmocka_unit_test(test_later_branch),          cmocka_unit_test(test_logical_subcubes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
