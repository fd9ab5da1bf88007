/* Permutations of the cube, and their plans against their formulas. */
#include "support/permutations.h"

#include <stdlib.h>
#include <string.h>

/* ---- Permutations ---- */

uint32_t *perm_list_of(unsigned d, uint32_t (*map)(unsigned d, uint32_t v)) {
    uint32_t *list = malloc(sizeof *list << d);
    assert_non_null(list);
    for (uint32_t v = 0; v < 1u << d; v++)
        list[v] = map(d, v);
    return list;
}

uint32_t perm_inversion(unsigned d, uint32_t v) {
    return v ^ ((1u << d) - 1);
}
uint32_t perm_reflection(unsigned d, uint32_t v) {
    return v ^ 1u << (d - 1);
}
uint32_t perm_rotation(unsigned d, uint32_t v) {
    return (v + 1) & ((1u << d) - 1);
}
uint32_t perm_identity(unsigned d, uint32_t v) {
    (void)d;
    return v;
}
uint32_t perm_reversal(unsigned d, uint32_t v) {
    uint32_t r = 0;
    for (unsigned i = 0; i < d; i++)
        r |= (v >> i & 1) << (d - 1 - i);
    return r;
}
uint32_t perm_transpose(unsigned d, uint32_t v) { /* an odd d: the highest bit stays */
    unsigned c = d / 2;
    uint32_t low = v & ((1u << c) - 1), high = v >> c & ((1u << c) - 1);
    return (v >> 2 * c << 2 * c) | low << c | high;
}
uint32_t perm_shuffle(unsigned d, uint32_t v) {
    return (v << 1 | v >> (d - 1)) & ((1u << d) - 1);
}
uint32_t perm_last_pair(unsigned d, uint32_t v) { /* bits 0 and d-1 only */
    return d > 1 && (v ^ v >> (d - 1)) & 1 ? v ^ 1u ^ 1u << (d - 1) : v;
}
uint32_t perm_anti(unsigned d, uint32_t v) { /* about the other diagonal */
    return d % 2 ? v : perm_inversion(d, perm_transpose(d, v));
}
/* (row, column) to (column, 2^c-1-row), rows in the high half. */
uint32_t perm_quarter(unsigned d, uint32_t v) {
    unsigned c = d / 2;
    uint32_t row = v >> c & ((1u << c) - 1), column = v & ((1u << c) - 1);
    return (v >> 2 * c << 2 * c) | column << c | (((1u << c) - 1) ^ row);
}
uint32_t perm_quarter_gray(unsigned d, uint32_t v) { /* Gray(2^c-1-row) is Gray(row) with its highest bit flipped */
    unsigned c = d / 2;
    return c ? perm_transpose(d, v) ^ 1u << (c - 1) : v;
}
uint32_t perm_quarter_back(unsigned d, uint32_t v) {
    return perm_quarter(d, perm_quarter(d, perm_quarter(d, v)));
}
uint32_t perm_turn_and_flip(unsigned d, uint32_t v) { /* an odd d: the highest bit flips */
    return d % 2 ? perm_quarter_gray(d, v) ^ 1u << (d - 1) : perm_quarter(d, v);
}
uint32_t perm_swap_and_flip(unsigned d, uint32_t v) {
    return d % 2 ? perm_transpose(d, v) ^ 1u << (d - 1) : perm_transpose(d, v);
}

static uint64_t state;

void perm_seed(uint64_t value) {
    state = value;
}

uint32_t perm_chance(uint32_t below) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

void perm_mix(uint32_t *list, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = perm_chance(i), kept = list[i - 1];
        list[i - 1] = list[j];
        list[j] = kept;
    }
}

lb_task *perm_task_of(unsigned d, const uint32_t *list) {
    char name[16];
    lb_task *task = NULL;
    lb_why why = {""};
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(d ? name : "1");
    lb_task_params params = {.list = list, .count = (size_t)1 << d};
    if (lb_task_create(net, LB_PERMUTE, &params, &task, &why))
        fail_msg("%s", why.text);
    lb_net_free(net);
    return task;
}

lb_task *perm_task_by(unsigned d, uint32_t (*map)(unsigned d, uint32_t v)) {
    uint32_t *list = perm_list_of(d, map);
    lb_task *task = perm_task_of(d, list);
    free(list);
    return task;
}

lb_task *perm_one_offset(unsigned d, uint32_t offset) {
    char name[16];
    lb_task *task = NULL;
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    T_EQUAL(lb_task_create(net, LB_ISOTROPIC, &(lb_task_params){.list = &offset, .count = 1}, &task, NULL), LB_OK);
    lb_net_free(net);
    return task;
}

/* ---- Formula and simulation ---- */

const lb_cost perm_costs[PERM_COSTS] = {
    {.bytes = 5040, .tau = {1, 1}, .beta = {40, 1}}, {.bytes = 5040, .tau = {1, 3}, .beta = {0, 1}},
    {.bytes = 77, .tau = {0, 1}, .beta = {7, 2}},    {.bytes = 1, .tau = {5, 1}, .beta = {1, 1}},
    {.bytes = 17, .tau = {2, 7}, .beta = {3, 1}},    {.bytes = 100000, .tau = {1, 100}, .beta = {25, 1}},
    {.bytes = 640, .tau = {1, 1}, .beta = {90, 1}},  {.bytes = 4096, .tau = {3, 2}, .beta = {1000, 3}},
};

unsigned perm_simulated;

/* The plan as it is made for a cost; it must hold, and take what its formula says (or less, where that is all it says).
 */
void perm_check_time(const lb_task *task, const char *algorithm, const lb_cost *cost, uint32_t groups, bool exact) {
    lb_plan_options o = {.algorithm = algorithm, .clock = LB_LINEAR, .cost = cost, .groups = groups};
    lb_formula f;
    lb_ratio says;
    lb_timing timing;
    lb_why why = {""};
    lb_plan *plan = t_plan(task, &o);
    T_EQUAL(lb_formula_of(task, &o, &f, &why), LB_OK);
    assert_string_equal(f.algorithm, algorithm);
    T_EQUAL(f.exact, exact);
    T_EQUAL(lb_formula_time(&f, cost, &says), LB_OK);
    if (lb_simulate(plan, cost, NULL, &timing, &why))
        fail_msg("%s", why.text);
    if (exact) {
        T_EQUAL(timing.makespan.num, says.num);
        T_EQUAL(timing.makespan.den, says.den);
    } else {
        T_TRUE(lb_ratio_compare(timing.makespan, says) <= 0);
    }
    lb_timing_free(&timing);
    lb_plan_free(plan);
    perm_simulated++;
}

void perm_check_costs(const lb_task *task, const char *algorithm, bool exact) {
    for (size_t i = 0; i < PERM_COSTS; i++)
        perm_check_time(task, algorithm, &perm_costs[i], 0, exact);
}

/* The bound's data term: what the busiest link must carry when start-ups are free. */
lb_ratio perm_data_bound(const lb_task *task, const lb_cost *cost) {
    lb_ratio time;
    lb_cost free_start = *cost;
    free_start.beta = (lb_ratio){0, 1};
    T_EQUAL(lb_bound_linear(task, 0, &free_start, &time, NULL, NULL), LB_OK);
    return time;
}
