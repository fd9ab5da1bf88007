/* Networks: names, ports, neighbours, distances against a search, translations against digits, symmetries, 2^26 nodes.
 */
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

/* Radices 1, 2, odd, even, powers of two and not, mixed in every place. */
static const char *const small[] = {"1",      "1x1",    "2",      "3",     "4",         "5",    "6",      "ring:7",
                                    "ring:8", "cube:2", "cube:5", "2x1x2", "1x3",       "3x1",  "3x4x5",  "4x4",
                                    "3x3x3",  "5x2x4",  "2x3x2",  "7x3",   "1x2x1x6x1", "16x2", "4x2x8",  "2x8",
                                    "6x6",    "4x6x2",  "2x5",    "8x1x3", "4x4x4",     "12",   "2x2x3x2"};

static void test_names(void **state) {
    (void)state;
    static const char *const forms[][2] = {
        {"cube:0", "1"},           {"cube:1", "2"},      {"cube:3", "2x2x2"},      {"ring:8", "8"},
        {"ring:1", "1"},           {"1", "1"},           {"4x4x4", "4x4x4"},       {"3x4x5", "3x4x5"},
        {"007x02", "7x2"},         {"cube:03", "2x2x2"}, {"1x1x1", "1x1x1"},       {"ring:2", "2"},
        {"CUBE:3", "2x2x2"},       {"4X4", "4x4"},       {"Mesh:3X2", "mesh:3x2"}, {"ring:67108864", "67108864"},
        {"8192x8192", "8192x8192"}};
    for (size_t i = 0; i < T_COUNT(forms); i++) {
        char name[64];
        lb_net *net = t_net(forms[i][0]), *again = t_net(forms[i][1]);
        assert_int_equal(lb_net_name(net, name, sizeof name), strlen(forms[i][1]));
        assert_string_equal(name, forms[i][1]);
        assert_true(lb_net_equal(net, again));
        lb_net_free(net);
        lb_net_free(again);
    }
}

/* As people call it, and it is taken by that name. */
static void test_titles(void **state) {
    (void)state;
    static const char *const forms[][2] = {{"2x2x2", "cube:3"},
                                           {"8", "ring:8"},
                                           {"cube:1", "ring:2"},
                                           {"1", "cube:0"},
                                           {"1x1", "1x1"},
                                           {"2x1", "2x1"},
                                           {"4x4", "4x4"},
                                           {"line:4", "line:4"},
                                           {"mesh:5", "line:5"},
                                           {"8 cut-through", "ring:8 cut-through"},
                                           {"2x2x2 dimension-order", "cube:3 dimension-order"},
                                           {"4x4 cut-through", "4x4 cut-through"},
                                           {"2x2x2 speeds 1,1,2", "2x2x2 speeds 1,1,2"}};
    for (size_t i = 0; i < T_COUNT(forms); i++) {
        char title[64];
        lb_net *net = t_net(forms[i][0]), *again = t_net(forms[i][1]);
        T_EQUAL((size_t)lb_net_title(net, title, sizeof title), strlen(forms[i][1]));
        assert_string_equal(title, forms[i][1]);
        assert_true(lb_net_equal(net, again));
        lb_net_free(net);
        lb_net_free(again);
    }
}

static void test_name_in_a_short_buffer(void **state) {
    (void)state;
    lb_net *net = t_net("10x20x30");
    for (size_t size = 1; size <= 9; size++) {
        char name[16];
        memset(name, '#', sizeof name);
        assert_int_equal(lb_net_name(net, name, size), 8);
        assert_int_equal(strlen(name), size - 1);
        assert_memory_equal(name, "10x20x30", size - 1);
        assert_int_equal(name[size], '#');
    }
    assert_int_equal(lb_net_name(net, NULL, 0), 8);
    lb_net_free(net);
}

static void refused(const char *text, int error) {
    lb_net *net = (lb_net *)&net;
    lb_why why = {""};
    t_note("'%.40s'", text);
    T_EQUAL(lb_net_parse(text, &net, &why), error);
    assert_null(net);
    assert_true(strlen(why.text) > 10);
    assert_null(strchr(why.text, '\n'));
    assert_int_equal(lb_net_parse(text, &net, NULL), error);
}

