/* Rings through all nodes of a torus: each is one, over links that are there, and no two share a link. */
#include "algo/torus/loops.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>

/* Walks over all rings, and notes every link at its ends. */
static void check_loops(const lb_net *net, const lb_loops *loops) {
    uint32_t n = lb_net_nodes(net);
    unsigned ports = lb_net_ports(net);
    bool *used = calloc((size_t)n * (ports + 1), sizeof *used), *there = calloc(n, sizeof *there);
    T_TRUE(used && there);
    for (unsigned l = 0; l < loops->count; l++) {
        const uint32_t *at = loops->at + (size_t)l * n;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t next = at[(i + 1) % n];
            T_TRUE(at[i] < n);
            T_TRUE(!!there[at[i]] == !!(l % 2)); /* of n nodes, each once a ring */
            there[at[i]] = !there[at[i]];
            unsigned out = lb_port_to(net, at[i], next), back = lb_port_to(net, next, at[i]);
            T_TRUE(out < ports && back < ports);
            if (n > 2)
                T_TRUE(!used[at[i] * ports + out] && !used[next * ports + back]);
            used[at[i] * ports + out] = used[next * ports + back] = true;
        }
    }
    free(used);
    free(there);
}

static unsigned expected(const lb_net *net) {
    unsigned twos = 0, others = 0;
    for (unsigned i = 0; i < lb_net_dims(net); i++) {
        twos += lb_net_radix(net, i) == 2;
        others += lb_net_radix(net, i) > 2;
    }
    return lb_net_nodes(net) == 2 ? 1 : others + twos / 2;
}

static void try_torus(const lb_net *net) {
    lb_loops loops;
    lb_why why;
    if (lb_loops_find(net, &loops, &why))
        fail_msg("%s", why.text);
    T_EQUAL(loops.count, expected(net));
    T_EQUAL(loops.count, lb_loops_count(net));
    check_loops(net, &loops);
    lb_loops_free(&loops);
}

static void try_named(const char *name) {
    lb_net *net;
    T_EQUAL(lb_net_parse(name, &net, NULL), LB_OK);
    try_torus(net);
    lb_net_free(net);
}

static void test_all_tori(void **state) {
    (void)state;
    for (uint32_t a = 1; a <= 12; a++) {
        for (uint32_t b = 1; a * b <= 64; b++) {
            for (uint32_t c = 1; a * b * c <= 128 && c <= 8; c++) {
                char name[64];
                snprintf(name, sizeof name, "%ux%ux%u", a, b, c);
                try_named(name);
            }
        }
    }
}

static void test_large(void **state) {
    (void)state;
    static const char *const names[] = {"cube:7",  "cube:8", "cube:10",     "32x32",   "31x33",
                                        "4x4x4x4", "3x341",  "2x2x2x3x3x3", "10x10x10"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        try_named(names[i]);
}

static void test_too_large(void **state) {
    (void)state;
    lb_net *net;
    lb_loops loops;
    T_EQUAL(lb_net_parse("cube:11", &net, NULL), LB_OK);
    T_EQUAL(lb_loops_find(net, &loops, NULL), LB_ERR_UNSUPPORTED);
    lb_net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_tori),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
