/* Which of two ways is the faster, by times that other work disturbs. */
#include "pmpi/lesson.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static uint64_t seed = 1;

static double uniform(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(seed >> 40) + 0.5) / (1 << 24);
}

/* A time of 1, and what disturbs it: a little always, now and then a lot. */
static double disturbed(double little, double often) {
    double time = 1 - little * log(uniform());
    return uniform() < often ? time * (1 + 10 * uniform()) : time;
}

static lb_verdict learn(double ratio, double little, double often, lb_lesson *lesson) {
    lb_verdict verdict = LB_UNDECIDED;
    *lesson = (lb_lesson){.rounds = 0};
    for (int i = 0; verdict == LB_UNDECIDED && i < 100; i++)
        verdict = lb_lesson_round(lesson, ratio * disturbed(little, often), disturbed(little, often));
    return verdict;
}

static void test_clear(void **state) {
    lb_lesson lesson;
    (void)state;
    assert_int_equal(learn(10, 0, 0, &lesson), LB_THEIRS);
    assert_int_equal(lesson.rounds, 3);
    assert_true(fabs(lesson.gain - 10) < 1e-3);
    assert_int_equal(learn(0.1, 0, 0, &lesson), LB_OURS);
    assert_int_equal(lesson.rounds, 3);
    assert_true(fabs(lesson.gain - 10) < 1e-3);
}

/* Undisturbed, whatever is more than 1 % faster is taken; within that nothing is changed. */
static void test_close(void **state) {
    lb_lesson lesson;
    (void)state;
    assert_int_equal(learn(1, 0, 0, &lesson), LB_OURS);
    assert_int_equal(lesson.rounds, LB_LESSON_ROUNDS);
    assert_int_equal(learn(1.009, 0, 0, &lesson), LB_OURS);
    for (double ratio = 1.011; ratio < 3; ratio *= 1.01)
        assert_int_equal(learn(ratio, 0, 0, &lesson), LB_THEIRS);
    for (double ratio = 0.999; ratio > 0.3; ratio /= 1.01)
        assert_int_equal(learn(ratio, 0, 0, &lesson), LB_OURS);
}

/* Whatever comes between, the verdict costs next to nothing: in the mean over all of them, and each for itself. */
static void test_disturbed(void **state) {
    (void)state;
    for (double ratio = 0.5; ratio < 2; ratio *= 1.03) {
        double lost = 0;
        int wrong = 0;
        enum { TRIES = 400 };
        for (int i = 0; i < TRIES; i++) {
            lb_lesson lesson;
            bool theirs = learn(ratio, 0.05, 0.1, &lesson) == LB_THEIRS;
            double best = fmin(ratio, 1), got = theirs ? 1 : ratio;
            lost += got / best - 1;
            wrong += got / best > 1.05;
        }
        assert_true(lost / TRIES < 0.01);
        assert_true(wrong <= TRIES / 50);
    }
}

/* Times of nothing, as a simulator may give, are no trap. */
static void test_nothing(void **state) {
    lb_lesson lesson = {.rounds = 0};
    lb_verdict verdict = LB_UNDECIDED;
    (void)state;
    for (int i = 0; i < 3 * LB_LESSON_ROUNDS; i++)
        verdict = lb_lesson_round(&lesson, 0, 0);
    assert_int_equal(verdict, LB_OURS);
    assert_int_equal(lesson.rounds, LB_LESSON_ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_disturbed),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