static void test_bad_names(void **state) {
    (void)state;
    static const char *const nonsense[] = {
        "",     " ",     "x",      "4x",       "x4",    "4xx4",   "4XX4",    "4 x 4",   " 4",       "4 ",
        "-4",   "+4",    "4x-4",   "cube",     "cube:", "cube:x", "cube:-1", "cube: 3", "cube:3x2", "cube:3 ",
        "ring", "ring:", "ring:a", "ring:4x4", "torus", "0x10 ",  "1e3",     "4.5",     "CUBE:",    "Rong:8",
        "4,4",  "\xff",  "4x4\n",  "cube:+3",  "0",     "4x0",    "0x4",     "ring:0",  "4x0x4"};
    for (size_t i = 0; i < T_COUNT(nonsense); i++)
        refused(nonsense[i], LB_ERR_ARG);
    static const char *const huge[] = {"cube:27",
                                       "cube:99999999999999999999",
                                       "ring:67108865",
                                       "ring:1099511627776",
                                       "8192x8193",
                                       "1048576x1048576",
                                       "65536x65536x65536x65536",
                                       "4294967295",
                                       "4294967296",
                                       "18446744073709551616",
                                       "18446744073709551617",
                                       "4294967296x4294967296x4294967296x4294967296",
                                       "2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2"};
    for (size_t i = 0; i < T_COUNT(huge); i++)
        refused(huge[i], LB_ERR_SIZE);
}

static void test_dimension_limit(void **state) {
    (void)state;
    char text[2 * 65 + 1];
    for (int i = 0; i < 65; i++)
        memcpy(text + 2 * i, "1x", 2);
    text[2 * 65 - 1] = '\0';
    refused(text, LB_ERR_SIZE);
    text[2 * 64 - 1] = '\0';
    lb_net *net = t_net(text);
    assert_int_equal(lb_net_dims(net), 64);
    assert_int_equal(lb_net_ports(net), 0);
    assert_true(lb_net_is_cube(net));
    lb_net_free(net);
    uint32_t radices[65];
    for (int i = 0; i < 65; i++)
        radices[i] = 1;
    assert_int_equal(lb_net_create(65, radices, &net, NULL), LB_ERR_ARG);
    assert_null(net);
    assert_int_equal(lb_net_create(0, radices, &net, NULL), LB_ERR_ARG);
    radices[3] = 0;
    assert_int_equal(lb_net_create(5, radices, &net, NULL), LB_ERR_ARG);
    char *endless = malloc(1000001); /* a long name is a wrong name, not a long wait or a long sentence */
    assert_non_null(endless);
    memset(endless, '9', 1000000);
    endless[1000000] = '\0';
    refused(endless, LB_ERR_SIZE);
    endless[999999] = '?';
    refused(endless, LB_ERR_ARG);
    free(endless);
}

static void test_kinds(void **state) {
    (void)state;
    static const struct {
        const char *name;
        unsigned ports;
        uint32_t nodes, diameter;
        bool cube, rotates;
    } known[] = {{"1", 0, 1, 0, true, true},        {"cube:0", 0, 1, 0, true, true},  {"cube:1", 1, 2, 1, true, true},
                 {"cube:6", 6, 64, 6, true, true},  {"ring:4", 2, 4, 2, false, true}, {"4x4x4", 6, 64, 6, false, true},
                 {"3x4x5", 6, 60, 5, false, false}, {"2x1", 1, 2, 1, false, false},   {"2x2x3", 4, 12, 3, false, false},
                 {"1x1", 0, 1, 0, true, true},      {"3x3", 4, 9, 2, false, true},    {"2x4", 3, 8, 3, false, false}};
    for (size_t i = 0; i < T_COUNT(known); i++) {
        lb_net *net = t_net(known[i].name);
        t_note("%s", known[i].name);
        T_EQUAL(lb_net_ports(net), known[i].ports);
        T_EQUAL(lb_net_nodes(net), known[i].nodes);
        T_EQUAL(lb_diameter(net), known[i].diameter);
        T_EQUAL(lb_net_is_cube(net), known[i].cube);
        T_EQUAL(lb_net_can_rotate(net), known[i].rotates);
        lb_net_free(net);
    }
    lb_net *a = t_net("2x3"), *b = t_net("3x2"), *c = t_net("2x3x1");
    assert_false(lb_net_equal(a, b));
    assert_false(lb_net_equal(a, c));
    assert_false(lb_net_equal(c, a));
    lb_net_free(a);
    lb_net_free(b);
    lb_net_free(c);
}

