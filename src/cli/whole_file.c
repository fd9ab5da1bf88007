/* Writing whole files, as the library does with schedules: a link's target is replaced with the mode it had; what is no
 * file (a device, a pipe) is written to. The library's own writer (src/file/output.c) does the same for schedules; it
 * is not shared, because the tool stands on the public header, where writing files that are no schedules has no place,
 * and because here an interrupt has to be waited for. */
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#include "cli/whole_file.h"

#include "cli/progress.h"
#include "cli/say.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int refuse(const char *path, int number) {
    return cli_fail("%.200s: cannot be written: %s", path, strerror(number));
}

int cli_write_all(int file, const char *data, size_t size) {
    while (size) {
        ssize_t wrote = write(file, data, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return wrote ? errno : ENOSPC;
        data += wrote;
        size -= (size_t)wrote;
    }
    return 0;
}

/* A new file in the same folder; name has room for `room` bytes. Not mkstemp: its mode would not be the umask's. */
static int open_beside(const char *path, char *name, size_t room) {
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash + 1 - path) : 0, file = -1;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    unsigned long salt = (unsigned long)now.tv_nsec ^ (unsigned long)getpid() << 12;
    for (unsigned attempt = 0; attempt < 100 && file < 0; attempt++) {
        snprintf(name, room, "%.*s.linkbound-%08lx.part", folder, path, (salt + attempt * 7919) & 0xFFFFFFFFUL);
        file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST && errno != EINTR)
            break;
    }
    return file;
}

/* Replaces the file at path, which has no links in it. mode 0: there is none yet. 0, errno, or, when a signal came, the
 * exit status negated. */
static int replace(const char *path, mode_t mode, const char *data, size_t size) {
    size_t room = strlen(path) + 40;
    char *name = malloc(room);
    int file = name ? open_beside(path, name, room) : -1, number = 0;
    if (file < 0) {
        number = name ? errno : ENOMEM;
        free(name);
        return number;
    }
    cli_progress progress; /* so that an interrupt waits until nothing is left behind */
    cli_progress_begin(&progress, "writing", 0, "", true);
    if (mode)
        (void)!fchmod(file, mode & 0777);
    number = cli_write_all(file, data, size);
    if (close(file) && !number)
        number = errno;
    bool stopped = cli_progress_tick(&progress, 1) != 0;
    if (!number && !stopped && rename(name, path))
        number = errno;
    if (number || stopped)
        unlink(name);
    free(name);
    int status = cli_progress_end(&progress);
    return status ? -status : number;
}

static int write_there(const char *path, const char *data, size_t size) {
    struct stat facts;
    if (stat(path, &facts))
        return errno == ENOENT && *path ? replace(path, 0, data, size) : errno;
    if (S_ISDIR(facts.st_mode))
        return EISDIR;
    if (S_ISREG(facts.st_mode)) {
        char *real = access(path, W_OK) ? NULL : realpath(path, NULL);
        int number = real ? replace(real, facts.st_mode, data, size) : errno;
        free(real);
        return number;
    }
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY), number = file < 0 ? errno : 0;
    if (!number)
        number = cli_write_all(file, data, size);
    if (file >= 0 && close(file) && !number)
        number = errno;
    return number;
}

int cli_write_whole(const char *path, const char *data, size_t size) {
    if (strcmp(path, "-") == 0) {
        fwrite(data, 1, size, stdout); /* whether it arrived is seen at the end */
        return CLI_OK;
    }
    int number = write_there(path, data, size);
    if (number < 0)
        return -number;
    return number ? refuse(path, number) : CLI_OK;
}
