/* Pieces in whole bytes: they tile, they are their exact size rounded, they look the same from every node where plans
 * count on it, and packets of many pieces come near their share. */
#include "support/mutate.h"
#include "support/support.h"

#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

static const char *const nets[] = {"1", "cube:1", "cube:3", "ring:5", "2x3", "3x4x2", "cube:6"};

static uint64_t size_of(const lb_task *task, uint64_t block, uint64_t lo, uint64_t hi, uint64_t den, uint64_t bytes) {
    uint64_t first, last;
    lb_piece_bytes(task, block, lo, hi, den, bytes, &first, &last);
    T_TRUE(first <= last);
    return last - first;
}

static uint64_t some_bytes(void) {
    switch (pick(5)) {
    case 0: return 1 + pick(12);
    case 1: return 1 + pick(1000);
    case 2: return 1 + pick(1000000);
    case 3: return (UINT64_C(1) << 48) - pick(1000);
    default: return UINT64_MAX - pick(1000);
    }
}

static uint64_t some_denominator(void) {
    static const uint64_t odd[] = {1, 2, 7, 97, 5040, 65536 * 26, (UINT64_C(1) << 53) - 1};
    return pick(3) ? 1 + pick(60) : odd[pick(T_COUNT(odd))];
}

/* One block cut at random: the pieces follow each other without a gap, each of them floor or ceil of its size. Returns
 * where the block ends. */
static uint64_t tile(const lb_task *task, uint64_t block, uint64_t den, uint64_t bytes, uint64_t begin) {
    wide parts = (wide)lb_task_parts(task) * den;
    for (uint64_t lo = 0, hi; lo < den; lo = hi) {
        uint64_t first, last, most = pick(4) ? den / 7 + 1 : den - lo;
        hi = lo + 1 + pick(most);
        hi = hi > den ? den : hi;
        lb_piece_bytes(task, block, lo, hi, den, bytes, &first, &last);
        wide exact = (wide)(hi - lo) * bytes;
        T_EQUAL(first, begin);
        T_TRUE(last - first == (uint64_t)(exact / parts) || last - first == (uint64_t)((exact + parts - 1) / parts));
        begin = last;
    }
    return begin;
}

static void test_tile(void **state) {
    (void)state;
    seed(51);
    for (unsigned round = 0; round < 4000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], (lb_task_kind)(round % LB_TASK_KINDS));
        uint64_t den = some_denominator(), bytes = some_bytes(), blocks = lb_task_blocks(task);
        t_note("%s, round %u", lb_task_kind_name(lb_task_kind_of(task)), round);
        if (lb_task_parts(task) > 1) {
            uint64_t at = 0;
            for (uint64_t b = 0; b < blocks; b++)
                at = tile(task, b, den, bytes, at);
            T_EQUAL(at, bytes);
        } else if (blocks) {
            T_EQUAL(tile(task, pick(blocks), den, bytes, 0), bytes);
        }
        lb_task_free(task);
    }
}

/* Translating a block changes nothing; and where pieces come out even they are the same for every block. */
static void test_every_node_alike(void **state) {
    (void)state;
    static const lb_task_kind kinds[] = {LB_ALLTOALL, LB_ISOTROPIC, LB_NEIGHBORS};
    seed(52);
    for (unsigned round = 0; round < 3000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], kinds[round % 3]);
        const lb_net *net = lb_task_net(task);
        uint64_t den = some_denominator(), bytes = some_bytes(), lo = pick(den), hi = lo + 1 + pick(den - lo);
        uint64_t block = pick(lb_task_blocks(task)), other;
        uint32_t origin, dest, copy, by = (uint32_t)pick(lb_net_nodes(net));
        if (lb_task_blocks(task)) {
            lb_task_name(task, block, &origin, &dest, &copy);
            T_EQUAL(lb_task_find(task, t_add(net, origin, by), t_add(net, dest, by), copy, &other), LB_OK);
            T_EQUAL(size_of(task, block, lo, hi, den, bytes), size_of(task, other, lo, hi, den, bytes));
        }
        lb_task_free(task);
    }
}

