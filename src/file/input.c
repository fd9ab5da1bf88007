/* Bytes of a schedule file: files, pipes, memory. */
#define _XOPEN_SOURCE     700
#define _FILE_OFFSET_BITS 64
#include "file/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void lb_input_memory(lb_input *input, const void *bytes, size_t size, const char *shown) {
    *input = (lb_input){.memory = bytes, .file = -1, .spool = -1, .direct = true, .size = size};
    lb_show_path(shown, input->shown);
}

/* A file without a name: it is gone when it is closed, however the program ends. */
static int open_spool(lb_input *input, lb_why *why) {
    const char *folder = getenv("TMPDIR");
    char name[4096];
    if (!folder || !*folder)
        folder = "/tmp";
    int length = snprintf(name, sizeof name, "%s/linkbound-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof name)
        return lb_fail_system(why, "the temporary folder", "used", ENAMETOOLONG);
    input->spool = mkstemp(name);
    if (input->spool < 0) {
        char shown[LB_SHOWN_MAX];
        int number = errno;
        lb_show_path(name, shown);
        return lb_fail_system(why, shown, "made, to keep what comes from a pipe", number);
    }
    unlink(name);
    return LB_OK;
}

static int look_at(lb_input *input, bool again, lb_why *why) {
    struct stat facts;
    if (fstat(input->file, &facts))
        return lb_fail_system(why, input->shown, "read", errno);
    if (S_ISDIR(facts.st_mode))
        return lb_fail(why, LB_ERR_IO, "%s: is a folder, not a schedule file", input->shown);
    if (S_ISREG(facts.st_mode)) {
        off_t start = input->owned ? 0 : lseek(input->file, 0, SEEK_CUR);
        input->direct = true;
        input->start = start > 0 ? (uint64_t)start : 0;
        input->size = facts.st_size > start ? (uint64_t)(facts.st_size - start) : 0;
        return LB_OK;
    }
    return again ? open_spool(input, why) : LB_OK;
}

int lb_input_open(lb_input *input, const char *path, bool again, lb_why *why) {
    bool standard = strcmp(path, "-") == 0;
    *input = (lb_input){.file = STDIN_FILENO, .spool = -1, .owned = !standard};
    lb_show_path(standard ? "standard input" : path, input->shown);
    if (!standard) {
        do {
            input->file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        } while (input->file < 0 && errno == EINTR);
        if (input->file < 0)
            return lb_fail_system(why, input->shown, "opened", errno);
    }
    int error = look_at(input, again, why);
    if (error)
        lb_input_close(input);
    return error;
}

static int64_t read_at(int file, void *buffer, size_t room, uint64_t at) {
    ssize_t got;
    do {
        got = pread(file, buffer, room, (off_t)at);
    } while (got < 0 && errno == EINTR);
    return got;
}

static int keep(lb_input *input, const unsigned char *bytes, size_t count, lb_why *why) {
    while (count) {
        ssize_t wrote = pwrite(input->spool, bytes, count, (off_t)input->spooled);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return lb_fail_system(why, input->shown, "kept in a temporary file", wrote ? errno : ENOSPC);
        bytes += wrote;
        count -= (size_t)wrote;
        input->spooled += (uint64_t)wrote;
    }
    return LB_OK;
}

/* From the pipe itself; what comes is spooled before anybody sees it. */
static int64_t fetch_new(lb_input *input, void *buffer, size_t room, lb_why *why) {
    ssize_t got;
    do {
        got = read(input->file, buffer, room);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return lb_fail_system(why, input->shown, "read", errno);
    if (got == 0)
        input->size = input->at;
    if (got > 0 && input->spool >= 0) {
        int error = keep(input, buffer, (size_t)got, why);
        if (error)
            return error;
    }
    return got;
}

int64_t lb_input_fetch(lb_input *input, void *buffer, size_t room, lb_why *why) {
    int64_t got;
    if (input->memory) {
        room = input->chunk && input->chunk < room ? input->chunk : room;
        got = (int64_t)(input->size - input->at < room ? input->size - input->at : room);
        memcpy(buffer, input->memory + input->at, (size_t)got);
    } else if (input->direct || input->at < input->spooled) {
        size_t most = input->direct || input->spooled - input->at > room ? room : (size_t)(input->spooled - input->at);
        got = read_at(input->direct ? input->file : input->spool, buffer, most, input->start + input->at);
        if (got < 0)
            return lb_fail_system(why, input->shown, "read", errno);
    } else {
        got = fetch_new(input, buffer, room, why);
        if (got < 0)
            return got;
    }
    input->at += (uint64_t)got;
    return got;
}

void lb_input_close(lb_input *input) {
    if (input->owned && input->file >= 0)
        close(input->file);
    if (input->spool >= 0)
        close(input->spool);
    input->file = input->spool = -1;
}
