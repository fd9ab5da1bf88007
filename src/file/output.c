/* Writing a file so that it is there whole or not at all. */
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#include "file/output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int fail(lb_output *out, const char *verb, int number) {
    if (!out->error)
        out->error = lb_fail_system(out->why, out->shown, verb, number);
    return out->error;
}

/* A file of a new name beside the final one (not a longer name: that could be too long). Opened, not mkstemp'd: so it
 * gets the mode that the umask leaves, and the umask need not be asked for (which would change it, for all threads). */
static int open_temporary(lb_output *out) {
    const char *slash = strrchr(out->final, '/');
    int folder = slash ? (int)(slash + 1 - out->final) : 0; /* of at most PATH_MAX bytes: stat has seen it */
    size_t room = (size_t)folder + 32;
    out->temporary = lb_array(room, 1);
    if (!out->temporary)
        return out->error = lb_fail_memory(out->why, "writing the file");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t salt = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32;
    for (int attempt = 0; attempt < 100; attempt++) {
        salt = salt * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        snprintf(out->temporary, room, "%.*s.linkbound-%08" PRIx32 ".part", folder, out->final, (uint32_t)(salt >> 32));
        out->file = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (out->file >= 0)
            return LB_OK;
        if (errno != EEXIST && errno != EINTR)
            break;
    }
    int number = errno;
    free(out->temporary);
    out->temporary = NULL;
    return fail(out, "written", number);
}

/* There is such a file: what a link points to is replaced, with the mode it had, if it could have been written. */
static int open_existing(lb_output *out, const char *path, mode_t mode) {
    if (access(path, W_OK))
        return fail(out, "written", errno);
    out->final = realpath(path, NULL);
    if (!out->final)
        return fail(out, "written", errno);
    if (open_temporary(out) == LB_OK)
        (void)!fchmod(out->file, mode & 0777);
    return out->error;
}

static int open_path(lb_output *out, const char *path) {
    struct stat facts;
    out->owned = true;
    if (stat(path, &facts) == 0) {
        if (S_ISDIR(facts.st_mode))
            return fail(out, "written", EISDIR);
        if (S_ISREG(facts.st_mode))
            return open_existing(out, path, facts.st_mode);
        out->file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
        return out->file < 0 ? fail(out, "opened", errno) : LB_OK;
    }
    if (errno != ENOENT || !*path)
        return fail(out, "written", errno);
    out->final = strdup(path);
    if (!out->final)
        return out->error = lb_fail_memory(out->why, "writing the file");
    return open_temporary(out);
}

int lb_output_open(lb_output *out, const char *path, lb_why *why) {
    bool standard = strcmp(path, "-") == 0;
    *out = (lb_output){.file = standard ? STDOUT_FILENO : -1, .why = why};
    lb_show_path(standard ? "standard output" : path, out->shown);
    out->buffer = lb_array(LB_OUTPUT_ROOM, 1);
    if (!out->buffer)
        out->error = lb_fail_memory(why, "writing the file");
    else if (standard)
        fflush(stdout); /* what was printed before comes before */
    else
        open_path(out, path);
    return out->error ? lb_output_close(out, out->error) : LB_OK;
}

int lb_output_flush(lb_output *out) {
    size_t at = 0;
    while (at < out->used && !out->error) {
        ssize_t wrote = write(out->file, out->buffer + at, out->used - at);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            fail(out, "written", wrote ? errno : ENOSPC);
        else
            at += (size_t)wrote;
    }
    out->used = 0;
    return out->error;
}

int lb_output_close(lb_output *out, int error) {
    if (!out->error)
        out->error = error;
    if (!out->error)
        lb_output_flush(out);
    if (out->owned && out->file >= 0 && close(out->file))
        fail(out, "written", errno);
    if (out->temporary && !out->error && rename(out->temporary, out->final))
        fail(out, "written", errno);
    if (out->temporary && out->error)
        unlink(out->temporary);
    free(out->temporary);
    free(out->final);
    free(out->buffer);
    out->temporary = out->final = NULL;
    out->buffer = NULL;
    out->file = -1;
    return out->error;
}