static void test_even(void **state) {
    (void)state;
    seed(53);
    for (unsigned round = 0; round < 3000; round++) {
        lb_task *task = t_task_on(nets[pick(T_COUNT(nets))], (lb_task_kind)(round % LB_TASK_KINDS));
        uint64_t den = 1 + pick(100), each = 1 + pick(9), lo = pick(den), hi = lo + 1 + pick(den - lo);
        uint64_t bytes = each * den * lb_task_parts(task);
        if (lb_task_blocks(task))
            T_EQUAL(size_of(task, pick(lb_task_blocks(task)), lo, hi, den, bytes), each * (hi - lo));
        lb_task_free(task);
    }
}

/* The most that a packet with piece i of each of these blocks is off its share, over all i, in bytes. */
static double worst_share(const lb_task *task, const uint64_t *blocks, uint64_t count, uint64_t den, uint64_t bytes) {
    double share = (double)count * (double)bytes / (double)den / lb_task_parts(task), worst = 0;
    for (uint64_t i = 0; i < den; i++) {
        uint64_t sum = 0;
        for (uint64_t k = 0; k < count; k++)
            sum += size_of(task, blocks[k], i, i + 1, den, bytes);
        double off = (double)sum > share ? (double)sum - share : share - (double)sum;
        worst = off > worst ? off : worst;
    }
    return worst;
}

static void fair(const char *net, lb_task_kind kind, uint64_t den, uint64_t bytes, uint64_t mask, double limit) {
    lb_task *task = t_task_on(net, kind);
    uint64_t count = 0, n = lb_net_nodes(lb_task_net(task)), *blocks = malloc(n * sizeof *blocks);
    assert_non_null(blocks);
    for (uint64_t b = 0; b < n; b++) /* of an alltoall: node 0's */
        if ((b & mask) == mask)
            blocks[count++] = b;
    double worst = worst_share(task, blocks, count, den, bytes);
    if (worst > limit)
        fail_msg("%s on %s, %u bytes in %u pieces: %g bytes off", lb_task_kind_name(kind), net, (unsigned)bytes,
                 (unsigned)den, worst);
    free(blocks);
    lb_task_free(task);
}

/* 1000 blocks of a byte cut in ten: a packet with a tenth of each has 100 bytes, give or take one. With the same
 * remainders for all blocks it would have none or 1000. */
static void test_fair_share(void **state) {
    (void)state;
    fair("10x10x10", LB_ALLGATHER, 10, 1, 0, 1);
    fair("10x10x10", LB_ALLTOALL, 10, 1, 0, 1);
    fair("10x10x10", LB_REDUCE_SCATTER, 10, 7, 0, 1);
    fair("10x10x10", LB_ALLREDUCE, 10, 1000, 0, 1); /* a byte a block */
    fair("10x10x10", LB_ALLREDUCE, 10, 3000, 0, 1);
    for (uint64_t bytes = 1; bytes < 14; bytes += 3) {
        for (unsigned bit = 0; bit < 10; bit++) { /* the half of the blocks that goes through one port: 512 */
            fair("cube:10", LB_ALLTOALL, 10, bytes, UINT64_C(1) << bit, 20);
            fair("cube:10", LB_ALLGATHER, 10, bytes, UINT64_C(1) << bit, 20);
        }
        for (unsigned bit = 0; bit < 9; bit++) /* a quarter: 256 */
            fair("cube:10", LB_ALLTOALL, 10, bytes, UINT64_C(3) << bit, 20);
    }
    for (uint64_t bytes = 1; bytes < 20000; bytes = bytes * 6 / 5 + 1)
        fair("10x10x10", LB_ALLREDUCE, 10, bytes, 0, 4);
    for (uint64_t bytes = 2616; bytes <= 2620; bytes++) /* 2.618 bytes a block: in step with the golden ratio */
        fair("10x10x10", LB_ALLREDUCE, 10, bytes, 0, 4);
    for (unsigned bit = 0; bit < 10; bit++)
        fair("cube:10", LB_ALLREDUCE, 10, 2681, UINT64_C(1) << bit, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tile),
        cmocka_unit_test(test_every_node_alike),
        cmocka_unit_test(test_even),
        cmocka_unit_test(test_fair_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
