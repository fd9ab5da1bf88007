/* Bytes in passing nodes' hands, against a plain array of what should be there. */
#include "matrix/transit.h"
#include "support/mutate.h"
#include "support/support.h"

#include <string.h>

enum { NODES = 3, BLOCKS = 4, MOST = 20000 };

static struct model {
    bool there[NODES][BLOCKS][MOST];
    unsigned char data[NODES][BLOCKS][MOST];
} model;

static unsigned puts_done, taken, refused;

static void put(lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t first, uint64_t last) {
    for (uint64_t i = first; i < last; i++) {
        model.there[node][block][i] = true;
        model.data[node][block][i] = (unsigned char)pick(256);
    }
    T_EQUAL(lb_transit_put(t, node, block, first, last, &model.data[node][block][first], NULL), LB_OK);
    puts_done++;
}

/* What is refused may be half gone: all of it is put back, so that both know what is there. */
static void take(lb_transit_cells *t, uint32_t node, uint64_t block, uint64_t first, uint64_t last) {
    unsigned char data[MOST];
    bool all = true;
    for (uint64_t i = first; i < last; i++)
        all = all && model.there[node][block][i];
    T_EQUAL(lb_transit_take(t, node, block, first, last, data), all);
    if (!all) {
        refused++;
        put(t, node, block, first, last);
        return;
    }
    T_TRUE(memcmp(data, &model.data[node][block][first], last - first) == 0);
    memset(&model.there[node][block][first], 0, last - first);
    taken++;
}

static void try_size(uint64_t bytes, uint64_t nodes) {
    lb_transit_cells t;
    memset(&model, 0, sizeof model);
    lb_transit_open(&t, nodes ? bytes * nodes : bytes, nodes);
    for (unsigned k = 0; k < 3000; k++) {
        uint64_t first = pick(bytes), length = 1 + pick(pick(2) ? 40 : bytes), last = first + length;
        uint32_t node = (uint32_t)pick(NODES);
        uint64_t block = pick(BLOCKS);
        t_note("%u bytes, %u: %u to %u", (unsigned)bytes, k, (unsigned)first, (unsigned)last);
        if (last > bytes)
            last = bytes;
        if (pick(2))
            put(&t, node, block, first, last);
        else
            take(&t, node, block, first, last);
    }
    lb_transit_free(&t);
}

static void test_against_an_array(void **state) {
    (void)state;
    seed(71);
    try_size(1, 0);
    try_size(64, 0);
    try_size(1000, 0);
    try_size(MOST, 0);
    try_size(MOST, 1 << 10); /* as if blocks were larger: larger cells */
    try_size(MOST, 1 << 13);
    T_TRUE(puts_done > 1000 && taken > 1000 && refused > 1000);
}

/* Whatever is taken is gone, and its room is used again. */
static void test_empties(void **state) {
    (void)state;
    lb_transit_cells t;
    unsigned char data[300] = {0};
    lb_transit_open(&t, 300, 8);
    T_TRUE(!lb_transit_take(&t, 0, 0, 0, 1, data));
    for (unsigned round = 0; round < 5000; round++) {
        T_EQUAL(lb_transit_put(&t, round, round * 7, 10, 290, data, NULL), LB_OK);
        T_TRUE(lb_transit_take(&t, round, round * 7, 10, 100, data));
        T_TRUE(lb_transit_take(&t, round, round * 7, 100, 290, data));
        T_EQUAL(t.held, 0);
    }
    T_EQUAL(t.chains, 1024);
    lb_transit_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_an_array), cmocka_unit_test(test_empties)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
