/* dimension-order of permutations against a simulation by the definition: digits are corrected from dimension 0 up, and
 * every step each link takes, of the packets that wait for it, the one that has farthest to go, and of those the one
 * that came first. */
#include "support/support.h"

#include "algo/torus/dimension_route.h"
#include "net/net.h"

#include <stdlib.h>

enum { MOST = 128 };

typedef struct waiting {
    uint32_t at;
    uint64_t since; /* a number that grows with the time it came here */
} waiting;

/* The packet that goes through a link next; LB_NONE: none waits for it. */
static uint32_t first_for(const lb_net *net, const waiting *all, const uint32_t *to, uint32_t node, unsigned port) {
    uint32_t best = LB_NONE;
    for (uint32_t p = 0; p < net->nodes; p++) {
        uint32_t way = lb_net_sub(net, to[p], all[p].at);
        if (all[p].at != node || way == 0 || lb_route_first(net, way, lb_net_sub(net, to[p], p), 0) != port)
            continue;
        uint32_t left = lb_distance(net, node, to[p]);
        uint32_t most = best == LB_NONE ? 0 : lb_distance(net, node, to[best]);
        if (best == LB_NONE || left > most || (left == most && all[p].since < all[best].since))
            best = p;
    }
    return best;
}

static void compare(const lb_net *net, const uint32_t *to, const t_moves *moves) {
    waiting now[MOST], next[MOST];
    uint64_t time = 0, m = 0;
    for (uint32_t p = 0; p < net->nodes; p++)
        now[p] = next[p] = (waiting){p, time++};
    for (uint32_t step = 1; m < moves->count; step++) {
        for (uint32_t node = 0; node < net->nodes; node++) {
            for (unsigned port = 0; port < net->ports; port++) {
                uint32_t packet = first_for(net, now, to, node, port);
                if (packet == LB_NONE)
                    continue;
                T_TRUE(m < moves->count);
                const lb_move *move = &moves->at[m++];
                T_EQUAL(move->step, step);
                T_EQUAL(move->from, node);
                T_EQUAL(move->port, port);
                T_EQUAL(move->items[0].origin, packet);
                T_EQUAL(move->items[0].dest, to[packet]);
                next[packet] = (waiting){lb_neighbor(net, node, port), time++};
            }
        }
        for (uint32_t p = 0; p < net->nodes; p++)
            now[p] = next[p];
    }
    for (uint32_t p = 0; p < net->nodes; p++)
        T_EQUAL(now[p].at, to[p]);
}

static void try_one(const char *name, uint64_t *random) {
    lb_net *net = t_net(name);
    uint32_t to[MOST], n = lb_net_nodes(net);
    for (uint32_t v = 0; v < n; v++) { /* shuffled */
        uint32_t other = t_draw(random, v + 1);
        to[v] = to[other];
        to[other] = v;
    }
    lb_task *task;
    T_EQUAL(lb_task_create(net, LB_PERMUTE, &(lb_task_params){.list = to, .count = n}, &task, NULL), LB_OK);
    t_note("a permutation of %s", name);
    lb_plan *plan = t_plan(task, &(lb_plan_options){.algorithm = "dimension-order"});
    t_check(plan, LB_REPLAY_FULL);
    t_moves moves = t_moves_of(plan);
    compare(net, to, &moves);
    t_moves_free(&moves);
    lb_plan_free(plan);
    lb_task_free(task);
    lb_net_free(net);
}

static void test_by_definition(void **state) {
    (void)state;
    static const char *const nets[] = {"1",   "cube:1", "cube:3", "cube:6", "ring:3", "ring:9", "ring:16",
                                       "3x4", "8x8",    "5x5",    "2x3x4",  "4x4x4",  "1x6",    "33x2"};
    uint64_t random = 5;
    for (size_t i = 0; i < 4 * T_COUNT(nets); i++)
        try_one(nets[i / 4], &random);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_definition)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
