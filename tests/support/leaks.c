/* Leaks in a program under AddressSanitizer, looked for only where there can be one.
 *
 * The check at a program's end goes through all that is allocated, and on 64-bit ARM through every megabyte of the
 * address space to find that: four seconds, more than most tests take. Here the bytes that are allocated at the end are
 * compared with those at the beginning, which takes no time; the check follows where there are more, and it alone
 * decides: not all that is left over is a leak. */
#include <stdio.h>
#include <stdlib.h>

/* As the sanitizers' own headers have them, which not every gcc brings along. */
/* NOLINTBEGIN(bugprone-reserved-identifier): theirs */
size_t __sanitizer_get_current_allocated_bytes(void);
void __lsan_do_leak_check(void);
__attribute__((visibility("default"))) const char *__asan_default_options(void);
/* NOLINTEND(bugprone-reserved-identifier) */

static size_t at_start;

/* Not by itself. Other options in the environment still count. */
const char *__asan_default_options(void) {
    return "leak_check_at_exit=0";
}

static void look(void) {
    if (__sanitizer_get_current_allocated_bytes() <= at_start)
        return;
    fflush(stdout); /* where it finds something, it ends the program */
    __lsan_do_leak_check();
}

/* The buffer of standard output, which nobody frees, is not to be taken from the heap. */
__attribute__((constructor)) static void begin(void) {
    static char out[BUFSIZ];
    setvbuf(stdout, out, _IOLBF, sizeof out);
    at_start = __sanitizer_get_current_allocated_bytes();
    if (atexit(look))
        abort();
}