/* Through the dimensions in order, first + and then -. */
static void test_port_numbers(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(small); i++) {
        lb_net *net = t_net(small[i]);
        unsigned port = 0;
        t_note("%s", small[i]);
        for (unsigned dim = 0; dim < lb_net_dims(net); dim++) {
            uint32_t radix = lb_net_radix(net, dim);
            if (radix == 1) {
                T_EQUAL(lb_port_of(net, dim, 1), LB_NONE);
                T_EQUAL(lb_port_of(net, dim, -1), LB_NONE);
            }
            for (int sign = 1; sign >= -1 && radix > 1; sign -= 2) {
                if (radix == 2 && sign < 0) {
                    T_EQUAL(lb_port_of(net, dim, -1), lb_port_of(net, dim, 1));
                    continue;
                }
                T_EQUAL(lb_port_dim(net, port), dim);
                T_EQUAL(lb_port_sign(net, port) + 1, sign + 1);
                T_EQUAL(lb_port_of(net, dim, sign), port);
                T_EQUAL(lb_port_opposite(net, port), radix == 2 ? port : sign > 0 ? port + 1 : port - 1);
                port++;
            }
        }
        T_EQUAL(lb_net_ports(net), port);
        lb_net_free(net);
    }
}

static void test_neighbors(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(small); i++) {
        lb_net *net = t_net(small[i]);
        uint32_t n = lb_net_nodes(net), links = 0;
        t_note("%s", small[i]);
        for (uint32_t v = 0; v < n; v++) {
            for (unsigned p = 0; p < lb_net_ports(net); p++) {
                uint32_t w = lb_neighbor(net, v, p), stride = 1;
                unsigned dim = lb_port_dim(net, p);
                for (unsigned k = 0; k < dim; k++)
                    stride *= lb_net_radix(net, k);
                uint32_t hop = lb_port_sign(net, p) > 0 ? 1 : lb_net_radix(net, dim) - 1;
                T_EQUAL(w, t_add(net, v, hop * stride));
                T_EQUAL(lb_neighbor(net, w, lb_port_opposite(net, p)), v);
                T_EQUAL(lb_port_to(net, v, w), p);
            }
            for (uint32_t w = 0; w < n; w++)
                links += lb_port_to(net, v, w) != LB_NONE;
        }
        T_EQUAL(links, n * lb_net_ports(net));
        lb_net_free(net);
    }
}

static void search(const lb_net *net, uint32_t from, uint32_t *hops) {
    uint32_t n = lb_net_nodes(net), head = 0, tail = 0, queue[128];
    assert_true(n <= T_COUNT(queue));
    memset(hops, 0xff, n * sizeof *hops);
    hops[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        uint32_t v = queue[head++];
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            uint32_t w = lb_neighbor(net, v, p);
            if (hops[w] == UINT32_MAX) {
                hops[w] = hops[v] + 1;
                queue[tail++] = w;
            }
        }
    }
}

static void test_distance(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(small); i++) {
        lb_net *net = t_net(small[i]);
        uint32_t n = lb_net_nodes(net), farthest = 0, hops[128];
        t_note("%s", small[i]);
        for (uint32_t v = 0; v < n; v++) {
            search(net, v, hops);
            for (uint32_t w = 0; w < n; w++) {
                T_EQUAL(lb_distance(net, v, w), hops[w]);
                farthest = hops[w] > farthest ? hops[w] : farthest;
            }
        }
        T_EQUAL(lb_diameter(net), farthest);
        lb_net_free(net);
    }
}

