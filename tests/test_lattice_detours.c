/* All-to-all and lists of offsets on lattices whose shortest ways load the generators unevenly: the weights of the
 * bound, and ways that are longer. */
#include "support/faults.h"

#include <stdio.h>

static uint64_t gcd(uint64_t a, uint64_t b) {
    return b ? gcd(b, a % b) : a;
}

static lb_net *circulant(uint32_t n, uint32_t a, uint32_t b) {
    char name[64];
    snprintf(name, sizeof name, "circulant:%u:%u,%u", n, a, b);
    t_note("%s", name);
    return t_net(name);
}

/* Every plan is checked and every bound recounted (t_try_faulty); nearly all of them are equal. */
static void test_circulants(void **state) {
    (void)state;
    unsigned all = 0, met = 0;
    for (uint32_t n = 5; n <= 21; n++) {
        for (uint32_t a = 1 + n % 3; a < n / 2; a += 3) {
            for (uint32_t b = a + 1; b <= n / 2; b += 2) {
                if (gcd(n, gcd(a, b)) != 1)
                    continue;
                lb_net *net = circulant(n, a, b);
                lb_task *task = t_living_task(net, LB_ALLTOALL, 0);
                uint64_t bound = 0;
                uint32_t steps = t_try_faulty(task, &(lb_plan_options){0}, &bound).steps;
                T_TRUE(steps <= bound + 1);
                met += steps == bound;
                all++;
                lb_task_free(task);
                lb_net_free(net);
            }
        }
    }
    t_note("%u of %u", met, all);
    T_TRUE(all > 60 && 100 * met >= 97 * all);
}

static uint32_t steps_of(const char *name, lb_task_kind kind, lb_plan_options o, uint64_t *bound) {
    static uint32_t offsets[] = {1, 1, 1, 1, 1, 4};
    lb_net *net = t_net(name);
    lb_task_params params = {.list = offsets, .count = T_COUNT(offsets)};
    lb_task *task = NULL;
    t_note("%s", name);
    T_EQUAL(lb_task_create(net, kind, &params, &task, NULL), LB_OK);
    uint32_t steps = t_try_faulty(task, &o, bound).steps;
    lb_task_free(task);
    lb_net_free(net);
    return steps;
}

/* Shortest ways take more in all of these, and weights of 1 prove less. */
static void test_known(void **state) {
    (void)state;
    static const struct {
        const char *name;
        lb_task_kind kind;
        uint32_t steps, ports;
        uint64_t packets;
    } known[] = {
        {"circulant:29:2,4", LB_ALLTOALL, 35, 0, 1},   {"circulant:21:3,7", LB_ALLTOALL, 18, 0, 1},
        {"circulant:25:1,2", LB_ALLTOALL, 26, 0, 1},   {"circulant:25:1,2", LB_ALLTOALL, 52, 0, 2},
        {"circulant:30:2,5,7", LB_ALLTOALL, 12, 0, 1}, {"lattice:4x6:0>0.2:1.0,0.1,1.1", LB_ALLTOALL, 9, 0, 1},
        {"circulant:17:1,3", LB_ISOTROPIC, 5, 2, 1},
    };
    for (size_t i = 0; i < T_COUNT(known); i++) {
        uint64_t bound;
        lb_plan_options o = {.ports = known[i].ports, .packets = known[i].packets};
        T_EQUAL(steps_of(known[i].name, known[i].kind, o, &bound), known[i].steps);
        T_EQUAL(bound, known[i].steps);
    }
}

/* Weights that are not what they claim to be are found out. */
static void test_witness(void **state) {
    (void)state;
    lb_net *net = t_net("circulant:21:3,7");
    lb_task *task = t_living_task(net, LB_ALLTOALL, 0);
    lb_bound bound;
    T_EQUAL(lb_bound_unit(task, 0, 1, &bound, NULL), LB_OK);
    lb_witness w = bound.steps_witness;
    T_EQUAL(w.kind, LB_WITNESS_LINKS);
    T_TRUE(w.weight[0] != w.weight[2] && w.value == 18);
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_OK);
    w.load++;
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_ERR_CHECK);
    w = bound.steps_witness;
    w.capacity--;
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_ERR_CHECK);
    w = bound.steps_witness;
    w.value++;
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_ERR_CHECK);
    w = bound.steps_witness;
    w.weight[2] = w.weight[3] = 7;
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_ERR_CHECK);
    w = bound.steps_witness;
    w.weight[0] = w.weight[1] = 0; /* nothing costs anything */
    T_EQUAL(lb_witness_verify(task, 0, 1, &w, NULL), LB_ERR_CHECK);
    lb_task_free(task);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circulants),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
