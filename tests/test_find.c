/* Which network some cables make (src/find): hosts in any order, cables missing, swapped, too many. */
#include "base/random.h"
#include "linkbound-find.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16384 };

typedef struct wiring {
    uint32_t hosts;
    size_t count;
    lb_cable cables[MOST];
} wiring;

/* Hosts in an order of their own, and cables too. `open` is a set of dimensions. */
static void wire(wiring *w, const char *network, unsigned open, uint64_t seed) {
    lb_net *net;
    uint64_t random = seed;
    assert_int_equal(lb_net_parse(network, &net, NULL), LB_OK);
    w->hosts = lb_net_nodes(net);
    w->count = 0;
    uint32_t *name = calloc(w->hosts, sizeof *name);
    assert_non_null(name);
    for (uint32_t v = 0; v < w->hosts; v++) {
        uint32_t other = lb_random_below(&random, v + 1);
        name[v] = name[other];
        name[other] = v;
    }
    for (uint32_t v = 0; v < w->hosts; v++) {
        for (unsigned port = 0; port < lb_net_ports(net); port++) {
            unsigned dim = lb_port_dim(net, port);
            bool wraps = lb_digit(net, v, dim) == lb_net_radix(net, dim) - 1;
            if (lb_port_sign(net, port) < 0 || (wraps && (lb_net_radix(net, dim) == 2 || (open >> dim & 1))))
                continue;
            w->cables[w->count++] = (lb_cable){name[v], name[lb_neighbor(net, v, port)]};
        }
    }
    free(name);
    lb_net_free(net);
}

/* Every claim holds: nodes are a permutation; links and cables differ by what is said, and nothing else. */
static void holds(const wiring *w, const lb_found *f) {
    uint32_t missing = 0, foreign = 0;
    assert_int_equal(lb_net_nodes(f->net), w->hosts);
    bool *joined = calloc((size_t)w->hosts * w->hosts, 1);
    assert_non_null(joined);
    for (uint32_t h = 0; h < w->hosts; h++)
        assert_int_equal(f->host_of[f->node_of[h]], h);
    for (size_t i = 0; i < w->count; i++)
        joined[w->cables[i].a * w->hosts + w->cables[i].b] = joined[w->cables[i].b * w->hosts + w->cables[i].a] = true;
    for (uint32_t v = 0; v < w->hosts; v++) {
        for (uint32_t u = 0; u < v; u++) {
            unsigned port = lb_port_to(f->net, v, u);
            bool cable = joined[f->host_of[v] * w->hosts + f->host_of[u]];
            missing += port != LB_NONE && !cable;
            foreign += port == LB_NONE && cable;
        }
    }
    uint32_t said = f->without[0] ? 1 : 0;
    for (const char *at = f->without; *at; at++)
        said += *at == ',';
    assert_int_equal(said, missing);
    assert_int_equal(f->foreign_count, foreign);
    for (uint32_t i = 0; i < f->missing_count; i++)
        assert_false(joined[f->missing[i].a * w->hosts + f->missing[i].b]);
    for (uint32_t i = 0; i < f->foreign_count; i++)
        assert_true(joined[f->foreign[i].a * w->hosts + f->foreign[i].b]);
    free(joined);
}

static void finds(const wiring *w, const char *name, uint32_t missing, uint32_t foreign) {
    lb_found *found = NULL;
    lb_why why = {""};
    char text[64];
    if (lb_find_network(w->hosts, w->cables, w->count, NULL, &found, &why) != LB_OK)
        fail_msg("%s: %s", name, why.text);
    holds(w, found);
    lb_net_name(found->net, text, sizeof text);
    size_t length = strlen(text);
    for (unsigned i = 0; i < lb_net_dims(found->net); i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", found->open[i] ? "-" : "o");
    if (strncmp(text, name, strlen(name)) != 0 || found->missing_count != missing || found->foreign_count != foreign)
        fail_msg("%s is found to be %s, %u missing, %u foreign", name, text, found->missing_count,
                 found->foreign_count);
    lb_found_free(found);
}

static void test_whole(void **state) {
    (void)state;
    static const struct {
        const char *network;
        unsigned open;
        const char *found;
    } cases[] = {
        {"1", 0, "1o"},
        {"2", 0, "2o"},
        {"ring:3", 0, "3o"},
        {"ring:4", 0, "2x2oo"},
        {"ring:5", 0, "5o"},
        {"ring:5", 1, "5-"},
        {"ring:4", 1, "4-"},
        {"cube:3", 0, "2x2x2ooo"},
        {"4x2", 1, "4x2-o"},
        {"2x3", 0, "3x2oo"},
        {"2x3", 2, "3x2-o"},
        {"3x3", 0, "3x3oo"},
        {"3x3", 1, "3x3-o"},
        {"3x3", 3, "3x3--"},
        {"4x4", 0, "2x2x2x2oooo"},
        {"cube:4", 0, "2x2x2x2oooo"},
        {"4x4", 1, "4x2x2-oo"},
        {"4x4", 3, "4x4--"},
        {"5x4x3", 0, "5x3x2x2oooo"},
        {"3x5x4", 4, "5x4x3o-o"},
        {"8x8", 3, "8x8--"},
        {"4x4x4", 0, "2x2x2x2x2x2oooooo"},
        {"16x16", 0, "16x16oo"},
        {"ring:97", 0, "97o"},
        {"12x3", 1, "12x3-o"},
        {"6x6x6", 0, "6x6x6ooo"},
        {"cube:9", 0, "2x2x2x2x2x2x2x2x2ooooooooo"},
        {"32x32", 0, "32x32oo"},
        {"ring:1000", 0, "1000o"},
    };
    wiring *w = malloc(sizeof *w);
    assert_non_null(w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint64_t seed = 1; seed <= (cases[i].open || i < 18 ? 3 : 1); seed++) {
            wire(w, cases[i].network, cases[i].open, seed);
            finds(w, cases[i].found, 0, 0);
        }
    }
    free(w);
}

