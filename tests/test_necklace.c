/* Necklaces: all classes of words under rotation, once each, by weight, with their periods. */
#include "net/necklace.h"
#include "support/cubes.h"

#include <stdlib.h>

/* Bit by bit. */
static uint32_t rotated(uint32_t word, unsigned by, unsigned bits) {
    uint32_t out = 0;
    for (unsigned i = 0; i < bits; i++)
        out |= (word >> i & 1) << (i + by) % bits;
    return out;
}

static void test_rotate(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= 26; bits++) {
        for (unsigned by = 0; by < bits; by++) {
            uint32_t word = UINT32_C(0x2b6d31c5) & ((UINT32_C(1) << bits) - 1);
            T_EQUAL(lb_rotate_bits(word, by, bits), rotated(word, by, bits));
        }
    }
    T_EQUAL(lb_rotate_bits(0x80000001, 1, 32), 3);
}

static void check_one(const lb_necklaces *n, uint32_t i, uint8_t *seen) {
    uint32_t word = n->word[i];
    unsigned period = 0;
    do {
        uint32_t member = rotated(word, period, n->bits);
        T_TRUE(word <= member); /* the smallest */
        T_EQUAL(seen[member]++, 0);
        period++;
    } while (period < n->bits && rotated(word, period, n->bits) != word);
    T_EQUAL(n->period[i], period);
    T_EQUAL(n->bits % period, 0);
    T_TRUE(word == 0 || (word & 1));
}

static void check_all(unsigned bits) {
    lb_necklaces n;
    uint32_t words = UINT32_C(1) << bits, at = 0;
    uint8_t *seen = calloc(words, 1);
    assert_non_null(seen);
    t_note("%u bits", bits);
    T_EQUAL(lb_necklaces_create(bits, &n, NULL), LB_OK);
    T_EQUAL(n.first[0], 0);
    T_EQUAL(n.first[bits + 1], n.count);
    for (unsigned k = 0; k <= bits; k++) {
        T_EQUAL(n.word[n.first[k]], (UINT32_C(1) << k) - 1); /* the run of ones is first of its weight */
        for (at = n.first[k]; at < n.first[k + 1]; at++) {
            T_EQUAL(__builtin_popcount(n.word[at]), k);
            T_TRUE(at == n.first[k] || n.word[at - 1] < n.word[at]);
            check_one(&n, at, seen);
        }
    }
    for (uint32_t x = 0; x < words; x++)
        T_EQUAL(seen[x], 1);
    lb_necklaces_free(&n);
    assert_null(n.word);
    lb_necklaces_free(&n);
    free(seen);
}

static void test_every_word_once(void **state) {
    (void)state;
    for (unsigned bits = 1; bits <= (T_SLOW ? 14u : 18u); bits++)
        check_all(bits);
}

/* How many binary necklaces there are: the average over rotations of the words that each leaves as they are. */
static void test_counts(void **state) {
    (void)state;
    static const uint32_t known[] = {2, 3, 4, 6, 8, 14, 20, 36, 60, 108};
    for (unsigned bits = 1; bits <= (T_SLOW ? 20u : 26u); bits++) {
        uint64_t fixed = 0;
        for (unsigned by = 0; by < bits; by++) {
            unsigned a = bits, b = by;
            while (b) {
                unsigned rest = a % b;
                a = b;
                b = rest;
            }
            fixed += UINT64_C(1) << a; /* as many words as there are cycles of positions to colour */
        }
        lb_necklaces n;
        t_note("%u bits", bits);
        T_EQUAL(lb_necklaces_create(bits, &n, NULL), LB_OK);
        T_EQUAL(n.count, fixed / bits);
        if (bits <= T_COUNT(known))
            T_EQUAL(n.count, known[bits - 1]);
        lb_necklaces_free(&n);
    }
}

static void test_sizes_refused(void **state) {
    (void)state;
    lb_necklaces n;
    lb_why why;
    T_EQUAL(lb_necklaces_create(0, &n, &why), LB_ERR_ARG);
    assert_string_equal(why.text, "necklaces have 1 to 26 bits, not 0");
    lb_necklaces_free(&n);
    T_EQUAL(lb_necklaces_create(27, &n, &why), LB_ERR_ARG);
    assert_null(n.word);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rotate),
        cmocka_unit_test(test_every_word_once),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_sizes_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
