/* Graphs that are a network with a name: written link by link, read, and found to be what they are. */
#define _XOPEN_SOURCE 700
#include "net/recognise.h"

#include "support/support.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes a network as a list of edges. With `twist` its last two nodes have swapped numbers. */
static void write_graph(const lb_net *net, const char *path, bool twist) {
    FILE *file = fopen(path, "w");
    uint32_t n = lb_net_nodes(net);
    assert_non_null(file);
    for (uint32_t v = 0; v < n; v++) {
        for (unsigned p = 0; p < lb_net_ports(net); p++) {
            uint32_t to = lb_neighbor(net, v, p);
            unsigned lanes = 0;
            if (!lb_link_alive(net, v, p) || lb_port_to(net, v, to) != p)
                continue;
            for (unsigned q = 0; q < lb_net_ports(net); q++)
                lanes += lb_link_alive(net, v, q) && lb_neighbor(net, v, q) == to;
            fprintf(file, "%" PRIu32 ">%" PRIu32 " %u\n", twist && v >= n - 2 ? 2 * n - 3 - v : v,
                    twist && to >= n - 2 ? 2 * n - 3 - to : to, 2 * lanes);
        }
    }
    assert_int_equal(fclose(file), 0);
}

static lb_net *read_graph(const char *path) {
    char text[64];
    snprintf(text, sizeof text, "graph:%s", path);
    return t_net(text);
}

static const char *const named[] = {
    "2",
    "3",
    "4",
    "9",
    "4x4",
    "3x4x5",
    "8x8",
    "cube:5",
    "2x3",
    "6x2x3",
    "mesh:5",
    "mesh:4x4",
    "mesh:2x4",
    "mesh:3x3x3",
    "8-x4",
    "3x5-",
    "complete:4",
    "complete:9",
    "hyperx:4x2",
    "hyperx:4x4",
    "hyperx:5x3",
    "4x4*complete:4",
    "complete:4*5",
    "circulant:16:1,4",
    "circulant:13:1,5",
    "circulant:8:1,4",
    "circulant:12:3,4",
    "4x4x2 speeds 4,4,1",
    "mesh:4x3 speeds 1,2",
    "complete:4*2 speeds 1,3",
    "circulant:9:2,3 speeds 2,1",
};

static void test_named(void **state) {
    (void)state;
    char path[] = "/tmp/linkbound-graph-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (size_t i = 0; i < T_COUNT(named); i++) {
        lb_net *net = t_net(named[i]);
        t_note("%s", named[i]);
        write_graph(net, path, false);
        lb_net *again = read_graph(path);
        T_TRUE(!lb_net_is_graph(again));
        T_TRUE(lb_same_links(net, again));
        lb_net_free(again);
        lb_net_free(net);
    }
    unlink(path);
}

/* Numbers that are not the network's own, a link too many, a link that is slower: it stays a graph. */
static void test_others(void **state) {
    (void)state;
    static const char *const names[] = {"4x4", "mesh:4x4", "hyperx:4x4", "circulant:16:1,4", "4x4x2 speeds 4,4,1"};
    char path[] = "/tmp/linkbound-graph-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net = t_net(names[i]);
        t_note("%s", names[i]);
        write_graph(net, path, true);
        lb_net *again = read_graph(path);
        T_TRUE(lb_net_is_graph(again));
        lb_net_free(again);
        write_graph(net, path, false);
        FILE *more = fopen(path, "a");
        assert_non_null(more);
        fprintf(more, "5>10\n");
        fclose(more);
        again = read_graph(path);
        T_TRUE(lb_net_is_graph(again));
        lb_net_free(again);
        lb_net_free(net);
    }
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_named),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
