/* Sorting by keys, held against what a sorted list is: in order, equal keys as they were, everything still there. */
#include "base/keyed.h"
#include "support/support.h"

#include <stdlib.h>

static uint64_t state = 5;

/* `at` is the old place, so equal keys in their old order have rising ones. */
static void check_sorted(const lb_keyed *list, const uint64_t *keys, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        assert_true(list[i].at < count);
        assert_true(list[i].key == keys[list[i].at]);
        if (i > 0)
            assert_true(list[i - 1].key < list[i].key ||
                        (list[i - 1].key == list[i].key && list[i - 1].at < list[i].at));
    }
}

static void sort_masked(uint64_t count, uint64_t mask) {
    lb_keyed *list = calloc(count + 1, sizeof *list);
    uint64_t *keys = calloc(count + 1, sizeof *keys);
    assert_non_null(list);
    assert_non_null(keys);
    for (uint64_t i = 0; i < count; i++) {
        keys[i] = ((uint64_t)t_draw(&state, UINT32_MAX) << 33 ^ (uint64_t)t_draw(&state, UINT32_MAX)) & mask;
        list[i] = (lb_keyed){keys[i], i};
    }
    assert_int_equal(lb_sort_keyed(list, count), LB_OK);
    check_sorted(list, keys, count);
    /* and once more, which has nothing to do */
    assert_int_equal(lb_sort_keyed(list, count), LB_OK);
    check_sorted(list, keys, count);
    free(list);
    free(keys);
}

/* Digits at both ends of a word, some apart, all the same, and more values than a digit has. */
static void test_masks(void **unused) {
    (void)unused;
    static const uint64_t masks[] = {0,
                                     1,
                                     UINT64_C(1) << 63,
                                     UINT64_C(0x8000000000000001),
                                     0xff,
                                     0xfff,
                                     UINT64_C(0x3ff000003ff),
                                     UINT64_C(0x7ff) << 53,
                                     UINT64_C(0xfff) << 52,
                                     UINT64_MAX};
    static const uint64_t counts[] = {0, 1, 2, 3, 17, 1000, 5000};
    for (size_t m = 0; m < T_COUNT(masks); m++) {
        for (size_t c = 0; c < T_COUNT(counts); c++)
            sort_masked(counts[c], masks[m]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_masks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
