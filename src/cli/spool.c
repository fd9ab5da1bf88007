/* A pipe can be read once, and which format a schedule has is known only when some of it was read: so its bytes are
 * copied to a file without a name, which takes the pipe's place. Named pipes are left alone: they are no descriptor. */
#define _POSIX_C_SOURCE 200809L
#include "cli/spool.h"

#include "cli/command.h"
#include "cli/say.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* -1: the path is none. */
static int descriptor_of(const char *path) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdin") == 0)
        return STDIN_FILENO;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        size_t length = strlen(folders[k]);
        if (strncmp(path, folders[k], length) != 0)
            continue;
        char *end = NULL;
        long number = strtol(path + length, &end, 10);
        return end > path + length && !*end && number >= 0 && number < 1 << 20 ? (int)number : -1;
    }
    return -1;
}

static int make_file(void) {
    const char *folder = getenv("TMPDIR");
    char name[4096];
    snprintf(name, sizeof name, "%s/linkbound-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(name);
    if (file >= 0)
        unlink(name);
    return file;
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count) {
        ssize_t wrote = write(file, bytes, count);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        count -= (size_t)wrote;
    }
    return true;
}

static bool copy(int from, int to) {
    static char bytes[1 << 16];
    for (;;) {
        ssize_t got = read(from, bytes, sizeof bytes);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || !write_all(to, bytes, (size_t)got))
            return false;
    }
}

int cli_spool(const char *path) {
    struct stat facts;
    int pipe = descriptor_of(path);
    if (pipe < 0 || fstat(pipe, &facts) || (!S_ISFIFO(facts.st_mode) && !S_ISSOCK(facts.st_mode)))
        return CLI_OK;
    int file = make_file();
    bool good = file >= 0 && copy(pipe, file) && lseek(file, 0, SEEK_SET) == 0 && dup2(file, pipe) == pipe;
    int status = good ? CLI_OK : cli_fail("%s: cannot be copied to a temporary file: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return status;
}
