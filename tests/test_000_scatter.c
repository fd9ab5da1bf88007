/* Scatter down the perfectly balanced tree (000, section 3): the tree, the order of the blocks, and every root. */
#include "support/cubes.h"
#include "support/mutate.h"
#include "tree/balanced.h"

#include <stdlib.h>

/* ---- The tree ---- */

static void check_tree(unsigned d) {
    lb_balanced tree;
    uint32_t n = UINT32_C(1) << d, size[32] = {0}, low = d ? (n - 1) / d : 0;
    char name[16];
    snprintf(name, sizeof name, "cube:%u", d);
    lb_net *net = t_net(name);
    t_note("d = %u", d);
    T_EQUAL(lb_balanced_cube(net, &tree, NULL), LB_OK);
    lb_net_free(net);
    for (uint32_t x = 1; x < n; x++) {
        uint32_t parent = lb_balanced_parent(&tree, x);
        T_TRUE(tree.port[x] < d && tree.subtree[x] < d);
        T_EQUAL(parent, x & ~(UINT32_C(1) << tree.port[x])); /* the bit was set: one bit less, one step nearer */
        T_TRUE(parent < x);
        if (parent)
            T_EQUAL(tree.subtree[x], tree.subtree[parent]);
        else
            T_EQUAL(tree.subtree[x], tree.port[x]); /* the root's port */
        size[tree.subtree[x]]++;
    }
    unsigned larger = 0;
    for (unsigned m = 0; m < d; m++) {
        T_TRUE(size[m] == low || size[m] == low + 1);
        larger += size[m] == low + 1;
    }
    T_EQUAL(larger, d ? (n - 1) % d : 0);
    lb_balanced_free(&tree);
    lb_balanced_free(&tree); /* harmless */
}

static void test_tree(void **state) {
    (void)state;
    for (unsigned d = 0; d <= (T_SLOW ? 16u : 22u); d++)
        check_tree(d);
}

/* ---- Every root ---- */

/* Total delay, worked out elsewhere, for d = 1 .. 10. */
static const uint64_t delays[] = {1, 5, 17, 53, 161, 492, 1537, 4961, 16556, 56936};

static void check_root(unsigned which, unsigned d, uint32_t root) {
    lb_plan *plan = cube_plan_of(which, d, root);
    lb_report report = t_check(plan, LB_REPLAY_FULL);
    T_EQUAL(report.steps, cube_quotient(d));
    T_EQUAL(report.moves, (uint64_t)d * ((UINT64_C(1) << d) / 2));
    cube_meets_bound(plan);
    if (which == CUBE_SCATTER && d >= 1 && d <= 10)
        T_TRUE(report.total_delay == (double)delays[d - 1]);
    lb_plan_free(plan);
}

static void test_roots(void **state) {
    (void)state;
    seed(31);
    for (unsigned which = CUBE_SCATTER; which <= CUBE_GATHER; which++) {
        for (unsigned d = 0; d <= (T_SLOW ? 11u : 14u); d++) {
            uint32_t n = UINT32_C(1) << d;
            for (uint32_t root = 0; d <= 5 && root < n; root++)
                check_root(which, d, root);
            for (unsigned trial = 0; d > 5 && trial < 3; trial++)
                check_root(which, d, (uint32_t)pick(n));
            check_root(which, d, n - 1);
        }
    }
}

static void test_composite(void **state) {
    (void)state;
    static const unsigned composite[] = {4, 6, 8, 9, 10, 12};
    for (size_t i = 0; i < T_COUNT(composite); i++) {
        check_root(CUBE_SCATTER, composite[i], 0);
        check_root(CUBE_GATHER, composite[i], 3);
    }
}

/* ---- Farthest first, without a pause ---- */

typedef struct journey {
    uint32_t at, hops, first, last; /* where it is, how often it moved, steps of its first and last move */
} journey;

/* In step order: the root never sends a nearer block before a farther one through a port, and never rests; a block
 * moves on in every step. */
static void check_flow(unsigned d, uint32_t root) {
    uint32_t n = UINT32_C(1) << d, sent[32] = {0}, distance[32];
    lb_plan *plan = cube_plan_of(CUBE_SCATTER, d, root);
    journey *blocks = calloc(n, sizeof *blocks);
    lb_cursor *cursor = NULL;
    lb_move move;
    assert_non_null(blocks);
    for (unsigned port = 0; port < d; port++)
        distance[port] = d;
    T_EQUAL(lb_cursor_open(plan, &cursor, NULL), LB_OK);
    while (lb_cursor_next(cursor, &move)) {
        uint32_t dest = move.items[0].dest, far = (uint32_t)__builtin_popcount(dest ^ root);
        journey *b = &blocks[dest];
        T_EQUAL(move.items[0].origin, root);
        if (move.from == root) {
            T_EQUAL(move.step, ++sent[move.port]);
            T_TRUE(far <= distance[move.port]);
            distance[move.port] = far;
            b->first = move.step;
        } else {
            T_EQUAL(move.from, b->at);
            T_EQUAL(move.step, b->last + 1);
        }
        *b = (journey){move.to, b->hops + 1, b->first, move.step};
    }
    for (uint32_t x = 0; x < n; x++) {
        T_EQUAL(blocks[x].hops, __builtin_popcount(x ^ root));
        T_TRUE(x == root || blocks[x].at == x);
    }
    lb_cursor_close(cursor);
    lb_plan_free(plan);
    free(blocks);
}

static void test_flow(void **state) {
    (void)state;
    for (unsigned d = 1; d <= 12; d++)
        check_flow(d, (UINT32_C(1) << d) / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_composite),
        cmocka_unit_test(test_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