static void drop(wiring *w, size_t i) {
    w->cables[i] = w->cables[--w->count];
}

/* Any cable, and on some networks any two. A ring without a cable is a line. */
static void test_missing(void **state) {
    (void)state;
    static const char *const networks[][2] = {{"cube:3", "2x2x2ooo"}, {"cube:4", "2x2x2x2oooo"}, {"3x3", "3x3oo"},
                                              {"5x3", "5x3oo"},       {"3x2x2", "3x2x2ooo"},     {"6x6", "6x6oo"}};
    wiring *whole = malloc(sizeof *whole), *w = malloc(sizeof *w);
    assert_true(whole && w);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        wire(whole, networks[i][0], 0, i + 7);
        for (size_t k = 0; k < whole->count; k++) {
            *w = *whole;
            drop(w, k);
            finds(w, networks[i][1], 1, 0);
            if (w->count < 20 || i == 4) /* without two, 3x2x2 has a simpler name */
                continue;
            drop(w, k * 7 % w->count);
            finds(w, networks[i][1], 2, 0);
        }
    }
    wire(w, "ring:5", 0, 3);
    drop(w, 2);
    finds(w, "5-", 0, 0);
    free(whole);
    free(w);
}

static bool has(const wiring *w, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < w->count; i++) {
        if ((w->cables[i].a == a && w->cables[i].b == b) || (w->cables[i].a == b && w->cables[i].b == a))
            return true;
    }
    return false;
}

/* Two cables whose ends were exchanged: never more mistakes than these two, and the whole network where it is one. */
static void test_swapped(void **state) {
    (void)state;
    static const char *const networks[] = {"cube:3", "cube:4", "3x3", "5x3", "ring:7", "6x5"};
    wiring *whole = malloc(sizeof *whole), *w = malloc(sizeof *w);
    assert_true(whole && w);
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        wire(whole, networks[i], 0, i + 1);
        for (size_t k = 0; k<whole->count; k += whole->count> 20 ? 13 : T_SPARSE) {
            for (size_t j = 0; j<k; j += whole->count> 20 ? 5 : 1) {
                *w = *whole;
                lb_cable *x = &w->cables[k], *y = &w->cables[j];
                if (x->a == y->a || x->b == y->b || x->a == y->b || x->b == y->a || has(w, x->a, y->b) ||
                    has(w, y->a, x->b))
                    continue;
                uint32_t kept = x->b;
                x->b = y->b;
                y->b = kept;
                lb_found *found = NULL;
                lb_why why = {""};
                if (lb_find_network(w->hosts, w->cables, w->count, NULL, &found, &why) != LB_OK)
                    fail_msg("%s, cables %zu and %zu swapped: %s", networks[i], k, j, why.text);
                holds(w, found);
                assert_true(found->missing_count <= 2 && found->foreign_count <= 2);
                lb_found_free(found);
            }
        }
    }
    free(whole);
    free(w);
}