static void test_translations(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(small); i++) {
        lb_net *net = t_net(small[i]);
        uint32_t n = lb_net_nodes(net);
        t_note("%s", small[i]);
        for (uint32_t a = 0; a < n; a++) {
            for (uint32_t b = 0; b < n; b++) {
                T_EQUAL(lb_add(net, a, b), t_add(net, a, b));
                T_EQUAL(t_add(net, lb_sub(net, a, b), b), a);
                T_TRUE(lb_sub(net, a, b) < n);
                if (lb_net_is_cube(net))
                    T_EQUAL(lb_add(net, a, b), a ^ b);
            }
            T_EQUAL(lb_reflect(net, a), lb_sub(net, 0, a));
            for (unsigned dim = 0, rest = a; dim < lb_net_dims(net); rest /= lb_net_radix(net, dim), dim++)
                T_EQUAL(lb_digit(net, a, dim), rest % lb_net_radix(net, dim));
        }
        lb_net_free(net);
    }
}

static bool linked(const lb_net *net, uint32_t a, uint32_t b) {
    return lb_port_to(net, a, b) != LB_NONE;
}

/* Rotation and reflection are one to one, keep links, and are undone by turning on or reflecting again. */
static void test_symmetries(void **state) {
    (void)state;
    for (size_t i = 0; i < T_COUNT(small); i++) {
        lb_net *net = t_net(small[i]);
        uint32_t n = lb_net_nodes(net);
        unsigned turns = lb_net_can_rotate(net) ? lb_net_dims(net) : 1;
        t_note("%s", small[i]);
        for (uint32_t v = 0; v < n; v++) {
            T_EQUAL(lb_reflect(net, lb_reflect(net, v)), v);
            for (unsigned by = 0; by < turns; by++) {
                uint32_t turned = lb_rotate(net, v, by);
                T_EQUAL(lb_rotate(net, turned, lb_net_dims(net) - by), v);
                for (unsigned dim = 0; dim < turns && turns > 1; dim++)
                    T_EQUAL(lb_digit(net, turned, (dim + by) % turns), lb_digit(net, v, dim));
                for (uint32_t w = 0; w < n; w++) {
                    T_EQUAL(linked(net, turned, lb_rotate(net, w, by)), linked(net, v, w));
                    T_EQUAL(linked(net, lb_reflect(net, v), lb_reflect(net, w)), linked(net, v, w));
                }
            }
        }
        lb_net_free(net);
    }
}

static void test_largest(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t nodes, diameter, neighbor_of_last;
    } large[] = {{"cube:26", 1u << 26, 26, (1u << 26) - 2},
                 {"ring:67108864", 1u << 26, 1u << 25, 0},
                 {"8192x8192", 1u << 26, 8192, (1u << 26) - 8192},
                 {"3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3", 43046721, 16, 43046721 - 3},
                 {"2x33554432", 1u << 26, (1u << 24) + 1, (1u << 26) - 2},
                 {"67108863", (1u << 26) - 1, (1u << 25) - 1, 0}};
    for (size_t i = 0; i < T_COUNT(large); i++) {
        lb_net *net = t_net(large[i].name);
        uint32_t n = large[i].nodes, state_of = 7;
        t_note("%s", large[i].name);
        T_EQUAL(lb_net_nodes(net), n);
        T_EQUAL(lb_diameter(net), large[i].diameter);
        T_EQUAL(lb_neighbor(net, n - 1, 0), large[i].neighbor_of_last);
        for (int k = 0; k < 2000; k++) {
            uint32_t a = k == 0 ? n - 1 : (state_of = state_of * 1664525 + 1013904223) % n;
            uint32_t b = k == 0 ? n - 1 : (state_of = state_of * 1664525 + 1013904223) % n;
            T_EQUAL(lb_add(net, a, b), t_add(net, a, b));
            T_EQUAL(lb_add(net, lb_sub(net, a, b), b), a);
            T_EQUAL(lb_distance(net, a, b), lb_distance(net, 0, lb_sub(net, b, a)));
            T_EQUAL(lb_distance(net, a, b), lb_distance(net, b, a));
            T_TRUE(lb_distance(net, a, b) <= lb_diameter(net));
            for (unsigned p = 0; p < lb_net_ports(net); p++)
                T_EQUAL(lb_neighbor(net, lb_neighbor(net, a, p), lb_port_opposite(net, p)), a);
        }
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_titles),
        cmocka_unit_test(test_name_in_a_short_buffer),
        cmocka_unit_test(test_bad_names),
        cmocka_unit_test(test_dimension_limit),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_port_numbers),
        cmocka_unit_test(test_neighbors),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_translations),
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
