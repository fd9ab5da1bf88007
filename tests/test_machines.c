/* The catalogue of machines: every entry is a network, called as it says, and the sums of links are those of the
 * source. */
#include "support/faults.h"

#include <string.h>

static lb_net *machine(const char *name) {
    char text[64];
    snprintf(text, sizeof text, "machine:%s", name);
    return t_net(text);
}

static void test_catalogue(void **state) {
    (void)state;
    T_TRUE(lb_wirings() >= 38);
    for (size_t i = 0; i < lb_wirings(); i++) {
        const lb_wiring *m = lb_wiring_at(i);
        t_note("%s", m->name);
        T_TRUE(i == 0 || strcmp(lb_wiring_at(i - 1)->name, m->name) < 0);
        T_TRUE(strlen(m->about) > 5 && strlen(m->about) < 100);
        T_TRUE(strncmp(m->source, "http", 4) == 0 && !strchr(m->source, ' '));
        lb_net *net = machine(m->name);
        char name[64];
        lb_net_name(net, name, sizeof name);
        if (m->network) {
            lb_net *same = t_net(m->network);
            T_TRUE(lb_net_equal(net, same) && !lb_net_is_graph(net));
            lb_net_free(same);
        } else {
            T_TRUE(lb_net_is_graph(net));
            T_TRUE(strncmp(name, "machine:", 8) == 0 && strcmp(name + 8, m->name) == 0);
        }
        lb_net_free(net);
    }
}

static unsigned lanes(const lb_net *net, uint32_t from, uint32_t to) {
    unsigned count = 0;
    for (unsigned p = 0; p < lb_net_ports(net); p++)
        count += lb_neighbor(net, from, p) == to && lb_link_alive(net, from, p);
    return count;
}

static unsigned all_lanes(const lb_net *net, uint32_t node) {
    unsigned count = 0;
    for (uint32_t v = 0; v < lb_net_nodes(net); v++)
        count += v == node ? 0 : lanes(net, node, v);
    return count;
}

/* What is known of those that have no name. */
static void test_graphs(void **state) {
    (void)state;
    lb_net *v100 = machine("dgx-1-v100"), *p100 = machine("dgx-1-p100");
    for (uint32_t v = 0; v < 8; v++) {
        T_EQUAL(all_lanes(v100, v), 6);
        T_EQUAL(all_lanes(p100, v), 4);
        for (uint32_t w = 0; w < 8; w++) /* the same graph, other speeds */
            T_EQUAL(v != w && lanes(v100, v, w) > 0, v != w && lanes(p100, v, w) > 0);
    }
    T_EQUAL(lanes(v100, 0, 4), 2);
    lb_net *x = machine("mi250x-8"), *frontier = machine("mi250-16"), *spinnaker = machine("spinnaker-48");
    for (uint32_t v = 0; v < 8; v++) {
        T_EQUAL(all_lanes(x, v), v % 2 == 0 ? 7 : 6);
        T_EQUAL(lanes(x, v, v ^ 1), 4);
    }
    T_EQUAL(lanes(x, 0, 6), 2);
    T_EQUAL(lanes(x, 2, 4), 2);
    for (uint32_t v = 0; v < 16; v++)
        T_EQUAL(all_lanes(frontier, v), 7);
    T_EQUAL(lb_diameter(frontier), 5);
    T_EQUAL(lb_net_nodes(spinnaker), 48);
    lb_net_free(v100);
    lb_net_free(p100);
    lb_net_free(x);
    lb_net_free(frontier);
    lb_net_free(spinnaker);
}

/* Their plans hold, and the bounds can be recounted. */
static void test_plans(void **state) {
    (void)state;
    static const char *const names[] = {"dgx-1-v100", "mi250x-8", "mi250-16"};
    static const lb_task_kind kinds[] = {LB_BROADCAST, LB_ALLGATHER, LB_ALLTOALL, LB_ALLREDUCE};
    t_random = 3;
    for (size_t i = 0; i < T_COUNT(names); i++) {
        lb_net *net = machine(names[i]);
        for (size_t k = 0; k < T_COUNT(kinds); k++) {
            uint64_t bound = 0;
            lb_task *task = t_living_task(net, kinds[k], 0);
            t_note("%s, %s", names[i], lb_task_kind_name(kinds[k]));
            t_try_faulty(task, &(lb_plan_options){.effort = LB_ESTIMATE}, &bound);
            lb_task_free(task);
        }
        lb_net_free(net);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_plans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