/* So many mistakes at random places, of larger networks: missing cables, or ends that were exchanged. */
static void spoil(wiring *w, unsigned drops, unsigned swaps, uint64_t *random) {
    for (unsigned i = 0; i < drops; i++)
        drop(w, lb_random_below(random, (uint32_t)w->count));
    for (unsigned i = 0; i < swaps;) {
        lb_cable *x = &w->cables[lb_random_below(random, (uint32_t)w->count)];
        lb_cable *y = &w->cables[lb_random_below(random, (uint32_t)w->count)];
        if (x->a == y->a || x->b == y->b || x->a == y->b || x->b == y->a || has(w, x->a, y->b) || has(w, y->a, x->b))
            continue;
        uint32_t kept = x->b;
        x->b = y->b;
        y->b = kept;
        i++;
    }
}

static void test_several_mistakes(void **state) {
    (void)state;
    static const struct {
        const char *network;
        unsigned drops, swaps, rounds;
    } cases[] = {{"5x5", 4, 0, 4}, {"5x5", 0, 2, 3},   {"8x8", 3, 0, 3},   {"8x8", 4, 0, 3},
                 {"8x8", 0, 2, 3}, {"12x12", 2, 0, 2}, {"16x16", 2, 0, 2}, {"16x16", 1, 1, 2},
                 {"7x5", 2, 1, 3}, {"32x32", 2, 0, 1}, {"6x6x6", 4, 0, 1}, {"cube:6", 3, 0, 2}};
    wiring *w = malloc(sizeof *w);
    uint64_t random = 5;
    assert_non_null(w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (unsigned round = 0; round < cases[i].rounds; round += T_SPARSE) {
            lb_found *found = NULL;
            lb_why why = {""};
            uint32_t most = cases[i].drops + 2 * cases[i].swaps;
            wire(w, cases[i].network, 0, round + 1);
            spoil(w, cases[i].drops, cases[i].swaps, &random);
            if (lb_find_network(w->hosts, w->cables, w->count, NULL, &found, &why) != LB_OK)
                fail_msg("%s, %u missing, %u swapped: %s", cases[i].network, cases[i].drops, cases[i].swaps, why.text);
            holds(w, found);
            assert_true(found->missing_count <= most && found->foreign_count <= most);
            lb_found_free(found);
        }
    }
    free(w);
}

/* With the network said, also by a name under which it is not looked for; and what is none. */
static void test_said(void **state) {
    (void)state;
    wiring *w = malloc(sizeof *w);
    lb_net *net;
    lb_found *found;
    lb_why why;
    assert_non_null(w);
    wire(w, "cube:4", 0, 5);
    assert_int_equal(lb_net_parse("4x4", &net, NULL), LB_OK);
    assert_int_equal(lb_find_network(16, w->cables, w->count, net, &found, &why), LB_OK);
    holds(w, found);
    assert_true(lb_net_equal(net, found->net) && !found->missing_count && !found->foreign_count);
    lb_found_free(found);
    wire(w, "16", 0, 5);
    assert_int_equal(lb_find_network(16, w->cables, w->count, net, &found, &why), LB_ERR_ARG);
    assert_null(found);
    lb_net_free(net);
    lb_cable itself = {3, 3}, far = {0, 9};
    assert_int_equal(lb_find_network(4, &itself, 1, NULL, &found, &why), LB_ERR_ARG);
    assert_int_equal(lb_find_network(4, &far, 1, NULL, &found, &why), LB_ERR_ARG);
    assert_int_equal(lb_find_network(0, &far, 0, NULL, &found, &why), LB_ERR_SIZE);
    assert_int_equal(lb_find_network(LB_FIND_HOSTS + 1, &far, 0, NULL, &found, &why), LB_ERR_SIZE);
    assert_int_equal(lb_find_network(16, &far, 1, NULL, &found, NULL), LB_ERR_ARG);
    free(w);
}

/* Wires at random: an answer, whatever it is, and what it claims holds. */
static void test_random(void **state) {
    (void)state;
    uint64_t random = 11;
    wiring *w = malloc(sizeof *w);
    assert_non_null(w);
    for (int round = 0; round < 30; round += T_SPARSE) {
        lb_found *found;
        w->hosts = 2 + lb_random_below(&random, 20);
        w->count = lb_random_below(&random, 3 * w->hosts);
        for (size_t i = 0; i < w->count; i++) {
            uint32_t a = lb_random_below(&random, w->hosts);
            w->cables[i] = (lb_cable){a, (a + 1 + lb_random_below(&random, w->hosts - 1)) % w->hosts};
        }
        if (lb_find_network(w->hosts, w->cables, w->count, NULL, &found, NULL) == LB_OK)
            holds(w, found);
        lb_found_free(found);
    }
    free(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_whole),   cmocka_unit_test(test_missing),
                                       cmocka_unit_test(test_swapped), cmocka_unit_test(test_several_mistakes),
                                       cmocka_unit_test(test_said),    cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
