/* The topology that the namespace testbed is built from (bench/netns/topology), held against the library's networks. */
#define _GNU_SOURCE
#include "linkbound.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { MOST = 64, PORTS = 8 };

typedef struct topology {
    unsigned nodes, ports, links, routes;
    uint32_t across[MOST][PORTS]; /* the neighbour, LB_NONE: no wire */
    unsigned back[MOST][PORTS];   /* the port there */
    unsigned through[MOST][MOST]; /* the port of a route, LB_NONE: none */
    uint32_t next[MOST][MOST];
} topology;

static void wire(topology *t, unsigned a, unsigned pa, unsigned b, unsigned pb) {
    assert_true(a < t->nodes && b < t->nodes && pa < t->ports && pb < t->ports);
    assert_int_equal(t->across[a][pa], LB_NONE); /* once */
    t->across[a][pa] = b;
    t->back[a][pa] = pb;
}

static void read_line(topology *t, const char *line) {
    unsigned a, b, c, d;
    if (sscanf(line, "nodes %u", &a) == 1) {
        t->nodes = a;
    } else if (sscanf(line, "ports %u", &a) == 1) {
        t->ports = a;
    } else if (sscanf(line, "link %u %u %u %u", &a, &b, &c, &d) == 4) {
        wire(t, a, b, c, d);
        wire(t, c, d, a, b);
        t->links++;
    } else {
        assert_int_equal(sscanf(line, "route %u %u %u %u", &a, &b, &c, &d), 4);
        assert_true(a < t->nodes && b < t->nodes && a != b);
        assert_int_equal(t->through[a][b], LB_NONE);
        t->through[a][b] = c;
        t->next[a][b] = d;
        t->routes++;
    }
}

static int ask(const char *name, topology *t) {
    char command[512], line[128];
    /* Looking for leaks takes seconds for every run of the tool on some machines, and other tests do it. */
    snprintf(command, sizeof command, "ASAN_OPTIONS=detect_leaks=0 '%s/bench/netns/topology' '%s' 2>&1", getenv("SRC"),
             name);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    memset(t, 0xff, sizeof *t); /* LB_NONE everywhere */
    t->nodes = t->ports = t->links = t->routes = 0;
    while (fgets(line, sizeof line, pipe)) {
        if (strncmp(line, "topology: ", 10) != 0)
            read_line(t, line);
    }
    int status = pclose(pipe);
    return WEXITSTATUS(status);
}

static void same_wires(const lb_net *net, const topology *t) {
    assert_int_equal(t->nodes, lb_net_nodes(net));
    assert_int_equal(t->ports, lb_net_ports(net));
    assert_int_equal(2 * t->links, t->nodes * t->ports);
    for (unsigned node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++) {
            assert_int_equal(t->across[node][port], lb_neighbor(net, node, port));
            assert_int_equal(t->back[node][port], lb_port_opposite(net, port));
        }
    }
}

/* Each a hop nearer, and in the first dimension in which there is still a way to go. */
static void good_routes(const lb_net *net, const topology *t) {
    assert_int_equal(t->routes, t->nodes * (t->nodes - 1));
    for (uint32_t at = 0; at < t->nodes; at++) {
        for (uint32_t to = 0; to < t->nodes; to++) {
            if (at == to)
                continue;
            unsigned port = t->through[at][to], dim = 0;
            while (lb_digit(net, at, dim) == lb_digit(net, to, dim))
                dim++;
            assert_true(port < t->ports);
            assert_int_equal(lb_port_dim(net, port), dim);
            assert_int_equal(t->next[at][to], lb_neighbor(net, at, port));
            assert_int_equal(lb_distance(net, t->next[at][to], to) + 1, lb_distance(net, at, to));
        }
    }
}

/* What all pairs send each other loads the links of a dimension alike; on even radices from 6 that cannot be. */
static void fair_routes(const lb_net *net, const topology *t) {
    unsigned load[MOST][PORTS] = {{0}};
    for (uint32_t from = 0; from < t->nodes; from++) {
        for (uint32_t to = 0; to < t->nodes; to++) {
            for (uint32_t at = from; at != to; at = t->next[at][to])
                load[at][t->through[at][to]]++;
        }
    }
    for (unsigned node = 0; node < t->nodes; node++) {
        for (unsigned port = 0; port < t->ports; port++)
            assert_int_equal(load[node][port], load[0][lb_port_of(net, lb_port_dim(net, port), 1)]);
    }
}

static void test_networks(void **state) {
    static const char *const names[] = {"cube:1", "cube:2", "cube:3", "cube:4", "cube:6", "4x2",   "2x4",
                                        "3x3",    "4x4",    "3x4x5",  "ring:3", "ring:4", "1x3x2", "6x2"};
    static topology t;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lb_net *net = NULL;
        assert_int_equal(lb_net_parse(names[i], &net, NULL), LB_OK);
        assert_int_equal(ask(names[i], &t), 0);
        same_wires(net, &t);
        good_routes(net, &t);
        if (strcmp(names[i], "6x2") != 0)
            fair_routes(net, &t);
        lb_net_free(net);
    }
}

static void test_refused(void **state) {
    static const char *const names[] = {"",    "cube", "cube:0", "cube:7", "ring:1", "1",
                                        "9x8", "3x",   "x3",     "-2x2",   "0x2",    "2x2;true"};
    static topology t;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(ask(names[i], &t), 2);
        assert_int_equal(t.nodes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_networks), cmocka_unit_test(test_refused)};
    if (!getenv("SRC")) {
        fprintf(stderr, "test_netns: SRC is not set: run it through ctest\n");
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
