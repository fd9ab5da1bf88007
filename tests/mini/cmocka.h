/* What the unit tests use of cmocka, for machines without it: `make check` needs nothing but what the build needs. The
 * real one is taken wherever it is installed, and `make test` installs it. A failed assertion ends its test, and the
 * next one runs. */
#ifndef LB_MINI_CMOCKA_H
#define LB_MINI_CMOCKA_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int (*CMFixtureFunction)(void **state);
struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};
#define cmocka_unit_test(function)                                                                                     \
    { #function, function }

void mini_fail(const char *file, int line, const char *format, ...) __attribute__((noreturn, format(printf, 3, 4)));
void skip(void) __attribute__((noreturn));
int mini_run(const char *group, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
             CMFixtureFunction teardown);
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    mini_run(#tests, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)

void print_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define _fail(file, line) mini_fail(file, line, "failed") /* NOLINT(bugprone-reserved-identifier): cmocka's name */
#define fail_msg(...)     mini_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail()            fail_msg("failed")

static inline void mini_int(uint64_t a, uint64_t b, bool same, const char *what, const char *file, int line) {
    if ((a == b) != same)
        mini_fail(file, line, "%s: %#" PRIx64 " and %#" PRIx64, what, a, b);
}

static inline void mini_text(const char *a, const char *b, bool same, const char *what, const char *file, int line) {
    if ((strcmp(a, b) == 0) != same)
        mini_fail(file, line, "%s: \"%s\" and \"%s\"", what, a, b);
}

#define assert_true(a)                ((a) ? (void)0 : fail_msg("not so: %s", #a))
#define assert_false(a)               ((a) ? fail_msg("so: %s", #a) : (void)0)
#define assert_non_null(a)            assert_true((a) != NULL)
#define assert_null(a)                assert_true((a) == NULL)
#define assert_ptr_equal(a, b)        assert_true((const void *)(a) == (const void *)(b))
#define assert_memory_equal(a, b, n)  assert_true(memcmp((a), (b), (n)) == 0)
#define assert_int_equal(a, b)        mini_int((uint64_t)(a), (uint64_t)(b), true, #a " == " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)    mini_int((uint64_t)(a), (uint64_t)(b), false, #a " != " #b, __FILE__, __LINE__)
#define assert_string_equal(a, b)     mini_text((a), (b), true, #a " == " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) mini_text((a), (b), false, #a " != " #b, __FILE__, __LINE__)

#endif
