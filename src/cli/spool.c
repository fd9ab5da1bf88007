/* A pipe can be read once, and which format a schedule has is known only when some of it was read: so its bytes are
 * copied to a file without a name, which takes the pipe's place. A pipe with a name has no descriptor to be put in the
 * place of: it is read by the file's, and spoken of by its own. */
#define _POSIX_C_SOURCE 200809L
#include "cli/spool.h"

#include "cli/command.h"
#include "cli/say.h"
#include "cli/whole_file.h"

#include <errno.h>
#include <fcntl.h>
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

/* false: errno says why. */
static bool copy(int from, int to) {
    static char bytes[1 << 16];
    for (;;) {
        ssize_t got = read(from, bytes, sizeof bytes);
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        int number = got < 0 ? errno : cli_write_all(to, bytes, (size_t)got);
        errno = number;
        if (number)
            return false;
    }
}

/* A pipe with a name that was copied, and where to. There is one schedule. */
static struct { char name[4096], file[32]; } named;

static bool is_pipe(const struct stat *facts) {
    return S_ISFIFO(facts->st_mode) || S_ISSOCK(facts->st_mode);
}

/* With a name, or of this process; -1: neither. */
static int open_pipe(const char *path) {
    struct stat facts;
    int pipe = descriptor_of(path);
    if (pipe >= 0)
        return fstat(pipe, &facts) == 0 && is_pipe(&facts) ? pipe : -1;
    if (stat(path, &facts) || !S_ISFIFO(facts.st_mode) || strlen(path) >= sizeof named.name)
        return -1;
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The file's descriptor is the pipe's from now on. */
static bool put_in_place(int file, int pipe) {
    return file >= 0 && copy(pipe, file) && lseek(file, 0, SEEK_SET) == 0 && dup2(file, pipe) == pipe;
}

const char *cli_spool(const char *path) {
    if (*named.name && strcmp(path, named.name) == 0)
        return named.file;
    int pipe = open_pipe(path);
    if (pipe < 0)
        return path;
    int file = make_file();
    bool good = put_in_place(file, pipe);
    if (!good)
        cli_fail("%s: cannot be copied to a temporary file: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    if (!good || descriptor_of(path) >= 0)
        return good ? path : NULL;
    snprintf(named.name, sizeof named.name, "%s", path);
    snprintf(named.file, sizeof named.file, "/dev/fd/%d", pipe);
    return named.file;
}

void cli_spool_speak(lb_why *why) {
    size_t length = strlen(named.file);
    if (!length || strncmp(why->text, named.file, length) != 0)
        return;
    lb_why told = *why;
    snprintf(why->text, sizeof why->text, "%.200s%s", named.name, told.text + length);
}
