/* The little of cmocka that the tests use: a failed assertion jumps out of its test, and the next one runs. */
#include "cmocka.h"

#include <stdlib.h>

enum { ENDED, FAILED, SKIPPED };
static jmp_buf back; /* out of the test that runs */
static bool running;

__attribute__((format(printf, 2, 0))) static void print(FILE *file, const char *format, va_list arguments) {
    vfprintf(file, format, arguments);
    fflush(file);
}

void print_message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(stdout, format, arguments);
    va_end(arguments);
}

void print_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(stderr, format, arguments);
    va_end(arguments);
}

void mini_fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    print(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    if (running)
        longjmp(back, FAILED);
    exit(1);
}

void skip(void) {
    longjmp(back, SKIPPED);
}

static int outcome(const struct CMUnitTest *test, void **state) {
    running = true;
    int how = setjmp(back);
    if (how == ENDED)
        test->run(state);
    running = false;
    return how;
}

int mini_run(const char *group, const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
             CMFixtureFunction teardown) {
    void *state = NULL;
    int failed = 0;
    if (setup && setup(&state) != 0)
        mini_fail(group, 0, "cannot be set up");
    for (size_t i = 0; i < count; i++) {
        static const char *const words[] = {"ok     ", "FAILED ", "skipped"};
        int how = outcome(&tests[i], &state);
        failed += how == FAILED;
        printf("%s %s\n", words[how], tests[i].name);
    }
    if (teardown && teardown(&state) != 0)
        mini_fail(group, 0, "cannot be taken down");
    printf("%zu passed, %d failed\n", count - (size_t)failed, failed);
    return failed;
}
