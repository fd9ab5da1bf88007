/* bit-permute: a step for every dimension with something to do, shortest ways, on one port as on all; several packets
 * at the same time where cycles are alike; and nothing but permutations of bits. */
#include "support/support.h"

enum { MOST = 256 };

typedef struct bits {
    unsigned d, next[8];
    uint32_t turned;
} bits;

static bits some_bits(unsigned d, uint64_t *random) {
    bits b = {.d = d, .turned = t_draw(random, UINT32_C(1) << d)};
    for (unsigned i = 0; i < d; i++) {
        unsigned other = t_draw(random, i + 1);
        b.next[i] = b.next[other];
        b.next[other] = i;
    }
    return b;
}

static bits reversal(unsigned d) {
    bits b = {.d = d};
    for (unsigned i = 0; i < d; i++)
        b.next[i] = d - 1 - i;
    return b;
}

static uint32_t apply(const bits *b, uint32_t v) {
    uint32_t to = b->turned;
    for (unsigned i = 0; i < b->d; i++)
        to ^= (v >> i & 1) << b->next[i];
    return to;
}

static lb_task *task_of(const bits *b, uint32_t swap) {
    char name[16];
    snprintf(name, sizeof name, "cube:%u", b->d);
    lb_net *net = t_net(name);
    uint32_t to[MOST], n = UINT32_C(1) << b->d;
    for (uint32_t v = 0; v < n; v++)
        to[v] = apply(b, v ^ (v / 2 == swap / 2)); /* swap beyond the last: nothing is swapped */
    lb_task *task;
    T_EQUAL(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = to, .count = n}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* Dimensions with something to do; whether all their cycles have one length. */
static unsigned moved_of(const bits *b, bool *alike) {
    unsigned moved = 0, length = 0;
    *alike = true;
    for (unsigned i = 0; i < b->d; i++) {
        unsigned round = 1;
        for (unsigned at = b->next[i]; at != i; at = b->next[at])
            round++;
        if (round == 1 && !(b->turned >> i & 1))
            continue;
        *alike = *alike && (moved == 0 || round == length);
        length = round;
        moved++;
    }
    return moved;
}

static uint64_t hops_of(const bits *b) {
    uint64_t hops = 0;
    for (uint32_t v = 0; v < UINT32_C(1) << b->d; v++)
        hops += (unsigned)__builtin_popcount(v ^ apply(b, v));
    return hops;
}

static void try_bits(const bits *b, uint64_t packets, uint32_t ports) {
    bool alike;
    unsigned moved = moved_of(b, &alike), width = alike ? moved < ports ? moved : ports : 1;
    lb_task *task = task_of(b, UINT32_MAX);
    t_note("%u bits, %u of them moved, %u packets, %u ports", b->d, moved, (unsigned)packets, ports);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "bit-permute", .packets = packets, .ports = ports});
    width = width > packets ? (unsigned)packets : width;
    T_EQUAL(lb_plan_steps(plan), moved ? t_ceil(packets, width) * moved : 0);
    T_EQUAL(lb_plan_moves(plan), packets * hops_of(b));
    t_check(plan, LB_REPLAY_FULL);
    if (b->d <= 5)
        t_check_sends(plan);
    lb_plan_free(plan);
    lb_task_free(task);
}

static void test_some(void **state) {
    (void)state;
    uint64_t random = 3;
    for (unsigned i = 0; i < 160; i += T_SPARSE) {
        bits b = i % 8 ? some_bits(1 + i % 8, &random) : reversal(2 + i / 8 % 7);
        try_bits(&b, 1 + t_draw(&random, 6), 1 + t_draw(&random, b.d));
        try_bits(&b, 1, 1);
        try_bits(&b, b.d, b.d);
    }
}

/* Nothing else is taken for one; and as a default it is at the bound. */
static void test_others(void **state) {
    (void)state;
    for (unsigned d = 3; d <= 8; d++) {
        bits b = reversal(d);
        for (uint32_t swap = 0; swap < UINT32_C(1) << d; swap += 1 + (UINT32_C(1) << d) / 16) {
            lb_task *task = task_of(&b, swap);
            assert_null(t_plan_or_null(task, &(lb_plan_options){.algorithm = "bit-permute"}));
            lb_task_free(task);
        }
        lb_task *task = task_of(&b, UINT32_MAX);
        for (uint32_t ports = 1; ports <= d; ports += d - 1) {
            lb_plan *plan = t_plan(task, &(lb_plan_options){.ports = ports});
            t_note("reversing %u bits", d);
            T_EQUAL(lb_plan_steps(plan), d / 2 * 2);
            T_EQUAL(lb_plan_steps(plan), lb_plan_bound(plan)->steps);
            lb_plan_free(plan);
        }
        lb_task_free(task);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_some), cmocka_unit_test(test_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
