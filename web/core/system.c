/* Stand-ins for the calls that WASI does not have. A page has no files but standard input and output, so these are
 * never reached with anything to do: they fail as a system without files would. */
#include "compat.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

int mkstemp(char *name) { /* NOLINT: as POSIX declares it */
    (void)name;
    errno = ENOSYS;
    return -1;
}

char *realpath(const char *path, char *resolved) { /* NOLINT: as POSIX declares it */
    (void)path;
    (void)resolved;
    errno = ENOSYS;
    return NULL;
}

int fchmod(int file, unsigned mode) {
    (void)file;
    (void)mode;
    errno = ENOSYS;
    return -1;
}

int getpid(void) {
    return 1;
}

int getrusage(int who, struct rusage *usage) {
    (void)who;
    *usage = (struct rusage){0};
    return 0;
}

/* Debian's compiler builtins are compiled with the stack protector, and WASI's C library does not have its part. */
unsigned long __stack_chk_guard = 0x5bd1e995; /* NOLINT */
_Noreturn void __stack_chk_fail(void);        /* NOLINT */
_Noreturn void __stack_chk_fail(void) {
    __builtin_trap();
} /* NOLINT */
